//! Open atoms (definition 6): atoms with exactly one hole.

use super::table::hash_of;
use super::{AtomId, Lexicon, PredicateId, TermId, TermKind};
use crate::bits::Bits;
use crate::error::Error;
use smallvec::SmallVec;

/// An open atom or its negation, by number: negating flips the lowest bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct OpenId(u32);

impl OpenId {
    #[inline]
    pub(crate) fn negated(self) -> OpenId {
        OpenId(self.0 ^ 1)
    }

    #[inline]
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Equal but for negation.
    #[inline]
    pub(crate) fn agrees_with(self, other: OpenId) -> bool {
        self.0 / 2 == other.0 / 2
    }

    #[inline]
    pub(crate) fn negated_if(self, negated: bool) -> OpenId {
        OpenId(self.0 & !1 | u32::from(negated))
    }

    fn pair(self) -> usize {
        (self.0 / 2) as usize
    }
}

#[derive(Debug, Clone)]
pub(super) struct OpenNode {
    predicate: PredicateId,
    start: u32,
    len: u32,
    objects: Bits,
}

impl Lexicon {
    #[inline]
    pub(crate) fn open_predicate(&self, open: OpenId) -> PredicateId {
        self.opens[open.pair()].predicate
    }

    #[inline]
    pub(crate) fn open_arguments(&self, open: OpenId) -> &[TermId] {
        let node = &self.opens[open.pair()];
        &self.arguments[node.start as usize..(node.start + node.len) as usize]
    }

    /// The arbitrary objects of an open atom, outside its hole.
    #[inline]
    pub(crate) fn open_objects(&self, open: OpenId) -> &Bits {
        &self.opens[open.pair()].objects
    }

    /// The affirmed open atom with these arguments, one of which holds the hole.
    pub(crate) fn intern_open(&mut self, predicate: PredicateId, terms: &[TermId]) -> OpenId {
        let hash = hash_of(&(predicate, terms));
        let known = self.open_table.find(hash, |pair| {
            let open = OpenId(pair * 2);
            self.open_predicate(open) == predicate && self.open_arguments(open) == terms
        });
        if let Some(known) = known {
            return OpenId(known * 2);
        }
        let mut objects = Bits::default();
        terms.iter().for_each(|term| objects.unite(self.term_objects(*term)));
        let pair = self.opens.len() as u32;
        let (start, len) = (self.arguments.len() as u32, terms.len() as u32);
        self.arguments.extend_from_slice(terms);
        self.opens.push(OpenNode { predicate, start, len, objects });
        self.open_table.insert(hash, pair);
        OpenId(pair * 2)
    }

    /// The atom that an open atom becomes when a term fills its hole. `None` if a function around
    /// the hole was computed away, so that nothing is left to be at issue.
    pub(crate) fn plug(&mut self, open: OpenId, term: TermId) -> Result<Option<AtomId>, Error> {
        let holed: SmallVec<[TermId; 4]> = SmallVec::from_slice(self.open_arguments(open));
        let mut terms: SmallVec<[TermId; 4]> = SmallVec::new();
        for argument in holed {
            match self.plug_term(argument, term)? {
                Some(filled) => terms.push(filled),
                None => return Ok(None),
            }
        }
        let atom = self.intern_atom(self.open_predicate(open), &terms);
        Ok(Some(if open.is_negated() { atom.negated() } else { atom }))
    }

    pub(crate) fn plug_term(
        &mut self,
        holed: TermId,
        term: TermId,
    ) -> Result<Option<TermId>, Error> {
        if holed == TermId::HOLE {
            return Ok(Some(term));
        }
        if !self.is_holed(holed) {
            return Ok(Some(holed));
        }
        let TermKind::Application(function) = self.term_kind(holed) else { return Ok(Some(holed)) };
        let inside: SmallVec<[TermId; 4]> = SmallVec::from_slice(self.term_arguments(holed));
        let mut arguments: SmallVec<[TermId; 4]> = SmallVec::new();
        for argument in inside {
            match self.plug_term(argument, term)? {
                Some(filled) => arguments.push(filled),
                None => return Ok(None),
            }
        }
        let filled = self.apply_function(function, &arguments)?;
        let computed = matches!(self.term_kind(filled), TermKind::Number(_));
        Ok((!computed).then_some(filled))
    }
}
