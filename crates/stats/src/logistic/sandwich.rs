use crate::labels::numbered;
use crate::matrix::{Columns, product};
use crate::{Defined, Undefined};

/// The covariance of coefficients that allows for clusters, and the number of clusters: the
/// sandwich of Liang & Zeger (1986), times G/(G - 1).
///
/// `bread` is the inverse of the information; `scores` hold the gradient of the log likelihood, a
/// column for each coefficient, a row for each label.
pub(super) fn sandwich(
    bread: &[Vec<f64>],
    scores: &[Vec<f64>],
    labels: &[u64],
) -> Defined<(Columns, u64)> {
    let (places, count) = numbered(labels);
    if count < 2 {
        return Err(Undefined::TooFewClusters);
    }
    let summed = |column: &Vec<f64>| {
        let mut sums = vec![0.0; count];
        places.iter().zip(column).for_each(|(place, score)| sums[*place] += score);
        sums
    };
    let sums: Columns = scores.iter().map(summed).collect();
    let factor = count as f64 / (count as f64 - 1.0);
    let entry = |a: &Vec<f64>, b: &Vec<f64>| factor * crate::matrix::dot(a, b);
    let middle: Columns = sums.iter().map(|a| sums.iter().map(|b| entry(a, b)).collect()).collect();
    Ok((product(&product(bread, &middle), bread), count as u64))
}
