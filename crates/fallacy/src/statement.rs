//! The content of a view, with names and without marks, since texts do not show marks.

use peirast_etr::{Engine, Error, Quantifier, Reading};
use std::fmt::{self, Write};

/// A view in parts: quantifiers, supposition, alternatives.
///
/// It represents views with any names and arities. A [`Draft`](crate::Draft) represents those that
/// the search for problems changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Statement {
    /// The quantifiers in front, outermost first, with the names of their objects.
    pub(crate) prefix: Vec<(Quantifier, String)>,
    /// The supposition; one state without literals if there is none.
    pub(crate) supposition: Vec<State>,
    /// The alternatives.
    pub(crate) stage: Vec<State>,
}

/// Literals that hold together.
pub(crate) type State = Vec<Literal>;

/// A predicate of terms, asserted or denied.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Literal {
    pub(crate) predicate: String,
    pub(crate) terms: Vec<Term>,
    pub(crate) negated: bool,
}

/// The term of a literal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Term {
    /// An arbitrary object.
    Object(String),
    /// A function of terms; a name is a function of none.
    Function(String, Vec<Term>),
    /// A number as printed.
    Number(String),
}

impl Statement {
    /// Reads a view.
    ///
    /// # Errors
    /// Those of reading views, and [`Error::Unwritable`] for weights and do-atoms.
    pub(crate) fn read(text: &str) -> Result<Statement, Error> {
        let mut engine = Engine::new(Reading::SOUND);
        let view = engine.read(text)?;
        let anatomy = engine.anatomy(&view)?;
        let prefix = anatomy.prefix.iter().map(|(kind, name)| (*kind, (*name).to_owned()));
        Ok(Statement {
            prefix: prefix.collect(),
            supposition: owned(&anatomy.supposition),
            stage: owned(&anatomy.stage),
        })
    }

    /// The statement that one of these alternatives holds, without suppositions or quantifiers.
    pub(crate) fn new(stage: Vec<State>) -> Statement {
        Statement { prefix: Vec::new(), supposition: vec![Vec::new()], stage }
    }

    /// The statement of one literal.
    pub(crate) fn literal(literal: Literal) -> Statement {
        Statement::new(vec![vec![literal]])
    }

    /// The statement with a supposition of one literal.
    pub(crate) fn given(self, supposed: Literal) -> Statement {
        Statement { supposition: vec![vec![supposed]], ..self }
    }

    /// The statement with all its objects quantified in this way.
    pub(crate) fn quantified(self, kind: Quantifier) -> Statement {
        let mut prefix = Vec::new();
        for literal in self.literals() {
            for object in literal.objects() {
                if !prefix.iter().any(|(_, known)| *known == object) {
                    prefix.push((kind, object.to_owned()));
                }
            }
        }
        Statement { prefix, ..self }
    }

    /// A single literal, with its objects quantified as they are here.
    pub(crate) fn alone(&self, literal: Literal) -> Statement {
        let spoken_of = |name: &String| literal.objects().contains(&name.as_str());
        let prefix = self.prefix.iter().filter(|(_, name)| spoken_of(name)).cloned().collect();
        Statement { prefix, ..Statement::literal(literal) }
    }

    /// Tests if there is a supposition.
    pub(crate) fn is_conditional(&self) -> bool {
        !matches!(self.supposition.as_slice(), [state] if state.is_empty())
    }

    /// Number of denied literals.
    pub(crate) fn denials(&self) -> usize {
        self.literals().filter(|literal| literal.negated).count()
    }

    /// Every literal as written; those of the stage come first.
    pub(crate) fn literals(&self) -> impl Iterator<Item = &Literal> {
        self.stage.iter().chain(&self.supposition).flatten()
    }
}

impl Literal {
    /// Its denial.
    pub(crate) fn flipped(&self) -> Literal {
        Literal { negated: !self.negated, ..self.clone() }
    }

    /// The literal, asserted.
    pub(crate) fn affirmed(&self) -> Literal {
        Literal { negated: false, ..self.clone() }
    }

    /// Its objects, as often as they occur.
    pub(crate) fn objects(&self) -> Vec<&str> {
        let mut objects = Vec::new();
        self.terms.iter().for_each(|term| term.collect_objects(&mut objects));
        objects
    }

    /// Tests if it is only about named things.
    pub(crate) fn is_ground(&self) -> bool {
        self.objects().is_empty()
    }

    /// The literal with other terms for its objects.
    pub(crate) fn replaced(&self, by: &impl Fn(&str) -> Term) -> Literal {
        let terms = self.terms.iter().map(|term| term.replaced(by)).collect();
        Literal { terms, ..self.clone() }
    }
}

impl Term {
    fn collect_objects<'t>(&'t self, objects: &mut Vec<&'t str>) {
        match self {
            Term::Object(name) => objects.push(name),
            Term::Function(_, terms) => {
                terms.iter().for_each(|term| term.collect_objects(objects));
            }
            Term::Number(_) => {}
        }
    }

    fn replaced(&self, by: &impl Fn(&str) -> Term) -> Term {
        match self {
            Term::Object(name) => by(name),
            Term::Function(name, terms) => {
                let terms = terms.iter().map(|term| term.replaced(by)).collect();
                Term::Function(name.clone(), terms)
            }
            Term::Number(_) => self.clone(),
        }
    }
}

fn owned(states: &[Vec<peirast_etr::Literal<'_>>]) -> Vec<State> {
    let literal = |literal: &peirast_etr::Literal<'_>| Literal {
        predicate: literal.predicate.to_owned(),
        terms: literal.arguments.iter().map(term).collect(),
        negated: literal.negated,
    };
    states.iter().map(|state| state.iter().map(literal).collect()).collect()
}

fn term(of: &peirast_etr::Term<'_>) -> Term {
    match of {
        peirast_etr::Term::Object(name) => Term::Object((*name).to_owned()),
        peirast_etr::Term::Number(number) => Term::Number(number.clone()),
        peirast_etr::Term::Function(name, terms) => {
            Term::Function((*name).to_owned(), terms.iter().map(term).collect())
        }
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, name) in &self.prefix {
            let sign = if *kind == Quantifier::Universal { '∀' } else { '∃' };
            write!(f, "{sign}{name} ")?;
        }
        write_states(&self.stage, f)?;
        if self.is_conditional() {
            f.write_char('^')?;
            write_states(&self.supposition, f)?;
        }
        Ok(())
    }
}

fn write_states(states: &[State], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('{')?;
    for (at, state) in states.iter().enumerate() {
        f.write_str(if at > 0 { "," } else { "" })?;
        f.write_str(if state.is_empty() { "0" } else { "" })?;
        state.iter().try_for_each(|literal| write!(f, "{literal}"))?;
    }
    f.write_char('}')
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.negated { "~" } else { "" })?;
        write!(f, "{}(", self.predicate)?;
        write_terms(&self.terms, f)?;
        f.write_char(')')
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Object(name) | Term::Number(name) => f.write_str(name),
            Term::Function(name, terms) => {
                write!(f, "{name}(")?;
                write_terms(terms, f)?;
                f.write_char(')')
            }
        }
    }
}

fn write_terms(terms: &[Term], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (at, term) in terms.iter().enumerate() {
        f.write_str(if at > 0 { "," } else { "" })?;
        write!(f, "{term}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_reads_the_same_but_for_marks() {
        for (text, said) in [
            ("{0}", "{0}"),
            ("{}", "{}"),
            ("{P()~Q(a()*),R(f(a()),2)}", "{P()~Q(a()),R(f(a()),2.0)}"),
            ("Ax Ey {L(x,y*)}^{P(x),~Q(x)}", "∀x ∃y {L(x,y)}^{P(x),~Q(x)}"),
            ("{==(a(),b())}", "{==(a(),b())}"),
        ] {
            let shown = Statement::read(text).expect("a view").to_string();
            assert_eq!(shown, said);
            assert_eq!(Statement::read(&shown).expect("a view").to_string(), said);
        }
    }

    #[test]
    fn objects_are_quantified_once() {
        let text = Statement::read("Ax Ay {L(x,y)P(y)}").expect("a view").to_string();
        let some = Statement::read(&text).expect("a view").quantified(Quantifier::Existential);
        assert_eq!(some.to_string(), "∃x ∃y {L(x,y)P(y)}");
        let alone = |at: usize| some.alone(some.stage[0][at].clone()).to_string();
        assert_eq!([alone(0), alone(1)], ["∃x ∃y {L(x,y)}", "∃y {P(y)}"]);
    }
}
