//! The lexicon: every name, term and atom of an engine, each held once and known by a number.
//!
//! Equal terms and equal atoms have equal numbers, so that comparing them costs one instruction,
//! and a state can be a row of bits. Nothing is ever removed, and numbers never change.

mod arithmetic;
mod atom;
mod atom_text;
mod decimal;
mod distinct;
mod graft;
mod lookup;
mod names;
mod novel;
mod number;
mod open_atom;
mod order;
mod renaming;
mod substitution;
mod symbol;
mod symbols;
mod table;
mod term;

pub use arithmetic::{NumericFunction, SharedFunction};
pub(crate) use atom::{AtomBody, AtomId, Atoms};
pub(crate) use graft::Graft;
pub(crate) use names::NameId;
pub(crate) use number::{Number, TOO_LONG};
pub(crate) use open_atom::OpenId;
pub(crate) use renaming::Renaming;
pub(crate) use substitution::Substitution;
pub(crate) use symbol::{Arity, FunctionId, PredicateId};
pub(crate) use term::{ObjectId, TermId, TermKind};

use crate::bits::Bits;
use crate::reading::Reading;
use distinct::Distinct;
use table::Table;

/// Everything that has been named, each thing once.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lexicon {
    reading: Reading,
    names: names::Interner,
    functions: Distinct<symbol::FunctionSymbol>,
    predicates: Distinct<symbol::PredicateSymbol>,
    objects: Distinct<NameId>,
    numbers: Distinct<Number>,
    terms: Vec<term::TermNode>,
    arguments: Vec<TermId>,
    term_table: Table,
    atoms: Vec<atom::AtomNode>,
    members: Vec<AtomId>,
    atom_table: Table,
    do_atoms: Bits,
    /// The number of atoms that are identities.
    identities: u32,
    opens: Vec<open_atom::OpenNode>,
    open_table: Table,
    numeric: Vec<NumericFunction>,
    /// Objects with the names for fresh ones, as far as they were needed.
    novel: Vec<ObjectId>,
}

impl Lexicon {
    pub(crate) fn new(reading: Reading) -> Self {
        let mut lexicon = Lexicon { reading, ..Lexicon::default() };
        lexicon.register_built_in();
        lexicon
    }

    #[inline]
    pub(crate) fn reading(&self) -> &Reading {
        &self.reading
    }

    /// Lets a named function be computed as soon as all its arguments are numbers.
    #[inline]
    pub(crate) fn define(&mut self, function: NumericFunction) {
        self.numeric.retain(|known| known.name() != function.name());
        self.numeric.push(function);
    }

    #[inline]
    pub(crate) fn numeric_functions(&self) -> &[NumericFunction] {
        &self.numeric
    }

    /// The number of words that hold one bit for each atom known so far.
    #[inline]
    pub(crate) fn width(&self) -> usize {
        (self.atoms.len() * 2).div_ceil(64).max(1)
    }

    /// True if a row of bits for all atoms fits one word, and the rest is of that size.
    pub(crate) fn is_small(&self) -> bool {
        self.width() == 1 && self.terms.len() <= 64 && self.opens.len() <= 64
    }

    #[inline]
    pub(crate) fn has_objects(&self) -> bool {
        !self.objects.is_empty()
    }

    #[inline]
    pub(crate) fn has_do_atoms(&self) -> bool {
        !self.do_atoms.is_empty()
    }
}
