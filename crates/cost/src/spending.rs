//! Spending: what answers cost, and what failed attempts may have cost.

use crate::{Amount, Tariff, Tokens, Usd};
use peirast_record::{ErrorKind, Usage};
use serde::Serialize;

/// What a set of answers cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Spending {
    /// Answers.
    pub answers: u64,
    /// Tokens that were reported.
    #[serde(flatten)]
    pub tokens: Tokens,
    /// What these cost. None once a priced token has no price.
    pub cost: Option<Usd>,
    /// Answers whose tokens were not reported: they are not in the sums.
    pub unreported: u64,
}

impl Spending {
    /// Nothing spent.
    pub fn nothing() -> Self {
        Self { cost: Some(Usd::ZERO), ..Self::default() }
    }

    /// Takes in an answer.
    pub fn add(&mut self, tariff: &Tariff, usage: Usage) {
        self.answers += 1;
        let Some(tokens) = Tokens::reported(usage) else {
            self.unreported += 1;
            return;
        };
        self.tokens = self.tokens.plus(tokens);
        self.cost = self.cost.zip(tariff.cost(tokens)).map(|(sum, cost)| sum + cost);
    }

    /// Takes in what another took in.
    pub fn merge(&mut self, other: &Self) {
        self.answers += other.answers;
        self.tokens = self.tokens.plus(other.tokens);
        self.cost = self.cost.zip(other.cost).map(|(one, more)| one + more);
        self.unreported += other.unreported;
    }

    /// Money and tokens; what has no price counts as 0 dollars.
    pub fn amount(&self) -> Amount {
        Amount { usd: self.cost.unwrap_or_default(), tokens: self.tokens.total() }
    }
}

/// Whether an attempt that failed in this way may have been charged.
///
/// A server that refuses a request, or says that it failed, does not charge for it. What timed out,
/// broke off, or came back damaged may have been answered and charged; so may what a gateway between
/// us and the server gave up on (502, 504, 520 to 524, 598, 599), and an answer that was begun and not
/// finished, whose status says that all is well. Whoever reports tokens beside an error may have charged for
/// them, whatever the error.
///
/// ```
/// use peirast_cost::may_be_charged;
/// use peirast_record::ErrorKind;
/// assert!(may_be_charged(ErrorKind::Timeout, None) && may_be_charged(ErrorKind::Server, Some(504)));
/// assert!(!may_be_charged(ErrorKind::RateLimit, Some(429)));
/// assert!(!may_be_charged(ErrorKind::Server, Some(500)));
/// assert!(may_be_charged(ErrorKind::Server, Some(200)));
/// ```
pub fn may_be_charged(kind: ErrorKind, status: Option<u16>) -> bool {
    match kind {
        ErrorKind::Timeout | ErrorKind::Network | ErrorKind::Malformed => true,
        ErrorKind::Server => matches!(status, Some(200..=299 | 502 | 504 | 520..=524 | 598 | 599)),
        ErrorKind::Auth | ErrorKind::NotFound | ErrorKind::RateLimit | ErrorKind::BadRequest => {
            false
        }
    }
}
