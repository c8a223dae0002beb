//! The content of a view, with names of its own: the intermediate form between views and English.

use crate::error::WordsError;
use peirast_etr::{Anatomy, Engine, IDENTITY, Quantifier, View};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The content of a view, without its issues, which English does not show.
///
/// ```
/// use peirast_words::Claim;
///
/// let claim = Claim::new(&"Ax {Mortal(x*)}^{Man(x*)}".parse()?)?;
/// assert_eq!(claim.prefix.len(), 1);
/// assert_eq!(claim.stage[0][0].predicate, "Mortal");
/// assert_eq!(claim.view()?.to_string(), "∀x {Mortal(x)}^{Man(x)}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The kinds of the arbitrary objects, outermost first. [`Term::Object`] counts them.
    pub prefix: Vec<Quantifier>,
    /// The supposition: alternatives of literals; one without literals if there is none.
    pub supposition: Vec<Vec<Literal>>,
    /// The statement: alternatives of literals.
    pub stage: Vec<Vec<Literal>>,
}

/// An atom or its negation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Literal {
    /// True if the atom is denied.
    pub negated: bool,
    /// The predicate as the view names it.
    pub predicate: String,
    /// Its arguments: nothing, one thing or two.
    pub arguments: Vec<Term>,
}

/// Arguments of literals.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Term {
    /// A constant, as the view names it.
    Constant(String),
    /// An arbitrary object, by its position in the prefix.
    Object(usize),
}

impl Claim {
    /// Returns the content of a view.
    ///
    /// # Errors
    ///
    /// [`WordsError::Unsayable`] for weights, `do`, numbers, functions with arguments and
    /// predicates of three or more arguments.
    pub fn new(view: &View) -> Result<Claim, WordsError> {
        let mut engine = Engine::default();
        let view = engine.import(view)?;
        let anatomy = engine.anatomy(&view)?;
        Ok(Claim {
            prefix: anatomy.prefix.iter().map(|(kind, _)| *kind).collect(),
            supposition: owned(&anatomy.supposition, &anatomy)?,
            stage: owned(&anatomy.stage, &anatomy)?,
        })
    }

    /// Returns the empty claim: ⊤.
    pub fn verum() -> Claim {
        Claim { prefix: Vec::new(), supposition: vec![Vec::new()], stage: vec![Vec::new()] }
    }

    /// Returns true if there is a supposition.
    pub fn is_conditional(&self) -> bool {
        !(self.supposition.len() == 1 && self.supposition[0].is_empty())
    }

    /// Returns the view with this content, without issues.
    ///
    /// # Errors
    ///
    /// [`WordsError::View`] if a name is not allowed in a view, or an arbitrary object does not
    /// occur in the statement.
    pub fn view(&self) -> Result<View, WordsError> {
        Ok(self.text(&BTreeSet::new()).parse()?)
    }

    /// Returns the claim as a view string in which the arguments of these predicates are at issue.
    pub(crate) fn text(&self, at_issue: &BTreeSet<String>) -> String {
        let mut text = String::new();
        for (at, kind) in self.prefix.iter().enumerate() {
            let sign = if *kind == Quantifier::Universal { '∀' } else { '∃' };
            // Writing to a string cannot fail.
            let _ = write!(text, "{sign}{} ", variable(at));
        }
        push_states(&mut text, &self.stage, at_issue);
        if self.is_conditional() {
            text.push('^');
            push_states(&mut text, &self.supposition, at_issue);
        }
        text
    }

    /// Returns every literal, those of the supposition first.
    pub fn literals(&self) -> impl Iterator<Item = &Literal> {
        self.supposition.iter().chain(&self.stage).flatten()
    }
}

fn owned(
    states: &[Vec<peirast_etr::Literal<'_>>],
    anatomy: &Anatomy<'_>,
) -> Result<Vec<Vec<Literal>>, WordsError> {
    let literals = |state: &Vec<peirast_etr::Literal<'_>>| {
        state.iter().map(|literal| Literal::new(literal, anatomy)).collect()
    };
    states.iter().map(literals).collect()
}

/// Returns the name of an arbitrary object in view strings.
fn variable(object: usize) -> String {
    match ["x", "y", "z"].get(object) {
        Some(name) => (*name).to_owned(),
        None => format!("x{object}"),
    }
}

fn push_states(text: &mut String, states: &[Vec<Literal>], at_issue: &BTreeSet<String>) {
    text.push('{');
    for (at, state) in states.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        if state.is_empty() {
            text.push('0');
        }
        state.iter().for_each(|literal| literal.push_to(text, at_issue));
    }
    text.push('}');
}

impl Literal {
    fn new(
        literal: &peirast_etr::Literal<'_>,
        anatomy: &Anatomy<'_>,
    ) -> Result<Literal, WordsError> {
        if literal.arguments.len() > 2 {
            return Err(WordsError::Unsayable { what: "a predicate of three arguments or more" });
        }
        let arguments = literal.arguments.iter().map(|term| Term::new(term, anatomy));
        Ok(Literal {
            negated: literal.negated,
            predicate: literal.predicate.to_owned(),
            arguments: arguments.collect::<Result<_, _>>()?,
        })
    }

    fn push_to(&self, text: &mut String, at_issue: &BTreeSet<String>) {
        let star = if at_issue.contains(&self.predicate) { "*" } else { "" };
        if self.negated {
            text.push('~');
        }
        text.push_str(&self.predicate);
        text.push('(');
        for (at, term) in self.arguments.iter().enumerate() {
            if at > 0 {
                text.push(',');
            }
            let _ = match term {
                Term::Constant(name) => write!(text, "{name}(){star}"),
                Term::Object(object) => write!(text, "{}{star}", variable(*object)),
            };
        }
        text.push(')');
    }

    /// Returns true if it says that two things are identical.
    pub(crate) fn is_identity(&self) -> bool {
        self.predicate == IDENTITY && self.arguments.len() == 2
    }

    /// Returns the negation.
    pub(crate) fn denied(&self) -> Literal {
        Literal { negated: !self.negated, ..self.clone() }
    }
}

impl Term {
    fn new(term: &peirast_etr::Term<'_>, anatomy: &Anatomy<'_>) -> Result<Term, WordsError> {
        match term {
            peirast_etr::Term::Function(name, arguments) if arguments.is_empty() => {
                Ok(Term::Constant((*name).to_owned()))
            }
            peirast_etr::Term::Object(name) => {
                let place = anatomy.prefix.iter().position(|(_, object)| object == name);
                place.map(Term::Object).ok_or(WordsError::Unsayable { what: "an unbound object" })
            }
            peirast_etr::Term::Function(..) => {
                Err(WordsError::Unsayable { what: "a function with arguments" })
            }
            peirast_etr::Term::Number(_) => Err(WordsError::Unsayable { what: "a number" }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_comes_back_without_its_issues() {
        for (view, back) in [
            ("{}", "{}"),
            ("{0}", "{0}"),
            ("{0}^{}", "{0}^{}"),
            ("{P(a()*),~Q(b())R()}", "{P(a()),R()~Q(b())}"),
            ("Ax Ey Az {L(x,y)P(z*)}^{0,Q(a())}", "∀x0 ∃x1 ∀x2 {L(x0,x1)P(x2)}^{0,Q(a())}"),
            ("{==(a(),b())}", "{==(a(),b())}"),
        ] {
            let view: View = view.parse().expect("a view");
            let again = Claim::new(&view).expect("sayable").view().expect("a view");
            assert!(again.equivalent(&back.parse().expect("a view")).expect("small"), "{again}");
        }
    }

    #[test]
    fn what_cannot_be_said_is_named() {
        for (view, what) in [
            ("{P(f(a()))}", "a function with arguments"),
            ("{P(2)}", "a number"),
            ("{P(a(),b(),c())}", "three arguments"),
            ("{1=* P()}", "weight"),
        ] {
            let error = Claim::new(&view.parse().expect("a view")).expect_err("unsayable");
            assert!(error.to_string().contains(what), "{error}");
        }
    }
}
