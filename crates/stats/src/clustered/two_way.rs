use super::{alike, limits, sums, variance};
use crate::dist::{critical_t, t_p};
use crate::error::inside;
use crate::labels::numbered;
use crate::name::named;
use crate::sample::finite;
use crate::{Alternative, Defined, Error, Interval, PairedTable, Undefined};
use std::borrow::Borrow;

/// The method by which a two-way clustered variance was computed.
///
/// ```
/// use peirast_stats::TwoWayVariance;
/// assert_eq!("sum".parse(), Ok(TwoWayVariance::Sum));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TwoWayVariance {
    /// The sum of the variances for clusters of the first and the second kind, less the variance
    /// for clusters that share both (`inclusion-exclusion`).
    #[default]
    InclusionExclusion,
    /// The sum of the first two alone (`sum`): used if inclusion-exclusion gives no variance above
    /// 0, which can happen by chance with few clusters. It is never smaller than the variance for
    /// clusters of one kind.
    Sum,
}

named!(TwoWayVariance, "variance for two kinds of clusters",
    InclusionExclusion => "inclusion-exclusion",
    Sum => "sum",
);

/// A mean, or difference of proportions, whose uncertainty allows for clusters of two kinds.
///
/// ```
/// use peirast_stats::{Alternative, clustered};
/// // Four seed items under three protocols each.
/// let gains = [1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, -1.0, 0.0];
/// let items = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4];
/// let protocols = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3];
/// let mean = clustered::mean_by_two(&gains, &items, &protocols, 0.95)?;
/// assert_eq!((mean.clusters, mean.df), ([4, 3], 2.0));
/// assert!(mean.interval.contains(5.0 / 12.0) && mean.p(Alternative::Greater)? < 0.5);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwoWayMean {
    /// The mean over all values of all clusters.
    pub estimate: f64,
    /// Its standard error.
    pub se: f64,
    /// The number of clusters of the kind with fewer clusters, less 1: the degrees of freedom of
    /// interval and test.
    pub df: f64,
    /// The interval by Student's t; of a difference of shares, score limits within -1 to 1.
    pub interval: Interval,
    /// The method by which the variance was computed.
    pub variance: TwoWayVariance,
    /// The number of clusters with values, of the first kind and of the second.
    pub clusters: [u64; 2],
    /// The number of values.
    pub n: u64,
}

impl TwoWayMean {
    /// The estimate over its standard error.
    ///
    /// # Errors
    ///
    /// [`Undefined::ZeroVariance`] if the standard error is 0.
    ///
    /// ```
    /// use peirast_stats::{Undefined, clustered};
    /// let same = clustered::mean_by_two(&[1.0; 4], &[1, 1, 2, 2], &[1, 2, 1, 2], 0.95)?;
    /// assert_eq!(same.t(), Err(Undefined::ZeroVariance));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn t(&self) -> Defined {
        if self.se > 0.0 { Ok(self.estimate / self.se) } else { Err(Undefined::ZeroVariance) }
    }

    /// The p-value of a mean of 0, by Student's t.
    ///
    /// # Errors
    ///
    /// [`Undefined::ZeroVariance`] if the standard error is 0.
    ///
    /// ```
    /// use peirast_stats::{Alternative, clustered};
    /// let even = clustered::mean_by_two(&[1.0, -1.0, 1.0, -1.0], &[1, 1, 2, 2], &[1, 2, 1, 2], 0.9)?;
    /// assert_eq!(even.p(Alternative::TwoSided), Ok(1.0));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn p(&self, alternative: Alternative) -> Defined {
        Ok(t_p(self.t()?, self.df, alternative))
    }
}

/// The mean of values that belong to clusters of two kinds, such as seed items and protocols:
/// values may depend on one another if they share either label.
///
/// The variance is the variance of [`fn@super::mean`] for the first kind of clusters, plus that for
/// the second, less that for clusters that share both, each with its own factor K/(K - 1). If the
/// result is not above 0, it is the sum of the first two, and [`TwoWayMean::variance`] says so.
/// Time is proportional to the number of values, except for labels much larger than that number,
/// which are sorted. Source: Cameron, Gelbach & Miller (2011), *J. Business & Economic Statistics*
/// 29:238.
///
/// # Errors
///
/// [`Error::Lengths`] unless there are two labels for each value, [`Error::NotFinite`] for infinite
/// values, [`Error::OutOfRange`] unless 0 < `confidence` < 1, [`Error::Undefined`] for fewer than
/// two clusters of either kind.
///
/// ```
/// use peirast_stats::clustered;
/// // Where every value is a cluster of its own in one way, only the other way counts.
/// let values = [1.0, 0.0, 1.0, 1.0, 0.0];
/// let two = clustered::mean_by_two(&values, &[1, 1, 2, 2, 3], &[1, 2, 3, 4, 5], 0.95)?;
/// let one = clustered::mean(&[vec![1.0, 0.0], vec![1.0, 1.0], vec![0.0]], 0.95)?;
/// assert!((two.se - one.se).abs() < 1e-15);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn mean_by_two(
    values: &[f64],
    first: &[u64],
    second: &[u64],
    confidence: f64,
) -> Result<TwoWayMean, Error> {
    finite("values", values)?;
    let sums: Vec<(f64, f64)> = values.iter().map(|value| (*value, 1.0)).collect();
    of_cells(&sums, first, second, confidence)
}

/// The difference of paired proportions, perturbed less original, for pairs that belong to clusters
/// of two kinds; see [`mean_by_two`] for its standard error. The interval is the interval of
/// [`fn@super::difference`], with the degrees of freedom of the kind with fewer clusters. Each
/// table has pairs that share both labels; several tables may have the same labels.
///
/// # Errors
///
/// [`Error::Lengths`] unless there are two labels for each table, [`Error::OutOfRange`] unless
/// 0 < `confidence` < 1, [`Error::Undefined`] for fewer than two clusters of either kind with
/// pairs.
///
/// ```
/// use peirast_stats::{PairedTable, clustered};
/// let one = |n12, n21| PairedTable { n11: 2, n12, n21, n22: 2 };
/// let tables = [one(0, 3), one(1, 2), one(2, 0), one(0, 1)];
/// let found = clustered::difference_by_two(&tables, &[1, 1, 2, 2], &[1, 2, 1, 2], 0.95)?;
/// assert!((found.estimate - 3.0 / 25.0).abs() < 1e-15 && found.n == 25);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn difference_by_two(
    tables: &[impl Borrow<PairedTable>],
    first: &[u64],
    second: &[u64],
    confidence: f64,
) -> Result<TwoWayMean, Error> {
    let total: PairedTable = tables.iter().map(|one| *one.borrow()).sum();
    total.check()?;
    let cells: Vec<(f64, f64)> = tables.iter().map(|one| sums(one.borrow())).collect();
    let mean = of_cells(&cells, first, second, confidence)?;
    let sizes = |labels: &[u64]| {
        let (places, count) = numbered(labels);
        let mut sizes = vec![0.0; count];
        places.iter().zip(&cells).for_each(|(place, (_, size))| sizes[*place] += size);
        alike(sizes.into_iter())
    };
    let alike = sizes(first).min(sizes(second));
    let interval = limits(&total, mean.se, alike, critical_t(confidence, mean.df));
    Ok(TwoWayMean { interval, ..mean })
}

/// The ratio of sums to sizes; cells of size 0 are left out.
fn of_cells(
    cells: &[(f64, f64)],
    first: &[u64],
    second: &[u64],
    confidence: f64,
) -> Result<TwoWayMean, Error> {
    inside("confidence", confidence)?;
    for labels in [first, second] {
        if labels.len() != cells.len() {
            return Err(Error::Lengths { left: cells.len(), right: labels.len() });
        }
    }
    let held = |labels: &[u64]| -> Vec<u64> {
        labels.iter().zip(cells).filter(|(_, cell)| cell.1 > 0.0).map(|(label, _)| *label).collect()
    };
    let ways = Ways::new(&held(first), &held(second))?;
    let cells: Vec<(f64, f64)> = cells.iter().copied().filter(|cell| cell.1 > 0.0).collect();
    let n: f64 = cells.iter().map(|(_, size)| size).sum();
    let estimate = cells.iter().map(|(sum, _)| sum).sum::<f64>() / n;
    let of = |way: &Way| variance(way.summed(&cells).into_iter(), estimate, n);
    let (one, other, both) = (of(&ways.first), of(&ways.second), of(&ways.both));
    let (square, variance) = match above_nothing(one + other - both, one + other) {
        true => (one + other - both, TwoWayVariance::InclusionExclusion),
        false => (one + other, TwoWayVariance::Sum),
    };
    let (se, df) = (square.sqrt(), ways.fewest() as f64 - 1.0);
    let half = critical_t(confidence, df) * se;
    let interval = Interval { low: estimate - half, high: estimate + half };
    Ok(TwoWayMean { estimate, se, df, interval, variance, clusters: ways.clusters(), n: n as u64 })
}

/// Returns true if a variance is larger than the rounding error of its terms. If the terms are 0,
/// there is no rounding error.
pub(crate) fn above_nothing(variance: f64, terms: f64) -> bool {
    variance > 1e-12 * terms || (variance == 0.0 && terms == 0.0)
}

/// One assignment of rows to clusters: the index of each row's cluster, and the number of clusters.
pub(crate) struct Way {
    places: Vec<usize>,
    pub(crate) count: usize,
}

impl Way {
    fn new(labels: &[u64]) -> Self {
        let (places, count) = numbered(labels);
        Self { places, count }
    }

    fn summed(&self, cells: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let mut sums = vec![(0.0, 0.0); self.count];
        for (place, cell) in self.places.iter().zip(cells) {
            sums[*place].0 += cell.0;
            sums[*place].1 += cell.1;
        }
        sums
    }

    /// Returns the indices as labels.
    pub(crate) fn labels(&self) -> Vec<u64> {
        self.places.iter().map(|place| *place as u64).collect()
    }
}

/// Clusters of two kinds, and those that share both.
pub(crate) struct Ways {
    pub(crate) first: Way,
    pub(crate) second: Way,
    pub(crate) both: Way,
}

impl Ways {
    pub(crate) fn new(first: &[u64], second: &[u64]) -> Defined<Self> {
        let (first, second) = (Way::new(first), Way::new(second));
        if first.count.min(second.count) < 2 {
            return Err(Undefined::TooFewClusters);
        }
        let together: Vec<u64> = first
            .places
            .iter()
            .zip(&second.places)
            .map(|(one, other)| *one as u64 * second.count as u64 + *other as u64)
            .collect();
        Ok(Self { both: Way::new(&together), first, second })
    }

    pub(crate) fn fewest(&self) -> usize {
        self.first.count.min(self.second.count)
    }

    pub(crate) fn clusters(&self) -> [u64; 2] {
        [self.first.count as u64, self.second.count as u64]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variance_below_nothing_is_mended_and_said() {
        // Rows and columns cancel; only the variation within cells remains.
        let values = [1.0, -1.0, -1.0, 1.0];
        let mean = mean_by_two(&values, &[1, 1, 2, 2], &[1, 2, 1, 2], 0.95).expect("two by two");
        assert_eq!((mean.se, mean.variance), (0.0, TwoWayVariance::Sum));
        let values = [3.0, -1.0, -1.0, 1.0];
        let mean = mean_by_two(&values, &[1, 1, 2, 2], &[1, 2, 1, 2], 0.95).expect("two by two");
        assert_eq!(mean.variance, TwoWayVariance::Sum);
        // For a mean of 1/2, rows and columns differ by 1 and -1: 2 (1 + 1)/16 for each.
        assert!((mean.se - 0.5_f64.sqrt()).abs() < 1e-15, "{mean:?}");
    }
}
