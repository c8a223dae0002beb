//! The visible properties of a question, without the theory.

use crate::error::Error;
use crate::grounds::Grounds;
use crate::repertoire::renamed;
use crate::statement::{Literal, Statement};
use peirast_etr::Quantifier;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A respect in which two questions about the same premises can differ.
///
/// All questions here are about one atom, so they have one alternative and one literal. Both sides
/// have the same number of questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Respect {
    /// The relation to the predicted conclusion: no part of it, a part, or all of it.
    Lure,
    /// The quantifier: none, universal, or existential.
    Quantifiers,
    /// The relation to premises: a premise decides it alone, has it as a separate alternative, or
    /// neither.
    Said,
    /// If the first premise mentions it, and if a later one does.
    Place,
}

impl Respect {
    /// All respects, the most important first.
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

/// The distance of two sets of questions in each of [`Respect::ALL`]. The most important comes
/// first, so that the nearest set has the least distance.
pub(crate) type Distance = [usize; Respect::ALL.len()];

/// A question with its visible properties.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// The view of its content.
    pub(crate) view: String,
    /// 0 if it is no part of the predicted conclusion, 1 if it is a part, [`WHOLE`] if it is all of
    /// it.
    lure: usize,
    /// 0 if it is only a part of what premises say, 1 if it is a separate alternative, 2 if a
    /// premise says or denies it.
    said: usize,
    quantifiers: Vec<Quantifier>,
    /// True if the first premise mentions it, and true if a later one does.
    place: (bool, bool),
}

/// The value for the whole predicted conclusion.
const WHOLE: usize = 2;

/// Premises and the conclusion predicted from them, for comparisons with questions.
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

    /// The visible properties of a question about one atom.
    ///
    /// # Errors
    /// [`Error::Answer`], if it is not a view.
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

/// The atoms, each once, with objects named by position. Quantifiers make no difference.
fn atoms(statement: &Statement) -> Vec<Literal> {
    let mut all: Vec<Literal> =
        statement.literals().map(|literal| renamed(&literal.affirmed())).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The distance between two sets of equally many questions.
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

/// Number of questions that are the whole predicted conclusion.
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
