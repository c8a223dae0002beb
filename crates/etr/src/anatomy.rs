//! A view taken apart, for programs that make something else of it.

use crate::engine::Engine;
use crate::error::Error;
use crate::interned::InternedView;
use crate::lexicon::{Arity, AtomBody, AtomId, TermId, TermKind};
use crate::relation::Quantifier;
use crate::row;
use crate::states::States;
use std::collections::BTreeSet;

/// The name of identity, `==`.
pub const IDENTITY: &str = "==";

/// A view in names: the quantifiers in front, outermost first, the supposition, and the
/// alternatives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anatomy<'e> {
    /// The arbitrary objects with their quantifiers.
    pub prefix: Vec<(Quantifier, &'e str)>,
    /// The states of the supposition; one without literals if nothing is supposed.
    pub supposition: Vec<Vec<Literal<'e>>>,
    /// The states of the stage.
    pub stage: Vec<Vec<Literal<'e>>>,
}

/// An atom or its negation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Literal<'e> {
    /// True if the atom is denied.
    pub negated: bool,
    /// The predicate, [`IDENTITY`] if it is that.
    pub predicate: &'e str,
    /// Its arguments.
    pub arguments: Vec<Term<'e>>,
}

/// A term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term<'e> {
    /// An arbitrary object of the prefix.
    Object(&'e str),
    /// A function and its arguments; a constant has none.
    Function(&'e str, Vec<Term<'e>>),
    /// A number, as it is printed.
    Number(String),
}

/// The names that a view uses, each with its number of arguments. A sum takes any number and is not
/// counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names<'e> {
    /// Predicates, in do-atoms too.
    pub predicates: BTreeSet<(&'e str, u32)>,
    /// Functions, of which constants are those without arguments, in weights too.
    pub functions: BTreeSet<(&'e str, u32)>,
}

impl Engine {
    /// The names of predicates and functions in a view.
    ///
    /// ```
    /// use peirast_etr::Engine;
    ///
    /// let mut engine = Engine::default();
    /// let view = engine.read("Ex {w(b())=* King(mary())do(Buy(x))}")?;
    /// let names = engine.names_in(&view);
    /// assert!(names.predicates.into_iter().eq([("Buy", 1), ("King", 1)]));
    /// assert!(names.functions.into_iter().eq([("b", 0), ("mary", 0), ("w", 1)]));
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    pub fn names_in(&self, view: &InternedView) -> Names<'_> {
        let (lexicon, symbols) = (&self.lexicon, self.lexicon.symbols_of(view));
        let predicate = |id| (lexicon.predicate_name(id), lexicon.predicate_arity(id));
        let function = |id| match lexicon.function_arity(id) {
            Arity::Fixed(arity) => Some((lexicon.function_name(id), arity)),
            Arity::Multiset => None,
        };
        Names {
            predicates: symbols.predicates.into_iter().map(predicate).collect(),
            functions: symbols.functions.into_iter().filter_map(function).collect(),
        }
    }

    /// A view taken apart, without its issues.
    ///
    /// ```
    /// use peirast_etr::{Engine, Quantifier, Term};
    ///
    /// let mut engine = Engine::default();
    /// let view = engine.read("Ax {Mortal(x)}^{Man(x*)}")?;
    /// let anatomy = engine.anatomy(&view)?;
    /// assert_eq!(anatomy.prefix, [(Quantifier::Universal, "x")]);
    /// assert_eq!(anatomy.supposition[0][0].predicate, "Man");
    /// assert_eq!(anatomy.stage[0][0].arguments, [Term::Object("x")]);
    /// # Ok::<(), peirast_etr::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Unwritable`] if the view has weights or do-atoms, which are no part of what it says
    /// of the world.
    pub fn anatomy(&self, view: &InternedView) -> Result<Anatomy<'_>, Error> {
        self.check_predicates_only(view, "logic")?;
        let lexicon = &self.lexicon;
        let prefix = lexicon.prefix(&view.relation);
        let named = |(kind, object)| (kind, lexicon.object_name(object));
        Ok(Anatomy {
            prefix: prefix.into_iter().map(named).collect(),
            supposition: self.literals(&view.supposition),
            stage: self.literals(view.stage.states()),
        })
    }

    fn literals(&self, states: &States) -> Vec<Vec<Literal<'_>>> {
        let state = |state| row::atoms(state).filter_map(|atom| self.literal(atom)).collect();
        states.iter().map(state).collect()
    }

    fn literal(&self, atom: AtomId) -> Option<Literal<'_>> {
        let AtomBody::Of(predicate, terms) = self.lexicon.atom_body(atom) else { return None };
        Some(Literal {
            negated: atom.is_negated(),
            predicate: self.lexicon.predicate_name(predicate),
            arguments: terms.iter().map(|term| self.term(*term)).collect(),
        })
    }

    fn term(&self, term: TermId) -> Term<'_> {
        match self.lexicon.term_kind(term) {
            TermKind::Object(object) => Term::Object(self.lexicon.object_name(object)),
            TermKind::Application(function) => {
                let arguments = self.lexicon.term_arguments(term);
                let arguments = arguments.iter().map(|term| self.term(*term)).collect();
                Term::Function(self.lexicon.function_name(function), arguments)
            }
            TermKind::Number(_) => Term::Number(self.lexicon.show_term(term)),
        }
    }
}
