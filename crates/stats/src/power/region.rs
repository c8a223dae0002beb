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

/// Finds the rejection region for one n* after another. The critical count of n* + 1 is that of
/// n* or one more, so each search starts where the last one ended.
pub(super) struct Boundary {
    design: Design,
    /// The last critical count, found by looking upwards whatever the alternative.
    critical: u64,
}

impl Boundary {
    /// Starts near the critical count of `discordant`: a deviation of about two standard
    /// deviations. A poor start costs time only.
    pub(super) fn new(design: Design, discordant: u64) -> Self {
        let critical = discordant / 2 + (discordant as f64).sqrt() as u64;
        Self { design, critical }
    }

    /// The region for `discordant` discordant pairs.
    ///
    /// The test is asked itself, so that no rule is written down twice. Its answer to `Less` is
    /// its answer to `Greater` with the counts exchanged.
    pub(super) fn at(&mut self, discordant: u64) -> Region {
        // Some rules test two-sided even when asked not to: each says what it did.
        let used = self.design.rule.test(discordant, 0, self.design.alternative).alternative;
        let start = if used == Alternative::TwoSided { discordant.div_ceil(2) } else { 0 };
        let mut critical = self.critical.clamp(start, discordant + 1);
        while critical > start && self.rejects(discordant, critical - 1) {
            critical -= 1;
        }
        while critical <= discordant && !self.rejects(discordant, critical) {
            critical += 1;
        }
        self.critical = critical;
        let high = (critical <= discordant).then_some(critical);
        let low = discordant.checked_sub(critical);
        match used {
            Alternative::Greater => Region { low: None, high },
            Alternative::Less => Region { low, high: None },
            Alternative::TwoSided => Region { low, high },
        }
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
