//! Atoms (definition 3), and the do-atoms of the chapter on decisions.

use super::atom_text::AtomTexts;
use super::table::hash_of;
use super::{Lexicon, PredicateId, TermId};
use crate::bits::Bits;
use crate::row::{self, StateRow};
use smallvec::SmallVec;
use std::sync::OnceLock;

/// An atom or its negation, by number: negating flips the lowest bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct AtomId(u32);

impl AtomId {
    #[inline]
    pub(crate) fn from_bit(bit: u32) -> AtomId {
        AtomId(bit)
    }

    #[inline]
    pub(super) fn positive(pair: u32) -> AtomId {
        AtomId(pair * 2)
    }

    #[inline]
    pub(super) fn pair(self) -> usize {
        (self.0 / 2) as usize
    }

    #[inline]
    pub(crate) fn word(self) -> usize {
        (self.0 / 64) as usize
    }

    #[inline]
    pub(crate) fn mask(self) -> u64 {
        1 << (self.0 % 64)
    }

    #[inline]
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline]
    pub(crate) fn negated(self) -> AtomId {
        AtomId(self.0 ^ 1)
    }

    /// The atom without its negation, if it has one.
    #[inline]
    pub(crate) fn affirmed(self) -> AtomId {
        AtomId(self.0 & !1)
    }

    #[inline]
    pub(crate) fn with_sign_of(self, other: AtomId) -> AtomId {
        AtomId(self.0 & !1 | other.0 & 1)
    }
}

/// A few atoms.
pub(crate) type Atoms = SmallVec<[AtomId; 8]>;

/// The content of an atom, without its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AtomBody<'a> {
    /// A predicate of terms.
    Of(PredicateId, &'a [TermId]),
    /// Doing what the atoms say.
    Do(&'a [AtomId]),
}

#[derive(Debug, Clone)]
pub(super) struct AtomNode {
    /// `None` for a do-atom.
    predicate: Option<PredicateId>,
    start: u32,
    len: u32,
    objects: Bits,
    /// Worked out when first asked for.
    pub(super) text: OnceLock<AtomTexts>,
}

impl Lexicon {
    #[inline]
    pub(crate) fn atom_body(&self, atom: AtomId) -> AtomBody<'_> {
        let node = &self.atoms[atom.pair()];
        let range = node.start as usize..(node.start + node.len) as usize;
        match node.predicate {
            Some(predicate) => AtomBody::Of(predicate, &self.arguments[range]),
            None => AtomBody::Do(&self.members[range]),
        }
    }

    #[inline]
    pub(crate) fn atom_objects(&self, atom: AtomId) -> &Bits {
        &self.atoms[atom.pair()].objects
    }

    #[inline]
    pub(crate) fn is_do(&self, atom: AtomId) -> bool {
        self.do_atoms.contains(atom.pair() as u32)
    }

    /// The affirmed atom of a predicate with these arguments.
    pub(crate) fn intern_atom(&mut self, predicate: PredicateId, terms: &[TermId]) -> AtomId {
        let hash = hash_of(&(predicate, terms));
        let known = self.atom_table.find(hash, |pair| {
            self.atom_body(AtomId::positive(pair)) == AtomBody::Of(predicate, terms)
        });
        if let Some(known) = known {
            return AtomId::positive(known);
        }
        let mut objects = Bits::default();
        terms.iter().for_each(|term| objects.unite(self.term_objects(*term)));
        self.identities += u32::from(predicate == PredicateId::IDENTITY);
        let (start, len) = (self.arguments.len() as u32, terms.len() as u32);
        self.arguments.extend_from_slice(terms);
        self.push_atom(
            hash,
            AtomNode { predicate: Some(predicate), start, len, objects, text: OnceLock::new() },
        )
    }

    /// The affirmed do-atom of a set of ordinary atoms.
    pub(crate) fn intern_do(&mut self, atoms: &[AtomId]) -> AtomId {
        let mut atoms: Atoms = SmallVec::from_slice(atoms);
        atoms.sort_unstable();
        atoms.dedup();
        let hash = hash_of(&("do", atoms.as_slice()));
        let known = self
            .atom_table
            .find(hash, |pair| self.atom_body(AtomId::positive(pair)) == AtomBody::Do(&atoms));
        if let Some(known) = known {
            return AtomId::positive(known);
        }
        let mut objects = Bits::default();
        atoms.iter().for_each(|atom| objects.unite(self.atom_objects(*atom)));
        let (start, len) = (self.members.len() as u32, atoms.len() as u32);
        self.members.extend_from_slice(&atoms);
        self.do_atoms.insert(self.atoms.len() as u32);
        self.push_atom(
            hash,
            AtomNode { predicate: None, start, len, objects, text: OnceLock::new() },
        )
    }

    fn push_atom(&mut self, hash: u64, node: AtomNode) -> AtomId {
        let pair = self.atoms.len() as u32;
        self.atoms.push(node);
        self.atom_table.insert(hash, pair);
        AtomId::positive(pair)
    }

    /// The arbitrary objects of the atoms in a row.
    #[inline]
    pub(crate) fn row_objects(&self, row: &[u64]) -> Bits {
        let mut objects = Bits::default();
        if self.has_objects() {
            row::atoms(row).for_each(|atom| objects.unite(self.atom_objects(atom)));
        }
        objects
    }

    /// The atoms of a row and, besides them, the atoms inside its do-atoms.
    #[inline]
    pub(crate) fn with_inner_atoms(&self, mut all: StateRow) -> StateRow {
        if self.has_do_atoms() {
            all.resize(self.width(), 0);
            for atom in row::atoms(&all.clone()) {
                if let AtomBody::Do(inner) = self.atom_body(atom) {
                    inner.iter().for_each(|atom| all[atom.word()] |= atom.mask());
                }
            }
        }
        all
    }
}
