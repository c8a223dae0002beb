//! The places of the marks of a view.

use crate::issue::Issues;
use crate::lexicon::{Arity, AtomId, Lexicon, OpenId, TermId, TermKind};
use smallvec::SmallVec;

/// The hole of each mark in a term: the term with a hole where the mark is.
pub(super) type Holes = SmallVec<[TermId; 2]>;

/// The marks of a view by their atoms.
#[derive(Default)]
pub(super) struct Marking {
    /// Sorted.
    marks: SmallVec<[(AtomId, OpenId); 8]>,
}

impl Marking {
    pub(super) fn new(issues: &Issues) -> Marking {
        let mut marks: SmallVec<_> = issues.iter().map(|issue| (issue.atom, issue.open)).collect();
        marks.sort_unstable();
        Marking { marks }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// The marks of an atom.
    pub(super) fn marks_in(&self, atom: AtomId) -> &[(AtomId, OpenId)] {
        let start = self.marks.partition_point(|mark| mark.0 < atom);
        let len = self.marks[start..].iter().take_while(|mark| mark.0 == atom).count();
        &self.marks[start..start + len]
    }
}

impl Lexicon {
    /// The marks of one argument of an atom, out of those of the atom.
    pub(super) fn holes_at(&self, marks: &[(AtomId, OpenId)], at: usize) -> Holes {
        marks
            .iter()
            .map(|(_, open)| self.open_arguments(*open)[at])
            .filter(|argument| self.is_holed(*argument))
            .collect()
    }

    /// The arguments of an application in the order in which they are written, each with the
    /// marks inside it.
    pub(super) fn written_arguments(&self, term: TermId, holes: &[TermId]) -> Vec<(TermId, Holes)> {
        let (arguments, multiset) = (self.term_arguments(term), self.is_multiset(term));
        let mut all: Vec<(TermId, Holes)> =
            arguments.iter().map(|argument| (*argument, Holes::new())).collect();
        for hole in holes.iter().filter(|hole| **hole != TermId::HOLE) {
            let holed = self.term_arguments(*hole);
            let place = match holed.iter().position(|argument| self.is_holed(*argument)) {
                Some(at) if !multiset => Some((at, holed[at])),
                Some(at) => missing(arguments, holed).map(|place| (place, holed[at])),
                None => None,
            };
            if let Some((at, inside)) = place {
                all[at].1.push(inside);
            }
        }
        if multiset {
            all.sort_by_cached_key(|(term, _)| (self.term_key(*term), self.is_application(*term)));
        }
        all
    }

    /// Is there a sum in an open atom, outside its hole?
    pub(super) fn has_open_sum(&self, open: OpenId) -> bool {
        self.open_arguments(open).iter().any(|argument| self.has_sum(*argument))
    }

    fn has_sum(&self, term: TermId) -> bool {
        let within = |term| self.term_arguments(term).iter().any(|inner| self.has_sum(*inner));
        term != TermId::HOLE && (self.is_multiset(term) || within(term))
    }

    fn is_multiset(&self, term: TermId) -> bool {
        match self.term_kind(term) {
            TermKind::Application(function) => self.function_arity(function) == Arity::Multiset,
            _ => false,
        }
    }
}

/// The place of the sorted argument that is missing among the holed ones: the hole replaces it.
fn missing(arguments: &[TermId], holed: &[TermId]) -> Option<usize> {
    let count = |list: &[TermId], term| list.iter().filter(|other| **other == term).count();
    arguments.iter().position(|term| count(arguments, *term) > count(holed, *term))
}
