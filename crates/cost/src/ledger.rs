//! The ledger of a budget: what may be spent, what is set aside, what was spent.

use crate::Usd;
use peirast_record::Key;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, AddAssign};

/// Money and tokens together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amount {
    /// Dollars.
    pub usd: Usd,
    /// Tokens of prompts and answers.
    pub tokens: u64,
}

impl Amount {
    fn less(self, other: Self) -> Self {
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

/// What may be spent. What is not limited is counted all the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Budget {
    /// Dollars.
    pub usd: Option<Usd>,
    /// Tokens of prompts and answers.
    pub tokens: Option<u64>,
}

impl Budget {
    /// Whether so much lies within it.
    pub fn allows(&self, amount: Amount) -> bool {
        self.usd.is_none_or(|most| amount.usd <= most)
            && self.tokens.is_none_or(|most| amount.tokens <= most)
    }
}

impl Budget {
    /// What is left of it when so much is spent.
    #[must_use]
    pub fn less(self, spent: Amount) -> Self {
        Self {
            usd: self.usd.map(|most| most.less(spent.usd)),
            tokens: self.tokens.map(|most| most.saturating_sub(spent.tokens)),
        }
    }

    /// An amount in the units of this budget: dollars, where it limits nothing.
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
        match (self.usd, self.tokens) {
            (Some(usd), Some(tokens)) => write!(f, "{usd} and {tokens} tokens"),
            (Some(usd), None) => write!(f, "{usd}"),
            (None, Some(tokens)) => write!(f, "{tokens} tokens"),
            (None, None) => f.write_str("no limit"),
        }
    }
}

/// What a ledger says to an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grant {
    /// It may be made; its bound is set aside.
    Granted,
    /// Not now: it would fit once what is set aside for others comes back.
    Later,
    /// Nothing more is granted, and why.
    Refused(Refusal),
}

/// Why a ledger grants nothing more: the next attempt might exceed the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The budget.
    pub budget: Budget,
    /// What is spent, with what may have been charged.
    pub spent: Amount,
    /// The bound of the attempt that was refused.
    pub next: Amount,
}

impl fmt::Display for Refusal {
    /// What is left stands beside what the next answer may take: rounded, what is spent might seem to leave
    /// room for it.
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

/// Where a ledger stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Balance {
    /// What answers cost by the tokens that their providers reported.
    pub settled: Amount,
    /// The bounds of attempts that may have been charged: those that timed out or broke off, and
    /// answers whose tokens were not reported.
    pub uncertain: Amount,
    /// What is set aside for attempts in flight.
    pub reserved: Amount,
}

impl Balance {
    /// What is spent at worst, without what is in flight.
    pub fn spent(&self) -> Amount {
        self.settled + self.uncertain
    }
}

/// Keeps a budget.
///
/// Before an attempt its bound is set aside, and when it ends the real cost takes the place of the
/// bound. What is spent, may have been charged, and is set aside never exceeds the budget together,
/// as long as no answer costs more than its bound and no bound is [raised](Ledger::raise).
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
    /// What is set aside for each attempt in flight.
    held: BTreeMap<Key, Amount>,
}

impl Ledger {
    /// A ledger of which nothing is spent.
    pub fn new(budget: Budget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// The same ledger after so much was spent and may have been charged before.
    #[must_use]
    pub fn after(mut self, settled: Amount, uncertain: Amount) -> Self {
        self.balance.settled += settled;
        self.balance.uncertain += uncertain;
        self
    }

    /// Whether an attempt may be made, by the most that it may cost. If so, that is set aside until
    /// the attempt is settled or lost.
    pub fn admit(&mut self, trial: &Key, bound: Amount) -> Grant {
        let (budget, spent) = (self.budget, self.balance.spent());
        if budget.allows(spent + self.balance.reserved + bound) {
            self.balance.reserved += bound;
            if let Some(before) = self.held.insert(trial.clone(), bound) {
                // Two attempts at one question: the earlier one is no longer heard of.
                self.balance.reserved = self.balance.reserved.less(before);
                self.balance.uncertain += before;
            }
            return Grant::Granted;
        }
        // What is spent never becomes less, so that only what is set aside can make room.
        match !self.held.is_empty() && budget.allows(spent + bound) {
            true => Grant::Later,
            false => Grant::Refused(Refusal { budget, spent, next: bound }),
        }
    }

    /// Sets aside as much for an attempt in flight, if that is more than was: answers came that cost
    /// more than their bounds, and its bound was worked out like theirs.
    pub fn raise(&mut self, trial: &Key, bound: Amount) {
        if let Some(held) = self.held.get_mut(trial) {
            let most =
                Amount { usd: held.usd.max(bound.usd), tokens: held.tokens.max(bound.tokens) };
            self.balance.reserved = self.balance.reserved.less(*held) + most;
            *held = most;
        }
    }

    /// Takes note of an answer and of what it cost; without a cost, of its bound.
    pub fn settle(&mut self, trial: &Key, cost: Option<Amount>) {
        match (cost, self.take(trial)) {
            (Some(cost), _) => self.balance.settled += cost,
            (None, Some(held)) => self.balance.uncertain += held,
            (None, None) => {}
        }
    }

    /// Takes note of an attempt without an answer. If it may have been charged all the same, its
    /// bound is counted as spent.
    pub fn lose(&mut self, trial: &Key, may_be_charged: bool) {
        if let (Some(held), true) = (self.take(trial), may_be_charged) {
            self.balance.uncertain += held;
        }
    }

    /// Takes note that everything in flight was dropped, and may have been charged.
    pub fn drop_all(&mut self) {
        let held = std::mem::take(&mut self.held);
        for held in held.into_values() {
            self.balance.uncertain += held;
        }
        self.balance.reserved = Amount::default();
    }

    /// Where it stands.
    pub fn balance(&self) -> Balance {
        self.balance
    }

    /// The budget.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    fn take(&mut self, trial: &Key) -> Option<Amount> {
        let held = self.held.remove(trial)?;
        self.balance.reserved = self.balance.reserved.less(held);
        Some(held)
    }
}
