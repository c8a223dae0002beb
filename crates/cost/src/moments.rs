//! Moments of counts, added one by one: exact, in any order.

use serde::Serialize;

/// The quantile of the normal distribution for intervals of 95 %.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// Number, sum, sum of squares and largest of counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    n: u64,
    sum: u128,
    squares: u128,
    largest: u64,
}

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Number of counts from which it is computed.
    pub n: u64,
}

impl Moments {
    /// Creates the moments of `n` counts from their sums.
    ///
    /// ```
    /// use peirast_cost::Moments;
    /// let mut one_by_one = Moments::default();
    /// [3, 5].into_iter().for_each(|count| one_by_one.add(count));
    /// assert_eq!(Moments::from_sums(2, 8, 34, 5), one_by_one);
    /// ```
    pub fn from_sums(n: u64, sum: u64, squares: u64, largest: u64) -> Self {
        Self { n, sum: sum.into(), squares: squares.into(), largest }
    }

    /// Adds a count.
    pub fn add(&mut self, count: u64) {
        self.n += 1;
        self.sum += u128::from(count);
        self.squares = self.squares.saturating_add(u128::from(count) * u128::from(count));
        self.largest = self.largest.max(count);
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares = self.squares.saturating_add(other.squares);
        self.largest = self.largest.max(other.largest);
    }

    /// Returns the number of counts.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// Returns the sum of the counts.
    pub fn sum(&self) -> u64 {
        u64::try_from(self.sum).unwrap_or(u64::MAX)
    }

    /// Returns the largest count; 0 without any.
    pub fn largest(&self) -> u64 {
        self.largest
    }

    /// Returns the mean, with the interval of the mean of `more` further counts, which includes the
    /// uncertainty of both; `None` without counts.
    pub fn expected(&self, more: u64) -> Option<Mean> {
        if self.n == 0 {
            return None;
        }
        let (n, mean) = (self.n as f64, self.sum as f64 / self.n as f64);
        let variance = match self.n {
            1 => mean * mean,
            _ => ((self.squares as f64 - n * mean * mean) / (n - 1.0)).max(0.0),
        };
        let error = Z * (variance / n + variance / (more.max(1) as f64)).sqrt();
        Some(Mean { mean, low: (mean - error).max(0.0), high: mean + error, n: self.n })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn moments(counts: &[u64]) -> Moments {
        let mut moments = Moments::default();
        counts.iter().for_each(|count| moments.add(*count));
        moments
    }

    #[test]
    fn a_mean_comes_with_its_interval() {
        assert_eq!(Moments::default().expected(10), None);
        let mean = moments(&[100, 200, 300]).expected(1_000_000_000).expect("a mean");
        // Standard error 100/sqrt(3).
        assert!((mean.mean - 200.0).abs() < 1e-9);
        assert!((mean.high - (200.0 + Z * 100.0 / 3f64.sqrt())).abs() < 0.01, "{mean:?}");
        let steady = moments(&[7; 50]).expected(1).expect("a mean");
        assert_eq!((steady.low, steady.high), (7.0, 7.0));
    }

    #[test]
    fn one_count_says_little() {
        let mean = moments(&[100]).expected(1_000_000).expect("a mean");
        assert_eq!(mean.low, 0.0, "{mean:?}");
        assert!(mean.high > 290.0, "{mean:?}");
    }

    proptest! {
        #[test]
        fn parts_make_the_whole(counts in prop::collection::vec(0..100_000u64, 0..40), cut in 0..40usize) {
            let cut = cut.min(counts.len());
            let mut parts = moments(&counts[cut..]);
            parts.merge(&moments(&counts[..cut]));
            prop_assert_eq!(parts, moments(&counts));
        }
    }
}
