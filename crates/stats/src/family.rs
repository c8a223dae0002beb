use serde::{Deserialize, Serialize};

use crate::counts::check_counts;
use crate::error::inside;
use crate::parallel::mapped;
use crate::{Alternative, Correction, Error, Method, Rule};

/// The cost of a test, in steps of about a nanosecond.
const STEPS: usize = 100;

/// The tests of a family of comparisons: rule, correction and level.
///
/// Everything that is reported together is one family; splitting it afterwards weakens the
/// correction.
///
/// ```
/// use peirast_stats::{Alternative, Correction, Family, Rule, Row};
/// let family =
///     Family { rule: Rule::Exact, correction: Correction::BenjaminiHochberg, alpha: 0.05 };
/// let rows = [(2, 15), (4, 9), (7, 7)]
///     .map(|(n12, n21)| Row { n12, n21, alternative: Alternative::Greater });
/// let results = family.test(&rows)?;
/// assert_eq!(results.iter().filter(|row| row.reject).count(), 1);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Family {
    /// The form of McNemar's test.
    pub rule: Rule,
    /// The correction for multiple tests.
    pub correction: Correction,
    /// The level, strictly between 0 and 1: rows are rejected at an adjusted p of at most this.
    pub alpha: f64,
}

/// One comparison of a family.
///
/// ```
/// use peirast_stats::{Alternative, Row};
/// let row = Row { n12: 4, n21: 16, alternative: Alternative::Greater };
/// assert_eq!(row.n12 + row.n21, 20);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Original right, perturbed wrong.
    pub n12: u64,
    /// Original wrong, perturbed right.
    pub n21: u64,
    /// The alternative stated before the data were seen.
    pub alternative: Alternative,
}

/// The result of one comparison.
///
/// ```
/// use peirast_stats::{Alternative, Correction, Family, Method, Rule, Row};
/// let family = Family { rule: Rule::PublishedIcml, correction: Correction::Holm, alpha: 0.05 };
/// let row = Row { n12: 0, n21: 4, alternative: Alternative::Greater };
/// let result = family.test(&[row])?[0];
/// // This rule quietly changes the question when the counts are small; the result says so.
/// assert_eq!(result.method_used, Method::ChiSquareCorrected);
/// assert_eq!(result.alternative_used, Alternative::TwoSided);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RowResult {
    /// (n21 - n12)/sqrt(n*), 0 without discordant pairs.
    pub z: f64,
    /// The raw p-value.
    pub p: f64,
    /// The p-value adjusted for the family.
    pub p_adjusted: f64,
    /// True if the adjusted p is at most the level.
    pub reject: bool,
    /// The method that was used.
    pub method_used: Method,
    /// The alternative that was tested.
    pub alternative_used: Alternative,
}

impl Family {
    /// Tests every row and adjusts their p-values together; results come in the order of the rows.
    ///
    /// Rows without discordant pairs have p = 1 and count towards the size of the family.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `alpha` < 1, [`Error::CountTooLarge`].
    ///
    /// ```
    /// use peirast_stats::{Correction, Family, Rule};
    /// let family = Family { rule: Rule::Exact, correction: Correction::Holm, alpha: 0.05 };
    /// assert_eq!(family.test(&[])?, []);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn test(&self, rows: &[Row]) -> Result<Vec<RowResult>, Error> {
        inside("alpha", self.alpha)?;
        check_counts("discordant pairs", rows.iter().flat_map(|row| [row.n12, row.n21]))?;
        let one = |row: &Row| self.rule.test(row.n12, row.n21, row.alternative);
        let tests = mapped(rows.len(), STEPS, || (), |(), place| one(&rows[place]));
        let raw: Vec<f64> = tests.iter().map(|test| test.p).collect();
        let adjusted = self.correction.adjust(&raw)?;
        let results = tests.iter().zip(adjusted).map(|(test, p_adjusted)| RowResult {
            z: test.z,
            p: test.p,
            p_adjusted,
            reject: p_adjusted <= self.alpha,
            method_used: test.method,
            alternative_used: test.alternative,
        });
        Ok(results.collect())
    }
}
