//! Spending: the cost of answers, and possible charges of failed attempts.

use crate::{Amount, Tariff, Tokens, Usd};
use peirast_record::{ErrorKind, Usage};
use serde::Serialize;

/// The cost of a set of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Spending {
    /// Number of answers.
    pub answers: u64,
    /// Reported tokens.
    #[serde(flatten)]
    pub tokens: Tokens,
    /// Cost of these tokens; `None` if any has no price.
    pub cost: Option<Usd>,
    /// Number of answers without reported tokens, which are in no sum.
    pub unreported: u64,
}

impl Spending {
    /// Creates an empty spending.
    pub fn nothing() -> Self {
        Self { cost: Some(Usd::ZERO), ..Self::default() }
    }

    /// Adds an answer.
    pub fn add(&mut self, tariff: &Tariff, usage: Usage) {
        self.answers += 1;
        let Some(tokens) = Tokens::reported(usage) else {
            self.unreported += 1;
            return;
        };
        self.tokens = self.tokens.plus(tokens);
        self.cost = self.cost.zip(tariff.cost(tokens)).map(|(sum, cost)| sum + cost);
    }

    /// Returns dollars and tokens. A spending without a price counts as 0 dollars.
    pub fn amount(&self) -> Amount {
        Amount { usd: self.cost.unwrap_or_default(), tokens: self.tokens.total() }
    }
}

/// Returns true if an attempt that failed in this way may have been charged.
///
/// A server that refuses a request, or reports its own failure, does not charge for it. A request
/// that timed out, broke off or returned a damaged answer may have been charged. So may a request
/// that a gateway abandoned (502, 504, 520 to 524, 598, 599), and an unfinished answer with a
/// status of success. Attempts with reported tokens are handled elsewhere: they may be charged
/// after any error.
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
