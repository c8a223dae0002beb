//! The symbols that views need in SMT-LIB, and the sorts of their places.

use super::{FORMAT, LIFT, name};
use crate::error::Error;
use crate::lexicon::{AtomBody, AtomId, Lexicon, ObjectId, PredicateId, TermId, TermKind};
use std::collections::BTreeMap;

/// The sort of an argument of a predicate or function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArgumentSort {
    Term,
    Number,
}

/// The kind of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Predicate,
    Function,
    /// An arbitrary object, which is declared like a constant.
    Object,
}

/// A symbol to be declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Symbol<'a> {
    pub(super) name: &'a str,
    pub(super) role: Role,
    pub(super) places: Vec<ArgumentSort>,
}

/// All symbols of some views in the order in which PySMT would create them: what is inside first.
#[derive(Debug)]
pub(super) struct Signature<'a> {
    lexicon: &'a Lexicon,
    symbols: Vec<Symbol<'a>>,
    index: BTreeMap<&'a str, usize>,
    /// May a number and a term take the same place? They do if the number is made a term.
    lifting: bool,
}

fn refused(reason: &'static str) -> Error {
    Error::Unwritable { format: FORMAT, reason }
}

impl<'a> Signature<'a> {
    pub(super) fn new(lexicon: &'a Lexicon, own_ways: bool) -> Self {
        Signature { lexicon, symbols: Vec::new(), index: BTreeMap::new(), lifting: own_ways }
    }

    pub(super) fn symbols(&self) -> &[Symbol<'a>] {
        &self.symbols
    }

    /// The sorts of the arguments of a symbol.
    pub(super) fn places(&self, name: &str) -> &[ArgumentSort] {
        self.index.get(name).map_or(&[], |at| &self.symbols[*at].places)
    }

    /// Takes in the symbols of an atom.
    pub(super) fn add_atom(&mut self, atom: AtomId) -> Result<(), Error> {
        let lexicon = self.lexicon;
        let AtomBody::Of(predicate, terms) = lexicon.atom_body(atom) else {
            return Err(refused("it holds do-atoms"));
        };
        if lexicon.predicate_name(predicate) == lexicon.predicate_name(PredicateId::IDENTITY) {
            return self.add_identity(terms);
        }
        terms.iter().try_for_each(|term| self.add_term(*term))?;
        let places = terms.iter().map(|term| self.place_of(*term)).collect();
        self.add(Symbol { name: lexicon.predicate_name(predicate), role: Role::Predicate, places })
    }

    fn add_identity(&mut self, terms: &[TermId]) -> Result<(), Error> {
        let [one, other] = terms else {
            return Err(refused("`==` has two arguments there"));
        };
        let mixed = self.place_of(*one) != self.place_of(*other);
        for term in terms {
            self.add_term(*term)?;
            if mixed && self.place_of(*term) == ArgumentSort::Number {
                self.add_lift()?;
            }
        }
        Ok(())
    }

    fn add_lift(&mut self) -> Result<(), Error> {
        self.insert(Symbol { name: LIFT, role: Role::Function, places: vec![ArgumentSort::Number] })
    }

    pub(super) fn place_of(&self, term: TermId) -> ArgumentSort {
        match self.lexicon.term_kind(term) {
            TermKind::Number(_) => ArgumentSort::Number,
            _ => ArgumentSort::Term,
        }
    }

    fn add_term(&mut self, term: TermId) -> Result<(), Error> {
        match self.lexicon.term_kind(term) {
            TermKind::Number(_) => Ok(()),
            TermKind::Object(object) => self.add_object(object),
            TermKind::Application(function) => {
                let arguments = self.lexicon.arguments_in_order(term);
                arguments.iter().try_for_each(|argument| self.add_term(*argument))?;
                let places = arguments.iter().map(|argument| self.place_of(*argument)).collect();
                let name = self.lexicon.function_name(function);
                self.add(Symbol { name, role: Role::Function, places })
            }
        }
    }

    fn add_object(&mut self, object: ObjectId) -> Result<(), Error> {
        let name = self.lexicon.object_name(object);
        self.add(Symbol { name, role: Role::Object, places: Vec::new() })
    }

    fn add(&mut self, symbol: Symbol<'a>) -> Result<(), Error> {
        if self.lifting {
            name::check(symbol.name)?;
        }
        self.insert(symbol)
    }

    fn insert(&mut self, symbol: Symbol<'a>) -> Result<(), Error> {
        let Some(at) = self.index.get(symbol.name).copied() else {
            self.index.insert(symbol.name, self.symbols.len());
            self.symbols.push(symbol);
            return Ok(());
        };
        let known = &mut self.symbols[at];
        if !agree(known, &symbol, self.lifting) {
            return Err(refused(
                "one name is used in two ways (as predicate and as function, with different \
                 numbers of arguments, or as constant and as arbitrary object); rename one",
            ));
        }
        let mut mixed = false;
        for (place, other) in known.places.iter_mut().zip(&symbol.places) {
            mixed |= place != other;
            if *other == ArgumentSort::Term {
                *place = ArgumentSort::Term;
            }
        }
        match (mixed, self.lifting) {
            (false, _) => Ok(()),
            (true, true) => self.add_lift(),
            (true, false) => Err(refused("a number and a term take the same place of a symbol")),
        }
    }
}

fn agree(known: &Symbol<'_>, new: &Symbol<'_>, strict: bool) -> bool {
    // PySMT declares arbitrary objects and constants in the same way, and so confuses them.
    let truth = |symbol: &Symbol<'_>| symbol.role == Role::Predicate;
    let alike = if strict { known.role == new.role } else { truth(known) == truth(new) };
    alike && known.places.len() == new.places.len()
}
