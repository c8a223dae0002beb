use serde::{Deserialize, Serialize};

use crate::mcnemar::McNemar;
use crate::{Alternative, Error, Interval, PairedTable, Rule, Undefined, check_count};

/// Pairs that are not in the table, because an answer is missing or could not be scored.
///
/// ```
/// use peirast_stats::Lost;
/// let lost = Lost { neither: 2, original_right: 1, ..Lost::default() };
/// assert_eq!(lost.total(), 3);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lost {
    /// Pairs with neither answer known.
    pub neither: u64,
    /// Pairs with only the original's answer known, which is right.
    pub original_right: u64,
    /// Pairs with only the original's answer known, which is wrong.
    pub original_wrong: u64,
    /// Pairs with only the perturbed version's answer known, which is right.
    pub perturbed_right: u64,
    /// Pairs with only the perturbed version's answer known, which is wrong.
    pub perturbed_wrong: u64,
}

/// The range of possible results of a test if no pair had been lost.
///
/// ```
/// use peirast_stats::{Alternative, Lost, PairedTable, Rule, Verdict};
/// let table = PairedTable { n11: 50, n12: 4, n21: 16, n22: 30 };
/// let lost = Lost { neither: 1, ..Lost::default() };
/// let bounds = lost.bounds(&table, Rule::Exact, Alternative::TwoSided)?;
/// assert!(bounds.strongest.p < bounds.observed.p && bounds.observed.p < bounds.weakest.p);
/// assert_eq!(bounds.verdict(0.05), Verdict::Rejected);
/// assert_eq!(bounds.verdict(0.01), Verdict::Open);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LostBounds {
    /// The test of the observed pairs.
    pub observed: McNemar,
    /// The completion with the smallest p.
    pub strongest: McNemar,
    /// The completion with the largest p.
    pub weakest: McNemar,
    /// The range of the difference of paired proportions over all completions, perturbed less
    /// original.
    pub difference: Interval,
    /// The number of lost pairs.
    pub lost: u64,
}

/// The certainty of a decision in spite of lost pairs.
///
/// ```
/// use peirast_stats::Verdict;
/// assert_ne!(Verdict::Open, Verdict::Rejected);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Rejected at this level for every completion of the lost pairs.
    Rejected,
    /// Not rejected for any completion.
    NotRejected,
    /// Some completions reject and some do not.
    Open,
}

impl LostBounds {
    /// The verdict at a level: p at most `alpha` rejects.
    ///
    /// ```
    /// use peirast_stats::{Alternative, Lost, PairedTable, Rule, Verdict};
    /// let table = PairedTable::from_discordants(5, 5);
    /// let bounds = Lost::default().bounds(&table, Rule::Exact, Alternative::Greater)?;
    /// assert_eq!(bounds.verdict(0.05), Verdict::NotRejected);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    #[must_use]
    pub fn verdict(&self, alpha: f64) -> Verdict {
        if self.weakest.p <= alpha {
            Verdict::Rejected
        } else if self.strongest.p > alpha {
            Verdict::NotRejected
        } else {
            Verdict::Open
        }
    }
}

impl Lost {
    /// The number of lost pairs.
    ///
    /// ```
    /// assert_eq!(peirast_stats::Lost::default().total(), 0);
    /// ```
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.neither
            .saturating_add(self.original_right)
            .saturating_add(self.original_wrong)
            .saturating_add(self.perturbed_right)
            .saturating_add(self.perturbed_wrong)
    }

    /// Returns the smallest and the largest p over all completions of the lost pairs.
    ///
    /// No assumption is made about the reason for the loss. Source of the idea: Manski (1990),
    /// *American Economic Review* 80:319. For exact, mid-p and normal tests, which are monotone in
    /// either count, the extremes are known and fast to compute; the published rules change their
    /// method with the number of discordant pairs, and are evaluated at each number.
    ///
    /// # Errors
    ///
    /// [`Error::Undefined`] for a published rule with more than a million lost pairs,
    /// [`Error::CountTooLarge`].
    ///
    /// ```
    /// use peirast_stats::{Alternative, Lost, PairedTable, Rule};
    /// let table = PairedTable { n11: 5, n12: 0, n21: 5, n22: 0 };
    /// // A pair known to be right on the original cannot have been mended.
    /// let lost = Lost { original_right: 1, ..Lost::default() };
    /// let bounds = lost.bounds(&table, Rule::Exact, Alternative::Greater)?;
    /// assert_eq!(bounds.strongest.p, bounds.observed.p);
    /// assert!((bounds.weakest.p - 7.0 / 64.0).abs() < 1e-15);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn bounds(
        &self,
        table: &PairedTable,
        rule: Rule,
        alternative: Alternative,
    ) -> Result<LostBounds, Error> {
        table.check()?;
        check_count("lost pairs", self.total())?;
        let test = |(broken, mended): (u64, u64)| {
            let (n12, n21) = (table.n12.saturating_add(broken), table.n21.saturating_add(mended));
            rule.test(n12, n21, alternative)
        };
        let candidates = match rule.is_monotone() {
            true => self.extremes(table, alternative),
            false => self.by_number(table)?,
        };
        let observed = test((0, 0));
        let (mut strongest, mut weakest) = (observed, observed);
        for result in candidates.into_iter().map(test) {
            if result.p < strongest.p {
                strongest = result;
            }
            if result.p > weakest.p {
                weakest = result;
            }
        }
        let n = table.n().saturating_add(self.total()) as f64;
        let gain = table.n21 as f64 - table.n12 as f64;
        let share = |gain: f64| if n > 0.0 { gain / n } else { 0.0 };
        let difference = Interval {
            low: share(gain - self.most_broken() as f64),
            high: share(gain + self.most_mended() as f64),
        };
        Ok(LostBounds { observed, strongest, weakest, difference, lost: self.total() })
    }

    /// Returns the number of pairs that can only favour the original.
    const fn only_broken(&self) -> u64 {
        self.original_right.saturating_add(self.perturbed_wrong)
    }

    /// Returns the number of pairs that can only favour the perturbed version.
    const fn only_mended(&self) -> u64 {
        self.original_wrong.saturating_add(self.perturbed_right)
    }

    const fn most_broken(&self) -> u64 {
        self.neither.saturating_add(self.only_broken())
    }

    const fn most_mended(&self) -> u64 {
        self.neither.saturating_add(self.only_mended())
    }

    /// Returns the completions that include the extremes of a monotone test, as counts in favour of
    /// the original and of the perturbed version: all in favour of one, all in favour of the other,
    /// and as balanced as possible.
    fn extremes(&self, table: &PairedTable, alternative: Alternative) -> Vec<(u64, u64)> {
        let mut list = vec![(self.most_broken(), 0), (0, self.most_mended())];
        if table.discordant() == 0 {
            // Without discordant pairs p is 1 by convention, so one further pair is also a
            // candidate.
            list.extend([(self.most_broken().min(1), 0), (0, self.most_mended().min(1))]);
        }
        if alternative == Alternative::TwoSided {
            let gap = table.n12.abs_diff(table.n21);
            list.push(if table.n12 < table.n21 {
                (gap.min(self.most_broken()), 0)
            } else {
                (0, gap.min(self.most_mended()))
            });
        }
        list
    }

    /// Returns the completions that include the extremes of a test that changes its method with the
    /// number of discordant pairs, and is monotone for each number: all in favour of one, all in
    /// favour of the other, and as balanced as possible.
    fn by_number(&self, table: &PairedTable) -> Result<Vec<(u64, u64)>, Error> {
        const MOST: u64 = 1_000_000;
        if self.total() > MOST {
            return Err(Undefined::TooLarge.into());
        }
        let of = |discordant: u64| {
            let least = discordant.saturating_sub(self.most_mended());
            let most = discordant.min(self.most_broken());
            let balanced = table.n21.saturating_add(discordant).saturating_sub(table.n12) / 2;
            let near = [balanced, balanced.saturating_add(1)].map(|i| i.clamp(least, most));
            [least, near[0], near[1], most].map(|broken| (broken, discordant - broken))
        };
        Ok((0..=self.total()).flat_map(of).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns every completion, as counts in favour of the original and of the perturbed version.
    fn completions(lost: &Lost) -> Vec<(u64, u64)> {
        let fits = |&(i, j): &(u64, u64)| {
            i.saturating_sub(lost.only_broken()) + j.saturating_sub(lost.only_mended())
                <= lost.neither
        };
        let all = |i| (0..=lost.most_mended()).map(move |j| (i, j));
        (0..=lost.most_broken()).flat_map(all).filter(fits).collect()
    }

    fn check(lost: Lost, n12: u64, n21: u64, rule: Rule, side: Alternative) {
        let table = PairedTable::from_discordants(n12, n21);
        let bounds = lost.bounds(&table, rule, side).expect("bounds");
        let p = |(i, j)| rule.test(n12 + i, n21 + j, side).p;
        let all = completions(&lost).into_iter().map(p);
        let (least, most) = all.fold((1.0_f64, 0.0_f64), |(l, m), p| (l.min(p), m.max(p)));
        assert!((bounds.strongest.p - least).abs() < 1e-12, "{rule} {lost:?} {bounds:?}");
        assert!((bounds.weakest.p - most).abs() < 1e-12, "{rule} {lost:?} {bounds:?}");
    }

    /// The extremes equal those over all completions, also where the published rules change.
    #[test]
    fn extremes_are_extreme() {
        for lost in 0..243_u64 {
            let digit = |place: u32| lost / 3_u64.pow(place) % 3;
            let lost = Lost {
                neither: digit(0),
                original_right: digit(1),
                original_wrong: digit(2),
                perturbed_right: digit(3),
                perturbed_wrong: digit(4),
            };
            let tables = [(0, 0), (1, 6), (7, 2), (3, 3), (4, 9), (6, 16), (12, 11), (20, 3)];
            for (n12, n21) in tables {
                for side in Alternative::ALL {
                    Rule::ALL.iter().for_each(|rule| check(lost, n12, n21, *rule, *side));
                }
            }
        }
    }

    #[test]
    fn too_many_are_said_and_not_tried() {
        let lost = Lost { neither: 2_000_000, ..Lost::default() };
        let bounds = |rule| lost.bounds(&PairedTable::default(), rule, Alternative::TwoSided);
        assert_eq!(bounds(Rule::Published2024), Err(Error::Undefined(Undefined::TooLarge)));
        assert!(bounds(Rule::Exact).is_ok());
    }
}
