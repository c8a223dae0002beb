//! Dependency relations as sets of pairs, the way definition 5 states them.

use super::{Quantifier, Relation};
use crate::bits::Bits;
use crate::error::Error;
use crate::lexicon::ObjectId;
use std::collections::BTreeMap;

/// `⟨U, E, D⟩`: universals, existentials, and for each existential what it depends on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Dependencies {
    pub(crate) universals: Bits,
    pub(crate) existentials: BTreeMap<u32, Bits>,
}

impl Dependencies {
    pub(crate) fn new(relation: &Relation) -> Dependencies {
        let existentials = relation
            .existentials()
            .iter()
            .map(|e| (e, relation.dependencies_of(ObjectId(e))))
            .collect();
        Dependencies { universals: relation.universals(), existentials }
    }

    /// `R ⋊ S` of relations that may share objects.
    pub(super) fn chained(outer: &Relation, inner: &Relation) -> Dependencies {
        let mut both = Dependencies::new(outer);
        let inner = Dependencies::new(inner);
        let outer_universals = both.universals.clone();
        both.universals.unite(&inner.universals);
        for (e, on) in inner.existentials {
            let all = both.existentials.entry(e).or_default();
            all.unite(&on);
            all.unite(&outer_universals);
        }
        both
    }

    /// The prefix that these dependencies amount to.
    ///
    /// # Errors
    ///
    /// [`Error::Clash`] if an object is both universal and existential, [`Error::NotMatryoshka`]
    /// if the existentials that depend on one universal neither contain nor are contained in those
    /// of another.
    pub(crate) fn relation(&self) -> Result<Relation, Error> {
        if self.existentials.keys().any(|e| self.universals.contains(*e)) {
            return Err(Error::Clash);
        }
        let mut relation = Relation::default();
        let mut universals = self.universals.clone();
        let mut existentials = self.existentials.clone();
        loop {
            let free: Bits = existentials
                .iter()
                .filter(|(_, on)| !on.intersects(&universals))
                .map(|(e, _)| *e)
                .collect();
            existentials.retain(|e, _| !free.contains(*e));
            relation.append(Quantifier::Existential, &free);
            let outer: Bits = universals
                .iter()
                .filter(|u| existentials.values().all(|on| on.contains(*u)))
                .collect();
            universals.subtract(&outer);
            relation.append(Quantifier::Universal, &outer);
            if free.is_empty() && outer.is_empty() {
                break;
            }
        }
        if existentials.is_empty() && universals.is_empty() {
            Ok(relation)
        } else {
            Err(Error::NotMatryoshka)
        }
    }
}
