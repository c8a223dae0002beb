//! Models of categorical propositions: the kinds of individuals that exist.

use super::{Categorical, Quantity};

/// A model over `terms` terms. A *kind* of individual is the set of terms true of it, as a bit
/// mask. The model contains the inhabited kinds. Categorical propositions cannot distinguish two
/// models with the same inhabited kinds, so no other models are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Model {
    inhabited: u32,
    terms: usize,
}

impl Model {
    /// The model whose inhabited kinds are the bits of `inhabited`.
    pub(crate) fn new(inhabited: u32, terms: usize) -> Self {
        Self { inhabited, terms }
    }

    /// Every model over this many terms, at most [`MAX_TERMS`](super::MAX_TERMS).
    pub(crate) fn all(terms: usize) -> impl Iterator<Item = Model> {
        let kinds = 1u32 << terms.min(super::MAX_TERMS);
        (0..1u64 << kinds)
            .filter_map(move |bits| u32::try_from(bits).ok())
            .map(move |inhabited| Model::new(inhabited, terms))
    }

    /// The inhabited kinds, each as a bit mask over the terms.
    pub fn kinds(&self) -> impl Iterator<Item = usize> + use<> {
        let inhabited = self.inhabited;
        (0..1usize << self.terms).filter(move |kind| inhabited >> kind & 1 == 1)
    }

    /// True if something falls under `term`.
    pub fn has(&self, term: usize) -> bool {
        self.kinds().any(|kind| kind >> term & 1 == 1)
    }

    /// True if the proposition is true here.
    pub fn satisfies(&self, proposition: Categorical) -> bool {
        let is = |kind: usize, term: usize| kind >> term & 1 == 1;
        let mut subjects = self.kinds().filter(|kind| is(*kind, proposition.subject));
        let predicate = proposition.predicate;
        match proposition.quantity {
            Quantity::All => subjects.all(|kind| is(kind, predicate)),
            Quantity::No => subjects.all(|kind| !is(kind, predicate)),
            Quantity::Some => subjects.any(|kind| is(kind, predicate)),
            Quantity::SomeNot => subjects.any(|kind| !is(kind, predicate)),
        }
    }

    /// The model in words, one clause per inhabited kind:
    /// `something is among the A and the B, but not among the C`.
    pub fn in_words(&self, terms: &[&str]) -> String {
        let among = |kind: usize, inside: bool, and: &str| {
            let names = (0..self.terms).filter(|t| (kind >> t & 1 == 1) == inside);
            let names = names.map(|t| format!("the {}", terms.get(t).copied().unwrap_or("?")));
            names.collect::<Vec<_>>().join(and)
        };
        let clause = |kind: usize| match (among(kind, true, " and "), among(kind, false, " or ")) {
            (inside, outside) if outside.is_empty() => format!("something is among {inside}"),
            (inside, outside) if inside.is_empty() => {
                format!("something is not among {outside}")
            }
            (inside, outside) => {
                format!("something is among {inside}, but not among {outside}")
            }
        };
        let clauses: Vec<String> = self.kinds().map(clause).collect();
        if clauses.is_empty() {
            "nothing exists".to_owned()
        } else {
            clauses.join("; ") + ", and there is nothing else"
        }
    }
}
