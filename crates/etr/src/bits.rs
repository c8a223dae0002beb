//! Finite sets of small numbers, one bit each.

/// A set of small numbers. The first sixty-four cost no allocation, and a set of them is two words, so
/// that it is handed over in registers.
#[derive(Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Bits {
    low: u64,
    /// Not there if it is empty, so that equal sets are equal values.
    high: Option<Box<High>>,
}

/// Numbers from 64 on; the last word is never zero.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct High {
    words: Vec<u64>,
}

impl Clone for Bits {
    #[inline]
    fn clone(&self) -> Bits {
        match &self.high {
            None => Bits { low: self.low, high: None },
            Some(high) => Bits { low: self.low, high: copied(high) },
        }
    }
}

#[cold]
fn copied(high: &High) -> Option<Box<High>> {
    Some(Box::new(high.clone()))
}

impl Bits {
    pub(crate) const EMPTY: Bits = Bits { low: 0, high: None };

    #[inline]
    fn high(&self) -> &[u64] {
        self.high.as_ref().map_or(&[], |high| &high.words)
    }

    /// At least `words` words for numbers from 64 on.
    #[cold]
    fn high_mut(&mut self, words: usize) -> &mut [u64] {
        let high = &mut self.high.get_or_insert_default().words;
        if high.len() < words {
            high.resize(words, 0);
        }
        high
    }

    /// Changes the words for numbers from 64 on, if there are any.
    #[inline]
    fn change_high(&mut self, change: impl FnOnce(&mut Vec<u64>)) {
        if let Some(high) = &mut self.high {
            change(&mut high.words);
            self.trim();
        }
    }

    #[cold]
    fn trim(&mut self) {
        if let Some(high) = &mut self.high {
            let used = high.words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
            high.words.truncate(used);
            self.high.take_if(|high| high.words.is_empty());
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.low == 0 && self.high.is_none()
    }

    #[inline]
    pub(crate) fn contains(&self, number: u32) -> bool {
        if number < 64 {
            return self.low >> number & 1 == 1;
        }
        let word = (number / 64 - 1) as usize;
        self.high().get(word).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: u32) {
        if number < 64 {
            self.low |= 1 << number;
            return;
        }
        let word = (number / 64 - 1) as usize;
        self.high_mut(word + 1)[word] |= 1 << (number % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, number: u32) {
        if number < 64 {
            self.low &= !(1 << number);
            return;
        }
        self.change_high(|high| {
            if let Some(word) = high.get_mut((number / 64 - 1) as usize) {
                *word &= !(1 << (number % 64));
            }
        });
    }

    #[inline]
    pub(crate) fn unite(&mut self, other: &Bits) {
        self.low |= other.low;
        if other.high.is_none() {
            return;
        }
        let high = self.high_mut(other.high().len());
        for (word, more) in high.iter_mut().zip(other.high()) {
            *word |= more;
        }
    }

    #[inline]
    pub(crate) fn intersect(&mut self, other: &Bits) {
        self.low &= other.low;
        self.change_high(|high| {
            high.truncate(other.high().len());
            for (word, mask) in high.iter_mut().zip(other.high()) {
                *word &= mask;
            }
        });
    }

    #[inline]
    pub(crate) fn subtract(&mut self, other: &Bits) {
        self.low &= !other.low;
        self.change_high(|high| {
            for (word, mask) in high.iter_mut().zip(other.high()) {
                *word &= !mask;
            }
        });
    }

    #[inline]
    pub(crate) fn intersects(&self, other: &Bits) -> bool {
        self.low & other.low != 0 || self.high().iter().zip(other.high()).any(|(a, b)| a & b != 0)
    }

    #[inline]
    pub(crate) fn is_subset(&self, other: &Bits) -> bool {
        let of_other = |at: usize| other.high().get(at).copied().unwrap_or(0);
        self.low & !other.low == 0
            && self.high().iter().enumerate().all(|(at, word)| word & !of_other(at) == 0)
    }

    #[inline]
    pub(crate) fn union(&self, other: &Bits) -> Bits {
        let mut all = self.clone();
        all.unite(other);
        all
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        let high: u32 = self.high().iter().map(|word| word.count_ones()).sum();
        (self.low.count_ones() + high) as usize
    }

    /// The members in rising order.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        std::iter::once(self.low)
            .chain(self.high().iter().copied())
            .enumerate()
            .flat_map(|(at, word)| ones(word).map(move |bit| at as u32 * 64 + bit))
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
