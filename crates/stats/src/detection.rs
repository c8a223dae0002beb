//! Signal detection: sensitivity to validity, separate from the bias to accept.

use crate::dist::normal_quantile;
use crate::{Error, check_count};
use serde::Serialize;

/// Sensitivity and bias of a yes/no judgement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Detection {
    /// Sensitivity d' = z(H) - z(F); 0 is guessing.
    pub d_prime: f64,
    /// Its standard error.
    pub d_prime_se: f64,
    /// Criterion c = -(z(H) + z(F))/2; below 0 is a bias to accept.
    pub criterion: f64,
    /// Its standard error.
    pub criterion_se: f64,
}

/// Counts of accepted items of a judgement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Accepted {
    /// Accepted valid items.
    pub hits: u64,
    /// Judged valid items.
    pub signals: u64,
    /// Accepted invalid items.
    pub false_alarms: u64,
    /// Judged invalid items.
    pub noise: u64,
}

impl Accepted {
    /// Returns d' and c after the log-linear correction (half a count more of each, one judgement
    /// more), which keeps rates of 0 and 1 finite: Hautus (1995), *Behavior Research Methods*
    /// 27:46. The standard errors are those of Gourevitch & Galanter (1967), *Psychometrika* 32:25,
    /// for independent judgements.
    ///
    /// # Errors
    /// [`Error::NoObservations`] without valid or without invalid ones,
    /// [`Error::TooManySuccesses`] if more are accepted than judged.
    ///
    /// ```
    /// use peirast_stats::detection::Accepted;
    /// let keen = Accepted { hits: 18, signals: 20, false_alarms: 12, noise: 20 };
    /// let found = keen.detection()?;
    /// assert!((found.d_prime - 0.9387).abs() < 1e-3 && (found.criterion + 0.7104).abs() < 1e-3);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn detection(self) -> Result<Detection, Error> {
        let (hit, hit_variance) = deviate(self.hits, self.signals)?;
        let (alarm, alarm_variance) = deviate(self.false_alarms, self.noise)?;
        let error = (hit_variance + alarm_variance).sqrt();
        Ok(Detection {
            d_prime: hit - alarm,
            d_prime_se: error,
            criterion: -f64::midpoint(hit, alarm),
            criterion_se: error / 2.0,
        })
    }
}

/// The normal deviate of a corrected rate and its variance.
fn deviate(count: u64, of: u64) -> Result<(f64, f64), Error> {
    check_count("judgements", of)?;
    if of == 0 {
        return Err(Error::NoObservations);
    }
    if count > of {
        return Err(Error::TooManySuccesses { successes: count, trials: of });
    }
    let n = of as f64 + 1.0;
    // Rates above and below one half mirror each other exactly: the quantile of the smaller tail.
    let few = count.min(of - count);
    let rate = (few as f64 + 0.5) / n;
    let below = if 2 * few == of { 0.0 } else { normal_quantile(rate) };
    let z = if few < count { -below } else { below };
    let density = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt();
    Ok((z, rate * (1.0 - rate) / (n * density * density)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn guessing_has_no_sensitivity_and_extremes_stay_finite() {
        let same = Accepted { hits: 7, signals: 10, false_alarms: 7, noise: 10 };
        assert_eq!(same.detection().unwrap().d_prime, 0.0);
        let perfect = Accepted { hits: 10, signals: 10, false_alarms: 0, noise: 10 };
        let found = perfect.detection().unwrap();
        assert!(found.d_prime > 3.0 && found.criterion == 0.0 && found.d_prime_se.is_finite());
        assert!(Accepted::default().detection().is_err());
        assert!(Accepted { hits: 3, signals: 2, false_alarms: 0, noise: 1 }.detection().is_err());
    }

    proptest! {
        #[test]
        fn accepting_more_lowers_the_criterion_and_rejecting_all_mirrors_it(
            hits in 0_u64..30, alarms in 0_u64..30
        ) {
            let counts = Accepted { hits, signals: 30, false_alarms: alarms, noise: 30 };
            let mirrored = Accepted {
                hits: 30 - alarms, signals: 30, false_alarms: 30 - hits, noise: 30,
            };
            let (a, b) = (counts.detection().unwrap(), mirrored.detection().unwrap());
            prop_assert_eq!((a.d_prime, a.criterion), (b.d_prime, -b.criterion));
        }
    }
}
