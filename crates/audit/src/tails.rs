//! The direction of the tests of a table, which all its p-values share.

use crate::statistic::{Comparison, ONE_SIDED, Statistic, compare};
use crate::{Bound, Printed, Verdict};

/// The values of a statistic that count against its null hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tails {
    /// Those at least as far from 0.
    Both,
    /// Those that are greater.
    Above,
    /// Those that are smaller.
    Below,
    /// Those further from 0 with the same sign: each test has the direction of its result.
    Own,
}

impl Tails {
    /// All directions. If several yield equally many p-values, the first is preferred.
    const ALL: [Self; 4] = [Self::Both, Self::Above, Self::Below, Self::Own];

    /// The direction in words.
    const fn words(self) -> &'static str {
        match self {
            Self::Both => "two-sided",
            Self::Above => "one-sided for a statistic above 0",
            Self::Below => "one-sided for a statistic below 0",
            Self::Own => "one-sided, each in the direction of its own statistic",
        }
    }

    /// Returns true if these values are those beyond the statistic; `None` if its sign is unknown.
    fn is_beyond(self, sign: Option<f64>) -> Option<bool> {
        match self {
            Self::Both | Self::Own => Some(true),
            Self::Above => sign.map(|sign| sign > 0.0),
            Self::Below => sign.map(|sign| sign < 0.0),
        }
    }

    /// Returns true if a printed p can belong to a statistic.
    fn fit(self, statistic: Statistic, p: Printed) -> bool {
        let Some((value, low, high)) = statistic.p() else { return false };
        let beyond = || p.may_lie(low / 2.0, high / 2.0);
        let rest = || p.may_lie(1.0 - high / 2.0, 1.0 - low / 2.0);
        match (self, self.is_beyond(statistic.sign())) {
            (Self::Both, _) => p.agrees(value) || p.may_lie(low, high),
            (_, Some(true)) => beyond(),
            (_, Some(false)) => rest(),
            (_, None) => beyond() || rest(),
        }
    }

    /// The p-value in this direction, from a two-sided one.
    fn p(self, statistic: Statistic, two_sided: f64) -> f64 {
        match (self, self.is_beyond(statistic.sign())) {
            (Self::Both, _) => two_sided,
            (_, Some(false)) => 1.0 - two_sided / 2.0,
            _ => two_sided / 2.0,
        }
    }
}

/// The statistics of a column with their p-values, and the direction that yields most of them.
pub struct TestColumn {
    tails: Tails,
    /// Number of p-values that each direction yields.
    fitting: [usize; Tails::ALL.len()],
    /// The rarer sign of the statistics, if each test has its own direction.
    rarer: f64,
}

impl TestColumn {
    pub fn new(tests: &[(Statistic, Printed)]) -> Self {
        let sided = || tests.iter().filter(|(one, p)| one.has_sides() && p.bound == Bound::Exactly);
        let count = |tails: Tails| sided().filter(|(one, p)| tails.fit(*one, *p)).count();
        let fitting = Tails::ALL.map(count);
        let most = fitting.iter().copied().max().unwrap_or_default();
        let tails = Tails::ALL.into_iter().zip(fitting).find(|(_, fitting)| *fitting == most);
        let signs = |wanted: f64| sided().filter(|(one, _)| one.sign() == Some(wanted)).count();
        let rarer = if signs(-1.0) <= signs(1.0) { -1.0 } else { 1.0 };
        Self { tails: tails.map_or(Tails::Both, |(tails, _)| tails), fitting, rarer }
    }

    fn fitting(&self, tails: Tails) -> usize {
        self.fitting[tails as usize]
    }

    /// Compares a p of the column with its statistic; see [`compare`].
    pub fn compare(&self, statistic: Statistic, p: Printed) -> Option<Comparison> {
        let alone = compare(statistic, p)?;
        if alone.verdict.is_fault() || !statistic.has_sides() || p.bound != Bound::Exactly {
            return Some(alone);
        }
        let all = self.fitting(self.tails);
        if self.tails.fit(statistic, p) {
            let own = self.tails == Tails::Own && statistic.sign() == Some(self.rarer);
            return Some(match self.tails {
                Tails::Both => alone,
                _ if Tails::Both.fit(statistic, p) || all == 1 => alone,
                _ if own => Comparison {
                    verdict: Verdict::Note,
                    remark: format!(
                        "{ONE_SIDED}, in a direction that most tests of the column do not have"
                    ),
                    ..alone
                },
                _ => Comparison { verdict: Verdict::Ok, remark: ONE_SIDED.to_owned(), ..alone },
            });
        }
        let others = Tails::ALL.into_iter().rev().filter(|tails| tails.fit(statistic, p));
        let other = others.max_by_key(|tails| self.fitting(*tails)).unwrap_or(self.tails);
        let is_small = other == Tails::Both || Tails::Own.fit(statistic, p);
        // If both directions yield equally many p-values, the column does not show which of them is
        // wrong.
        let doubtful = other == Tails::Both || is_small && self.fitting(other) == all;
        Some(Comparison {
            verdict: if doubtful { Verdict::Note } else { Verdict::Mismatch },
            p: self.tails.p(statistic, alone.p),
            remark: format!(
                "{} tail: the p is {}, and {all} of the column are {}",
                if is_small { "another" } else { "the wrong" },
                other.words(),
                self.tails.words()
            ),
        })
    }
}
