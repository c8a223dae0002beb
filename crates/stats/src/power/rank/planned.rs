//! A rank test of given sizes, and its power for normal data by simulation.

use std::ops::Range;

use super::{RankDesign, effect_of_shift};
use crate::dist::{normal_draw, normal_quantile};
use crate::error::{inside, probability};
use crate::mann_whitney::{binomial_coefficient, partitions, rank_sum};
use crate::power::{Simulated, simulated};
use crate::wilcoxon::{signed_rank, sums_of_signs};
use crate::{Alternative, Error, SplitMix64, ZeroRule};

/// Largest number of pairs, or of values in each sample, for which the test is exact.
const EXACT_UP_TO: usize = 50;

/// The largest size that a search evaluates.
const MOST: u64 = 1_000_000;

/// A rank test of this number of pairs, or of values in both samples together, with its rejection
/// region.
///
/// It is exact up to 50 pairs or values in each sample, and the corrected normal approximation beyond.
///
/// ```
/// use peirast_stats::Alternative;
/// use peirast_stats::power::rank::{PlannedRank, RankDesign};
/// let two = RankDesign::RankSum { first: 0.5 };
/// // Three against three: no outcome has a two-sided p below 0.1.
/// let planned = PlannedRank::new(two, 6, Alternative::TwoSided, 0.05)?;
/// assert!(!planned.can_reject() && planned.is_exact());
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedRank {
    design: RankDesign,
    alternative: Alternative,
    alpha: f64,
    /// Pairs, or values in the first sample.
    first: usize,
    /// Values in the second sample; 0 for pairs.
    second: usize,
    region: Rejected,
}

/// The statistics that reject.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Rejected {
    /// Those of at most this value, on the side of the alternative: exact.
    UpTo(f64),
    /// None.
    Nothing,
    /// Those whose normal p is at most the level.
    Normal,
}

impl PlannedRank {
    /// A test of `size` pairs or values against `alternative` at level `alpha`.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless `alpha` and the share of the first sample are strictly between 0
    /// and 1.
    ///
    /// ```
    /// use peirast_stats::Alternative;
    /// use peirast_stats::power::rank::{PlannedRank, RankDesign};
    /// let six = PlannedRank::new(RankDesign::SignedRank, 6, Alternative::TwoSided, 0.05)?;
    /// assert!(six.can_reject());
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn new(
        design: RankDesign,
        size: usize,
        alternative: Alternative,
        alpha: f64,
    ) -> Result<Self, Error> {
        inside("alpha", alpha)?;
        design.information()?;
        let (first, second) = match design {
            RankDesign::SignedRank => (size, 0),
            RankDesign::RankSum { first } => {
                let first = (first * size as f64).round() as usize;
                (first, size - first)
            }
        };
        let tail = if alternative == Alternative::TwoSided { alpha / 2.0 } else { alpha };
        let empty = first == 0 || (second == 0 && design != RankDesign::SignedRank);
        let region = match first.max(second) <= EXACT_UP_TO {
            _ if empty => Rejected::Nothing,
            true => region(&chances(design, first, second), tail),
            false => Rejected::Normal,
        };
        Ok(Self { design, alternative, alpha, first, second, region })
    }

    /// Returns true if the p-value is exact.
    ///
    /// ```
    /// use peirast_stats::Alternative;
    /// use peirast_stats::power::rank::{PlannedRank, RankDesign};
    /// let many = PlannedRank::new(RankDesign::SignedRank, 51, Alternative::Less, 0.05)?;
    /// assert!(!many.is_exact());
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.region != Rejected::Normal
    }

    /// Returns true if any outcome rejects.
    ///
    /// ```
    /// use peirast_stats::Alternative;
    /// use peirast_stats::power::rank::{PlannedRank, RankDesign};
    /// let five = PlannedRank::new(RankDesign::SignedRank, 5, Alternative::TwoSided, 0.05)?;
    /// assert!(!five.can_reject());
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn can_reject(&self) -> bool {
        self.region != Rejected::Nothing
    }

    /// The power for normal data with a shift in standard deviations (of differences, for pairs),
    /// by simulation of the studies with these numbers; parts computed on any number of threads add
    /// up to the whole.
    ///
    /// # Errors
    ///
    /// [`Error::NotFinite`] if the shift is not finite.
    ///
    /// ```
    /// use peirast_stats::Alternative;
    /// use peirast_stats::power::rank::{PlannedRank, RankDesign};
    /// let two = RankDesign::RankSum { first: 0.5 };
    /// let power = |size| -> Result<f64, peirast_stats::Error> {
    ///     let planned = PlannedRank::new(two, size, Alternative::TwoSided, 0.05)?;
    ///     Ok(planned.simulate(3.0, 1, 0..500)?.share())
    /// };
    /// assert_eq!(power(6)?, 0.0);
    /// assert!(power(10)? > 0.9);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn simulate(&self, shift: f64, seed: u64, studies: Range<u64>) -> Result<Simulated, Error> {
        effect_of_shift(self.design, shift)?;
        if !self.can_reject() {
            let studies = studies.end.saturating_sub(studies.start);
            return Ok(Simulated { rejected: 0, studies });
        }
        Ok(simulated(seed, studies, |stream| self.rejects(shift, stream)))
    }

    /// Draws a study; one without data does not reject.
    fn rejects(&self, shift: f64, stream: &mut SplitMix64) -> bool {
        let values = |stream: &mut SplitMix64, size: usize, shift: f64| -> Vec<f64> {
            (0..size).map(|_| normal_draw(stream) + shift).collect()
        };
        let x = values(stream, self.first, shift);
        let (lower, upper, normal) = match self.design {
            RankDesign::SignedRank => {
                let Ok(test) = signed_rank(&x, ZeroRule::Wilcox) else { return false };
                let normal = || test.p_normal(self.alternative, true);
                (test.w_plus, test.w_minus, self.normal(normal))
            }
            RankDesign::RankSum { .. } => {
                let Ok(test) = rank_sum(&x, &values(stream, self.second, 0.0)) else {
                    return false;
                };
                let normal = || test.p_normal(self.alternative, true);
                (test.u1, test.u2, self.normal(normal))
            }
        };
        let statistic = match self.alternative {
            Alternative::Greater => upper,
            Alternative::Less => lower,
            Alternative::TwoSided => lower.min(upper),
        };
        match self.region {
            Rejected::UpTo(most) => statistic <= most,
            Rejected::Nothing => false,
            Rejected::Normal => normal,
        }
    }

    /// Returns true if the normal p rejects, if it is used.
    fn normal(&self, p: impl Fn() -> crate::Defined) -> bool {
        self.region == Rejected::Normal && p().is_ok_and(|p| p <= self.alpha)
    }
}

/// The probabilities of the statistics 0, 1, 2 ... under the null hypothesis, without ties.
fn chances(design: RankDesign, first: usize, second: usize) -> Vec<f64> {
    if design == RankDesign::SignedRank {
        return sums_of_signs((1..=first).collect(), first * (first + 1) / 2);
    }
    let (few, many) = (first.min(second), first.max(second));
    let all = binomial_coefficient((few + many) as u64, few as u64);
    partitions(few, many, few * many).into_iter().map(|count| count / all).collect()
}

/// The largest statistic whose lower tail is at most this.
fn region(chances: &[f64], tail: f64) -> Rejected {
    let mut below = 0.0;
    let rejecting = chances.iter().take_while(|chance| {
        below += **chance;
        // Tails such as 1/20 are exact only up to rounding.
        below <= tail * (1.0 + 1e-12)
    });
    match rejecting.count() {
        0 => Rejected::Nothing,
        count => Rejected::UpTo(count as f64 - 1.0),
    }
}

/// The shift, in standard deviations, of normal data that have an effect; see
/// [`effect_of_shift`].
///
/// # Errors
///
/// [`Error::OutOfRange`] unless the effect is strictly between 0 and 1.
///
/// ```
/// use peirast_stats::power::rank::{RankDesign, effect_of_shift, shift_of_effect};
/// let pairs = RankDesign::SignedRank;
/// assert!((shift_of_effect(pairs, effect_of_shift(pairs, 0.5)?)? - 0.5).abs() < 1e-12);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn shift_of_effect(design: RankDesign, effect: f64) -> Result<f64, Error> {
    let z = normal_quantile(inside("effect", effect)?);
    Ok(match design {
        RankDesign::SignedRank => z / std::f64::consts::SQRT_2,
        RankDesign::RankSum { .. } => z * std::f64::consts::SQRT_2,
    })
}

/// Searches for the smallest size whose power, which may be simulated, reaches the target, while
/// the next smaller size does not. The search begins at `guess`.
///
/// `within` is the relative precision of the search: 0 for the size itself. A simulated power is
/// uncertain, so a precision below its error is useless.
///
/// # Errors
///
/// [`Error::OutOfRange`] unless 0 < `target` < 1 and 0 <= `within` <= 1, [`Error::Unreachable`] if a
/// million are not enough, and those of `power`.
///
/// ```
/// use peirast_stats::power::rank::search_size;
/// let power = |size: u64| Ok::<f64, peirast_stats::Error>(1.0 - 1.0 / size as f64);
/// assert_eq!(search_size(0.9, 3, 0.0, power)?, 10);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn search_size<E: From<Error>>(
    target: f64,
    guess: u64,
    within: f64,
    mut power: impl FnMut(u64) -> Result<f64, E>,
) -> Result<u64, E> {
    inside("target", target)?;
    probability("within", within)?;
    let near = |size: u64| ((size as f64 * within) as u64).max(1);
    // Large steps at first, except if the guess is good and an approximate size is enough.
    let first_step = |size: u64, far: u64| if within > 0.0 { 4 * near(size) } else { far };
    // A size known to be too small, and one known to be enough.
    let (mut short, mut enough) = (0, guess.clamp(1, MOST));
    let mut step = first_step(enough, enough.div_ceil(2));
    loop {
        let found = power(enough)?;
        if found >= target {
            break;
        }
        if enough >= MOST {
            return Err(Error::Unreachable { target, best: found }.into());
        }
        short = enough;
        enough = (enough + step).min(MOST);
        step = if within > 0.0 { step * 2 } else { enough.div_ceil(2) };
    }
    let mut step = first_step(enough, enough.div_ceil(8));
    while short == 0 && enough > 1 {
        let less = enough.saturating_sub(step).max(1);
        if power(less)? < target {
            short = less;
        } else {
            enough = less;
        }
        step *= 2;
    }
    while enough - short > near(enough) {
        let middle = u64::midpoint(short, enough);
        if power(middle)? < target { short = middle } else { enough = middle }
    }
    Ok(enough)
}

/// The largest shift that a search evaluates, in standard deviations.
const MOST_SHIFT: f64 = 10.0;

/// Searches for the smallest shift upwards whose power, which may be simulated, reaches the target,
/// to a thousandth of a standard deviation. The search begins at `guess`.
///
/// # Errors
///
/// [`Error::OutOfRange`] unless 0 < `target` < 1, [`Error::TooSmall`] if ten standard deviations are
/// not enough, and those of `power`.
///
/// ```
/// use peirast_stats::power::rank::search_shift;
/// let power = |shift: f64| Ok::<f64, peirast_stats::Error>(shift / 4.0);
/// assert!((search_shift(0.5, 1.0, power)? - 2.0).abs() <= 1e-3);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn search_shift<E: From<Error>>(
    target: f64,
    guess: f64,
    mut power: impl FnMut(f64) -> Result<f64, E>,
) -> Result<f64, E> {
    inside("target", target)?;
    let (mut short, mut enough) = (0.0, guess.clamp(1e-3, MOST_SHIFT));
    let mut step = enough / 8.0;
    loop {
        let best = power(enough)?;
        if best >= target {
            break;
        }
        if enough >= MOST_SHIFT {
            return Err(Error::TooSmall { target, best }.into());
        }
        short = enough;
        enough = (enough + step).min(MOST_SHIFT);
        step *= 2.0;
    }
    let mut step = enough / 8.0;
    while short == 0.0 && enough > 1e-3 {
        let less = (enough - step).max(0.0);
        if less == 0.0 {
            break;
        }
        if power(less)? < target {
            short = less
        } else {
            enough = less
        }
        step *= 2.0;
    }
    while enough - short > 1e-3 {
        let middle = f64::midpoint(short, enough);
        if power(middle)? < target { short = middle } else { enough = middle }
    }
    Ok(enough)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Undefined, mann_whitney, wilcoxon};
    use proptest::prelude::*;

    const SIDES: [Alternative; 3] =
        [Alternative::TwoSided, Alternative::Greater, Alternative::Less];

    /// The critical value gives the rejections of the exact test.
    #[test]
    fn planned_tests_are_the_tests() {
        for (seed, size) in (2..40).enumerate() {
            let stream = &mut SplitMix64::new(seed as u64);
            let d: Vec<f64> = (0..size).map(|_| normal_draw(stream) + 0.5).collect();
            let pairs = wilcoxon::signed_rank(&d, ZeroRule::Wilcox).expect("differences");
            let (x, y) = d.split_at(size / 2);
            let two = mann_whitney::rank_sum(x, y).expect("samples");
            let first = (size / 2) as f64 / size as f64;
            for (side, alpha) in SIDES.into_iter().flat_map(|s| [0.01, 0.05, 0.3].map(|a| (s, a))) {
                let of = |design, lower: f64, upper: f64| {
                    let planned = PlannedRank::new(design, size, side, alpha).expect("a design");
                    let statistic = match side {
                        Alternative::Greater => upper,
                        Alternative::Less => lower,
                        Alternative::TwoSided => lower.min(upper),
                    };
                    matches!(planned.region, Rejected::UpTo(most) if statistic <= most)
                };
                let p = pairs.p_exact(side).expect("no ties");
                let found = of(RankDesign::SignedRank, pairs.w_plus, pairs.w_minus);
                assert_eq!(found, p <= alpha, "{size} {side:?} {alpha} {p}");
                let p = two.p_exact(side).expect("no ties");
                let found = of(RankDesign::RankSum { first }, two.u1, two.u2);
                assert_eq!(found, p <= alpha, "{size} {side:?} {alpha} {p}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_search_finds_where_power_crosses(wanted in 1_u64..5000, guess in 1_u64..5000) {
            let power = |size: u64| Ok::<_, Error>(if size >= wanted { 0.9 } else { 0.5 });
            prop_assert_eq!(search_size(0.8, guess, 0.0, power), Ok(wanted));
        }

        /// A search with a low precision evaluates few sizes, and reaches its precision.
        #[test]
        fn a_near_size_takes_few_looks(wanted in 500_u64..50_000, off in 0.9_f64..1.1) {
            let mut looks = 0;
            let power = |size: u64| {
                looks += 1;
                Ok::<_, Error>(if size >= wanted { 0.9 } else { 0.5 })
            };
            let found = search_size(0.8, (wanted as f64 * off) as u64, 0.005, power)?;
            prop_assert!(found >= wanted && found as f64 <= wanted as f64 * 1.006 + 1.0);
            prop_assert!(looks <= 10, "{}", looks);
        }

        #[test]
        fn the_shift_is_found_from_any_guess(wanted in 0.002_f64..9.9, guess in 0.0_f64..20.0) {
            let power = |shift: f64| Ok::<_, Error>(if shift >= wanted { 0.9 } else { 0.5 });
            let found = search_shift(0.8, guess, power)?;
            prop_assert!(found >= wanted && found - wanted <= 1.1e-3, "{}", found);
        }
    }

    #[test]
    fn nothing_rejects_without_data() {
        for design in [RankDesign::SignedRank, RankDesign::RankSum { first: 0.1 }] {
            let none = PlannedRank::new(design, 3, Alternative::TwoSided, 0.05).expect("a design");
            assert_eq!(none.simulate(5.0, 1, 0..9).expect("a shift").rejected, 0);
        }
        let never = search_size(0.8, 4, 0.0, |_| Ok::<_, Error>(0.1));
        assert!(matches!(never, Err(Error::Unreachable { .. })));
        let error: Error = Undefined::NoEffect.into();
        assert_eq!(search_shift(0.8, 1.0, |_| Err(error)), Err(error));
    }
}
