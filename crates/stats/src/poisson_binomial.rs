//! The number of independent events that happen, each with its own probability.

use crate::Error;
use crate::error::probability;

/// P(at least `k` of these events happen), exactly: the tail of the Poisson-binomial distribution.
///
/// Counts below `k` are updated event by event, and the probability of reaching `k` is added up.
/// Nothing is subtracted, so small tails keep all their digits. Time n times k. Source: Barlow &
/// Heidtmann (1984), *IEEE Transactions on Reliability* 33:322.
///
/// # Errors
///
/// [`Error::OutOfRange`] if a probability is not from 0 to 1.
///
/// ```
/// use peirast_stats::poisson_binomial::at_least;
/// assert_eq!(at_least(0, &[0.3])?, 1.0);
/// assert!((at_least(2, &[0.5, 0.25])? - 0.125).abs() < 1e-15);
/// assert_eq!(at_least(3, &[0.5, 0.25])?, 0.0);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn at_least(k: u64, chances: &[f64]) -> Result<f64, Error> {
    for chance in chances {
        probability("chance", *chance)?;
    }
    if k == 0 {
        return Ok(1.0);
    }
    if k > chances.len() as u64 {
        return Ok(0.0);
    }
    let mut below = vec![0.0; k as usize];
    below[0] = 1.0;
    let mut reached = 0.0;
    for chance in chances {
        reached += below[below.len() - 1] * chance;
        for at in (0..below.len()).rev() {
            let before = if at > 0 { below[at - 1] * chance } else { 0.0 };
            below[at] = below[at] * (1.0 - chance) + before;
        }
    }
    Ok(reached.min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::binomial_at_least;
    use proptest::prelude::*;

    /// Against `scipy.stats.poisson_binom` 1.17.1.
    #[test]
    fn scipy_says_the_same() {
        let five = at_least(3, &[0.1, 0.2, 0.3, 0.4, 0.5]).unwrap();
        assert!((five - 0.15).abs() < 1e-14);
        let forty: Vec<f64> = (1..=40).map(|at| f64::from(at) / 50.0).collect();
        let tail = |k| at_least(k, &forty).unwrap();
        assert!((tail(25) / 0.001_574_696_932_712_616 - 1.0).abs() < 1e-9);
        // scipy computes it as 1 less the rest: it has no more digits there.
        assert!((tail(35) - 3.902_989_043_069_738e-12).abs() < 1e-15);
    }

    #[test]
    fn what_is_no_probability_is_told() {
        assert!(at_least(1, &[0.5, 1.5]).is_err() && at_least(0, &[f64::NAN]).is_err());
    }

    proptest! {
        #[test]
        fn equal_chances_are_binomial(n in 1_u64..60, k in 0_u64..60, chance in 0.0..1.0_f64) {
            let found = at_least(k, &vec![chance; n as usize]).unwrap();
            prop_assert!((found - binomial_at_least(k, n, chance)).abs() < 1e-12);
        }

        #[test]
        fn more_is_rarer(chances in prop::collection::vec(0.0..=1.0_f64, 1..20)) {
            let tails: Vec<f64> =
                (0..=chances.len() as u64 + 1).map(|k| at_least(k, &chances).unwrap()).collect();
            prop_assert!(tails.windows(2).all(|pair| pair[0] >= pair[1] - 1e-12));
        }
    }
}
