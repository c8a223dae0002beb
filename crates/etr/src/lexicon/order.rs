//! An order of terms that depends only on their text.

use super::{Arity, Lexicon, TermId, TermKind};
use smallvec::SmallVec;
use std::cmp::Ordering;

impl Lexicon {
    /// By kind, name, and arguments.
    pub(crate) fn compare_terms(&self, one: TermId, two: TermId) -> Ordering {
        if one == two {
            return Ordering::Equal;
        }
        match (self.kind_of_term(one), self.kind_of_term(two)) {
            (Some(TermKind::Object(a)), Some(TermKind::Object(b))) => {
                self.object_name(a).cmp(self.object_name(b))
            }
            (Some(TermKind::Application(f)), Some(TermKind::Application(g))) => self
                .function_name(f)
                .cmp(self.function_name(g))
                .then_with(|| self.function_arity(f).cmp(&self.function_arity(g)))
                .then_with(|| self.compare_lists(one, two)),
            (Some(TermKind::Number(_)), Some(TermKind::Number(_))) => {
                self.compare_numbers(one, two)
            }
            (a, b) => rank(a).cmp(&rank(b)),
        }
    }

    fn kind_of_term(&self, term: TermId) -> Option<TermKind> {
        (term != TermId::HOLE).then(|| self.term_kind(term))
    }

    fn compare_lists(&self, one: TermId, two: TermId) -> Ordering {
        let (ours, theirs) = (self.ordered_arguments(one), self.ordered_arguments(two));
        ours.iter()
            .zip(&theirs)
            .map(|(a, b)| self.compare_terms(*a, *b))
            .find(|order| order.is_ne())
            .unwrap_or_else(|| ours.len().cmp(&theirs.len()))
    }

    /// The arguments of a term; those of a multiset sorted, since they are held in no order.
    fn ordered_arguments(&self, term: TermId) -> SmallVec<[TermId; 4]> {
        let mut arguments = SmallVec::from_slice(self.term_arguments(term));
        if let TermKind::Application(function) = self.term_kind(term)
            && self.function_arity(function) == Arity::Multiset
        {
            arguments.sort_by(|a, b| self.compare_terms(*a, *b));
        }
        arguments
    }

    fn compare_numbers(&self, one: TermId, two: TermId) -> Ordering {
        match (self.as_number(one), self.as_number(two)) {
            (Some(a), Some(b)) => a.compare(b).then_with(|| a.to_string().cmp(&b.to_string())),
            _ => Ordering::Equal,
        }
    }
}

fn rank(kind: Option<TermKind>) -> u8 {
    match kind {
        None => 0,
        Some(TermKind::Object(_)) => 1,
        Some(TermKind::Number(_)) => 2,
        Some(TermKind::Application(_)) => 3,
    }
}
