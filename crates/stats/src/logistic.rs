//! Logistic regression: the factors that change the odds of a right answer, and the size of the
//! change.
//!
//! [`fit`] is the ordinary regression with an intercept. [`conditional`] is the regression of
//! matched pairs and [`stratified`] the regression of larger strata; in both, everything that a
//! pair or stratum shares cancels. All three can give standard errors that allow for clusters.
//! [`mixed`] has a random intercept for each group. An estimate that does not exist, because a line
//! separates right from wrong answers, is reported as such and not as a large number.

mod choice;
mod conditional;
mod frame;
mod mixed;
mod newton;
mod pass;
mod quadrature;
mod sandwich;
mod strata;

pub use conditional::conditional;
pub use mixed::{Mixed, mixed};
pub use strata::{Stratified, stratified};

use crate::dist::{critical_t, critical_z, normal_sf, t_p};
use crate::error::inside;
use crate::matrix::Columns;
use crate::sample::{finite, rectangular};
use crate::{Alternative, Defined, Error, Interval, Undefined};
use frame::Frame;
use newton::{Maximum, maximise};
pub use sandwich::TwoWayCoefficients;
use sandwich::{sandwich, sandwich_by_two};

/// A fitted logistic regression.
///
/// ```
/// use peirast_stats::logistic;
/// let x = [[1.0], [2.0], [3.0], [4.0]];
/// let fit = logistic::fit(&x, &[false, true, false, true])?;
/// assert!((fit.coefficients[1].estimate - 0.9081842625600947).abs() < 1e-9);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Logistic {
    /// The coefficients on the scale of log odds: the intercept first, if there is one, then one
    /// for each predictor.
    pub coefficients: Vec<Coefficient>,
    /// The logarithm of the likelihood at the estimate, 0 or less.
    pub log_likelihood: f64,
    /// The same without predictors.
    pub log_likelihood_null: f64,
    /// The number of rows (or of pairs).
    pub n: u64,
    /// The number of Newton steps taken.
    pub iterations: u32,
    covariance: Columns,
    /// The contribution of each row to the gradient of the log likelihood is its row on the basis
    /// times its residual.
    frame: Frame,
    residuals: Vec<f64>,
    /// The inverse of the information, on the basis.
    bread: Columns,
}

/// One coefficient of a regression.
///
/// ```
/// use peirast_stats::logistic;
/// let fit = logistic::fit(&[[], [], [], []], &[false, true, true, true])?;
/// let intercept = fit.coefficients[0];
/// assert!((intercept.odds_ratio() - 3.0).abs() < 1e-9);
/// assert!(intercept.interval(0.95)?.contains(0.0));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coefficient {
    /// The estimate, on the scale of log odds.
    pub estimate: f64,
    /// Its standard error; 0 if it allows for clusters and all clusters are equal.
    pub se: f64,
    /// The degrees of freedom of Student's t for a coefficient whose standard error allows for
    /// clusters: the number of clusters less one. `None` means the normal distribution.
    pub df: Option<f64>,
    /// The estimate over its standard error. Undefined if all clusters are equal, so that the
    /// variance between them cannot be estimated.
    pub statistic: Defined,
    /// The two-sided p-value of a coefficient of 0, by Wald's test; undefined with the statistic.
    pub p: Defined,
}

impl Coefficient {
    fn new(estimate: f64, variance: f64, df: Option<f64>) -> Self {
        let se = variance.max(0.0).sqrt();
        let statistic = if se > 0.0 { Ok(estimate / se) } else { Err(Undefined::ZeroVariance) };
        let p = |ratio: f64| match df {
            Some(df) => t_p(ratio, df, Alternative::TwoSided),
            None => (2.0 * normal_sf(ratio.abs())).min(1.0),
        };
        Self { estimate, se, df, statistic, p: statistic.map(p) }
    }

    /// Returns the same estimate with a variance that allows for this number of clusters. A
    /// rounding error of equal clusters is not a variance.
    fn clustered(&self, variance: f64, clusters: u64) -> Self {
        const ROUNDING: f64 = 1e-16;
        let variance = if variance > ROUNDING * self.se.powi(2) { variance } else { 0.0 };
        Self::new(self.estimate, variance, Some(clusters as f64 - 1.0))
    }

    /// The odds ratio for each unit of the predictor.
    ///
    /// ```
    /// use peirast_stats::logistic;
    /// let fit = logistic::fit(&[[], []], &[false, true])?;
    /// assert_eq!(fit.coefficients[0].odds_ratio(), 1.0);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn odds_ratio(&self) -> f64 {
        self.estimate.exp()
    }

    /// Wald's interval of the estimate.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1, [`Error::Undefined`] if the standard error
    /// is 0.
    ///
    /// ```
    /// use peirast_stats::logistic;
    /// let fit = logistic::fit(&[[], []], &[false, true])?;
    /// assert!(fit.coefficients[0].interval(2.0).is_err());
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn interval(&self, confidence: f64) -> Result<Interval, Error> {
        inside("confidence", confidence)?;
        self.statistic?;
        let critical =
            self.df.map_or_else(|| critical_z(confidence), |df| critical_t(confidence, df));
        let half = critical * self.se;
        Ok(Interval { low: self.estimate - half, high: self.estimate + half })
    }
}

/// Fits right and wrong answers to predictors, one row of them for each answer; an intercept is
/// added. Rows may be empty, for the intercept alone.
///
/// Maximum likelihood by Newton's method on an orthogonal basis of the centred predictors, so that
/// slopes are accurate also for predictors far from 0, such as dates. Standard errors come from the
/// observed information. Sources: McCullagh & Nelder (1989), *Generalized Linear Models*, chapter
/// 4; Albert & Anderson (1984), *Biometrika* 71:1, for separation.
///
/// # Errors
///
/// [`Error::Lengths`], [`Error::Ragged`] and [`Error::NotFinite`] for malformed data;
/// [`Error::Undefined`] without rows, if a predictor is constant or a combination of others, if the
/// outcome never changes, or if the predictors separate the outcomes (completely or except for
/// ties).
///
/// ```
/// use peirast_stats::{Error, Undefined, logistic};
/// let separated = logistic::fit(&[[1.0], [2.0], [3.0]], &[false, false, true]);
/// assert_eq!(separated, Err(Error::Undefined(Undefined::Separated)));
/// ```
pub fn fit<R: AsRef<[f64]>>(rows: &[R], outcomes: &[bool]) -> Result<Logistic, Error> {
    let width = rectangular(rows)?;
    for row in rows {
        finite("rows", row.as_ref())?;
    }
    if rows.len() != outcomes.len() {
        return Err(Error::Lengths { left: rows.len(), right: outcomes.len() });
    }
    if rows.is_empty() {
        return Err(Undefined::Empty.into());
    }
    let column = |j: usize| rows.iter().map(|row| row.as_ref()[j]).collect();
    let frame = Frame::with_intercept((0..width).map(column).collect(), rows.len())?;
    let maximum = maximise(&frame, outcomes)?;
    Ok(Logistic::new(frame, maximum, null(outcomes)))
}

/// The log likelihood if all outcomes have the probability of their share.
fn null(outcomes: &[bool]) -> f64 {
    let n = outcomes.len() as f64;
    let right = outcomes.iter().filter(|right| **right).count() as f64;
    let term = |count: f64| if count > 0.0 { count * (count / n).ln() } else { 0.0 };
    term(right) + term(n - right)
}

impl Logistic {
    fn new(frame: Frame, maximum: Maximum, log_likelihood_null: f64) -> Self {
        let n = maximum.residuals.len();
        let covariance = frame.covariance(&maximum.covariance);
        let estimates = frame.coefficients(&maximum.place);
        let coefficient =
            |(j, estimate): (usize, &f64)| Coefficient::new(*estimate, covariance[j][j], None);
        let coefficients = estimates.iter().enumerate().map(coefficient).collect();
        Self {
            coefficients,
            log_likelihood: maximum.log_likelihood,
            log_likelihood_null,
            n: n as u64,
            iterations: maximum.iterations,
            covariance,
            frame,
            residuals: maximum.residuals,
            bread: maximum.covariance,
        }
    }

    /// Returns the covariance of two coefficients, by their indices in [`Logistic::coefficients`].
    ///
    /// # Errors
    ///
    /// [`Error::NoSuch`] if there is no such coefficient.
    ///
    /// ```
    /// use peirast_stats::logistic;
    /// let fit = logistic::fit(&[[], []], &[false, true])?;
    /// assert!((fit.covariance(0, 0)? - 2.0).abs() < 1e-12);
    /// assert!(fit.covariance(0, 1).is_err());
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn covariance(&self, i: usize, j: usize) -> Result<f64, Error> {
        entry(&self.covariance, i, j)
    }

    /// The coefficients with standard errors that allow for clusters: rows with the same number may
    /// be dependent in any way, others may not.
    ///
    /// The sandwich estimator, times G/(G - 1) for G clusters, compared with Student's t with G - 1
    /// degrees of freedom. With few clusters (below about 20) it is still too small if clusters
    /// differ much in size or in predictors. Source: Liang & Zeger (1986), *Biometrika* 73:13;
    /// Cameron & Miller (2015), *J. Human Resources* 50:317.
    ///
    /// # Errors
    ///
    /// [`Error::Lengths`] unless there is one number for each row, [`Error::Undefined`] for fewer
    /// than two clusters.
    ///
    /// ```
    /// use peirast_stats::logistic;
    /// let (x, y) = ([[1.0], [2.0], [3.0], [4.0]], [false, true, false, true]);
    /// // The same rows twice over: the estimate stays, and so must its uncertainty.
    /// let twice = logistic::fit(&[x, x].concat(), &[y, y].concat())?;
    /// let robust = twice.clustered(&[0, 1, 2, 3, 0, 1, 2, 3])?;
    /// let once = logistic::fit(&x, &y)?.clustered(&[0, 1, 2, 3])?;
    /// assert!((robust[1].se / once[1].se - 1.0).abs() < 1e-9);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn clustered(&self, clusters: &[u64]) -> Result<Vec<Coefficient>, Error> {
        if clusters.len() as u64 != self.n {
            return Err(Error::Lengths { left: self.n as usize, right: clusters.len() });
        }
        let scores = &self.frame.basis.columns;
        let (robust, count) = sandwich(&self.bread, scores, Some(&self.residuals), clusters)?;
        Ok(renewed(&self.coefficients, &self.frame.covariance(&robust), count))
    }

    /// The coefficients with standard errors that allow for clusters of two kinds: rows may be
    /// dependent if they share either number.
    ///
    /// The sandwich of [`Logistic::clustered`] for the first kind, plus that for the second, less
    /// that for clusters that share both, each with its own factor G/(G - 1). If a coefficient then
    /// has no variance above 0, the sum of the first two is used for all coefficients. The degrees
    /// of freedom are those of the kind with fewer clusters. Source: Cameron, Gelbach & Miller
    /// (2011), *J. Business & Economic Statistics* 29:238.
    ///
    /// # Errors
    ///
    /// [`Error::Lengths`] unless there are two numbers for each row, [`Error::Undefined`] for fewer
    /// than two clusters of either kind.
    ///
    /// ```
    /// use peirast_stats::logistic;
    /// let x = [[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]];
    /// let fit = logistic::fit(&x, &[false, true, false, false, true, true])?;
    /// // Clusters of one row each in the second way: only the first way counts.
    /// let two = fit.clustered_by_two(&[1, 2, 2, 3, 1, 1], &[1, 2, 3, 4, 5, 6])?;
    /// let one = fit.clustered(&[1, 2, 2, 3, 1, 1])?;
    /// assert!((two.coefficients[1].se / one[1].se - 1.0).abs() < 1e-9);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn clustered_by_two(
        &self,
        first: &[u64],
        second: &[u64],
    ) -> Result<TwoWayCoefficients, Error> {
        for labels in [first, second] {
            if labels.len() as u64 != self.n {
                return Err(Error::Lengths { left: self.n as usize, right: labels.len() });
            }
        }
        let (robust, variance, clusters) =
            sandwich_by_two(&self.bread, &self.frame, &self.residuals, first, second)?;
        let coefficients = renewed(&self.coefficients, &robust, clusters[0].min(clusters[1]));
        Ok(TwoWayCoefficients { coefficients, variance, clusters })
    }
}

/// Returns the same estimates with the variances of this matrix, which allows for this number of
/// clusters.
fn renewed(
    coefficients: &[Coefficient],
    covariance: &[Vec<f64>],
    clusters: u64,
) -> Vec<Coefficient> {
    let one = |(j, one): (usize, &Coefficient)| one.clustered(covariance[j][j], clusters);
    coefficients.iter().enumerate().map(one).collect()
}

/// An entry of a covariance matrix, if there is one.
fn entry(covariance: &[Vec<f64>], i: usize, j: usize) -> Result<f64, Error> {
    let size = covariance.len();
    match covariance.get(i).and_then(|row| row.get(j)) {
        Some(value) => Ok(*value),
        None => Err(Error::NoSuch { what: "coefficient", index: i.max(j), size }),
    }
}
