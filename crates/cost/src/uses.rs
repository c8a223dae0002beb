//! What verdicts cost: the answers that each of them used.

use crate::{Tokens, Usd};
use peirast_record::Key;
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

/// What each of several verdicts cost, by the answers that it used.
///
/// ```
/// use peirast_cost::{Taken, Tokens, Usd, used};
/// use peirast_record::Key;
/// use std::collections::BTreeMap;
/// let key = |name: &str| Key::from_stored(name);
/// let taken = Taken { tokens: Tokens::new(9, 1), cost: Usd::new(0.5).unwrap() };
/// let answers = BTreeMap::from([(key("a"), taken), (key("b"), taken)]);
/// let verdicts = used(&[vec![key("a")], vec![key("a"), key("b")]], &answers);
/// assert_eq!(verdicts[0].share.to_string(), "0.25 USD");
/// assert_eq!((verdicts[1].alone.to_string(), verdicts[1].tokens), ("1.00 USD".to_owned(), 20));
/// ```
pub fn used(verdicts: &[Vec<Key>], answers: &BTreeMap<Key, Taken>) -> Vec<Used> {
    let own: Vec<Vec<&Key>> = verdicts
        .iter()
        .map(|keys| {
            let mut keys: Vec<&Key> =
                keys.iter().filter(|key| answers.contains_key(*key)).collect();
            keys.sort();
            keys.dedup();
            keys
        })
        .collect();
    let mut users: BTreeMap<&Key, u64> = BTreeMap::new();
    for key in own.iter().flatten() {
        *users.entry(key).or_default() += 1;
    }
    let cost = |keys: &Vec<&Key>| {
        let mut used = Used { answers: keys.len() as u64, ..Used::default() };
        for key in keys {
            let taken = answers.get(*key).copied().unwrap_or_default();
            used.tokens = used.tokens.saturating_add(taken.tokens.total());
            used.alone += taken.cost;
            used.share += taken.cost.divided(users.get(*key).copied().unwrap_or(1));
        }
        used
    };
    own.iter().map(cost).collect()
}
