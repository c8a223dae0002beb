use crate::counts::check_counts;
use crate::dist::{critical_z, normal_p};
use crate::error::inside;
use crate::name::named;
use crate::sample::rectangular;
use crate::{Alternative, Defined, Error, Interval, Undefined};

/// The weight of a disagreement between two categories that have an order.
///
/// ```
/// use peirast_stats::Weights;
/// assert_eq!("linear".parse(), Ok(Weights::Linear));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weights {
    /// Every disagreement counts fully (`unweighted`).
    #[default]
    Unweighted,
    /// In proportion to the distance of the categories (`linear`).
    Linear,
    /// In proportion to the squared distance (`quadratic`).
    Quadratic,
}

named!(Weights, "weighting",
    Unweighted => "unweighted",
    Linear => "linear",
    Quadratic => "quadratic",
);

impl Weights {
    /// The agreement of categories i and j of `categories`: 1 for the same, 0 for the most distant.
    fn weight(self, i: usize, j: usize, categories: usize) -> f64 {
        let distance = i.abs_diff(j) as f64 / (categories - 1).max(1) as f64;
        match self {
            Self::Unweighted => f64::from(u8::from(i == j)),
            Self::Linear => 1.0 - distance,
            Self::Quadratic => 1.0 - distance * distance,
        }
    }
}

/// Cohen's kappa of two raters.
///
/// ```
/// use peirast_stats::{Weights, agreement};
/// let kappa = agreement::cohens_kappa(&[[20, 5], [10, 15]], Weights::Unweighted)?;
/// assert!((kappa.kappa? - 0.4).abs() < 1e-15);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kappa {
    /// The coefficient: 1 for complete agreement, 0 for what chance gives, negative for less.
    /// Undefined if both raters put everything into one and the same category.
    pub kappa: Defined,
    /// The share of agreement, weighted: 0 to 1.
    pub observed: f64,
    /// The share of agreement to be expected by chance.
    pub expected: f64,
    /// The standard error, for intervals. Undefined if the table does not determine it: if a rater
    /// used one category only, or if the raters agree on all units.
    pub se: Defined,
    /// The standard error if kappa is 0, for the test.
    pub se_null: f64,
    /// The number of units, rated by both.
    pub n: u64,
}

/// The table of two lists of ratings: row, the category given by the first rater; column, by the
/// second. Categories are counted from 0.
///
/// # Errors
///
/// [`Error::Lengths`] if the lists differ in length, [`Error::NoSuch`] for a rating that is not
/// below `categories`.
///
/// ```
/// use peirast_stats::agreement;
/// assert_eq!(agreement::confusion(&[0, 1, 1], &[0, 1, 0], 2)?, [[1, 0], [1, 1]]);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn confusion(
    first: &[usize],
    second: &[usize],
    categories: usize,
) -> Result<Vec<Vec<u64>>, Error> {
    if first.len() != second.len() {
        return Err(Error::Lengths { left: first.len(), right: second.len() });
    }
    if let Some(index) = first.iter().chain(second).copied().find(|rating| *rating >= categories) {
        return Err(Error::NoSuch { what: "category", index, size: categories });
    }
    let mut table = vec![vec![0; categories]; categories];
    for (first, second) in first.iter().zip(second) {
        table[*first][*second] += 1;
    }
    Ok(table)
}

/// Cohen's kappa from a square table of counts, weighted or not.
///
/// Sources: Cohen (1960), *Educ. Psychol. Meas.* 20:37, and (1968), *Psychol. Bull.* 70:213;
/// standard errors: Fleiss, Cohen & Everitt (1969), *Psychol. Bull.* 72:323.
///
/// # Errors
///
/// [`Error::Ragged`] unless the table is square; [`Error::CountTooLarge`]; [`Error::Undefined`] if it
/// is empty.
///
/// ```
/// use peirast_stats::{Undefined, Weights, agreement};
/// // Raters who always agree: on all units, but no coefficient says how far beyond chance.
/// let one = agreement::cohens_kappa(&[[9, 0], [0, 0]], Weights::Linear)?;
/// assert_eq!((one.kappa, one.observed, one.n), (Err(Undefined::NoDisagreementExpected), 1.0, 9));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn cohens_kappa<R: AsRef<[u64]>>(table: &[R], weights: Weights) -> Result<Kappa, Error> {
    let size = rectangular(table)?;
    if size != table.len() {
        return Err(Error::Ragged { row: 0, expected: table.len(), found: size });
    }
    check_counts("units", table.iter().flat_map(|row| row.as_ref().iter().copied()))?;
    let total = table.iter().flat_map(|row| row.as_ref()).fold(0_u64, |n, k| n.saturating_add(*k));
    if total == 0 {
        return Err(Undefined::Empty.into());
    }
    let n = total as f64;
    let share = |i: usize, j: usize| table[i].as_ref()[j] as f64 / n;
    let rows: Vec<f64> = (0..size).map(|i| (0..size).map(|j| share(i, j)).sum()).collect();
    let columns: Vec<f64> = (0..size).map(|j| (0..size).map(|i| share(i, j)).sum()).collect();
    let weight = |i: usize, j: usize| weights.weight(i, j, size);
    let over = |term: &dyn Fn(usize, usize) -> f64| -> f64 {
        (0..size).flat_map(|i| (0..size).map(move |j| (i, j))).map(|(i, j)| term(i, j)).sum()
    };
    let observed = over(&|i, j| weight(i, j) * share(i, j));
    let expected = over(&|i, j| weight(i, j) * rows[i] * columns[j]);
    if 1.0 - expected <= 4.0 * f64::EPSILON {
        let none = Err(Undefined::NoDisagreementExpected);
        return Ok(Kappa { kappa: none, observed, expected, se: none, se_null: 0.0, n: total });
    }
    let free = 1.0 - expected;
    let kappa = (observed - expected) / free;
    let row_weight: Vec<f64> =
        (0..size).map(|i| (0..size).map(|j| weight(i, j) * columns[j]).sum()).collect();
    let column_weight: Vec<f64> =
        (0..size).map(|j| (0..size).map(|i| weight(i, j) * rows[i]).sum()).collect();
    let deviation = |i: usize, j: usize, by: f64| {
        (weight(i, j) - (row_weight[i] + column_weight[j]) * by).powi(2)
    };
    let spread = over(&|i, j| share(i, j) * deviation(i, j, 1.0 - kappa))
        - (kappa - expected * (1.0 - kappa)).powi(2);
    let null = over(&|i, j| rows[i] * columns[j] * deviation(i, j, 1.0)) - expected * expected;
    let se = |spread: f64| (spread.max(0.0) / n).sqrt() / free;
    let is_constant = |shares: &[f64]| shares.iter().filter(|share| **share > 0.0).count() < 2;
    let error = match () {
        () if is_constant(&rows) || is_constant(&columns) => Err(Undefined::ConstantRater),
        // A rounding error is not a variance.
        () if spread <= 8.0 * f64::EPSILON => Err(Undefined::ZeroVariance),
        () => Ok(se(spread)),
    };
    Ok(Kappa { kappa: Ok(kappa), observed, expected, se: error, se_null: se(null), n: total })
}

impl Kappa {
    /// The normal interval, cut at -1 and 1.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1; [`Error::Undefined`] if kappa or its
    /// standard error is.
    ///
    /// ```
    /// use peirast_stats::{Weights, agreement};
    /// let kappa = agreement::cohens_kappa(&[[20, 5], [10, 15]], Weights::Unweighted)?;
    /// assert!(kappa.interval(0.95)?.contains(0.4));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn interval(&self, confidence: f64) -> Result<Interval, Error> {
        let half = critical_z(inside("confidence", confidence)?) * self.se?;
        let kappa = self.kappa?;
        Ok(Interval { low: (kappa - half).max(-1.0), high: (kappa + half).min(1.0) })
    }

    /// The p-value of no agreement beyond chance.
    ///
    /// # Errors
    ///
    /// The reason if kappa is undefined, [`Undefined::ConstantRater`] if a rater used one category
    /// only.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Weights, agreement};
    /// let kappa = agreement::cohens_kappa(&[[20, 5], [10, 15]], Weights::Unweighted)?;
    /// assert!(kappa.p(Alternative::Greater)? < 0.01);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn p(&self, alternative: Alternative) -> Defined {
        let kappa = self.kappa?;
        match self.se {
            Err(Undefined::ConstantRater) => Err(Undefined::ConstantRater),
            _ if self.se_null > 0.0 => Ok(normal_p(kappa / self.se_null, alternative)),
            _ => Err(Undefined::ZeroVariance),
        }
    }
}
