//! Spending of a run so far, for progress lines and events.

use peirast_cost::{Amount, Balance, Budget, Usd};
use serde_json::{Map, Value, json};

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
        let worst = balance.spent();
        let left = Budget {
            usd: budget.usd.map(|most| most.less(worst.usd)),
            tokens: budget.tokens.map(|most| most.saturating_sub(worst.tokens)),
        };
        Self { usd: is_priced.then_some(usd), tokens, left }
    }

    /// Renders the spending in a few words; `None` where nothing is known.
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
        let mut members = Map::new();
        members.insert("cost_usd".to_owned(), json!(self.usd));
        members.insert("budget_left_usd".to_owned(), json!(self.left.usd));
        members.insert("budget_left_tokens".to_owned(), json!(self.left.tokens));
        members
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_told_at_worst() {
        let dollars = |usd| Amount { usd: Usd::new(usd).unwrap_or_default(), tokens: 100 };
        let balance =
            Balance { settled: dollars(1.0), uncertain: dollars(0.5), reserved: dollars(9.0) };
        let budget = Budget { usd: Usd::new(2.0), tokens: Some(1000) };
        let told = |budget, is_priced| SpendingSummary::new(balance, budget, is_priced).render();
        let both = "1.00 USD spent, 100 tokens spent, 0.50 USD and 800 tokens left of the budget";
        assert_eq!(told(budget, true).as_deref(), Some(both));
        assert_eq!(told(Budget::default(), true).as_deref(), Some("1.00 USD spent"));
        assert_eq!(told(Budget::default(), false), None, "a price is missing: nothing is known");
        let tokens = told(Budget { usd: None, ..budget }, false);
        assert_eq!(tokens.as_deref(), Some("100 tokens spent, 800 tokens left of the budget"));
        assert_eq!(SpendingSummary::nothing().members()["cost_usd"], 0.0);
        assert!(SpendingSummary::default().members()["cost_usd"].is_null());
        let over = SpendingSummary::new(balance, Budget { usd: Usd::new(1.2), tokens: None }, true);
        assert_eq!(over.members()["budget_left_usd"], 0.0);
    }
}
