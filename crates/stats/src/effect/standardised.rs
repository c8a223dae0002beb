use crate::dist::{critical_z, ln_gamma};
use crate::error::{inside, probability};
use crate::sample::{deviation, finite, mean, paired, spread};
use crate::{Defined, Error, Interval, Undefined, paired_differences};

/// The difference of two means in units of the standard deviation within samples.
///
/// ```
/// use peirast_stats::effect;
/// let d = effect::cohens_d(&[3.0, 4.0, 5.0], &[1.0, 2.0, 3.0])?;
/// assert_eq!(d.d, 2.0);
/// assert!(d.g? < d.d);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CohensD {
    /// Cohen's d: positive if the first sample has the larger mean.
    pub d: f64,
    /// Hedges' g: d without its small-sample bias; undefined with one degree of freedom.
    pub g: Defined,
    /// The size of the first sample.
    pub n1: u64,
    /// The size of the second sample.
    pub n2: u64,
}

/// Cohen's d of two independent samples, x less y, and Hedges' g.
///
/// The standard deviation is pooled with weights n - 1. The correction of g is the exact one,
/// gamma(m/2)/(sqrt(m/2) gamma((m - 1)/2)) with m = n1 + n2 - 2. Sources: Cohen (1988),
/// *Statistical Power Analysis*, chapter 2; Hedges (1981), *J. Educ. Stat.* 6:107.
///
/// # Errors
///
/// [`Error::NotFinite`] for infinite values; [`Error::Undefined`] if a sample is empty, if there
/// are fewer than three values together, or if neither sample varies.
///
/// ```
/// use peirast_stats::{Error, Undefined, effect};
/// let constant = effect::cohens_d(&[5.0, 5.0], &[6.0, 6.0]);
/// assert_eq!(constant, Err(Error::Undefined(Undefined::ZeroVariance)));
/// ```
pub fn cohens_d(x: &[f64], y: &[f64]) -> Result<CohensD, Error> {
    finite("x", x)?;
    finite("y", y)?;
    if x.is_empty() || y.is_empty() || x.len() + y.len() < 3 {
        return Err(Undefined::TooFew.into());
    }
    let df = (x.len() + y.len() - 2) as f64;
    let sd = spread(x).hypot(spread(y)) / df.sqrt();
    if sd == 0.0 {
        return Err(Undefined::ZeroVariance.into());
    }
    let d = (mean(x) - mean(y)) / sd;
    if !(d.is_finite() && sd.is_finite()) {
        return Err(Undefined::NotFinite.into());
    }
    let g = if df > 1.0 { Ok(d * unbiased(df)) } else { Err(Undefined::NoFreedom) };
    Ok(CohensD { d, g, n1: x.len() as u64, n2: y.len() as u64 })
}

/// Hedges' factor for `df` > 1 degrees of freedom.
fn unbiased(df: f64) -> f64 {
    (ln_gamma(df / 2.0) - ln_gamma((df - 1.0) / 2.0)).exp() / (df / 2.0).sqrt()
}

impl CohensD {
    /// The large-sample interval of d: variance (n1 + n2)/(n1 n2) + d^2/(2 (n1 + n2)). Source:
    /// Hedges & Olkin (1985), *Statistical Methods for Meta-Analysis*, chapter 5.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1.
    ///
    /// ```
    /// use peirast_stats::effect;
    /// let d = effect::cohens_d(&[3.0, 4.0, 5.0], &[1.0, 2.0, 3.0])?;
    /// assert!(d.interval(0.95)?.contains(2.0));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn interval(&self, confidence: f64) -> Result<Interval, Error> {
        inside("confidence", confidence)?;
        let (n1, n2) = (self.n1 as f64, self.n2 as f64);
        let variance = (n1 + n2) / (n1 * n2) + self.d * self.d / (2.0 * (n1 + n2));
        let half = critical_z(confidence) * variance.sqrt();
        Ok(Interval { low: self.d - half, high: self.d + half })
    }
}

/// Standardised differences of paired samples.
///
/// ```
/// use peirast_stats::{Undefined, effect};
/// let shifted = effect::cohens_d_paired(&[1.0, 2.0, 3.0], &[2.0, 3.0, 4.0])?;
/// assert_eq!((shifted.dz, shifted.dav), (Err(Undefined::ZeroVariance), Ok(-1.0)));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedD {
    /// The mean difference over the standard deviation of differences: the effect size that
    /// corresponds to the paired t-test. It grows with the correlation of the two samples.
    pub dz: Defined,
    /// The mean difference over the mean of the two standard deviations: comparable to d of
    /// independent samples.
    pub dav: Defined,
    /// The number of pairs.
    pub n: u64,
}

/// Cohen's d_z and d_av of paired samples, x less y.
///
/// Sources: Cohen (1988), section 2.3.5, for d_z; Cumming (2012), *Understanding the New
/// Statistics*, for d_av.
///
/// # Errors
///
/// [`Error::Lengths`] and [`Error::NotFinite`] for malformed samples; [`Error::Undefined`] for
/// fewer than two pairs.
///
/// ```
/// use peirast_stats::effect;
/// let d = effect::cohens_d_paired(&[3.0, 5.0, 4.0], &[1.0, 2.0, 3.0])?;
/// assert_eq!((d.dz, d.dav), (Ok(2.0), Ok(2.0)));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn cohens_d_paired(x: &[f64], y: &[f64]) -> Result<PairedD, Error> {
    paired(x, y)?;
    if x.len() < 2 {
        return Err(Undefined::TooFew.into());
    }
    let d = paired_differences(x, y)?;
    let centre = mean(&d);
    let over = |sd: f64, negligible: f64| {
        if sd <= negligible {
            Err(Undefined::ZeroVariance)
        } else {
            Some(centre / sd).filter(|_| sd.is_finite()).ok_or(Undefined::NotFinite)
        }
    };
    let average = f64::midpoint(deviation(x), deviation(y));
    Ok(PairedD {
        dz: over(deviation(&d), rounding(x, y)),
        dav: over(average, 0.0),
        n: d.len() as u64,
    })
}

/// Differences of numbers this large may vary by this amount through rounding alone.
pub(crate) fn rounding(x: &[f64], y: &[f64]) -> f64 {
    let largest = x.iter().chain(y).fold(0.0_f64, |most, value| most.max(value.abs()));
    2.0 * f64::EPSILON * largest
}

impl PairedD {
    /// The large-sample interval of d_z: variance 1/n + d_z^2/(2 n). Source: Hedges & Olkin
    /// (1985), chapter 5.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1; [`Error::Undefined`] if d_z is undefined.
    ///
    /// ```
    /// use peirast_stats::effect;
    /// let d = effect::cohens_d_paired(&[3.0, 5.0, 4.0], &[1.0, 2.0, 3.0])?;
    /// assert!(d.interval(0.9)?.contains(2.0));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn interval(&self, confidence: f64) -> Result<Interval, Error> {
        inside("confidence", confidence)?;
        let (dz, n) = (self.dz?, self.n as f64);
        let half = critical_z(confidence) * (1.0 / n + dz * dz / (2.0 * n)).sqrt();
        Ok(Interval { low: dz - half, high: dz + half })
    }
}

/// Cohen's h of two proportions: the difference of their arcsines, 2 asin sqrt(p1) - 2 asin
/// sqrt(p2), from -pi to pi. Source: Cohen (1988), chapter 6.
///
/// # Errors
///
/// [`Error::OutOfRange`] unless both are between 0 and 1.
///
/// ```
/// use peirast_stats::effect;
/// assert_eq!(effect::cohens_h(1.0, 0.0)?, std::f64::consts::PI);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn cohens_h(p1: f64, p2: f64) -> Result<f64, Error> {
    let arcsine = |p: f64| 2.0 * p.sqrt().asin();
    Ok(arcsine(probability("p1", p1)?) - arcsine(probability("p2", p2)?))
}
