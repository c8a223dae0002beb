//! Weights (Reason and Inquiry, A.59 to A.62): numbers for how much a state counts.

use crate::error::Error;
use crate::lexicon::{FunctionId, Lexicon, TermId};
use smallvec::SmallVec;

/// A finite multiset of terms, sorted.
pub(crate) type Multiset = SmallVec<[TermId; 2]>;

/// A multiplicative and an additive multiset of terms; both empty is the null weight.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub(crate) struct Weight {
    pub(crate) multiplicative: Multiset,
    pub(crate) additive: Multiset,
}

pub(crate) static NULL: Weight =
    Weight { multiplicative: SmallVec::new_const(), additive: SmallVec::new_const() };

impl Weight {
    #[inline]
    pub(crate) fn new(mut multiplicative: Multiset, mut additive: Multiset) -> Weight {
        multiplicative.sort_unstable();
        additive.sort_unstable();
        Weight { multiplicative, additive }
    }

    #[inline]
    pub(crate) fn is_null(&self) -> bool {
        self.multiplicative.is_empty() && self.additive.is_empty()
    }

    /// `w + v`: both multisets united, in no order until [`Weight::settle`].
    #[inline]
    pub(crate) fn pile(&mut self, other: &Weight) {
        self.multiplicative.extend_from_slice(&other.multiplicative);
        self.additive.extend_from_slice(&other.additive);
    }

    pub(crate) fn settle(&mut self) {
        self.multiplicative.sort_unstable();
        self.additive.sort_unstable();
    }

    /// `w × v`: multiplicative parts multiplied term by term, additive parts united.
    pub(crate) fn times(&self, other: &Weight, lexicon: &mut Lexicon) -> Result<Weight, Error> {
        if other.is_null() {
            return Ok(self.clone());
        }
        if self.is_null() {
            return Ok(other.clone());
        }
        let multiplicative = product(&self.multiplicative, &other.multiplicative, lexicon)?;
        let mut additive = self.additive.clone();
        unite(&mut additive, &other.additive);
        Ok(Weight { multiplicative, additive })
    }

    #[inline]
    pub(crate) fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        self.multiplicative.iter().chain(&self.additive).copied()
    }

    /// The weight with each term replaced, or dropped if `change` says so.
    #[inline]
    pub(crate) fn try_map(
        &self,
        mut change: impl FnMut(TermId) -> Result<Option<TermId>, Error>,
    ) -> Result<Weight, Error> {
        let mut part = |terms: &Multiset| -> Result<Multiset, Error> {
            terms.iter().filter_map(|term| change(*term).transpose()).collect()
        };
        Ok(Weight::new(part(&self.multiplicative)?, part(&self.additive)?))
    }
}

/// `m ⊠ n`: every term of `m` times every term of `n`; the empty multiset is neutral.
pub(crate) fn product(
    left: &Multiset,
    right: &Multiset,
    lexicon: &mut Lexicon,
) -> Result<Multiset, Error> {
    if left.is_empty() || right.is_empty() {
        return Ok(if left.is_empty() { right.clone() } else { left.clone() });
    }
    crate::limits::check_weight(left.len().saturating_mul(right.len()))?;
    let mut all = Multiset::new();
    for s in left {
        for t in right {
            all.push(lexicon.apply_function(FunctionId::PRODUCT, &[*s, *t])?);
        }
    }
    all.sort_unstable();
    Ok(all)
}

fn unite(into: &mut Multiset, more: &Multiset) {
    if !more.is_empty() {
        into.extend_from_slice(more);
        into.sort_unstable();
    }
}
