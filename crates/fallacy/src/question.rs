//! What is to be seen of a question, whatever the theory says of it.

use crate::error::Error;
use crate::grounds::Grounds;
use crate::repertoire::renamed;
use crate::statement::{Literal, Statement};
use peirast_etr::Quantifier;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A respect in which two questions about the same premises can be unlike each other.
///
/// All questions here are of one atom, so that they have one alternative and one literal; and as
/// many are asked on the one side as on the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Respect {
    /// Whether what is asked about is nothing of the predicted conclusion, part of it, or all of it.
    Lure,
    /// How what is asked about is quantified: not at all, as all, as some.
    Quantifiers,
    /// Whether a premise settles it by itself, has it as an alternative of its own, or neither.
    Said,
    /// Whether the first premise speaks of it, and whether a later one does.
    Place,
}

impl Respect {
    /// All of them, the weightiest first.
    pub const ALL: [Respect; 4] =
        [Respect::Lure, Respect::Quantifiers, Respect::Said, Respect::Place];
}

impl fmt::Display for Respect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Respect::Lure => "lure",
            Respect::Quantifiers => "quantifiers",
            Respect::Said => "said",
            Respect::Place => "place",
        })
    }
}

/// How far apart two sets of questions are, in each of [`Respect::ALL`]; the weightiest counts
/// first, so that the nearest is the least.
pub(crate) type Distance = [usize; Respect::ALL.len()];

/// A question with what is to be seen of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// The view of what is asked about.
    pub(crate) view: String,
    /// 0 if it is nothing of the predicted conclusion, 1 if part, [`WHOLE`] if all of it.
    lure: usize,
    /// 0 if it is no more than part of what premises say, 1 if an alternative of its own, 2 if a
    /// premise says or denies it.
    said: usize,
    quantifiers: Vec<Quantifier>,
    /// Whether the first premise speaks of it, and whether a later one does.
    place: (bool, bool),
}

/// All of the predicted conclusion.
const WHOLE: usize = 2;

/// Premises and the conclusion predicted from them, by which questions are looked at.
pub(crate) struct Beholder<'p> {
    premises: &'p [Statement],
    grounds: Vec<Grounds>,
    lure: Vec<Literal>,
}

impl<'p> Beholder<'p> {
    pub(crate) fn new(premises: &'p [Statement], lure: &Statement) -> Result<Self, Error> {
        let alone = |premise: &Statement| Grounds::new(std::slice::from_ref(premise));
        let grounds = premises.iter().map(alone).collect::<Result<_, _>>()?;
        Ok(Beholder { premises, grounds, lure: atoms(lure) })
    }

    /// What is to be seen of a question of one atom.
    ///
    /// # Errors
    ///
    /// [`Error::Answer`] if it is no view.
    pub(crate) fn see(&mut self, view: &str) -> Result<Question, Error> {
        let asked = Statement::read(view).map_err(|source| Error::Answer { source })?;
        let spoken_of = atoms(&asked);
        let atom = spoken_of.first();
        let speaks = |premise: &Statement| atom.is_some_and(|it| atoms(premise).contains(it));
        let (first, later) = self.premises.split_at(self.premises.len().min(1));
        Ok(Question {
            lure: match atom {
                Some(_) if spoken_of == self.lure => WHOLE,
                Some(atom) => usize::from(self.lure.contains(atom)),
                None => 0,
            },
            said: self.said(&asked, atom)?,
            quantifiers: asked.prefix.iter().map(|(kind, _)| *kind).collect(),
            place: (first.iter().any(speaks), later.iter().any(speaks)),
            view: view.to_owned(),
        })
    }

    fn said(&mut self, asked: &Statement, atom: Option<&Literal>) -> Result<usize, Error> {
        for grounds in &mut self.grounds {
            if grounds.follows(asked)? || grounds.excludes(asked)? {
                return Ok(2);
            }
        }
        let is_it = |literal: &Literal| atom == Some(&renamed(&literal.affirmed()));
        let alone = |premise: &Statement| {
            let states = premise.stage.iter().chain(&premise.supposition);
            states.into_iter().any(|state| matches!(state.as_slice(), [one] if is_it(one)))
        };
        Ok(usize::from(self.premises.iter().any(alone)))
    }
}

/// The atoms, each once, objects called by their places: what is quantified how does not matter.
fn atoms(statement: &Statement) -> Vec<Literal> {
    let mut all: Vec<Literal> =
        statement.literals().map(|literal| renamed(&literal.affirmed())).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// How far apart as many questions and questions are.
pub(crate) fn distance(ones: &[&Question], others: &[&Question]) -> Distance {
    let steps = |of: fn(&Question) -> usize| {
        let (ones, others) = (sorted(ones, of), sorted(others, of));
        ones.iter().zip(&others).map(|(one, other)| one.abs_diff(*other)).sum()
    };
    let quantifiers = |one: &Question| one.quantifiers.clone();
    [
        steps(|one| one.lure),
        usize::from(sorted(ones, quantifiers) != sorted(others, quantifiers)),
        steps(|one| one.said),
        steps(|one| usize::from(one.place.0)) + steps(|one| usize::from(one.place.1)),
    ]
}

/// How many of the questions are all of the predicted conclusion.
pub(crate) fn wholes(questions: &[&Question]) -> usize {
    questions.iter().filter(|one| one.lure == WHOLE).count()
}

fn sorted<T: Ord>(questions: &[&Question], of: impl Fn(&Question) -> T) -> Vec<T> {
    let mut all: Vec<T> = questions.iter().map(|one| of(one)).collect();
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grounds::statements;

    /// The distances of questions from the first of them.
    fn distances(premises: &[&str], lure: &str, questions: &[&str]) -> Vec<Distance> {
        let premises = statements(premises).expect("views");
        let lure = Statement::read(lure).expect("a view");
        let mut beholder = Beholder::new(&premises, &lure).expect("premises");
        let seen: Vec<Question> =
            questions.iter().map(|view| beholder.see(view).expect("a question")).collect();
        seen.iter().map(|one| distance(&[&seen[0]], &[one])).collect()
    }

    #[test]
    fn what_is_seen_of_questions_tells_them_apart() {
        // C is a premise, B the lure, A part of a state, D an alternative of its own.
        let premises = ["{A()B(),C()E(),D()}", "{~C()}"];
        let found = distances(&premises, "{B()}", &["{C()}", "{A()}", "{B()}", "{D()}"]);
        assert_eq!(found, [[0; 4], [0, 0, 2, 1], [2, 0, 2, 1], [0, 0, 1, 1]]);
        let found = distances(&["{A()B()}", "{B(),C()}"], "{B()C()}", &["{A()}", "{B()}", "{C()}"]);
        assert_eq!(found, [[0; 4], [1, 0, 0, 1], [1, 0, 1, 2]]);
    }

    #[test]
    fn how_things_are_quantified_is_seen_but_not_what_they_are_called() {
        let premises = ["∃z {A(z)B(z)}", "∀x {C(x)}^{A(x)}"];
        let questions = ["∃a {A(a)}", "∀a {A(a)}", "∃a {B(a)}"];
        let found = distances(&premises, "∃y {C(y)}", &questions);
        assert_eq!(found, [[0; 4], [0, 1, 1, 0], [0, 0, 0, 1]]);
    }

    #[test]
    fn several_questions_are_compared_whatever_their_order() {
        let premises = statements(&["{A()B(),C()D()}", "{A()}"]).expect("views");
        let lure = Statement::read("{B()}").expect("a view");
        let mut beholder = Beholder::new(&premises, &lure).expect("premises");
        let mut see = |view| beholder.see(view).expect("a question");
        let (a, b, c) = (see("{A()}"), see("{B()}"), see("{C()}"));
        assert_eq!(distance(&[&a, &b], &[&b, &a]), [0; 4]);
        assert_eq!(distance(&[&a, &b], &[&c, &a]), [2, 0, 0, 0]);
        assert_eq!((wholes(&[&a, &b]), wholes(&[&c])), (1, 0));
    }
}
