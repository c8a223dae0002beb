use crate::error::inside;
use crate::name::named;
use crate::sample::finite;
use crate::{Bootstrap, Defined, Error, Interval, Undefined, bootstrap};

/// The difference between two ratings.
///
/// ```
/// use peirast_stats::Metric;
/// assert_eq!("ordinal".parse(), Ok(Metric::Ordinal));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// The same or not (`nominal`).
    #[default]
    Nominal,
    /// The number of ratings between them (`ordinal`).
    Ordinal,
    /// Their squared difference (`interval`).
    Interval,
    /// The square of their difference over their sum, for ratings of 0 or more (`ratio`).
    Ratio,
}

named!(Metric, "metric",
    Nominal => "nominal",
    Ordinal => "ordinal",
    Interval => "interval",
    Ratio => "ratio",
);

/// Krippendorff's alpha of any number of raters, of whom some may not have rated some units.
///
/// ```
/// use peirast_stats::{Metric, agreement};
/// let units = [[Some(1.0), Some(1.0)], [Some(2.0), Some(3.0)], [Some(4.0), None]];
/// let alpha = agreement::krippendorff_alpha(&units, Metric::Interval)?;
/// assert!((alpha.alpha? - 8.0 / 11.0).abs() < 1e-15);
/// assert_eq!(alpha.units, 2);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Krippendorff {
    /// The coefficient: 1 for complete agreement, 0 for what chance gives, negative for less.
    /// Undefined if all ratings are equal.
    pub alpha: Defined,
    /// The observed disagreement, in the unit of the metric.
    pub observed: f64,
    /// The disagreement to be expected by chance.
    pub expected: f64,
    /// The number of units with two ratings or more; other units do not contribute.
    pub units: u64,
    /// The number of ratings of these units.
    pub ratings: u64,
    rated: Vec<Vec<f64>>,
    metric: Metric,
}

/// An interval of alpha from resampled units.
///
/// ```
/// use peirast_stats::{AlphaInterval, Interval};
/// let found = AlphaInterval { interval: Interval { low: 0.5, high: 0.9 }, left_out: 0 };
/// assert!(found.interval.contains(0.7));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AlphaInterval {
    /// The percentile interval.
    pub interval: Interval,
    /// Number of resamples left out because all their ratings were equal, where alpha is undefined.
    pub left_out: u64,
}

/// Krippendorff's alpha. Rows are units, columns raters; `None` is a missing rating. For nominal
/// ratings, numbers are names.
///
/// Time as of sorting the ratings; under the metric of ratios, also proportional to the square of the
/// number of different values (of which there can be as many as ratings). Source: Krippendorff (2011), *Computing Krippendorff's Alpha-Reliability*;
/// (2019), *Content Analysis*, 4th edition, chapter 12.
///
/// # Errors
///
/// [`Error::NotFinite`] for infinite ratings, [`Error::OutOfRange`] for negative ones under the metric
/// of ratios, or for more than 20 000 different values under it; [`Error::Undefined`] if no unit has two ratings.
///
/// ```
/// use peirast_stats::{Metric, Undefined, agreement};
/// let same = agreement::krippendorff_alpha(&[[Some(1.0), Some(1.0)]], Metric::Nominal)?;
/// assert_eq!(same.alpha, Err(Undefined::NoDisagreementExpected));
/// assert_eq!((same.observed, same.units), (0.0, 1));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn krippendorff_alpha<R: AsRef<[Option<f64>]>>(
    units: &[R],
    metric: Metric,
) -> Result<Krippendorff, Error> {
    let present = |unit: &R| unit.as_ref().iter().flatten().copied().collect::<Vec<f64>>();
    let rated: Vec<Vec<f64>> = units.iter().map(present).filter(|unit| unit.len() > 1).collect();
    for unit in &rated {
        finite("units", unit)?;
        if let Some(value) = unit.iter().copied().find(|one| metric == Metric::Ratio && *one < 0.0)
        {
            let range = "0 or more for the metric of ratios";
            return Err(Error::OutOfRange { what: "every rating", range, value });
        }
    }
    if rated.is_empty() {
        return Err(Undefined::NothingPairable.into());
    }
    let values = different(&rated);
    if metric == Metric::Ratio && values > MOST_RATIOS {
        return Err(Error::OutOfRange {
            what: "the number of different ratings",
            range: "at most 20000 under the metric of ratios (round them, or take the metric interval)",
            value: values as f64,
        });
    }
    let (observed, expected) = disagreements(&rated, metric);
    Ok(Krippendorff {
        alpha: coefficient(observed, expected),
        observed,
        expected,
        units: rated.len() as u64,
        ratings: rated.iter().map(|unit| unit.len() as u64).sum(),
        rated,
        metric,
    })
}

/// The largest number of different ratings under the metric of ratios, where all pairs are
/// compared: seconds.
const MOST_RATIOS: usize = 20_000;
/// The most comparisons of these over all resamples: some minutes.
const MOST_COMPARISONS: f64 = 1e11;

/// Returns the number of different ratings.
fn different(rated: &[Vec<f64>]) -> usize {
    let mut all = rated.concat();
    all.sort_by(f64::total_cmp);
    all.dedup_by(|a, b| a == b);
    all.len()
}

/// Alpha from the mean disagreement within units and among all ratings.
fn coefficient(observed: f64, expected: f64) -> Defined {
    if expected > 0.0 {
        Ok(1.0 - observed / expected)
    } else {
        Err(Undefined::NoDisagreementExpected)
    }
}

/// The mean disagreement within units, and among all ratings.
fn disagreements(rated: &[Vec<f64>], metric: Metric) -> (f64, f64) {
    let mut all: Vec<f64> = rated.concat();
    all.sort_by(f64::total_cmp);
    let n = all.len() as f64;
    let mut values = all.clone();
    values.dedup_by(|a, b| a == b);
    // The position of a value: the value itself, or for ordinal ratings the middle of the positions
    // of its ratings. The distance of two values is then the number of ratings between them and
    // half of their own.
    let place = |value: f64| match metric {
        Metric::Ordinal => {
            let below = all.partition_point(|other| *other < value);
            let up_to = all.partition_point(|other| *other <= value);
            (below + up_to) as f64 / 2.0
        }
        Metric::Nominal | Metric::Interval | Metric::Ratio => value,
    };
    let apart = |a: f64, b: f64| match metric {
        Metric::Nominal => f64::from(u8::from(a != b)),
        Metric::Ordinal | Metric::Interval => (a - b) * (a - b),
        // Also for 0 and 0.
        Metric::Ratio if a == b => 0.0,
        Metric::Ratio => ((a - b) / (a + b)).powi(2),
    };
    let pairs = |unit: &Vec<f64>| {
        let places: Vec<f64> = unit.iter().map(|value| place(*value)).collect();
        let sum: f64 = places.iter().flat_map(|a| places.iter().map(|b| apart(*a, *b))).sum();
        sum / (places.len() as f64 - 1.0)
    };
    let observed = rated.iter().map(pairs).sum::<f64>() / n;
    let count = |value: f64| {
        let up_to = all.partition_point(|other| *other <= value);
        (up_to - all.partition_point(|other| *other < value)) as f64
    };
    let placed: Vec<(f64, f64)> =
        values.iter().map(|value| (place(*value), count(*value))).collect();
    let chance: f64 = match metric {
        _ if placed.len() == 1 => 0.0,
        // All pairs, less those of equal ratings.
        Metric::Nominal => n * n - placed.iter().map(|(_, m)| m * m).sum::<f64>(),
        // The sum of squared differences of all pairs is 2 n times that of squares about the mean.
        Metric::Ordinal | Metric::Interval => {
            let mean = placed.iter().map(|(a, m)| m * a).sum::<f64>() / n;
            let about = |power: i32| -> f64 {
                placed.iter().map(|(a, m)| m * (a - mean).powi(power)).sum()
            };
            // Subtracts the remainder that the rounding of the mean leaves.
            2.0 * (n * about(2) - about(1).powi(2)).max(0.0)
        }
        Metric::Ratio => placed
            .iter()
            .flat_map(|(a, m)| placed.iter().map(move |(b, k)| m * k * apart(*a, *b)))
            .sum(),
    };
    (observed, chance / (n * (n - 1.0)))
}

impl Krippendorff {
    /// The percentile interval from resampling units, `resamples` times; the same seed gives the
    /// same result.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1, or if the resamples of different ratings
    /// under the metric of ratios would need some minutes of comparisons; [`Error::Undefined`] if
    /// alpha is undefined, also in every resample.
    ///
    /// ```
    /// use peirast_stats::{Metric, agreement};
    /// let unit = |i: usize| [Some((i % 4) as f64), Some(((i + i % 7 / 6) % 4) as f64)];
    /// let units: Vec<_> = (0..40).map(unit).collect();
    /// let alpha = agreement::krippendorff_alpha(&units, Metric::Nominal)?;
    /// assert!(alpha.interval(0.95, 200, 1)?.interval.contains(alpha.alpha?));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn interval(
        &self,
        confidence: f64,
        resamples: u64,
        seed: u64,
    ) -> Result<AlphaInterval, Error> {
        inside("confidence", confidence)?;
        let comparisons = resamples as f64 * (different(&self.rated) as f64).powi(2);
        if self.metric == Metric::Ratio && comparisons > MOST_COMPARISONS {
            return Err(Error::OutOfRange {
                what: "resamples times the square of the number of different ratings",
                range: "at most 1e11 under the metric of ratios (take fewer resamples, or round ratings)",
                value: comparisons,
            });
        }
        let units: Vec<usize> = (0..self.rated.len()).collect();
        let statistic = |chosen: &[usize]| {
            let rated: Vec<Vec<f64>> = chosen.iter().map(|i| self.rated[*i].clone()).collect();
            let (observed, expected) = disagreements(&rated, self.metric);
            coefficient(observed, expected).unwrap_or(f64::NAN)
        };
        let drawn = bootstrap::replicates(&units, statistic, seed, 0..resamples);
        let drawn = Bootstrap::new(self.alpha?, drawn, Vec::new())?;
        Ok(AlphaInterval { interval: drawn.percentile(confidence)?, left_out: drawn.left_out() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The disagreement among all ratings, pair by pair.
    #[test]
    fn chance_is_that_of_all_pairs() {
        let rated: Vec<Vec<f64>> = (0..40_i32)
            .map(|at| vec![f64::from(at * at % 17) / 7.0, 1e6 + f64::from(at % 5) / 3.0])
            .collect();
        let all = rated.concat();
        let below = |value: f64| all.iter().filter(|other| **other < value).count() as f64;
        let equal = |value: f64| all.iter().filter(|other| **other == value).count() as f64;
        let place = |value: f64| below(value) + equal(value) / 2.0;
        type Distance<'a> = &'a dyn Fn(f64, f64) -> f64;
        let apart: [(Metric, Distance<'_>); 3] = [
            (Metric::Nominal, &|a, b| f64::from(u8::from(a != b))),
            (Metric::Ordinal, &|a, b| (place(a) - place(b)).powi(2)),
            (Metric::Interval, &|a, b| (a - b).powi(2)),
        ];
        for (metric, apart) in apart {
            let pairs = all.iter().flat_map(|a| all.iter().map(|b| apart(*a, *b)));
            let wanted = pairs.sum::<f64>() / (80.0 * 79.0);
            let (_, found) = disagreements(&rated, metric);
            assert!((found - wanted).abs() <= 1e-13 * wanted, "{metric} {found} {wanted}");
        }
        // Equal ratings leave no remainder, for any digits.
        let same = vec![vec![0.1, 0.1]; 7];
        for metric in [Metric::Nominal, Metric::Ordinal, Metric::Interval] {
            assert_eq!(disagreements(&same, metric).1, 0.0, "{metric}");
        }
    }

    /// All pairs of ratings are compared, so their number is bounded.
    #[test]
    fn ratios_of_many_ratings_are_refused() {
        let units = |count: u32| -> Vec<[Option<f64>; 2]> {
            (0..count).map(|at| [Some(f64::from(at)), Some(f64::from(at) + 0.5)]).collect()
        };
        let refused = krippendorff_alpha(&units(10_001), Metric::Ratio).expect_err("too many");
        assert!(refused.to_string().contains("at most 20000"), "{refused}");
        assert!(krippendorff_alpha(&units(10_001), Metric::Interval).is_ok());
        let found = krippendorff_alpha(&units(2_000), Metric::Ratio).expect("few enough");
        let refused = found.interval(0.95, 1_000_000, 1).expect_err("too many");
        assert!(refused.to_string().contains("take fewer resamples"), "{refused}");
        assert!(found.interval(0.95, 2, 1).is_ok());
    }

    /// The example of Krippendorff (2011), with four raters and missing ratings.
    #[test]
    fn krippendorffs_example() {
        let raters: [[u8; 12]; 4] = [
            [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
            [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
            [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
            [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
        ];
        let rating = |value: u8| (value > 0).then(|| f64::from(value));
        let units: Vec<Vec<Option<f64>>> =
            (0..12).map(|i| raters.iter().map(|rater| rating(rater[i])).collect()).collect();
        for (metric, want) in [
            (Metric::Nominal, 0.743),
            (Metric::Ordinal, 0.815),
            (Metric::Interval, 0.849),
            (Metric::Ratio, 0.797),
        ] {
            let found = krippendorff_alpha(&units, metric).expect("ratings");
            let alpha = found.alpha.expect("ratings differ");
            assert!((alpha - want).abs() < 5e-4, "{metric} {found:?}");
            assert_eq!((found.units, found.ratings), (11, 40));
        }
    }
}
