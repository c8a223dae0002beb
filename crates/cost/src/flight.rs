//! What was in flight when a run ended without a word: attempts that may have been charged.

use crate::{Amount, Tariff, Tokens};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Attempts of which nobody may hear again, in tokens, so that what they may have cost can be worked
/// out at whatever the tokens are found to cost.
///
/// ```
/// use peirast_cost::{Flight, Price, Tariff, Tokens};
/// let each = [("openai:a", Tokens::new(90, 10)), ("openai:b", Tokens::new(90, 20))];
/// let each = each.map(|(subject, most)| (subject.to_owned(), most)).into();
/// let flight = Flight { attempts: 4, each };
/// let price = Price::given(1.0, 10.0, "given").unwrap();
/// let (dearest, amount) = flight.most(|_| Tariff::Priced(Box::new(price.clone()))).unwrap();
/// assert_eq!((dearest, amount.tokens), ("openai:b", 440));
/// assert_eq!(amount.usd.to_string(), "0.00116 USD");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flight {
    /// How many there may be.
    pub attempts: u64,
    /// The subjects that each of them may have been put to, with the most tokens that it may take.
    pub each: BTreeMap<String, Tokens>,
}

impl Flight {
    /// The most that all of them may cost: as if each were put to the dearest of the subjects, which
    /// this names. None without subjects.
    pub fn most(&self, tariff: impl Fn(&str) -> Tariff) -> Option<(&str, Amount)> {
        let cost = |(subject, tokens): (&'_ String, &Tokens)| tariff(subject).amount(*tokens);
        let dearest = self.each.iter().max_by_key(|one| {
            let amount = cost(*one);
            (amount.usd, amount.tokens)
        })?;
        let one = cost(dearest);
        let tokens = one.tokens.saturating_mul(self.attempts);
        Some((dearest.0, Amount { usd: one.usd * self.attempts, tokens }))
    }

    /// The most tokens that all of them may take.
    pub fn tokens(&self) -> u64 {
        let most = self.each.values().map(|tokens| tokens.total()).max().unwrap_or(0);
        most.saturating_mul(self.attempts)
    }

    /// Attempts one by one, each with its subject and its most tokens, as flights.
    pub fn gathered(attempts: impl IntoIterator<Item = (String, Tokens)>) -> Vec<Self> {
        let mut alike: BTreeMap<(String, [u64; 2]), u64> = BTreeMap::new();
        for (subject, tokens) in attempts {
            *alike.entry((subject, [tokens.input, tokens.output])).or_default() += 1;
        }
        let flight = |((subject, [input, output]), attempts): ((String, [u64; 2]), u64)| Self {
            attempts,
            each: [(subject, Tokens::new(input, output))].into(),
        };
        alike.into_iter().map(flight).collect()
    }
}
