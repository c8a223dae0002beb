use std::ops::Range;

use super::EProcess;
use crate::{Discordance, SplitMix64};

/// The end of one simulated study.
///
/// ```
/// use peirast_stats::{Alternative, Discordance, EProcess, sequential};
/// let start = EProcess::new(Alternative::TwoSided);
/// let certain = Discordance::new(0.0, 1.0)?;
/// let stop = sequential::stops(&start, &certain, 0.05, 100, 1, 0..1)[0];
/// assert!(stop.rejected && stop.pairs < 10);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    /// The number of pairs asked, discordant or not.
    pub pairs: u64,
    /// True if the null hypothesis was rejected; if not, the pairs ran out.
    pub rejected: bool,
}

/// Simulates studies with these numbers, which stop at the first rejection or after `most` pairs;
/// the work can be divided.
///
/// ```
/// use peirast_stats::{Alternative, Discordance, EProcess, sequential};
/// let start = EProcess::new(Alternative::Greater);
/// let supposed = Discordance::new(0.05, 0.15)?;
/// let all = sequential::stops(&start, &supposed, 0.05, 500, 1, 0..20);
/// assert_eq!(sequential::stops(&start, &supposed, 0.05, 500, 1, 15..20), all[15..]);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[must_use]
pub fn stops(
    start: &EProcess,
    supposed: &Discordance,
    alpha: f64,
    most: u64,
    seed: u64,
    studies: Range<u64>,
) -> Vec<Stop> {
    let study = |number: u64| {
        let mut stream = SplitMix64::numbered(seed, number);
        let mut evidence = *start;
        for pairs in 1..=most {
            let u = stream.uniform();
            if u < supposed.p12() {
                evidence.observe(false);
            } else if u < supposed.p12() + supposed.p21() {
                evidence.observe(true);
            }
            if evidence.rejects(alpha) {
                return Stop { pairs, rejected: true };
            }
        }
        Stop { pairs: most, rejected: false }
    };
    studies.map(study).collect()
}

/// The expected course of a study that may stop early.
///
/// ```
/// use peirast_stats::{Stop, StoppingSummary};
/// let stops = [Stop { pairs: 10, rejected: true }, Stop { pairs: 30, rejected: false }];
/// let expected = StoppingSummary::new(&stops);
/// assert_eq!((expected.rejected, expected.mean_pairs), (0.5, 20.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StoppingSummary {
    /// The number of simulated studies.
    pub studies: u64,
    /// The share that rejected: the power, or the probability of a false rejection; 0 without
    /// studies.
    pub rejected: f64,
    /// The standard error of that share.
    pub error: f64,
    /// The mean number of pairs asked; 0 without studies.
    pub mean_pairs: f64,
}

impl StoppingSummary {
    /// Summarises simulated studies.
    ///
    /// ```
    /// assert_eq!(peirast_stats::StoppingSummary::new(&[]).studies, 0);
    /// ```
    #[must_use]
    pub fn new(stops: &[Stop]) -> Self {
        let studies = stops.len() as f64;
        let share = |sum: f64| if studies > 0.0 { sum / studies } else { 0.0 };
        let rejected = share(stops.iter().filter(|stop| stop.rejected).count() as f64);
        Self {
            studies: stops.len() as u64,
            rejected,
            error: share(rejected * (1.0 - rejected)).sqrt(),
            mean_pairs: share(stops.iter().map(|stop| stop.pairs as f64).sum()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Alternative;

    /// Returns the share of studies that ever reject, with an evaluation after each of 600 pairs.
    fn size(side: Alternative, p12: f64, p21: f64, alpha: f64) -> StoppingSummary {
        let supposed = Discordance::new(p12, p21).expect("cells");
        StoppingSummary::new(&stops(&EProcess::new(side), &supposed, alpha, 600, 77, 0..3000))
    }

    #[test]
    fn optional_stopping_keeps_the_level() {
        for alpha in [0.05, 0.1] {
            for (side, p12, p21) in [
                (Alternative::TwoSided, 0.1, 0.1),
                (Alternative::TwoSided, 0.5, 0.5),
                (Alternative::Greater, 0.2, 0.2),
                (Alternative::Less, 0.2, 0.2),
                // One-sided, an effect the other way is part of the null hypothesis.
                (Alternative::Greater, 0.25, 0.2),
            ] {
                let found = size(side, p12, p21, alpha);
                assert!(found.rejected <= alpha, "{side} {alpha} {found:?}");
            }
        }
    }

    /// The comparison that justifies the e-process: the same evaluations with exact p-values.
    #[test]
    fn looking_again_and_again_at_exact_p_does_not() {
        let mut rejected = 0;
        for number in 0..500 {
            let mut stream = SplitMix64::numbered(5, number);
            let (mut n12, mut n21) = (0, 0);
            for _ in 0..300 {
                if stream.chance(0.5) {
                    n21 += 1
                } else {
                    n12 += 1
                }
                if crate::mcnemar::exact(n12, n21, Alternative::TwoSided).p <= 0.05 {
                    rejected += 1;
                    break;
                }
            }
        }
        assert!(rejected > 75, "{rejected} of 500 at a level of 0.05");
    }

    #[test]
    fn an_effect_is_found_early() {
        let supposed = Discordance::new(0.05, 0.25).expect("cells");
        let start = EProcess::new(Alternative::Greater);
        let found = StoppingSummary::new(&stops(&start, &supposed, 0.05, 1000, 3, 0..300));
        assert!(found.rejected > 0.99 && found.mean_pairs < 120.0, "{found:?}");
    }
}
