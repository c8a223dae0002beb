//! Costs of verdicts, from the answers that each used.

use crate::Usd;
use serde::Serialize;

/// The tokens and cost of one answer. The type is small, because a study may have a million
/// answers.
///
/// ```
/// use peirast_cost::{AnswerCost, Usd};
/// let cost = Usd::new(0.5).unwrap();
/// assert_eq!(AnswerCost::new(10, cost).cost(), cost);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerCost {
    /// Reported tokens, input and output.
    pub tokens: u64,
    /// Cost in units of [`Usd`].
    cost: u64,
}

impl AnswerCost {
    /// Creates the cost of an answer. More than 18 million dollars count as 18 million.
    pub fn new(tokens: u64, cost: Usd) -> Self {
        Self { tokens, cost: u64::try_from(cost.units()).unwrap_or(u64::MAX) }
    }

    /// Returns the cost.
    pub fn cost(self) -> Usd {
        Usd::from_units(self.cost.into())
    }
}

/// The answers that a verdict used, and their cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VerdictUsage {
    /// Number of answers, each counted once.
    pub answers: u64,
    /// Number of their tokens.
    pub tokens: u64,
    /// Cost of the verdict alone.
    pub alone: Usd,
    /// Share of the verdict. An answer that several verdicts used is divided evenly among them. The
    /// shares of all verdicts add up to the cost of all these answers, to the unit of 10^-12
    /// dollars.
    pub share: Usd,
}

/// Returns the cost of each of several verdicts from the answers that it used. An answer is
/// identified by any ordered value, and `taken` returns its cost, if it has one.
///
/// ```
/// use peirast_cost::{AnswerCost, Usd, usage_of_verdicts};
/// let taken = AnswerCost::new(10, Usd::new(0.5).unwrap());
/// let verdicts = usage_of_verdicts(vec![vec!["a"], vec!["a", "b"]], |_| Some(taken));
/// assert_eq!(verdicts[0].share.to_string(), "0.25 USD");
/// assert_eq!((verdicts[1].alone.to_string(), verdicts[1].tokens), ("1.00 USD".to_owned(), 20));
/// ```
pub fn usage_of_verdicts<A: Copy + Ord>(
    mut verdicts: Vec<Vec<A>>,
    taken: impl Fn(A) -> Option<AnswerCost>,
) -> Vec<VerdictUsage> {
    for answers in &mut verdicts {
        answers.retain(|answer| taken(*answer).is_some());
        answers.sort_unstable();
        answers.dedup();
    }
    let mut all = verdicts.concat();
    all.sort_unstable();
    let users = |answer: A| {
        let beyond = all.partition_point(|one| *one <= answer);
        (beyond - all.partition_point(|one| *one < answer)) as u64
    };
    let cost = |answers: &Vec<A>| {
        let mut used = VerdictUsage { answers: answers.len() as u64, ..VerdictUsage::default() };
        for answer in answers {
            let Some(taken) = taken(*answer) else { continue };
            used.tokens = used.tokens.saturating_add(taken.tokens);
            used.alone += taken.cost();
            used.share += taken.cost().divided(users(*answer));
        }
        used
    };
    verdicts.iter().map(cost).collect()
}
