//! Spending of a run so far, for progress lines and events.

use peirast_cost::{Amount, Balance, Budget, Usd};
use serde_json::{Map, Value, json};
use std::fmt::Debug;

/// The meter of a run's money, which can be read while the run goes on.
pub trait SpendingMeter: Debug + Send + Sync {
    /// Returns the spending so far.
    fn spent(&self) -> SpendingSummary;

    /// Returns the cost of a subject's answers in this run or, with a budget, in its directory;
    /// `None` without a known price.
    fn paid(&self, subject: &str) -> Option<Usd>;

    /// Returns the number of attempts that the store holds as possibly charged: those in flight,
    /// and some more if it is behind. If the program ends now, costs and budgets count this number.
    fn possibly_charged(&self) -> u64;
}

/// Spending of a run so far; with a budget, of its directory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpendingSummary {
    /// Dollars; `None` if a subject has no known price.
    usd: Option<Usd>,
    tokens: u64,
    /// Rest of the budget after all that was or may have been charged.
    left: Budget,
}

impl SpendingSummary {
    /// Creates the summary of a run that costs nothing.
    pub fn nothing() -> Self {
        Self { usd: Some(Usd::ZERO), ..Self::default() }
    }

    /// Creates the summary of a ledger's balance.
    pub fn new(balance: Balance, budget: Budget, is_priced: bool) -> Self {
        let Amount { usd, tokens } = balance.settled;
        Self { usd: is_priced.then_some(usd), tokens, left: budget.less(balance.spent()) }
    }

    /// Renders the spending in a few words; `None` if nothing is known.
    pub fn render(&self) -> Option<String> {
        let mut parts: Vec<String> =
            self.usd.map(|usd| format!("{usd} spent")).into_iter().collect();
        if self.left.tokens.is_some() {
            parts.push(format!("{} tokens spent", self.tokens));
        }
        if self.left != Budget::default() {
            parts.push(format!("{} left of the budget", self.left));
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// Returns the members of an event.
    pub fn members(&self) -> Map<String, Value> {
        let members = [
            ("cost_usd", json!(self.usd)),
            ("budget_left_usd", json!(self.left.usd)),
            ("budget_left_tokens", json!(self.left.tokens)),
        ];
        members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_budget_is_what_is_left_at_worst() {
        let dollars = |usd| Amount { usd: Usd::new(usd).unwrap_or_default(), tokens: 100 };
        let balance =
            Balance { settled: dollars(1.0), uncertain: dollars(0.5), reserved: dollars(9.0) };
        let budget = Budget { usd: Usd::new(2.0), tokens: Some(1000) };
        let text = |budget, is_priced| SpendingSummary::new(balance, budget, is_priced).render();
        let both = "1.00 USD spent, 100 tokens spent, 0.50 USD and 800 tokens left of the budget";
        assert_eq!(text(budget, true).as_deref(), Some(both));
        assert_eq!(text(Budget::default(), true).as_deref(), Some("1.00 USD spent"));
        assert_eq!(text(Budget::default(), false), None, "a price is missing: nothing is known");
        let tokens = text(Budget { usd: None, ..budget }, false);
        assert_eq!(tokens.as_deref(), Some("100 tokens spent, 800 tokens left of the budget"));
        assert_eq!(SpendingSummary::nothing().members()["cost_usd"], 0.0);
        assert!(SpendingSummary::default().members()["cost_usd"].is_null());
        let over = SpendingSummary::new(balance, Budget { usd: Usd::new(1.2), tokens: None }, true);
        assert_eq!(over.members()["budget_left_usd"], 0.0);
    }
}
