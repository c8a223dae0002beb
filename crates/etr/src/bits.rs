//! Finite sets of small numbers, one bit each.

/// A set of small numbers. The first sixty-four cost no allocation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Bits {
    low: u64,
    /// Numbers from 64 on; the last word is never zero, so that equal sets are equal values.
    high: Vec<u64>,
}

impl Bits {
    pub(crate) const EMPTY: Bits = Bits { low: 0, high: Vec::new() };

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.low == 0 && self.high.is_empty()
    }

    #[inline]
    pub(crate) fn contains(&self, number: u32) -> bool {
        if number < 64 {
            return self.low >> number & 1 == 1;
        }
        let word = (number / 64 - 1) as usize;
        self.high.get(word).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: u32) {
        if number < 64 {
            self.low |= 1 << number;
            return;
        }
        let word = (number / 64 - 1) as usize;
        if self.high.len() <= word {
            self.high.resize(word + 1, 0);
        }
        self.high[word] |= 1 << (number % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, number: u32) {
        if number < 64 {
            self.low &= !(1 << number);
        } else if let Some(word) = self.high.get_mut((number / 64 - 1) as usize) {
            *word &= !(1 << (number % 64));
            self.trim();
        }
    }

    #[inline]
    pub(crate) fn unite(&mut self, other: &Bits) {
        self.low |= other.low;
        if other.high.is_empty() {
            return;
        }
        if self.high.len() < other.high.len() {
            self.high.resize(other.high.len(), 0);
        }
        for (word, more) in self.high.iter_mut().zip(&other.high) {
            *word |= more;
        }
    }

    #[inline]
    pub(crate) fn intersect(&mut self, other: &Bits) {
        self.low &= other.low;
        if self.high.is_empty() {
            return;
        }
        self.high.truncate(other.high.len());
        for (word, mask) in self.high.iter_mut().zip(&other.high) {
            *word &= mask;
        }
        self.trim();
    }

    #[inline]
    pub(crate) fn subtract(&mut self, other: &Bits) {
        self.low &= !other.low;
        if self.high.is_empty() {
            return;
        }
        for (word, mask) in self.high.iter_mut().zip(&other.high) {
            *word &= !mask;
        }
        self.trim();
    }

    #[inline]
    pub(crate) fn intersects(&self, other: &Bits) -> bool {
        self.low & other.low != 0 || self.high.iter().zip(&other.high).any(|(a, b)| a & b != 0)
    }

    #[inline]
    pub(crate) fn is_subset(&self, other: &Bits) -> bool {
        self.low & !other.low == 0
            && self
                .high
                .iter()
                .enumerate()
                .all(|(at, word)| word & !other.high.get(at).copied().unwrap_or(0) == 0)
    }

    #[inline]
    pub(crate) fn union(&self, other: &Bits) -> Bits {
        let mut all = self.clone();
        all.unite(other);
        all
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        (self.low.count_ones() + self.high.iter().map(|word| word.count_ones()).sum::<u32>())
            as usize
    }

    /// The members in rising order.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        std::iter::once(self.low)
            .chain(self.high.iter().copied())
            .enumerate()
            .flat_map(|(at, word)| ones(word).map(move |bit| at as u32 * 64 + bit))
    }

    fn trim(&mut self) {
        while self.high.last() == Some(&0) {
            self.high.pop();
        }
    }
}

impl FromIterator<u32> for Bits {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Self {
        let mut set = Bits::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

/// The positions of the ones in a word, in rising order.
#[inline]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set(numbers: &BTreeSet<u32>) -> Bits {
        numbers.iter().copied().collect()
    }

    proptest! {
        #[test]
        fn bits_are_sets(
            a in proptest::collection::btree_set(0..200u32, 0..12),
            b in proptest::collection::btree_set(0..200u32, 0..12),
            n in 0..200u32,
        ) {
            let (x, y) = (set(&a), set(&b));
            prop_assert_eq!(x.iter().collect::<BTreeSet<_>>(), a.clone());
            prop_assert_eq!(x.contains(n), a.contains(&n));
            prop_assert_eq!(x.union(&y), set(&a.union(&b).copied().collect()));
            let (mut both, mut less, mut without) = (x.clone(), x.clone(), x.clone());
            both.intersect(&y);
            less.subtract(&y);
            without.remove(n);
            prop_assert_eq!(both, set(&a.intersection(&b).copied().collect()));
            prop_assert_eq!(less, set(&a.difference(&b).copied().collect()));
            prop_assert_eq!(without, set(&a.iter().copied().filter(|m| *m != n).collect()));
            prop_assert_eq!(x.intersects(&y), !a.is_disjoint(&b));
            prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
            prop_assert_eq!(x.is_empty(), a.is_empty());
        }
    }
}
