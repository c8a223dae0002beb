use super::{check, fisher, perfect};
use crate::dist::t_p;
use crate::sample::{mean, sum};
use crate::{Alternative, Defined, Error, Interval, Undefined};

/// Pearson's correlation of two samples.
///
/// ```
/// use peirast_stats::{Alternative, correlation};
/// let linear = correlation::pearson(&[1.0, 2.0, 3.0, 4.0], &[2.0, 1.0, 4.0, 3.0])?;
/// assert!((linear.r - 0.6).abs() < 1e-15);
/// assert!((linear.p(Alternative::TwoSided) - 0.4).abs() < 1e-12);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pearson {
    /// The coefficient, -1 to 1.
    pub r: f64,
    /// The number of pairs of values.
    pub n: u64,
}

/// Pearson's product-moment correlation. Source: Pearson (1895), *Proc. R. Soc. Lond.* 58:240.
///
/// # Errors
///
/// [`Error::Lengths`] and [`Error::NotFinite`] for malformed samples; [`Error::Undefined`] for
/// fewer than two pairs or if one variable is constant.
///
/// ```
/// use peirast_stats::{Error, Undefined, correlation};
/// let constant = correlation::pearson(&[1.0, 1.0], &[1.0, 2.0]);
/// assert_eq!(constant, Err(Error::Undefined(Undefined::ConstantInput)));
/// ```
pub fn pearson(x: &[f64], y: &[f64]) -> Result<Pearson, Error> {
    check(x, y)?;
    let (x, y) = (unit(x)?, unit(y)?);
    let products: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x * y).collect();
    Ok(Pearson { r: sum(&products).clamp(-1.0, 1.0), n: x.len() as u64 })
}

/// The deviations from the mean, scaled to length 1.
fn unit(values: &[f64]) -> Defined<Vec<f64>> {
    let centre = mean(values);
    let mut deviations: Vec<f64> = values.iter().map(|value| value - centre).collect();
    // Scaled by the largest first: squares of large numbers overflow.
    let most = deviations.iter().fold(0.0_f64, |most, deviation| most.max(deviation.abs()));
    if !(most > 0.0 && most.is_finite()) {
        return Err(Undefined::ConstantInput);
    }
    deviations.iter_mut().for_each(|deviation| *deviation /= most);
    let squares: Vec<f64> = deviations.iter().map(|deviation| deviation * deviation).collect();
    let length = sum(&squares).sqrt();
    deviations.iter_mut().for_each(|deviation| *deviation /= length);
    Ok(deviations)
}

impl Pearson {
    /// The p-value of no linear association, if both variables are normal.
    ///
    /// t = r sqrt((n - 2)/(1 - r^2)) with n - 2 degrees of freedom. Two pairs always lie on a
    /// line, so that n = 2 gives 1.
    ///
    /// ```
    /// use peirast_stats::{Alternative, correlation};
    /// let two = correlation::pearson(&[1.0, 2.0], &[3.0, 4.0])?;
    /// assert_eq!(two.p(Alternative::TwoSided), 1.0);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn p(&self, alternative: Alternative) -> f64 {
        if self.n < 3 {
            return 1.0;
        }
        let df = self.n as f64 - 2.0;
        let t = self.r * (df / ((1.0 - self.r) * (1.0 + self.r))).sqrt();
        t_p(t, df, alternative)
    }

    /// Fisher's interval, of standard error 1/sqrt(n - 3) on the scale of artanh.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1; [`Error::Undefined`] if n is 3 or less,
    /// or r is 1 or -1.
    ///
    /// ```
    /// use peirast_stats::correlation;
    /// let r = correlation::pearson(&[1.0, 2.0, 3.0, 4.0], &[2.0, 1.0, 4.0, 3.0])?;
    /// assert!(r.interval(0.95)?.contains(0.0));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn interval(&self, confidence: f64) -> Result<Interval, Error> {
        if self.n <= 3 && !perfect(self.r) {
            return Err(Undefined::TooFew.into());
        }
        fisher(self.r, 1.0 / (self.n as f64 - 3.0), confidence)
    }
}
