use std::collections::BTreeMap;

use crate::Alternative;
use crate::dist::{binomial_at_least, binomial_cdf};
use crate::power::Design;

/// The values of n21 that are rejected for one n*: all up to `low`, all from `high` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Region {
    low: Option<u64>,
    high: Option<u64>,
}

impl Region {
    /// The probability of the region when n21 is binomial (`discordant`, `share`).
    pub(super) fn probability(self, discordant: u64, share: f64) -> f64 {
        let low = self.low.map_or(0.0, |most| binomial_cdf(most, discordant, share));
        let high = self.high.map_or(0.0, |least| binomial_at_least(least, discordant, share));
        (low + high).min(1.0)
    }
}

/// The rejection regions of a design, each found once: they depend neither on the number of pairs nor
/// on what is supposed of them, and a search for a size or an effect asks for the same ones again.
///
/// The critical count of n* + 1 is that of n* or one more, so each is looked for from that of the last
/// one below.
pub(super) struct Regions {
    design: Design,
    /// By n*: the critical count, found by looking upwards whatever the alternative, and the region.
    known: BTreeMap<u64, (u64, Region)>,
}

impl Regions {
    /// Those of `design`, none of which is known yet.
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

    /// The test is asked itself, so that no rule is written down twice. Its answer to `Less` is
    /// its answer to `Greater` with the counts exchanged.
    fn found(&self, discordant: u64) -> (u64, Region) {
        // Some rules test two-sided even when asked not to: each says what it did.
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

    /// Where to look for the critical count of `discordant`: where that of the one below is, or else at
    /// a deviation of about two standard deviations. A poor start costs time only.
    fn guess(&self, discordant: u64) -> u64 {
        let below = discordant.checked_sub(1).and_then(|below| self.known.get(&below));
        below.map_or_else(
            || discordant / 2 + (discordant as f64).sqrt() as u64,
            |(critical, _)| *critical,
        )
    }

    /// Whether `many` of `discordant` pairs on the side of the alternative are rejected.
    fn rejects(&self, discordant: u64, many: u64) -> bool {
        let few = discordant - many;
        let test = match self.design.alternative {
            Alternative::Less => self.design.rule.test(many, few, Alternative::Less),
            upwards => self.design.rule.test(few, many, upwards),
        };
        test.p <= self.design.alpha
    }
}
