//! Chain and negation of dependency relations (definition 14).

use super::{Dependencies, Relation, kind_of};
use crate::error::Error;

impl Relation {
    /// `R ⋊ S`: the second inside the first, so that every existential of `S` depends on every
    /// universal of `R`.
    pub(crate) fn chain(&self, inner: &Relation) -> Result<Relation, Error> {
        if self.objects().intersects(&inner.objects()) {
            return Dependencies::chained(self, inner).relation();
        }
        let mut whole = self.clone();
        inner.blocks().for_each(|(kind, block)| whole.append(kind, block));
        Ok(whole)
    }

    /// `[R]ᴺ`: every quantifier turned into the other one.
    pub(crate) fn negated(&self) -> Relation {
        let mut negated = Relation::default();
        for (at, block) in self.blocks.iter().enumerate() {
            negated.append(kind_of(at + 1), block);
        }
        negated
    }
}
