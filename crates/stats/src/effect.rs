//! Effect sizes with their uncertainty: of paired answers, of proportions, of samples of scores.

mod ordinal;
mod score;
mod standardised;

pub use ordinal::{CliffsDelta, cliffs_delta};
pub use score::score_statistic;
pub(crate) use standardised::rounding;
pub use standardised::{CohensD, PairedD, cohens_d, cohens_d_paired, cohens_h};

use serde::{Deserialize, Serialize};

use crate::counts::check_counts;
use crate::dist::{beta_quantile, critical_z};
use crate::error::inside;
use crate::name::named;
use crate::proportion::{clopper_pearson_of, score_limits};
use crate::{Defined, Error, Interval, PairedTable, Ratio, Undefined};

/// The odds ratio of matched pairs with its exact interval.
///
/// Above 1, more discordant pairs favour the perturbed version.
///
/// ```
/// use peirast_stats::{Ratio, effect};
/// let odds = effect::odds_ratio(0, 5, 0.95)?;
/// assert_eq!((odds.ratio, odds.high), (Ratio::Infinite, Ratio::Infinite));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct OddsRatio {
    /// n21/n12.
    pub ratio: Ratio,
    /// The lower limit.
    pub low: Ratio,
    /// The upper limit.
    pub high: Ratio,
}

impl OddsRatio {
    /// The ratio as a number, which may be infinite; undefined without discordant pairs.
    ///
    /// ```
    /// use peirast_stats::effect;
    /// assert_eq!(effect::odds_ratio(0, 5, 0.95)?.value(), Ok(f64::INFINITY));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn value(&self) -> Defined {
        self.ratio.value().ok_or(Undefined::NoDiscordantPairs)
    }

    /// Returns its limits as numbers; they may also be infinite or undefined.
    ///
    /// ```
    /// use peirast_stats::{Undefined, effect};
    /// assert!(effect::odds_ratio(4, 16, 0.95)?.limits()?.contains(4.0));
    /// let none = effect::odds_ratio(0, 0, 0.95)?;
    /// assert_eq!(none.limits(), Err(Undefined::NoDiscordantPairs));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn limits(&self) -> Defined<Interval> {
        let of = |ratio: Ratio| ratio.value().ok_or(Undefined::NoDiscordantPairs);
        Ok(Interval { low: of(self.low)?, high: of(self.high)? })
    }
}

/// Cohen's g of matched pairs, -0.5 to 0.5, and its exact interval: the share of discordant pairs
/// in favour of the perturbed version, less one half.
///
/// The limits are those of Clopper and Pearson for the share. Source: Cohen (1988), *Statistical
/// Power Analysis*, chapter 5.
///
/// # Errors
///
/// [`Error::OutOfRange`] unless 0 < `confidence` < 1; [`Error::Undefined`] without discordant
/// pairs.
///
/// ```
/// use peirast_stats::effect;
/// let (g, interval) = effect::cohens_g(4, 16, 0.95)?;
/// assert!((g - 0.3).abs() < 1e-12 && interval.low > 0.06 && interval.high < 0.45);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn cohens_g(n12: u64, n21: u64, confidence: f64) -> Result<(f64, Interval), Error> {
    check_counts("discordant pairs", [n12, n21])?;
    let n = n12 + n21;
    inside("confidence", confidence)?;
    if n == 0 {
        return Err(Undefined::NoDiscordantPairs.into());
    }
    let limits = clopper_pearson_of(n21, n, confidence);
    let interval = Interval { low: limits.low - 0.5, high: limits.high - 0.5 };
    Ok((n21 as f64 / n as f64 - 0.5, interval))
}

/// The conditional odds ratio n21/n12 and its exact interval.
///
/// The limits are those of Clopper and Pearson for the share n21/n*, transformed by x/(1 - x). With
/// `n12 = 0` the ratio and the upper limit are infinite, with `n21 = 0` the ratio and the lower
/// limit are 0, with neither all three are undefined. Source: Breslow & Day (1980), *Statistical
/// Methods in Cancer Research* 1, section 5.2.
///
/// # Errors
///
/// [`Error::OutOfRange`] unless 0 < `confidence` < 1.
///
/// ```
/// use peirast_stats::{Ratio, effect};
/// let odds = effect::odds_ratio(4, 16, 0.95)?;
/// assert_eq!(odds.ratio, Ratio::Finite(4.0));
/// assert!(odds.low.value() > Some(1.0));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn odds_ratio(n12: u64, n21: u64, confidence: f64) -> Result<OddsRatio, Error> {
    inside("confidence", confidence)?;
    check_counts("discordant pairs", [n12, n21])?;
    let tail = (1.0 - confidence) / 2.0;
    let ratio = Ratio::new(n21 as f64, n12 as f64);
    if ratio == Ratio::Undefined {
        return Ok(OddsRatio { ratio, low: ratio, high: ratio });
    }
    let low = match n21 {
        0 => Ratio::Finite(0.0),
        _ => odds_at(tail, n21, n12.saturating_add(1)),
    };
    let high = match n12 {
        0 => Ratio::Infinite,
        _ => odds_at(1.0 - tail, n21.saturating_add(1), n12),
    };
    Ok(OddsRatio { ratio, low, high })
}

/// x/(1 - x) at a beta quantile x. The complement is computed as a quantile of its own: 1 - x would
/// have lost its digits when x is near 1.
fn odds_at(p: f64, a: u64, b: u64) -> Ratio {
    Ratio::new(beta_quantile(p, a, b), beta_quantile(1.0 - p, b, a))
}

/// Wald's interval of the conditional odds ratio n21/n12: normal on the logarithmic scale, with
/// variance 1/n12 + 1/n21.
///
/// Source: Breslow & Day (1980), section 5.2. The exact interval of [`odds_ratio`] is better for
/// small counts.
///
/// # Errors
///
/// [`Error::OutOfRange`] unless 0 < `confidence` < 1; [`Error::Undefined`] if a count is 0.
///
/// ```
/// use peirast_stats::effect;
/// let interval = effect::odds_ratio_wald(4, 16, 0.95)?;
/// assert!(interval.low > 1.0 && interval.contains(4.0));
/// assert!(effect::odds_ratio_wald(0, 5, 0.95).is_err());
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn odds_ratio_wald(n12: u64, n21: u64, confidence: f64) -> Result<Interval, Error> {
    inside("confidence", confidence)?;
    check_counts("discordant pairs", [n12, n21])?;
    if n12 == 0 && n21 == 0 {
        return Err(Undefined::NoDiscordantPairs.into());
    }
    if n12 == 0 || n21 == 0 {
        return Err(Undefined::ZeroDiscordantCell.into());
    }
    let (below, above) = (n12 as f64, n21 as f64);
    let half = critical_z(confidence) * (1.0 / below + 1.0 / above).sqrt();
    let ratio = above / below;
    Ok(Interval { low: ratio * (-half).exp(), high: ratio * half.exp() })
}

/// The method for the interval of a difference of paired proportions.
///
/// ```
/// use peirast_stats::DifferenceMethod;
/// assert_eq!("newcombe".parse(), Ok(DifferenceMethod::Newcombe));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DifferenceMethod {
    /// Two Wilson intervals joined, allowing for their correlation (`newcombe`). Source: Newcombe
    /// (1998), *Statistics in Medicine* 17:2635, method 10.
    #[default]
    Newcombe,
    /// The estimate plus and minus z standard errors (`wald`): too short in small samples, and of
    /// width 0 without discordant pairs.
    Wald,
    /// Wald after adding 1/2 to each cell, cut at -1 and 1 (`agresti-min`). It is centred nearer
    /// to 0 than the estimate. Source: Agresti & Min (2005), *Statistics in Medicine* 24:729,
    /// where it is called Wald+2.
    AgrestiMin,
    /// The differences that the score test does not reject (`tango`): near its nominal level in small
    /// samples too. Source: Tango (1998), *Statistics in Medicine* 17:891.
    Tango,
}

named!(DifferenceMethod, "interval for a difference",
    Newcombe => "newcombe",
    Wald => "wald",
    AgrestiMin => "agresti-min",
    Tango => "tango",
);

/// The change in the share of right answers between the original and the perturbed version.
///
/// ```
/// use peirast_stats::{Difference, DifferenceMethod, Interval};
/// let none = Difference {
///     estimate: 0.0,
///     interval: Interval { low: -0.1, high: 0.1 },
///     method: DifferenceMethod::Newcombe,
/// };
/// assert!(none.interval.contains(none.estimate));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// (n21 - n12)/n, the share of right answers to the perturbed version less the share for the
    /// original: -1 to 1.
    pub estimate: f64,
    /// The confidence interval, within -1 to 1.
    pub interval: Interval,
    /// The method of the interval.
    pub method: DifferenceMethod,
}

/// The difference of paired proportions, perturbed less original, with its interval.
///
/// # Errors
///
/// [`Error::NoObservations`] for an empty table, [`Error::OutOfRange`] unless
/// 0 < `confidence` < 1.
///
/// ```
/// use peirast_stats::{DifferenceMethod, PairedTable, effect};
/// let table = PairedTable { n11: 60, n12: 40, n21: 20, n22: 40 };
/// let difference = effect::difference(&table, DifferenceMethod::AgrestiMin, 0.95)?;
/// assert_eq!(difference.estimate, -0.125);
/// assert!((difference.interval.low - -0.21601726).abs() < 1e-8);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn difference(
    table: &PairedTable,
    method: DifferenceMethod,
    confidence: f64,
) -> Result<Difference, Error> {
    inside("confidence", confidence)?;
    table.check()?;
    if table.n() == 0 {
        return Err(Error::NoObservations);
    }
    let estimate = (table.n21 as f64 - table.n12 as f64) / table.n() as f64;
    let interval = match method {
        DifferenceMethod::Newcombe => newcombe(table, table.n() as f64, critical_z(confidence)),
        DifferenceMethod::Wald => wald(table, 0.0, confidence),
        DifferenceMethod::AgrestiMin => wald(table, 0.5, confidence),
        DifferenceMethod::Tango => score::score_interval(table, confidence),
    };
    Ok(Difference { estimate, interval, method })
}

fn wald(table: &PairedTable, added: f64, confidence: f64) -> Interval {
    let n = table.n() as f64 + 4.0 * added;
    let (worse, better) = (table.n12 as f64 + added, table.n21 as f64 + added);
    let centre = (better - worse) / n;
    let variance = ((worse + better) / n - centre * centre) / n;
    let half = critical_z(confidence) * variance.max(0.0).sqrt();
    Interval { low: (centre - half).max(-1.0), high: (centre + half).min(1.0) }
}

/// Newcombe's interval of the shares of a table for an effective number of `pairs`, which may be
/// fractional, at a critical value.
pub(crate) fn newcombe(table: &PairedTable, pairs: f64, critical: f64) -> Interval {
    let n = table.n() as f64;
    let b = (table.n11 + table.n12) as f64 / n;
    let a = (table.n11 + table.n21) as f64 / n;
    let (before, after) = (score_limits(b, pairs, critical), score_limits(a, pairs, critical));
    let phi = correlation(table);
    let reach = |x: f64, y: f64| (x * x - 2.0 * phi * x * y + y * y).max(0.0).sqrt();
    let estimate = (table.n21 as f64 - table.n12 as f64) / n;
    Interval {
        low: (estimate - reach(a - after.low, before.high - b)).max(-1.0),
        high: (estimate + reach(after.high - a, b - before.low)).min(1.0),
    }
}

/// The correlation phi of the two answers, its numerator moved n/2 towards 0 if positive.
fn correlation(table: &PairedTable) -> f64 {
    let [n11, n12, n21, n22] = [table.n11, table.n12, table.n21, table.n22].map(|x| x as f64);
    let margins = [n11 + n12, n21 + n22, n11 + n21, n12 + n22];
    if margins.contains(&0.0) {
        return 0.0;
    }
    let numerator = n11 * n22 - n12 * n21;
    let half = (n11 + n12 + n21 + n22) / 2.0;
    let corrected = if numerator > 0.0 { (numerator - half).max(0.0) } else { numerator };
    corrected / margins.map(f64::sqrt).iter().product::<f64>()
}
