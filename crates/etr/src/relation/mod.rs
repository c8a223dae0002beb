//! Dependency relations (definition 5): the universals on which each existential depends.
//!
//! A relation is held as the quantifier prefix that it amounts to (Reason and Inquiry, B.1 to
//! B.3): blocks of existentials and universals in turn, an existential depending on every
//! universal before it. Relations and prefixes without needless alternation correspond one to one.

mod chain;
mod dependencies;
mod fusion;

use crate::bits::Bits;
use crate::lexicon::ObjectId;
pub(crate) use dependencies::Dependencies;
use smallvec::SmallVec;

/// The two kinds of quantifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantifier {
    /// ∃
    Existential,
    /// ∀
    Universal,
}

/// A dependency relation as blocks of a prefix: existentials at even places, universals at odd
/// ones. Only the first block may be empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Relation {
    blocks: SmallVec<[Bits; 3]>,
}

#[inline]
pub(crate) fn kind_of(block: usize) -> Quantifier {
    if block.is_multiple_of(2) { Quantifier::Existential } else { Quantifier::Universal }
}

impl Relation {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Adds objects of one kind inside all that is there.
    pub(crate) fn append(&mut self, kind: Quantifier, objects: &Bits) {
        if objects.is_empty() {
            return;
        }
        if self.blocks.is_empty() && kind == Quantifier::Universal {
            self.blocks.push(Bits::default());
        }
        let innermost = self.blocks.len().wrapping_sub(1);
        match self.blocks.last_mut() {
            Some(last) if kind_of(innermost) == kind => last.unite(objects),
            _ => self.blocks.push(objects.clone()),
        }
    }

    /// The number of objects of each block.
    #[inline]
    pub(crate) fn shape(&self) -> impl Iterator<Item = usize> + '_ {
        self.blocks.iter().map(Bits::len)
    }

    /// The blocks of the prefix, outermost first.
    #[inline]
    pub(crate) fn blocks(&self) -> impl Iterator<Item = (Quantifier, &Bits)> {
        self.blocks
            .iter()
            .enumerate()
            .map(|(at, objects)| (kind_of(at), objects))
            .filter(|(_, objects)| !objects.is_empty())
    }

    #[inline]
    fn of_kind(&self, kind: Quantifier) -> Bits {
        let first = usize::from(kind == Quantifier::Universal);
        let mut all = Bits::default();
        self.blocks.iter().skip(first).step_by(2).for_each(|block| all.unite(block));
        all
    }

    #[inline]
    pub(crate) fn has_universals(&self) -> bool {
        self.blocks.len() > 1
    }

    #[inline]
    pub(crate) fn universals(&self) -> Bits {
        self.of_kind(Quantifier::Universal)
    }

    #[inline]
    pub(crate) fn existentials(&self) -> Bits {
        self.of_kind(Quantifier::Existential)
    }

    #[inline]
    pub(crate) fn objects(&self) -> Bits {
        let mut all = Bits::default();
        self.blocks.iter().for_each(|block| all.unite(block));
        all
    }

    /// The existentials that depend on nothing, if there are any.
    #[inline]
    pub(crate) fn independent(&self) -> Option<Bits> {
        self.blocks.first().filter(|block| !block.is_empty()).cloned()
    }

    fn block_of(&self, object: ObjectId) -> Option<usize> {
        self.blocks.iter().position(|block| block.contains(object.0))
    }

    /// The universals that an existential depends on.
    #[inline]
    pub(crate) fn dependencies_of(&self, object: ObjectId) -> Bits {
        let mut all = Bits::default();
        if let Some(block) = self.block_of(object) {
            self.blocks[..block].iter().skip(1).step_by(2).for_each(|outer| all.unite(outer));
        }
        all
    }

    /// The objects `x` with `x ◁ y`: strictly inside `y` (definition 29).
    #[inline]
    pub(crate) fn inside(&self, object: ObjectId) -> Bits {
        let mut all = Bits::default();
        if let Some(block) = self.block_of(object) {
            self.blocks[block + 1..].iter().for_each(|inner| all.unite(inner));
        }
        all
    }

    /// The objects `x` with `x ≲ y`: inside `y` or at its level (definition 29).
    #[inline]
    pub(crate) fn not_outside(&self, object: ObjectId) -> Bits {
        let mut all = Bits::default();
        if let Some(block) = self.block_of(object) {
            self.blocks[block..].iter().for_each(|inner| all.unite(inner));
        }
        all
    }

    /// The relation between the objects that are kept (definition 12).
    #[inline]
    pub(crate) fn restrict(&mut self, keep: &Bits) {
        if self.blocks.iter().all(|block| block.is_subset(keep)) {
            return;
        }
        if keep.is_empty() {
            *self = Relation::default();
            return;
        }
        let old = std::mem::take(self);
        for (at, mut block) in old.blocks.into_iter().enumerate() {
            block.intersect(keep);
            self.append(kind_of(at), &block);
        }
    }

    #[inline]
    pub(crate) fn restricted(&self, keep: &Bits) -> Relation {
        let mut relation = self.clone();
        relation.restrict(keep);
        relation
    }

    /// The same relation between other objects.
    #[inline]
    pub(crate) fn renamed(&self, rename: impl Fn(ObjectId) -> ObjectId) -> Relation {
        let blocks = self
            .blocks
            .iter()
            .map(|block| block.iter().map(|object| rename(ObjectId(object)).0).collect())
            .collect();
        Relation { blocks }
    }
}
