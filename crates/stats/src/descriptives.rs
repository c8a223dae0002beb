//! Description of a sample: centre, spread, quantiles.

use crate::error::probability;
use crate::sample::{finite, mean, spread};
use crate::{Defined, Error, Undefined};

/// The usual summary of one sample, in the unit of its values.
///
/// ```
/// use peirast_stats::{Undefined, descriptives};
/// let one = descriptives::describe(&[3.0])?;
/// assert_eq!((one.mean, one.median, one.sd_population), (3.0, 3.0, 0.0));
/// // A single value says nothing of the spread of others.
/// assert_eq!(one.sd, Err(Undefined::TooFew));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Descriptives {
    /// The number of values.
    pub n: u64,
    /// The arithmetic mean.
    pub mean: f64,
    /// The variance with divisor n - 1, 0 or more; undefined for one value, and if it exceeds every
    /// float.
    pub variance: Defined,
    /// The standard deviation with divisor n - 1; undefined for one value.
    pub sd: Defined,
    /// The standard deviation with divisor n.
    pub sd_population: f64,
    /// The middle value, or the mean of the two in the middle.
    pub median: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    sorted: Vec<f64>,
}

impl Descriptives {
    /// The quantile at `p` between 0 and 1; see [`quantile`].
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 <= `p` <= 1.
    ///
    /// ```
    /// use peirast_stats::descriptives;
    /// let four = descriptives::describe(&[4.0, 1.0, 2.0, 3.0])?;
    /// assert_eq!(four.quantile(0.25)?, 1.75);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn quantile(&self, p: f64) -> Result<f64, Error> {
        probability("p", p)?;
        Ok(of_sorted(&self.sorted, p))
    }
}

/// Summarises a sample. Time n log n.
///
/// # Errors
///
/// [`Error::Undefined`] without values, or for values whose spread exceeds every float;
/// [`Error::NotFinite`] if one is not finite.
///
/// ```
/// use peirast_stats::descriptives;
/// let summary = descriptives::describe(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])?;
/// assert_eq!((summary.mean, summary.sd_population, summary.median), (5.0, 2.0, 4.5));
/// assert!(descriptives::describe(&[]).is_err());
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn describe(values: &[f64]) -> Result<Descriptives, Error> {
    let sorted = sorted(values)?;
    let n = sorted.len();
    let spread = spread(values);
    if !spread.is_finite() {
        return Err(Undefined::NotFinite.into());
    }
    let sd = if n < 2 { Err(Undefined::TooFew) } else { Ok(spread / ((n - 1) as f64).sqrt()) };
    let square = |sd: f64| Some(sd * sd).filter(|square| square.is_finite());
    Ok(Descriptives {
        n: n as u64,
        mean: mean(values),
        variance: sd.and_then(|sd| square(sd).ok_or(Undefined::NotFinite)),
        sd,
        sd_population: spread / (n as f64).sqrt(),
        median: of_sorted(&sorted, 0.5),
        min: sorted[0],
        max: sorted[n - 1],
        sorted,
    })
}

/// The quantile of a sample at `p`, by linear interpolation between order statistics.
///
/// The value at place `p (n - 1)`, counted from 0: type 7 of Hyndman & Fan (1996), *American
/// Statistician* 50:361, the default of R and numpy.
///
/// # Errors
///
/// As for [`describe`], and [`Error::OutOfRange`] unless 0 <= `p` <= 1.
///
/// ```
/// use peirast_stats::descriptives;
/// assert_eq!(descriptives::quantile(&[10.0, 20.0, 30.0], 0.75)?, 25.0);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn quantile(values: &[f64], p: f64) -> Result<f64, Error> {
    probability("p", p)?;
    Ok(of_sorted(&sorted(values)?, p))
}

fn sorted(values: &[f64]) -> Result<Vec<f64>, Error> {
    finite("values", values)?;
    if values.is_empty() {
        return Err(Undefined::Empty.into());
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    Ok(sorted)
}

/// The quantile of at least one value in ascending order.
pub(crate) fn of_sorted(sorted: &[f64], p: f64) -> f64 {
    let place = p * (sorted.len() - 1) as f64;
    let below = place.floor();
    let part = place - below;
    let low = sorted[below as usize];
    let high = sorted[(below as usize + 1).min(sorted.len() - 1)];
    let gap = high - low;
    // From the nearer end, so that both ends are met exactly.
    if !gap.is_finite() {
        low * (1.0 - part) + high * part
    } else if part < 0.5 {
        low + gap * part
    } else {
        high - gap * (1.0 - part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_meet_the_ends() {
        let values = [5.0, -1.0, 2.5];
        assert_eq!(quantile(&values, 0.0), Ok(-1.0));
        assert_eq!(quantile(&values, 1.0), Ok(5.0));
        assert!(quantile(&values, 1.5).is_err() && quantile(&[], 0.5).is_err());
        assert_eq!(quantile(&[7.0], 0.3), Ok(7.0));
        assert_eq!(quantile(&[-f64::MAX, f64::MAX], 0.5), Ok(0.0));
    }

    #[test]
    fn nan_is_refused() {
        assert!(matches!(describe(&[f64::NAN]), Err(Error::NotFinite { .. })));
    }
}
