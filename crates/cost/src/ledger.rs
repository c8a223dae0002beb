//! The ledger of a budget: limit, reservations and spending.

use crate::Usd;
use peirast_record::Key;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, AddAssign};

/// An amount of money and tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amount {
    /// US dollars.
    pub usd: Usd,
    /// Tokens of prompts and answers.
    pub tokens: u64,
}

impl Amount {
    /// The difference to another amount, at least zero.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self { usd: self.usd.less(other.usd), tokens: self.tokens.saturating_sub(other.tokens) }
    }
}

impl Add for Amount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { usd: self.usd + other.usd, tokens: self.tokens.saturating_add(other.tokens) }
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// A limit on spending. Unlimited units are counted too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Budget {
    /// Dollars.
    pub usd: Option<Usd>,
    /// Tokens of prompts and answers.
    pub tokens: Option<u64>,
}

impl Budget {
    /// Returns true if an amount is within the budget.
    pub fn allows(&self, amount: Amount) -> bool {
        self.usd.is_none_or(|most| amount.usd <= most)
            && self.tokens.is_none_or(|most| amount.tokens <= most)
    }

    /// Returns the rest of the budget after this spending.
    #[must_use]
    pub fn less(self, spent: Amount) -> Self {
        Self {
            usd: self.usd.map(|most| most.less(spent.usd)),
            tokens: self.tokens.map(|most| most.saturating_sub(spent.tokens)),
        }
    }

    /// Renders an amount in the units of this budget; in dollars if there is no limit.
    ///
    /// ```
    /// use peirast_cost::{Amount, Budget, Usd};
    /// let amount = Amount { usd: Usd::new(0.5).unwrap(), tokens: 120 };
    /// assert_eq!(Budget::default().render(amount), "0.50 USD");
    /// assert_eq!(Budget { usd: None, tokens: Some(9) }.render(amount), "120 tokens");
    /// ```
    pub fn render(&self, Amount { usd, tokens }: Amount) -> String {
        match (self.usd, self.tokens) {
            (Some(_), Some(_)) => format!("{usd} and {tokens} tokens"),
            (None, Some(_)) => format!("{tokens} tokens"),
            (_, None) => usd.to_string(),
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::default() {
            return f.write_str("no limit");
        }
        let (usd, tokens) = (self.usd.unwrap_or_default(), self.tokens.unwrap_or_default());
        f.write_str(&self.render(Amount { usd, tokens }))
    }
}

/// The decision of a ledger about an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grant {
    /// The attempt may be made; its bound is reserved.
    Granted,
    /// The attempt would fit after reservations for others are released.
    Later,
    /// The attempt does not fit, for this reason.
    Refused(Refusal),
}

/// The reason for a refusal: the next attempt might exceed the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The budget.
    pub budget: Budget,
    /// Spending, with uncertain charges.
    pub spent: Amount,
    /// The bound of the attempt that was refused.
    pub next: Amount,
}

impl fmt::Display for Refusal {
    /// Renders the rest together with the cost of the next answer. Rounded spending alone might
    /// seem to leave room for it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { budget, spent, next } = self;
        write!(f, "the budget of {budget} has room for no other answer: ")?;
        let within = |most: Usd| spent.usd + next.usd <= most;
        match (budget.usd.filter(|most| !within(*most)), budget.tokens) {
            (None, Some(most)) => write!(
                f,
                "{} tokens are spent or may have been charged, {} are left, and the next answer may take {}",
                spent.tokens,
                most.saturating_sub(spent.tokens),
                next.tokens
            ),
            (most, _) => write!(
                f,
                "{} are spent or may have been charged, {} are left, and the next answer may cost {}",
                spent.usd,
                most.unwrap_or_default().less(spent.usd),
                next.usd
            ),
        }
    }
}

/// The balance of a ledger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Balance {
    /// Cost of answers, by the tokens that their providers reported.
    pub settled: Amount,
    /// The bounds of attempts that may have been charged: those that timed out or broke off, and
    /// answers without reported tokens.
    pub uncertain: Amount,
    /// Reservations for attempts in flight.
    pub reserved: Amount,
}

impl Balance {
    /// Returns the most that may have been spent, without attempts in flight.
    pub fn spent(&self) -> Amount {
        self.settled + self.uncertain
    }
}

/// The ledger of a budget.
///
/// Before an attempt, its bound is reserved. When the attempt ends, the real cost replaces the
/// bound. Spending, uncertain charges and reservations together never exceed the budget, as long as
/// no answer costs more than its bound and no bound is [raised](Ledger::raise).
///
/// ```
/// use peirast_cost::{Amount, Budget, Grant, Ledger, Usd};
/// use peirast_record::Key;
/// let dollars = |d| Amount { usd: Usd::new(d).unwrap(), tokens: 0 };
/// let bound = dollars(0.6);
/// let mut ledger = Ledger::new(Budget { usd: Usd::new(1.0), tokens: None });
/// let (one, two) = (Key::from_stored("1"), Key::from_stored("2"));
/// assert_eq!(ledger.admit(&one, bound), Grant::Granted);
/// assert_eq!(ledger.admit(&two, bound), Grant::Later);
/// ledger.settle(&one, Some(dollars(0.1)));
/// assert_eq!(ledger.admit(&two, bound), Grant::Granted);
/// ledger.lose(&two, true);
/// assert_eq!(ledger.balance().spent(), dollars(0.7));
/// assert!(matches!(ledger.admit(&one, bound), Grant::Refused(_)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    budget: Budget,
    balance: Balance,
    /// Reservation of each attempt in flight.
    held: BTreeMap<Key, Amount>,
}

impl Ledger {
    /// Creates a ledger without spending.
    pub fn new(budget: Budget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// Returns the same ledger after earlier spending and uncertain charges.
    #[must_use]
    pub fn after(mut self, settled: Amount, uncertain: Amount) -> Self {
        self.balance.settled += settled;
        self.balance.uncertain += uncertain;
        self
    }

    /// Decides if an attempt may be made, from the most that it may cost. If so, this amount is
    /// reserved until the attempt is settled or lost.
    pub fn admit(&mut self, trial: &Key, bound: Amount) -> Grant {
        let (budget, spent) = (self.budget, self.balance.spent());
        if budget.allows(spent + self.balance.reserved + bound) {
            self.balance.reserved += bound;
            if let Some(before) = self.held.insert(trial.clone(), bound) {
                // For two attempts at one question, the earlier one is lost.
                self.balance.reserved = self.balance.reserved.less(before);
                self.balance.uncertain += before;
            }
            return Grant::Granted;
        }
        // Spending never shrinks, so only reservations can make room.
        match !self.held.is_empty() && budget.allows(spent + bound) {
            true => Grant::Later,
            false => Grant::Refused(Refusal { budget, spent, next: bound }),
        }
    }

    /// Raises the reservation of an attempt in flight to this bound, if it is lower.
    pub fn raise(&mut self, trial: &Key, bound: Amount) {
        if let Some(held) = self.held.get_mut(trial) {
            let most =
                Amount { usd: held.usd.max(bound.usd), tokens: held.tokens.max(bound.tokens) };
            self.balance.reserved = self.balance.reserved.less(*held) + most;
            *held = most;
        }
    }

    /// Records an answer with its cost; without a cost, with its bound.
    pub fn settle(&mut self, trial: &Key, cost: Option<Amount>) {
        match (cost, self.take(trial)) {
            (Some(cost), _) => self.balance.settled += cost,
            (None, Some(held)) => self.balance.uncertain += held,
            (None, None) => {}
        }
    }

    /// Records an attempt without an answer; its bound counts as spent if it may be charged.
    pub fn lose(&mut self, trial: &Key, may_be_charged: bool) {
        if let (Some(held), true) = (self.take(trial), may_be_charged) {
            self.balance.uncertain += held;
        }
    }

    /// Records that everything in flight was dropped, and may have been charged.
    pub fn drop_all(&mut self) {
        let held = std::mem::take(&mut self.held);
        for held in held.into_values() {
            self.balance.uncertain += held;
        }
        self.balance.reserved = Amount::default();
    }

    /// Returns the balance.
    pub fn balance(&self) -> Balance {
        self.balance
    }

    /// Returns the budget.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    fn take(&mut self, trial: &Key) -> Option<Amount> {
        let held = self.held.remove(trial)?;
        self.balance.reserved = self.balance.reserved.less(held);
        Some(held)
    }
}
