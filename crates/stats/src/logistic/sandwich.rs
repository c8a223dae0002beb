use super::Coefficient;
use super::frame::Frame;
use crate::clustered::{Ways, above_nothing};
use crate::labels::numbered;
use crate::matrix::{Columns, product};
use crate::{Defined, TwoWayVariance, Undefined};

/// Coefficients whose standard errors allow for clusters of two kinds.
///
/// ```
/// use peirast_stats::logistic;
/// let fit = logistic::fit(&[[1.0], [2.0], [3.0], [4.0]], &[false, true, false, true])?;
/// let two = fit.clustered_by_two(&[1, 1, 2, 2], &[1, 2, 3, 4])?;
/// assert_eq!((two.coefficients.len(), two.clusters), (2, [2, 4]));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TwoWayCoefficients {
    /// The coefficients, in their order.
    pub coefficients: Vec<Coefficient>,
    /// The method by which their variances were computed.
    pub variance: TwoWayVariance,
    /// The number of clusters of the first kind and of the second.
    pub clusters: [u64; 2],
}

/// The covariance of coefficients that allows for clusters, and the number of clusters: the
/// sandwich of Liang & Zeger (1986), times G/(G - 1).
///
/// `bread` is the inverse of the information; `scores`, times `weights` if there are any, are the
/// gradient of the log likelihood, a column for each coefficient, a row for each label.
pub(super) fn sandwich(
    bread: &[Vec<f64>],
    scores: &[Vec<f64>],
    weights: Option<&[f64]>,
    labels: &[u64],
) -> Defined<(Columns, u64)> {
    let (places, count) = numbered(labels);
    if count < 2 {
        return Err(Undefined::TooFewClusters);
    }
    let summed = |column: &Vec<f64>| {
        let mut sums = vec![0.0; count];
        let rows = places.iter().zip(column);
        match weights {
            None => rows.for_each(|(place, score)| sums[*place] += score),
            Some(weights) => rows
                .zip(weights)
                .for_each(|((place, score), weight)| sums[*place] += score * weight),
        }
        sums
    };
    let sums: Columns = scores.iter().map(summed).collect();
    let factor = count as f64 / (count as f64 - 1.0);
    let entry = |a: &Vec<f64>, b: &Vec<f64>| factor * crate::matrix::dot(a, b);
    let middle: Columns = sums.iter().map(|a| sums.iter().map(|b| entry(a, b)).collect()).collect();
    Ok((product(&product(bread, &middle), bread), count as u64))
}

/// The same for clusters of two kinds, of coefficients of the predictors as they were given; see [`super::Logistic::clustered_by_two`].
pub(super) fn sandwich_by_two(
    bread: &[Vec<f64>],
    frame: &Frame,
    residuals: &[f64],
    first: &[u64],
    second: &[u64],
) -> Defined<(Columns, TwoWayVariance, [u64; 2])> {
    let ways = Ways::new(first, second)?;
    let by = |labels: &[u64]| {
        let (robust, _) = sandwich(bread, &frame.basis.columns, Some(residuals), labels)?;
        Ok(frame.covariance(&robust))
    };
    let (one, other, both) = (by(first)?, by(second)?, by(&ways.both.labels())?);
    let sum = together(&one, &other, 1.0);
    let less = together(&sum, &both, -1.0);
    if (0..sum.len()).all(|j| above_nothing(less[j][j], sum[j][j])) {
        Ok((less, TwoWayVariance::InclusionExclusion, ways.clusters()))
    } else {
        Ok((sum, TwoWayVariance::Sum, ways.clusters()))
    }
}

/// a + sign b.
fn together(a: &[Vec<f64>], b: &[Vec<f64>], sign: f64) -> Columns {
    let row = |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).map(|(a, b)| a + sign * b).collect();
    a.iter().zip(b).map(row).collect()
}
