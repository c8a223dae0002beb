//! Permutation tests of means.

mod sign_flips;

pub use sign_flips::sign_flips;

use crate::SplitMix64;
use crate::differences::{WHOLE, decimal_scale};
use crate::parallel::mapped;
use crate::sample::{finite, mean};
use crate::{Alternative, Error, Undefined, paired_differences};

/// The relabelings that a test evaluates.
///
/// ```
/// use peirast_stats::{Relabelings, permutation};
/// let random = Relabelings::Random { draws: 999, seed: 1 };
/// let test = permutation::paired(&[2.0, 3.0, 5.0], &[1.0, 1.0, 1.0], random)?;
/// assert!(!test.exact);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relabelings {
    /// All of them: up to some ten million.
    All,
    /// This number of random relabelings, including the observed one. Each starts from the original
    /// sample with a [`crate::SplitMix64`] of its own, so that all cores can draw. Source: Phipson
    /// & Smyth (2010), *Stat. Appl. Genet. Mol. Biol.* 9:39.
    Random {
        /// The number of draws.
        draws: u64,
        /// The seed of the draws; the same seed gives the same result.
        seed: u64,
    },
}

/// The position of an observed statistic among its relabelings.
///
/// ```
/// use peirast_stats::{Alternative, Relabelings, permutation};
/// let test = permutation::independent(&[4.0, 5.0, 6.0], &[1.0, 2.0, 3.0], Relabelings::All)?;
/// assert_eq!((test.statistic, test.relabelings), (3.0, 20));
/// assert_eq!(test.p(Alternative::TwoSided), 0.1);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Permutation {
    /// The observed difference of means (or mean difference), x less y.
    pub statistic: f64,
    /// The share of relabelings with at least this statistic; equal ones count. Scores that are
    /// decimals are compared exactly, others up to the rounding of their floats.
    pub at_least: f64,
    /// The share with at most this statistic.
    pub at_most: f64,
    /// The share with a statistic as far from 0.
    pub as_far: f64,
    /// The number of relabelings evaluated.
    pub relabelings: u64,
    /// True if all relabelings were evaluated.
    pub exact: bool,
    /// The number of values (or pairs).
    pub n: u64,
}

impl Permutation {
    /// The p-value; two-sided is twice the smaller tail, at most 1.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Relabelings, permutation};
    /// let test = permutation::paired(&[2.0, 3.0], &[1.0, 1.0], Relabelings::All)?;
    /// assert_eq!(test.p(Alternative::Greater), 0.25);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn p(&self, alternative: Alternative) -> f64 {
        match alternative {
            Alternative::Greater => self.at_least,
            Alternative::Less => self.at_most,
            Alternative::TwoSided => (2.0 * self.at_least.min(self.at_most)).min(1.0),
        }
    }

    /// The standard error of [`p`](Self::p) if it was estimated from random relabelings; 0 if all
    /// were evaluated. The error of a two-sided p is twice the error of its tail.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Relabelings, permutation};
    /// let random = Relabelings::Random { draws: 9_999, seed: 1 };
    /// let test = permutation::paired(&[2.0, 3.0], &[1.0, 1.0], random)?;
    /// let error = test.monte_carlo_error(Alternative::TwoSided);
    /// assert!((error - 2.0 * (0.25_f64 * 0.75 / 10_000.0).sqrt()).abs() < 1e-4);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn monte_carlo_error(&self, alternative: Alternative) -> f64 {
        let tail = |share: f64| (share * (1.0 - share) / self.relabelings as f64).sqrt();
        match alternative {
            _ if self.exact => 0.0,
            Alternative::Greater => tail(self.at_least),
            Alternative::Less => tail(self.at_most),
            Alternative::TwoSided => 2.0 * tail(self.at_least.min(self.at_most)),
        }
    }
}

/// More relabelings than this are not enumerated.
const MOST: f64 = 5e7;

/// Tests whether the mean of x exceeds the mean of y, over all divisions of the values between
/// them.
///
/// Scores that are decimals of up to 14 digits are treated as whole numbers of their last place, so
/// that equal means are equal in spite of rounding. Means of other scores (thirds, for instance)
/// are equal if they differ by less than that rounding: the sum of all sizes times 2^-51 over the
/// smaller group.
///
/// Source: Fisher (1935), *The Design of Experiments*, section 21; Pitman (1937), *JRSS Suppl.*
/// 4:119.
///
/// # Errors
///
/// [`Error::NotFinite`] for infinite values; [`Error::Undefined`] if a sample is empty, or if there
/// are more than 5e7 relabelings and all were requested.
///
/// ```
/// use peirast_stats::{Relabelings, permutation};
/// let test = permutation::independent(&[2.0, 2.0], &[2.0, 2.0, 2.0], Relabelings::All)?;
/// assert_eq!((test.statistic, test.as_far), (0.0, 1.0));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn independent(x: &[f64], y: &[f64], which: Relabelings) -> Result<Permutation, Error> {
    finite("x", x)?;
    finite("y", y)?;
    if x.is_empty() || y.is_empty() {
        return Err(Undefined::EmptyGroup.into());
    }
    let (n1, n2) = (x.len() as f64, y.len() as f64);
    let (all, slack) = deviations(x, y);
    let total: f64 = all.iter().sum();
    // For whole numbers this is exact: n1 n2 times the difference of means.
    let difference = |sum: f64| match slack {
        Slack::Exact => sum * (n1 + n2) - total * n1,
        Slack::Rounding(_) => sum / n1 - (total - sum) / n2,
    };
    let observed = difference(all[..x.len()].iter().sum());
    let mut place = Place::new(observed, slack.of_means(n1.min(n2)));
    match which {
        Relabelings::All => {
            let count = (1..=x.len()).fold(1.0, |c, i| c * (n2 + i as f64) / i as f64);
            if count > MOST {
                return Err(Undefined::TooLarge.into());
            }
            choices(&all, x.len(), 0.0, &mut |sum| place.count(difference(sum)));
        }
        Relabelings::Random { draws, seed } => {
            let draw = |shuffled: &mut Vec<f64>, number: u64| {
                let mut stream = SplitMix64::numbered(seed, number);
                shuffled.copy_from_slice(&all);
                for i in 0..x.len() {
                    shuffled.swap(i, i + stream.below(all.len() - i));
                }
                difference(shuffled[..x.len()].iter().sum())
            };
            place.count_random(draws, all.len(), || all.clone(), draw);
        }
    }
    Ok(place.result(mean(x) - mean(y), which == Relabelings::All, all.len() as u64))
}

/// The largest difference between equal sums.
#[derive(Clone, Copy)]
enum Slack {
    /// Zero: all sums are whole numbers that a float represents exactly.
    Exact,
    /// The rounding of the scores, whose absolute values add up to this times 2^51.
    Rounding(f64),
}

impl Slack {
    /// The slack for scores of these sizes that are not decimals.
    fn rounding(sizes: impl Iterator<Item = f64>) -> Self {
        Self::Rounding(sizes.map(|size| 2.0 * f64::EPSILON * size.abs()).sum())
    }

    /// The slack for means of `count` values.
    fn of_means(self, count: f64) -> f64 {
        match self {
            Self::Exact => 0.0,
            Self::Rounding(slack) => slack / count,
        }
    }
}

/// Returns the deviations from the first value, so that a common offset costs no digits: whole
/// numbers if the values are decimals and all their sums stay exact.
fn deviations(x: &[f64], y: &[f64]) -> (Vec<f64>, Slack) {
    let all = || x.iter().chain(y).copied();
    if let Some(scale) = decimal_scale(x, y) {
        let whole = |value: f64| (value * scale).round();
        let moved: Vec<f64> = all().map(|value| whole(value) - whole(x[0])).collect();
        if sizes(&moved) * moved.len() as f64 <= WHOLE {
            return (moved, Slack::Exact);
        }
    }
    let unit = unit(all());
    let moved = all().map(|value| value * unit - x[0] * unit).collect();
    (moved, Slack::rounding(all().map(|value| value * unit)))
}

/// A power of two that keeps the sums of large values finite.
fn unit(values: impl Iterator<Item = f64>) -> f64 {
    let largest = values.fold(0.0_f64, |most, value| most.max(value.abs()));
    if largest > 1e280 { 2_f64.powi(-64) } else { 1.0 }
}

/// The sum of the absolute values.
fn sizes(values: &[f64]) -> f64 {
    values.iter().map(|value| value.abs()).sum()
}

/// Calls a function with the sum of each choice of `chosen` of the values.
fn choices(values: &[f64], chosen: usize, sum: f64, with: &mut impl FnMut(f64)) {
    if chosen == 0 {
        return with(sum);
    }
    for i in 0..=values.len() - chosen {
        choices(&values[i + 1..], chosen - 1, sum + values[i], with);
    }
}

/// Tests whether the mean of x - y exceeds 0, over all exchanges of x and y within pairs.
///
/// Decimals are compared exactly, other scores up to their rounding, as by [`independent`].
///
/// Source: Fisher (1935), section 21.
///
/// # Errors
///
/// [`Error::Lengths`] and [`Error::NotFinite`] for malformed samples; [`Error::Undefined`] without
/// pairs, or if there are more than 5e7 relabelings (25 pairs) and all were requested.
///
/// ```
/// use peirast_stats::{Alternative, Relabelings, permutation};
/// let (x, y) = ([1.0, 2.0, 3.0], [0.0, 0.0, 0.0]);
/// let test = permutation::paired(&x, &y, Relabelings::All)?;
/// assert_eq!((test.relabelings, test.p(Alternative::Greater)), (8, 0.125));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn paired(x: &[f64], y: &[f64], which: Relabelings) -> Result<Permutation, Error> {
    let d = paired_differences(x, y)?;
    if d.is_empty() {
        return Err(Undefined::Empty.into());
    }
    let (signed, slack) = match whole(&d) {
        Some(numbers) => (numbers, Slack::Exact),
        None => {
            let scores = || x.iter().chain(y).copied();
            let unit = unit(scores());
            let moderate = d.iter().map(|value| value * unit).collect();
            (moderate, Slack::rounding(scores().map(|value| value * unit)))
        }
    };
    // Sums are compared: means of whole numbers would round.
    let mut place = Place::new(signed.iter().sum(), slack.of_means(1.0));
    match which {
        Relabelings::All => {
            if (d.len() as f64).exp2() > MOST {
                return Err(Undefined::TooLarge.into());
            }
            flips(&signed, 0.0, &mut |sum| place.count(sum));
        }
        Relabelings::Random { draws, seed } => {
            let draw = |(): &mut (), number: u64| {
                let mut stream = SplitMix64::numbered(seed, number);
                let flipped = |d: &f64| if stream.next_u64() & 1 == 0 { *d } else { -d };
                signed.iter().map(flipped).sum::<f64>()
            };
            place.count_random(draws, d.len(), || (), draw);
        }
    }
    Ok(place.result(mean(&d), which == Relabelings::All, d.len() as u64))
}

/// Differences as whole numbers of their last decimal place, if all their sums stay exact.
fn whole(differences: &[f64]) -> Option<Vec<f64>> {
    let scale = decimal_scale(differences, &[])?;
    let numbers: Vec<f64> = differences.iter().map(|value| (value * scale).round()).collect();
    (sizes(&numbers) <= WHOLE).then_some(numbers)
}

/// Calls a function with the sum of the values for each choice of their signs.
fn flips(values: &[f64], sum: f64, with: &mut impl FnMut(f64)) {
    match values.split_first() {
        None => with(sum),
        Some((first, rest)) => {
            flips(rest, sum + first, with);
            flips(rest, sum - first, with);
        }
    }
}

/// Counts statistics on either side of the observed one.
struct Place {
    observed: f64,
    /// Statistics with no larger difference than this are equal up to rounding.
    slack: f64,
    at_least: u64,
    at_most: u64,
    as_far: u64,
    all: u64,
}

impl Place {
    const fn new(observed: f64, slack: f64) -> Self {
        Self { observed, slack, at_least: 0, at_most: 0, as_far: 0, all: 0 }
    }

    fn count(&mut self, statistic: f64) {
        self.all += 1;
        self.at_least += u64::from(statistic >= self.observed - self.slack);
        self.at_most += u64::from(statistic <= self.observed + self.slack);
        self.as_far += u64::from(statistic.abs() >= self.observed.abs() - self.slack);
    }

    /// Counts the statistics of random draws, each drawn from its number only, and the observed
    /// one.
    fn count_random<S>(
        &mut self,
        draws: u64,
        steps: usize,
        state: impl Fn() -> S + Sync + Send,
        draw: impl Fn(&mut S, u64) -> f64 + Sync + Send,
    ) {
        const AT_ONCE: u64 = 65_536;
        let mut from = 0;
        while from < draws {
            let count = AT_ONCE.min(draws - from);
            let one = |state: &mut S, place: usize| draw(state, from + place as u64);
            let drawn = mapped(count as usize, steps, &state, one);
            drawn.into_iter().for_each(|statistic| self.count(statistic));
            from += count;
        }
        self.count(self.observed);
    }

    fn result(&self, statistic: f64, exact: bool, n: u64) -> Permutation {
        let share = |count: u64| count as f64 / self.all as f64;
        Permutation {
            statistic,
            at_least: share(self.at_least),
            at_most: share(self.at_most),
            as_far: share(self.as_far),
            relabelings: self.all,
            exact,
            n,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the counts of a test, without its statistic.
    fn shares(test: Permutation) -> [f64; 3] {
        [test.at_least, test.at_most, test.as_far]
    }

    #[test]
    fn scores_of_any_size_are_compared() {
        let large = independent(&[1e308, 1.0], &[0.0, 2.0], Relabelings::All).expect("samples");
        assert_eq!(shares(large), [0.5, 1.0, 1.0]);
        let small = paired(&[5e-324, 0.0], &[0.0, 0.0], Relabelings::All).expect("samples");
        assert_eq!(shares(small), [0.5, 1.0, 1.0]);
    }

    proptest! {
        /// Shifted scores, written as decimals or as fractions, have the ties of whole numbers.
        #[test]
        fn neither_offset_nor_notation_changes_p(
            x in prop::collection::vec(-9_i32..10, 2..7),
            y in prop::collection::vec(-9_i32..10, 2..7),
            offset in prop::sample::select(vec![0_i32, 3, 50, 300, 5000, 1_000_000]),
            unit in prop::sample::select(vec![10.0, 100.0, 10_000.0, 3.0, 7.0, 49.0]),
            seed in 0_u64..99,
        ) {
            let plain = |values: &[i32]| -> Vec<f64> { values.iter().copied().map(f64::from).collect() };
            let moved = |values: &[i32]| -> Vec<f64> {
                values.iter().map(|value| (f64::from(offset) * unit + f64::from(*value)) / unit).collect()
            };
            for which in [Relabelings::All, Relabelings::Random { draws: 40, seed }] {
                let wanted = independent(&plain(&x), &plain(&y), which).expect("samples");
                let found = independent(&moved(&x), &moved(&y), which).expect("samples");
                prop_assert_eq!(shares(found), shares(wanted));
                let count = x.len().min(y.len());
                let (x, y) = (&x[..count], &y[..count]);
                let wanted = paired(&plain(x), &plain(y), which).expect("pairs");
                let found = paired(&moved(x), &moved(y), which).expect("pairs");
                prop_assert_eq!(shares(found), shares(wanted));
            }
        }
    }
}
