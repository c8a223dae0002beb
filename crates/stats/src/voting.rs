//! Repeated answers to one question: stopping rules, and the decision of the votes.
//!
//! A sampled answer is one random draw. With enough repetitions the more frequent answer becomes
//! clear; a [`Stopping`] rule decides how many are enough. Votes for neither side, such as
//! refusals, are counted separately.

use crate::Error;
use serde::{Deserialize, Serialize};

/// Votes on one question.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Votes {
    /// Votes for the first side: yes, correct, accept.
    pub ayes: u32,
    /// Votes for the other side.
    pub noes: u32,
    /// Votes for neither.
    pub neither: u32,
}

impl Votes {
    /// All votes.
    ///
    /// ```
    /// use peirast_stats::voting::Votes;
    /// assert_eq!(Votes { ayes: 3, noes: 1, neither: 1 }.total(), 5);
    /// ```
    pub fn total(self) -> u32 {
        self.ayes.saturating_add(self.noes).saturating_add(self.neither)
    }

    /// The side with more votes; none on a tie.
    pub fn majority(self) -> Option<bool> {
        (self.ayes != self.noes).then_some(self.ayes > self.noes)
    }

    /// The share of the majority among the votes for a side, from 0.5 to 1; none without any.
    pub fn share(self) -> Option<f64> {
        let (most, both) = (self.ayes.max(self.noes), f64::from(self.ayes) + f64::from(self.noes));
        (both > 0.0).then(|| f64::from(most) / both)
    }

    /// Returns these votes and one more for a side.
    ///
    /// ```
    /// use peirast_stats::voting::Votes;
    /// assert_eq!(Votes::default().plus(true).plus(false).majority(), None);
    /// ```
    #[must_use]
    pub fn plus(self, aye: bool) -> Self {
        let (ayes, noes) = (self.ayes + u32::from(aye), self.noes + u32::from(!aye));
        Self { ayes, noes, ..self }
    }
}

/// The stopping rule.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "rule")]
pub enum Stopping {
    /// After one answer.
    Single,
    /// The rule of the benchmark "Logic in LLMs" (2025): stop after `first` votes if they are all
    /// for one side, otherwise after `most`. There is no decision in between.
    Adaptive {
        /// 5 as published.
        first: u32,
        /// 10 as published.
        most: u32,
    },
    /// Stop as soon as the posterior odds that the majority is the more frequent answer reach
    /// `odds`, under a uniform prior for its frequency; give up after `most` votes.
    Sequential {
        /// The bound, above 1; 19 asks for 95 %.
        odds: f64,
        /// The most votes.
        most: u32,
    },
}

/// The decision of votes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// For the first side.
    Aye,
    /// For the other side.
    Nay,
    /// A tie, for which the rule has no decision.
    Tied,
    /// No vote for a side.
    None,
}

/// The expected course of a question under a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Expectation {
    /// The expected number of queries.
    pub queries: f64,
    /// The probability that the majority is not the more frequent answer, or that there is none.
    pub error: f64,
}

/// The rule as published.
pub const PUBLISHED_2025: Stopping = Stopping::Adaptive { first: 5, most: 10 };

/// The most votes that a rule may ask for: expectations take time with the square of it.
pub const MOST_VOTES: u32 = 1000;

impl Stopping {
    /// Refuses a rule that never stops, or that stops before the first vote.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] names the setting.
    ///
    /// ```
    /// use peirast_stats::voting::Stopping;
    /// assert!(Stopping::Sequential { odds: 19.0, most: 25 }.check().is_ok());
    /// assert!(Stopping::Adaptive { first: 5, most: 4 }.check().is_err());
    /// ```
    pub fn check(self) -> Result<(), Error> {
        let wrong = |what, range, value: f64| Err(Error::OutOfRange { what, range, value });
        match self {
            Self::Single => Ok(()),
            Self::Adaptive { first, most } if first == 0 || first > most => {
                wrong("first", "from 1 to `most`", f64::from(first))
            }
            Self::Adaptive { most, .. } | Self::Sequential { most, .. }
                if !(1..=MOST_VOTES).contains(&most) =>
            {
                wrong("most", "from 1 to 1000", f64::from(most))
            }
            Self::Sequential { odds, .. } if !(odds > 1.0 && odds.is_finite()) => {
                wrong("odds", "above 1", odds)
            }
            _ => Ok(()),
        }
    }

    /// Returns the number of further votes to ask for at once: the smallest number after which the
    /// rule may stop, so that no vote is unnecessary. 0 means stop.
    ///
    /// ```
    /// use peirast_stats::voting::{PUBLISHED_2025, Stopping, Votes};
    /// let votes = |ayes, noes| Votes { ayes, noes, neither: 0 };
    /// assert_eq!(PUBLISHED_2025.more(votes(0, 0)), 5);
    /// assert_eq!(PUBLISHED_2025.more(votes(5, 0)), 0);
    /// assert_eq!(PUBLISHED_2025.more(votes(4, 1)), 5);
    /// let sequential = Stopping::Sequential { odds: 19.0, most: 25 };
    /// assert_eq!(sequential.more(votes(0, 0)), 4);
    /// assert_eq!(sequential.more(votes(4, 0)), 0);
    /// assert_eq!(sequential.more(votes(3, 1)), 3);
    /// ```
    pub fn more(self, votes: Votes) -> u32 {
        let total = votes.total();
        match self {
            Self::Single => 1_u32.saturating_sub(total),
            Self::Adaptive { first, .. } if total < first => first - total,
            Self::Adaptive { first, .. }
                if total == first && votes.ayes.max(votes.noes) == first =>
            {
                0
            }
            Self::Adaptive { most, .. } => most.saturating_sub(total),
            Self::Sequential { odds, most } => {
                let left = most.saturating_sub(total);
                let leads = votes.ayes >= votes.noes;
                let settled = |more: &u32| {
                    let (ayes, noes) = (votes.ayes, votes.noes);
                    let then = match leads {
                        true => Votes { ayes: ayes + more, ..votes },
                        false => Votes { noes: noes + more, ..votes },
                    };
                    // A bound such as 7 is reached exactly by three equal votes, up to rounding.
                    majority_odds(then) >= odds * (1.0 - 1e-9)
                };
                (0..left).find(settled).unwrap_or(left)
            }
        }
    }

    /// The decision of the votes. The published rule counts a tie as incorrect, the second side.
    ///
    /// ```
    /// use peirast_stats::voting::{Decision, PUBLISHED_2025, Stopping, Votes};
    /// let tie = Votes { ayes: 5, noes: 5, neither: 0 };
    /// assert_eq!(PUBLISHED_2025.decide(tie), Decision::Nay);
    /// assert_eq!(Stopping::Sequential { odds: 19.0, most: 10 }.decide(tie), Decision::Tied);
    /// ```
    pub fn decide(self, votes: Votes) -> Decision {
        match (votes.majority(), self) {
            (Some(true), _) => Decision::Aye,
            (Some(false), _) => Decision::Nay,
            (None, _) if votes.ayes == 0 => Decision::None,
            (None, Self::Adaptive { .. }) => Decision::Nay,
            (None, _) => Decision::Tied,
        }
    }

    /// The fewest and the most queries that the rule makes.
    pub fn bounds(self) -> (u32, u32) {
        match self {
            Self::Single => (1, 1),
            Self::Adaptive { first, most } => (first, most),
            Self::Sequential { most, .. } => (self.more(Votes::default()), most),
        }
    }

    /// The expected course under the rule of a question to which each answer is aye with
    /// probability `p`. Time with the square of the most queries.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] unless 0 <= `p` <= 1.
    ///
    /// ```
    /// use peirast_stats::voting::{PUBLISHED_2025, Stopping};
    /// assert_eq!(PUBLISHED_2025.expected(1.0)?.queries, 5.0);
    /// assert_eq!(PUBLISHED_2025.expected(0.5)?.queries, 10.0 - 5.0 * 2.0 / 32.0);
    /// let sequential = Stopping::Sequential { odds: 19.0, most: 10 };
    /// assert!(sequential.expected(0.95)?.queries < PUBLISHED_2025.expected(0.95)?.queries);
    /// # Ok::<(), peirast_stats::Error>(())
    /// ```
    pub fn expected(self, p: f64) -> Result<Expectation, Error> {
        crate::error::probability("p", p)?;
        Ok(self.walk(|_| p, p > 0.5))
    }

    /// The expected number of queries if a question with these votes were asked again from the
    /// start; the answers have the frequencies of the votes and `prior`.
    ///
    /// ```
    /// use peirast_stats::voting::{PUBLISHED_2025, Prior, Votes};
    /// let unanimous = Votes { ayes: 5, noes: 0, neither: 0 };
    /// let divided = Votes { ayes: 6, noes: 4, neither: 0 };
    /// let alike = Prior::fitted(&[unanimous; 20]);
    /// assert!(PUBLISHED_2025.foreseen(unanimous, alike) < 5.01);
    /// let unlike = Prior::fitted(&[divided; 20]);
    /// assert!(PUBLISHED_2025.foreseen(divided, unlike) > 9.6);
    /// ```
    pub fn foreseen(self, votes: Votes, prior: Prior) -> f64 {
        let (ayes, noes) =
            (f64::from(votes.ayes) + prior.weight, f64::from(votes.noes) + prior.weight);
        let aye = |new: Votes| {
            (ayes + f64::from(new.ayes)) / (ayes + noes + f64::from(new.ayes) + f64::from(new.noes))
        };
        if prior.neither == 0.0 {
            return self.walk(aye, true).queries;
        }
        // By counts of ayes and of noes, vote by vote; the rest is for neither side.
        let most = self.bounds().1 as usize;
        let mut reached = vec![vec![0.0; 1]; 1];
        reached[0][0] = 1.0;
        let mut queries = 0.0;
        for total in 0..=most {
            let mut next = vec![vec![0.0; total + 2]; total + 2];
            for (ayes, row) in reached.iter().enumerate() {
                for (noes, probability) in row.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                    let neither = (total - ayes - noes) as u32;
                    let votes = Votes { ayes: ayes as u32, noes: noes as u32, neither };
                    if self.more(votes) == 0 {
                        queries += probability * total as f64;
                        continue;
                    }
                    let sided = probability * (1.0 - prior.neither);
                    let p = aye(votes);
                    next[ayes][noes] += probability * prior.neither;
                    next[ayes + 1][noes] += sided * p;
                    next[ayes][noes + 1] += sided * (1.0 - p);
                }
            }
            reached = next;
        }
        queries
    }

    /// Returns the votes that this rule would have used: from answers in the order in which they
    /// were given, for a side or neither.
    ///
    /// ```
    /// use peirast_stats::voting::{Stopping, Votes};
    /// let answers = [Some(true), Some(false), Some(false)];
    /// assert_eq!(Stopping::Single.counted(answers), Votes { ayes: 1, noes: 0, neither: 0 });
    /// ```
    pub fn counted(self, answers: impl IntoIterator<Item = Option<bool>>) -> Votes {
        let mut votes = Votes::default();
        for answer in answers {
            if self.more(votes) == 0 {
                break;
            }
            votes = match answer {
                Some(side) => votes.plus(side),
                None => Votes { neither: votes.neither.saturating_add(1), ..votes },
            };
        }
        votes
    }

    /// Runs through all sequences of votes, by their counts.
    fn walk(self, aye: impl Fn(Votes) -> f64, right: bool) -> Expectation {
        let most = self.bounds().1 as usize;
        let mut sum = Expectation::default();
        // The probability of each count of ayes after this number of votes.
        let mut reached = vec![1.0];
        for total in 0..=most {
            let mut next = vec![0.0; total + 2];
            for (ayes, probability) in reached.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                // Counts stay below the most votes, which is a small number.
                let votes = Votes { ayes: ayes as u32, noes: (total - ayes) as u32, neither: 0 };
                if self.more(votes) == 0 {
                    sum.queries += probability * total as f64;
                    let decided = votes.majority() == Some(right);
                    sum.error += if decided { 0.0 } else { *probability };
                    continue;
                }
                let p = aye(votes);
                next[ayes + 1] += probability * p;
                next[ayes] += probability * (1.0 - p);
            }
            reached = next;
        }
        sum
    }
}

/// The distribution of a subject's answer frequencies over its questions, fitted to all questions
/// together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Prior {
    /// Both parameters of a symmetric beta distribution of the frequency of aye: near 0 a question
    /// always gets the same answer; a large value means that every question is a coin toss.
    pub weight: f64,
    /// The share of votes for neither side.
    pub neither: f64,
}

impl Prior {
    /// Fits the votes; returns the most likely weight of fifty from 0.001 to 1000, as if the number
    /// of votes had been fixed, and the share of votes for neither side.
    pub fn fitted(questions: &[Votes]) -> Self {
        let weights = (0..50).map(|step| 10_f64.powf(-3.0 + 6.0 * f64::from(step) / 49.0));
        let likely = |weight: f64| -> f64 {
            questions.iter().map(|votes| log_likelihood(*votes, weight)).sum()
        };
        let scored = weights.map(|weight| (likely(weight), weight));
        let best = scored.max_by(|a, b| a.0.total_cmp(&b.0));
        let total: u64 = questions.iter().map(|votes| u64::from(votes.total())).sum();
        let neither: u64 = questions.iter().map(|votes| u64::from(votes.neither)).sum();
        Self {
            weight: best.map_or(1.0, |(_, weight)| weight),
            neither: if total == 0 { 0.0 } else { neither as f64 / total as f64 },
        }
    }
}

/// The logarithm of the probability of one sequence with these counts, if frequencies are spread by
/// a symmetric beta distribution: Polya's urn, draw by draw.
fn log_likelihood(votes: Votes, weight: f64) -> f64 {
    let side = |count: u32| -> f64 { (0..count).map(|at| (weight + f64::from(at)).ln()).sum() };
    let both = votes.ayes.saturating_add(votes.noes);
    let drawn: f64 = (0..both).map(|at| (2.0 * weight + f64::from(at)).ln()).sum();
    side(votes.ayes) + side(votes.noes) - drawn
}

/// The posterior odds that the side with more votes is the more frequent answer, under a uniform
/// prior for its frequency; 1 on a tie.
///
/// With a votes of n the posterior is a beta distribution, and its mass above one half is a tail of
/// n + 1 fair coins.
///
/// ```
/// use peirast_stats::voting::{Votes, majority_odds};
/// assert_eq!(majority_odds(Votes { ayes: 4, noes: 0, neither: 2 }), 31.0);
/// ```
pub fn majority_odds(votes: Votes) -> f64 {
    let (most, least) = (votes.ayes.max(votes.noes), votes.ayes.min(votes.noes));
    let n = u64::from(most) + u64::from(least) + 1;
    // P(frequency < 1/2) = P(X > most) for X of n fair coins; its complement has `most` or fewer.
    let against = crate::dist::binomial_sf(u64::from(most), n, 0.5);
    let for_it = crate::dist::binomial_cdf(u64::from(most), n, 0.5);
    for_it / against
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn votes(ayes: u32, noes: u32) -> Votes {
        Votes { ayes, noes, neither: 0 }
    }

    fn rules() -> impl Strategy<Value = Stopping> {
        prop_oneof![
            (1_u32..8, 0_u32..8)
                .prop_map(|(first, more)| Stopping::Adaptive { first, most: first + more }),
            (1.5_f64..200.0, 1_u32..20)
                .prop_map(|(odds, most)| Stopping::Sequential { odds, most }),
        ]
    }

    #[test]
    fn one_unclear_vote_among_the_first_five_asks_for_all_ten() {
        let with = |ayes, neither| Votes { ayes, noes: 0, neither };
        assert_eq!(PUBLISHED_2025.more(with(4, 1)), 5);
        assert_eq!(PUBLISHED_2025.more(with(9, 1)), 0);
        assert_eq!(PUBLISHED_2025.decide(with(9, 1)), Decision::Aye);
        assert_eq!(PUBLISHED_2025.decide(with(0, 10)), Decision::None);
    }

    #[test]
    fn odds_are_those_of_the_beta_distribution() {
        assert_eq!(majority_odds(votes(0, 0)), 1.0);
        assert!((majority_odds(votes(2, 2)) - 1.0).abs() < 1e-12);
        // P(Beta(4, 2) > 1/2) = 26/32.
        assert!((majority_odds(votes(3, 1)) - 26.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn expectations_agree_with_sums_by_hand() {
        let p: f64 = 0.8;
        let all_alike = p.powi(5) + (1.0 - p).powi(5);
        let expected = PUBLISHED_2025.expected(p).unwrap();
        assert!((expected.queries - (5.0 * all_alike + 10.0 * (1.0 - all_alike))).abs() < 1e-12);
        assert!(PUBLISHED_2025.expected(1.5).is_err());
    }

    proptest! {
        #[test]
        fn a_rule_stops_within_its_bounds_and_wastes_no_vote(
            rule in rules(), sides in prop::collection::vec(any::<bool>(), 40)
        ) {
            let mut given = Votes::default();
            let mut sides = sides.into_iter();
            loop {
                let more = rule.more(given);
                if more == 0 {
                    break;
                }
                for side in sides.by_ref().take(more as usize - 1) {
                    given = given.plus(side);
                    prop_assert!(rule.more(given) > 0, "asked for more than was needed");
                }
                given = given.plus(sides.next().unwrap());
            }
            let (least, most) = rule.bounds();
            prop_assert!((least..=most).contains(&given.total()));
        }

        #[test]
        fn sides_are_treated_alike_but_for_the_published_tie(
            rule in rules(), ayes in 0_u32..9, noes in 0_u32..9
        ) {
            prop_assert_eq!(rule.more(votes(ayes, noes)), rule.more(votes(noes, ayes)));
            let (p, q) = (rule.expected(0.7).unwrap(), rule.expected(0.3).unwrap());
            prop_assert!((p.queries - q.queries).abs() < 1e-9);
        }

        #[test]
        fn foreseen_lies_within_the_bounds(
            rule in rules(), ayes in 0_u32..9, noes in 0_u32..9, neither in 0_u32..3
        ) {
            let given = Votes { ayes, noes, neither };
            let foreseen = rule.foreseen(given, Prior::fitted(&[given]));
            let (least, most) = rule.bounds();
            prop_assert!(foreseen > f64::from(least) - 1e-9 && foreseen < f64::from(most) + 1e-9);
        }

        #[test]
        fn counting_stops_where_asking_does(
            rule in rules(), answers in prop::collection::vec(prop::option::of(any::<bool>()), 40)
        ) {
            let counted = rule.counted(answers.iter().copied());
            prop_assert_eq!(rule.more(counted), 0);
            // More answers change nothing, and a replay of those counted gives the same.
            let used = counted.total() as usize;
            prop_assert_eq!(rule.counted(answers[..used].iter().copied()), counted);
        }
    }
}
