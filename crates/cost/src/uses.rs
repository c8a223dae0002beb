//! What verdicts cost: the answers that each of them used.

use crate::Usd;
use serde::Serialize;

/// What one answer took: small, since a study may have a million answers.
///
/// ```
/// use peirast_cost::{AnswerCost, Usd};
/// let cost = Usd::new(0.5).unwrap();
/// assert_eq!(AnswerCost::new(10, cost).cost(), cost);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerCost {
    /// Tokens that were reported, those of prompts and those of answers.
    pub tokens: u64,
    /// What they cost, in the unit of [`Usd`].
    cost: u64,
}

impl AnswerCost {
    /// So many tokens, at this cost. What would exceed 18 million dollars for one answer stays there.
    pub fn new(tokens: u64, cost: Usd) -> Self {
        Self { tokens, cost: u64::try_from(cost.units()).unwrap_or(u64::MAX) }
    }

    /// What the tokens cost.
    pub fn cost(self) -> Usd {
        Usd::from_units(self.cost.into())
    }
}

/// What a verdict cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VerdictUsage {
    /// Answers that it used, each counted once.
    pub answers: u64,
    /// Their tokens.
    pub tokens: u64,
    /// What they cost: what the verdict would have cost alone.
    pub alone: Usd,
    /// Its share: an answer that several verdicts used is divided evenly among them. The shares of
    /// all verdicts add up to what all these answers cost, to the unit of 10^-12 dollars.
    pub share: Usd,
}

/// What each of several verdicts cost, by the answers that it used: each is named by a number, a key or
/// whatever tells it from others, and `taken` says what it took, if anything.
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
