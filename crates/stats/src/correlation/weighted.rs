use super::{check, fisher, perfect};
use crate::dist::t_p;
use crate::rank::Ranks;
use crate::sample::finite;
use crate::{Alternative, Defined, Error, Interval, Undefined};

/// A correlation in which some pairs of values count more than others.
///
/// ```
/// use peirast_stats::correlation;
/// let (x, y) = ([1.0, 2.0, 3.0, 4.0], [2.0, 1.0, 4.0, 3.0]);
/// // Equal weights, of whatever size, change nothing.
/// let equal = correlation::weighted_pearson(&x, &y, &[7.0; 4])?;
/// assert!((equal.r - 0.6).abs() < 1e-15 && equal.effective == 4.0);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weighted {
    /// The coefficient, -1 to 1.
    pub r: f64,
    /// The number of pairs of values with a weight above 0.
    pub n: u64,
    /// The effective number of equally weighted pairs: (sum w)^2/sum w^2. Source: Kish (1965),
    /// *Survey Sampling*, section 11.7.
    pub effective: f64,
}

/// Pearson's correlation with weighted means and moments. Pairs of weight 0 do not count.
///
/// # Errors
///
/// [`Error::Lengths`] and [`Error::NotFinite`] for malformed samples, [`Error::OutOfRange`] for a
/// weight below 0; [`Error::Undefined`] for fewer than two pairs with a weight or if one variable is
/// constant among them.
///
/// ```
/// use peirast_stats::correlation;
/// // The last pair counts for nothing, and the others lie on a line.
/// let line = correlation::weighted_pearson(&[1.0, 2.0, 3.0, 9.0], &[1.0, 2.0, 3.0, 0.0], &[1.0, 2.0, 1.0, 0.0])?;
/// assert!((line.r - 1.0).abs() < 1e-15 && line.n == 3);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn weighted_pearson(x: &[f64], y: &[f64], weights: &[f64]) -> Result<Weighted, Error> {
    let (x, y, weights) = counting(x, y, weights)?;
    correlated(&x, &y, &weights)
}

/// The same of ranks, ties given their average rank: weights determine how much a pair counts in
/// the moments, not how many places it has in the ranking.
///
/// # Errors
///
/// As for [`weighted_pearson`].
///
/// ```
/// use peirast_stats::correlation;
/// let curve = correlation::weighted_spearman(&[1.0, 2.0, 3.0], &[1.0, 8.0, 27.0], &[3.0, 1.0, 5.0])?;
/// assert!((curve.r - 1.0).abs() < 1e-15);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn weighted_spearman(x: &[f64], y: &[f64], weights: &[f64]) -> Result<Weighted, Error> {
    let (x, y, weights) = counting(x, y, weights)?;
    let ranks = |values: &[f64]| -> Vec<f64> {
        Ranks::new(values).doubled.iter().map(|twice| *twice as f64 / 2.0).collect()
    };
    correlated(&ranks(&x), &ranks(&y), &weights)
}

/// Two samples and the weights of their pairs.
type Sample = (Vec<f64>, Vec<f64>, Vec<f64>);

/// Returns the pairs with a weight above 0.
fn counting(x: &[f64], y: &[f64], weights: &[f64]) -> Result<Sample, Error> {
    finite("weights", weights)?;
    if x.len() != weights.len() {
        return Err(Error::Lengths { left: x.len(), right: weights.len() });
    }
    if let Some(value) = weights.iter().find(|weight| **weight < 0.0) {
        return Err(Error::OutOfRange { what: "weight", range: "0 or more", value: *value });
    }
    crate::sample::paired(x, y)?;
    let kept = |values: &[f64]| -> Vec<f64> {
        let of = values.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
        of.map(|(value, _)| *value).collect()
    };
    let (x, y) = (kept(x), kept(y));
    check(&x, &y)?;
    Ok((x, y, kept(weights)))
}

fn correlated(x: &[f64], y: &[f64], weights: &[f64]) -> Result<Weighted, Error> {
    let total: f64 = weights.iter().sum();
    let deviations = |values: &[f64]| -> Vec<f64> {
        let mean = values.iter().zip(weights).map(|(v, w)| v * w).sum::<f64>() / total;
        values.iter().map(|value| value - mean).collect()
    };
    let (x, y) = (deviations(x), deviations(y));
    let moment = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).zip(weights).map(|((a, b), w)| w * a * b).sum()
    };
    let spread = moment(&x, &x).sqrt() * moment(&y, &y).sqrt();
    if !(spread > 0.0 && spread.is_finite()) {
        return Err(Undefined::ZeroVariance.into());
    }
    let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
    Ok(Weighted {
        r: (moment(&x, &y) / spread).clamp(-1.0, 1.0),
        n: x.len() as u64,
        effective: total * total / squares,
    })
}

impl Weighted {
    /// The p-value of no association by Student's approximation, with `effective` - 2 degrees of
    /// freedom: without association, the variance of r is near 1/`effective`.
    ///
    /// # Errors
    ///
    /// [`Undefined::NoFreedom`] if `effective` is 2 or less.
    ///
    /// ```
    /// use peirast_stats::{Alternative, correlation};
    /// let found = correlation::weighted_pearson(&[1.0, 2.0, 3.0, 4.0], &[2.0, 1.0, 4.0, 3.0], &[1.0; 4])?;
    /// assert!((found.p(Alternative::TwoSided)? - 0.4).abs() < 1e-12);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn p(&self, alternative: Alternative) -> Defined {
        let df = self.effective - 2.0;
        if df <= 0.0 {
            return Err(Undefined::NoFreedom);
        }
        let t = self.r * (df / ((1.0 - self.r) * (1.0 + self.r))).sqrt();
        Ok(t_p(t, df, alternative))
    }

    /// Fisher's interval, of standard error 1/sqrt(`effective` - 3) on the scale of artanh: an
    /// approximation that becomes rougher as weights differ more.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] unless 0 < `confidence` < 1; [`Error::Undefined`] if `effective` is 3
    /// or less, or r is 1 or -1.
    ///
    /// ```
    /// use peirast_stats::correlation;
    /// let (x, y) = ([1.0, 2.0, 3.0, 4.0, 5.0], [2.0, 1.0, 4.0, 3.0, 5.0]);
    /// let found = correlation::weighted_pearson(&x, &y, &[1.0, 1.0, 2.0, 1.0, 1.0])?;
    /// assert!(found.interval(0.95)?.contains(0.0));
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn interval(&self, confidence: f64) -> Result<Interval, Error> {
        if self.effective <= 3.0 && !perfect(self.r) {
            return Err(Undefined::TooFew.into());
        }
        fisher(self.r, 1.0 / (self.effective - 3.0), confidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against statsmodels 0.15.0, `DescrStatsW(..., weights).corrcoef`, of values and of
    /// `scipy.stats.rankdata`; p by `scipy.stats.t` 1.17.1.
    #[test]
    fn statsmodels_says_the_same() {
        let x = [1000.0, 1050.0, 1100.0, 1180.0, 1210.0, 1300.0, 1320.0];
        let y = [0.17, 0.21, 0.35, 0.30, 0.28, 0.44, 0.41];
        let weights = [60.0, 300.0, 120.0, 80.0, 200.0, 150.0, 90.0];
        let values = weighted_pearson(&x, &y, &weights).unwrap();
        assert!((values.r - 0.865_669_597_331_232_6).abs() < 1e-12);
        assert!((values.effective - 5.405_405_405_405_405).abs() < 1e-12);
        let p = values.p(Alternative::TwoSided).unwrap();
        assert!((p - 0.041_618_703_095_601_55).abs() < 1e-9);
        let interval = values.interval(0.95).unwrap();
        assert!((interval.low - 0.051_761_127_305_455_08).abs() < 1e-9);
        assert!((interval.high - 0.988_565_467_371_579_4).abs() < 1e-9);
        let ranks = weighted_spearman(&x, &y, &weights).unwrap();
        assert!((ranks.r - 0.789_941_774_326_470_5).abs() < 1e-12);
    }

    #[test]
    fn wrong_weights_are_told() {
        let (x, y) = ([1.0, 2.0, 3.0], [2.0, 1.0, 4.0]);
        assert!(matches!(weighted_pearson(&x, &y, &[1.0]), Err(Error::Lengths { .. })));
        let negative = weighted_pearson(&x, &y, &[1.0, -1.0, 1.0]);
        assert!(matches!(negative, Err(Error::OutOfRange { value: -1.0, .. })));
        let few = weighted_pearson(&x, &y, &[1.0, 0.0, 0.0]);
        assert_eq!(few, Err(Error::Undefined(Undefined::TooFew)));
        let two = weighted_pearson(&x, &y, &[1.0, 1.0, 0.0]).unwrap();
        assert_eq!(two.p(Alternative::TwoSided), Err(Undefined::NoFreedom));
    }
}
