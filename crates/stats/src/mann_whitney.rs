//! The Mann-Whitney U test, or Wilcoxon's rank-sum test, of two independent samples.
//!
//! U1 counts the pairs in which the value of the first sample is larger, ties by half. Sources:
//! Mann & Whitney (1947), *Ann. Math. Stat.* 18:50; Hollander, Wolfe & Chicken (2014),
//! *Nonparametric Statistical Methods*, chapter 4, for ties.

use crate::dist::normal_p;
use crate::rank::Ranks;
use crate::sample::finite;
use crate::{Alternative, Defined, Error, Undefined};

/// The ranks of two samples, put together.
///
/// ```
/// use peirast_stats::{Alternative, mann_whitney};
/// let test = mann_whitney::rank_sum(&[4.0, 5.0, 6.0], &[1.0, 2.0, 3.0])?;
/// assert_eq!((test.u1, test.u2), (9.0, 0.0));
/// assert!((test.p_exact(Alternative::Greater)? - 0.05).abs() < 1e-15);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct RankSum {
    /// The number of comparisons won by the first sample, ties by half: 0 to n1 n2.
    pub u1: f64,
    /// The number of comparisons won by the second sample.
    pub u2: f64,
    /// The size of the first sample.
    pub n1: u64,
    /// The size of the second sample.
    pub n2: u64,
    /// True if some values are equal.
    pub ties: bool,
    /// Twice the ranks of all values, ascending.
    doubled: Vec<u64>,
    tie_sum: f64,
}

/// Ranks two samples together. Time n log n.
///
/// # Errors
///
/// [`Error::NotFinite`] for infinite values, [`Error::Undefined`] if a sample is empty.
///
/// ```
/// use peirast_stats::{Error, Undefined, mann_whitney};
/// let empty = mann_whitney::rank_sum(&[], &[1.0]);
/// assert_eq!(empty, Err(Error::Undefined(Undefined::EmptyGroup)));
/// ```
pub fn rank_sum(x: &[f64], y: &[f64]) -> Result<RankSum, Error> {
    finite("x", x)?;
    finite("y", y)?;
    if x.is_empty() || y.is_empty() {
        return Err(Undefined::EmptyGroup.into());
    }
    let (n1, n2) = (x.len() as u64, y.len() as u64);
    let ranks = Ranks::new(&[x, y].concat());
    let first: u64 = ranks.doubled[..x.len()].iter().sum();
    let u1 = (first - n1 * (n1 + 1)) as f64 / 2.0;
    let (ties, tie_sum) = (ranks.tied(), ranks.tie_sum());
    let mut doubled = ranks.doubled;
    doubled.sort_unstable();
    Ok(RankSum { u1, u2: n1 as f64 * n2 as f64 - u1, n1, n2, ties, doubled, tie_sum })
}

/// More elementary steps than this are refused.
const STEPS: f64 = 4e9;

impl RankSum {
    /// 2 U1/(n1 n2) - 1, -1 to 1: the rank-biserial correlation, which is Cliff's delta.
    ///
    /// ```
    /// use peirast_stats::mann_whitney;
    /// let test = mann_whitney::rank_sum(&[1.0, 3.0], &[2.0])?;
    /// assert_eq!(test.rank_biserial(), 0.0);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn rank_biserial(&self) -> f64 {
        2.0 * self.common_language() - 1.0
    }

    /// U1/(n1 n2), 0 to 1: the share of pairs of values in which the value of the first sample is
    /// larger, ties counted by half.
    ///
    /// ```
    /// use peirast_stats::mann_whitney;
    /// let test = mann_whitney::rank_sum(&[1.0, 3.0], &[2.0, 0.0])?;
    /// assert_eq!(test.common_language(), 0.75);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn common_language(&self) -> f64 {
        self.u1 / (self.n1 as f64 * self.n2 as f64)
    }

    /// The exact p-value of the classical tables, without ties. Two-sided is twice the smaller
    /// tail, at most 1. Time n1 n2 times the smaller U.
    ///
    /// # Errors
    ///
    /// [`Undefined::Ties`] if values are equal (use [`RankSum::p_permutation`]),
    /// [`Undefined::TooLarge`] beyond some 300 values on each side.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Undefined, mann_whitney};
    /// let tied = mann_whitney::rank_sum(&[1.0], &[1.0])?;
    /// assert_eq!(tied.p_exact(Alternative::TwoSided), Err(Undefined::Ties));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn p_exact(&self, alternative: Alternative) -> Defined {
        if self.ties {
            return Err(Undefined::Ties);
        }
        // P(U1 >= u1) = P(U2 <= u2), and both have one distribution.
        match alternative {
            Alternative::Greater => self.at_most(self.u2),
            Alternative::Less => self.at_most(self.u1),
            Alternative::TwoSided => Ok((2.0 * self.at_most(self.u1.min(self.u2))?).min(1.0)),
        }
    }

    /// The exact p-value conditional on the observed values, ties included: the share of all
    /// divisions between the samples with a U as extreme. Two-sided is twice the smaller tail, at
    /// most 1.
    ///
    /// Counted by rank sums, not one by one: time (n1 + n2) times the smaller n times the largest
    /// rank sum.
    ///
    /// # Errors
    ///
    /// [`Undefined::TooLarge`] beyond some 150 values on each side.
    ///
    /// ```
    /// use peirast_stats::{Alternative, mann_whitney};
    /// let tied = mann_whitney::rank_sum(&[1.0, 1.0, 2.0], &[1.0, 2.0, 2.0])?;
    /// assert_eq!(tied.p_permutation(Alternative::TwoSided), Ok(1.0));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn p_permutation(&self, alternative: Alternative) -> Defined {
        let swapped = self.n1 > self.n2;
        let (chosen, u) = if swapped { (self.n2, self.u2) } else { (self.n1, self.u1) };
        let twice = (2.0 * u) as usize + (chosen * (chosen + 1)) as usize;
        let counts = self.sums(chosen as usize)?;
        let all: f64 = counts.iter().sum();
        let at_most = counts[..=twice].iter().sum::<f64>() / all;
        let at_least = counts[twice..].iter().sum::<f64>() / all;
        let (less, greater) = if swapped { (at_least, at_most) } else { (at_most, at_least) };
        Ok(match alternative {
            Alternative::Greater => greater.min(1.0),
            Alternative::Less => less.min(1.0),
            Alternative::TwoSided => (2.0 * less.min(greater)).min(1.0),
        })
    }

    /// The p-value by the normal approximation with a variance that allows for ties; with
    /// `corrected`, U is moved half a step against the alternative, two-sided towards its mean.
    ///
    /// # Errors
    ///
    /// [`Undefined::AllTied`] if all values are equal.
    ///
    /// ```
    /// use peirast_stats::{Alternative, mann_whitney};
    /// let test = mann_whitney::rank_sum(&[1.0], &[2.0])?;
    /// assert_eq!(test.p_normal(Alternative::TwoSided, true), Ok(1.0));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn p_normal(&self, alternative: Alternative, corrected: bool) -> Defined {
        Ok(normal_p(self.z(alternative, corrected)?, alternative))
    }

    /// U1 less its mean n1 n2/2, in standard deviations; see [`RankSum::p_normal`].
    ///
    /// # Errors
    ///
    /// [`Undefined::AllTied`] if all values are equal.
    ///
    /// ```
    /// use peirast_stats::{Alternative, mann_whitney};
    /// let test = mann_whitney::rank_sum(&[1.0], &[2.0])?;
    /// assert_eq!(test.z(Alternative::TwoSided, false), Ok(-1.0));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn z(&self, alternative: Alternative, corrected: bool) -> Defined {
        let (n1, n2) = (self.n1 as f64, self.n2 as f64);
        let n = n1 + n2;
        let variance = n1 * n2 / 12.0 * (n + 1.0 - self.tie_sum / (n * (n - 1.0)));
        if self.doubled.first() == self.doubled.last() {
            return Err(Undefined::AllTied);
        }
        let departure = (self.u1 - self.u2) / 2.0;
        let moved = if corrected { alternative.half_less(departure) } else { departure };
        Ok(moved / variance.sqrt())
    }

    /// P(U <= `most`) without ties.
    fn at_most(&self, most: f64) -> Defined {
        let (few, many) = (self.n1.min(self.n2), self.n1.max(self.n2));
        let all = binomial_coefficient(few + many, few);
        if few as f64 * many as f64 * (most + 1.0) > STEPS || !all.is_finite() {
            return Err(Undefined::TooLarge);
        }
        let tail: f64 = partitions(few as usize, many as usize, most as usize).iter().sum();
        Ok((tail / all).min(1.0))
    }

    /// Returns the number of ways to choose `chosen` values for each sum of doubled ranks.
    fn sums(&self, chosen: usize) -> Defined<Vec<f64>> {
        let width = self.doubled.iter().rev().take(chosen).sum::<u64>() as usize + 1;
        let steps = self.doubled.len() as f64 * chosen as f64 * width as f64;
        let all = binomial_coefficient(self.n1 + self.n2, chosen as u64);
        if steps > STEPS || !all.is_finite() {
            return Err(Undefined::TooLarge);
        }
        let mut counts = vec![vec![0.0_f64; width]; chosen + 1];
        counts[0][0] = 1.0;
        for rank in self.doubled.iter().map(|rank| *rank as usize) {
            for taken in (1..=chosen).rev() {
                let (fewer, rest) = counts.split_at_mut(taken);
                let (fewer, row) = (&fewer[taken - 1], &mut rest[0]);
                for sum in rank..width {
                    row[sum] += fewer[sum - rank];
                }
            }
        }
        counts.pop().ok_or(Undefined::EmptyGroup)
    }
}

/// Returns the number of divisions of values without ties for each U from 0 to `most`.
///
/// U is the number of partitions of a number into at most `few` parts, each at most `many`. With
/// one more size allowed, a partition has such a part or it has none.
pub(crate) fn partitions(few: usize, many: usize, most: usize) -> Vec<f64> {
    let mut counts = vec![vec![0.0_f64; most + 1]; few + 1];
    counts.iter_mut().for_each(|row| row[0] = 1.0);
    for size in 1..=many {
        for parts in 1..counts.len() {
            let (fewer, rest) = counts.split_at_mut(parts);
            let (fewer, row) = (&fewer[parts - 1], &mut rest[0]);
            for sum in size..=most {
                row[sum] += fewer[sum - size];
            }
        }
    }
    counts.pop().unwrap_or_default()
}

/// n over k, as a float.
pub(crate) fn binomial_coefficient(n: u64, k: u64) -> f64 {
    (1..=k).fold(1.0, |product, i| product * ((n - k + i) as f64 / i as f64))
}
