//! What verdicts cost: the answers that each of them used.

use crate::{Tokens, Usd};
use serde::Serialize;
use std::collections::BTreeMap;

/// What one answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Tokens that were reported.
    pub tokens: Tokens,
    /// What they cost.
    pub cost: Usd,
}

/// What a verdict cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Used {
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
/// use peirast_cost::{Taken, Tokens, Usd, used};
/// let taken = Taken { tokens: Tokens::new(9, 1), cost: Usd::new(0.5).unwrap() };
/// let verdicts = used(&[vec!["a"], vec!["a", "b"]], |_| Some(taken));
/// assert_eq!(verdicts[0].share.to_string(), "0.25 USD");
/// assert_eq!((verdicts[1].alone.to_string(), verdicts[1].tokens), ("1.00 USD".to_owned(), 20));
/// ```
pub fn used<A: Copy + Ord>(verdicts: &[Vec<A>], taken: impl Fn(A) -> Option<Taken>) -> Vec<Used> {
    let own: Vec<Vec<(A, Taken)>> = verdicts
        .iter()
        .map(|answers| {
            let mut answers = answers.clone();
            answers.sort_unstable();
            answers.dedup();
            answers.into_iter().filter_map(|answer| Some((answer, taken(answer)?))).collect()
        })
        .collect();
    let mut users: BTreeMap<A, u64> = BTreeMap::new();
    for (answer, _) in own.iter().flatten() {
        *users.entry(*answer).or_default() += 1;
    }
    let cost = |answers: &Vec<(A, Taken)>| {
        let mut used = Used { answers: answers.len() as u64, ..Used::default() };
        for (answer, taken) in answers {
            used.tokens = used.tokens.saturating_add(taken.tokens.total());
            used.alone += taken.cost;
            used.share += taken.cost.divided(users.get(answer).copied().unwrap_or(1));
        }
        used
    };
    own.iter().map(cost).collect()
}
