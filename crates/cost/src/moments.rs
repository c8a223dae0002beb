//! Moments of counts, added one by one. They are exact, and do not depend on the order.

use serde::Serialize;

/// The quantile of the normal distribution for intervals of 95 %.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// Number, sum and sum of squares of counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    n: u64,
    sum: u128,
    squares: u128,
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
    /// Adds a count.
    pub fn add(&mut self, count: u64) {
        self.n += 1;
        self.sum += u128::from(count);
        self.squares = self.squares.saturating_add(u128::from(count) * u128::from(count));
    }

    /// Returns the number of counts.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// Returns the mean, with the interval of the mean of `more` further counts, which includes the
    /// uncertainty of both. `None` without counts.
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
}
