use std::collections::BTreeMap;

use crate::Alternative;
use crate::dist::{binomial_at_least, binomial_cdf, binomial_pmf};
use crate::power::Design;

/// The rejected values of n21 for one n*: all up to `low`, all from `high` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Region {
    low: Option<u64>,
    high: Option<u64>,
}

impl Region {
    /// The probability of the region when n21 is binomial (`discordant`, `share`).
    pub(super) fn probability(self, discordant: u64, share: f64) -> f64 {
        (self.lower(discordant, share) + self.upper(discordant, share)).min(1.0)
    }

    /// The probability of its lower part.
    fn lower(self, discordant: u64, share: f64) -> f64 {
        self.low.map_or(0.0, |most| binomial_cdf(most, discordant, share))
    }

    /// The probability of its upper part.
    fn upper(self, discordant: u64, share: f64) -> f64 {
        self.high.map_or(0.0, |least| binomial_at_least(least, discordant, share))
    }
}

/// The probabilities of the regions for successive n*.
///
/// With one pair more, a part of a region gains or loses the probability of one value of n21: a
/// term instead of hundreds. If the probability becomes small, its relative error would grow, and
/// it is summed again.
pub(super) struct Ascent {
    share: f64,
    /// The last n*, its region, and the probabilities of its lower and its upper part.
    last: Option<(u64, Region, f64, f64)>,
}

/// A part with a smaller probability is summed again.
const LITTLE: f64 = 0.01;

impl Ascent {
    /// Creates the sums for discordant pairs that favour the perturbed version with probability
    /// `share`.
    pub(super) fn new(share: f64) -> Self {
        Self { share, last: None }
    }

    /// Returns the probability of the region for `discordant` pairs: faster if the last call was
    /// for one fewer.
    pub(super) fn probability(&mut self, discordant: u64, region: Region) -> f64 {
        let last = self.last.filter(|(below, ..)| below + 1 == discordant);
        let lower = last
            .and_then(|(below, own, lower, _)| self.lower(below, own.low?, region.low?, lower))
            .unwrap_or_else(|| region.lower(discordant, self.share));
        let upper = last
            .and_then(|(below, own, _, upper)| self.upper(below, own.high?, region.high?, upper))
            .unwrap_or_else(|| region.upper(discordant, self.share));
        self.last = Some((discordant, region, lower, upper));
        (lower + upper).clamp(0.0, 1.0)
    }

    /// P(n21 <= `most`) with one pair more than `below`, where P(n21 <= `own`) was `p`.
    fn lower(&self, below: u64, own: u64, most: u64, p: f64) -> Option<f64> {
        match most.checked_sub(own).filter(|_| p >= LITTLE)? {
            0 => Some(p - self.share * binomial_pmf(own, below, self.share)),
            1 => Some(p + (1.0 - self.share) * binomial_pmf(most, below, self.share)),
            _ => None,
        }
    }

    /// P(n21 >= `least`) with one pair more than `below`, where P(n21 >= `own`) was `p`.
    fn upper(&self, below: u64, own: u64, least: u64, p: f64) -> Option<f64> {
        match least.checked_sub(own).filter(|_| p >= LITTLE)? {
            0 => {
                let next = own.checked_sub(1).map_or(0.0, |k| binomial_pmf(k, below, self.share));
                Some(p + self.share * next)
            }
            1 => Some(p - (1.0 - self.share) * binomial_pmf(own, below, self.share)),
            _ => None,
        }
    }
}

/// The rejection regions of a design, each computed once: they depend neither on the number of
/// pairs nor on the supposed probabilities, and a search for a size or an effect needs the same
/// regions again.
///
/// The critical count of n* + 1 is that of n* or one more, so the search for each starts at the
/// last known one below.
pub(super) struct Regions {
    design: Design,
    /// By n*: the critical count, found by a search upwards for every alternative, and the region.
    known: BTreeMap<u64, (u64, Region)>,
}

impl Regions {
    /// Creates the regions of `design`, none of which is known yet.
    pub(super) fn new(design: Design) -> Self {
        Self { design, known: BTreeMap::new() }
    }

    /// The region for `discordant` discordant pairs.
    pub(super) fn at(&mut self, discordant: u64) -> Region {
        if let Some((_, region)) = self.known.get(&discordant) {
            return *region;
        }
        let (critical, region) = self.found(discordant);
        self.known.insert(discordant, (critical, region));
        region
    }

    /// Calls the test itself, so that no rule is implemented twice. Its result for `Less` is its
    /// result for `Greater` with the counts exchanged.
    fn found(&self, discordant: u64) -> (u64, Region) {
        // Some rules test two-sided even if a side is requested: each reports its method.
        let used = self.design.rule.test(discordant, 0, self.design.alternative).alternative;
        let start = if used == Alternative::TwoSided { discordant.div_ceil(2) } else { 0 };
        let mut critical = self.guess(discordant).clamp(start, discordant + 1);
        while critical > start && self.rejects(discordant, critical - 1) {
            critical -= 1;
        }
        while critical <= discordant && !self.rejects(discordant, critical) {
            critical += 1;
        }
        let high = (critical <= discordant).then_some(critical);
        let low = discordant.checked_sub(critical);
        let region = match used {
            Alternative::Greater => Region { low: None, high },
            Alternative::Less => Region { low, high: None },
            Alternative::TwoSided => Region { low, high },
        };
        (critical, region)
    }

    /// Start of the search for the critical count of `discordant`: the count for the one below if
    /// it is known, otherwise a deviation of about two standard deviations. A poor start only costs
    /// time.
    fn guess(&self, discordant: u64) -> u64 {
        let below = discordant.checked_sub(1).and_then(|below| self.known.get(&below));
        below.map_or_else(
            || discordant / 2 + (discordant as f64).sqrt() as u64,
            |(critical, _)| *critical,
        )
    }

    /// Returns true if `many` of `discordant` pairs on the side of the alternative are rejected.
    fn rejects(&self, discordant: u64, many: u64) -> bool {
        let few = discordant - many;
        let test = match self.design.alternative {
            Alternative::Less => self.design.rule.test(many, few, Alternative::Less),
            upwards => self.design.rule.test(few, many, upwards),
        };
        test.p <= self.design.alpha
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;

    #[test]
    fn going_up_gives_what_summing_anew_gives() {
        for rule in [Rule::Exact, Rule::MidP, Rule::Normal] {
            for alternative in [Alternative::TwoSided, Alternative::Greater, Alternative::Less] {
                for (share, alpha) in
                    [(0.5, 0.05), (0.8, 0.05), (0.05, 1e-6), (1.0, 0.05), (0.0, 0.05)]
                {
                    let design = Design::new(rule, alternative, alpha).expect("a design");
                    let (mut regions, mut ascent) = (Regions::new(design), Ascent::new(share));
                    for discordant in (0..400).chain(1000..1300) {
                        let region = regions.at(discordant);
                        let anew = region.probability(discordant, share);
                        let found = ascent.probability(discordant, region);
                        let what = (rule, alternative, share, alpha, discordant);
                        assert!(
                            (found - anew).abs() <= 1e-13 + 1e-11 * anew,
                            "{what:?}: {found} {anew}"
                        );
                    }
                }
            }
        }
    }
}
