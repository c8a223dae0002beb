//! The ledger of a budget: what may be spent, what is set aside, what was spent.

use crate::Usd;
use peirast_record::Key;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, AddAssign};

/// Money and tokens together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
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

    /// Whether one amount is more than another in anything that is limited.
    fn exceeds(&self, one: Amount, other: Amount) -> bool {
        (self.usd.is_some() && one.usd > other.usd)
            || (self.tokens.is_some() && one.tokens > other.tokens)
    }
}

impl Budget {
    /// An amount in the units of this budget: dollars, where it limits nothing.
    ///
    /// ```
    /// use peirast_cost::{Amount, Budget, Usd};
    /// let amount = Amount { usd: Usd::new(0.5).unwrap(), tokens: 120 };
    /// assert_eq!(Budget::default().told(amount), "0.50 USD");
    /// assert_eq!(Budget { usd: None, tokens: Some(9) }.told(amount), "120 tokens");
    /// ```
    pub fn told(&self, Amount { usd, tokens }: Amount) -> String {
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

/// The most that an attempt may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// So much.
    pub amount: Amount,
    /// Whether a limit holds the answer to it that was sent along. Otherwise it is an assumption.
    pub is_firm: bool,
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

/// Why a ledger grants nothing more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The next attempt might exceed the budget.
    Exhausted {
        /// The budget.
        budget: Budget,
        /// What is spent, with what may have been charged.
        spent: Amount,
        /// The bound of the attempt that was refused.
        next: Amount,
    },
    /// An answer cost more than its bound.
    Overrun {
        /// What it cost.
        cost: Amount,
        /// The most that it could have cost.
        bound: Amount,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted { budget, spent, next } if budget.usd.is_some() => write!(
                f,
                "the budget of {budget} has room for no other answer: {} are spent or may have been \
                 charged, and the next answer may cost {}",
                spent.usd, next.usd
            ),
            Self::Exhausted { budget, spent, next } => write!(
                f,
                "the budget of {budget} has room for no other answer: {} tokens are spent or may have \
                 been charged, and the next answer may take {}",
                spent.tokens, next.tokens
            ),
            Self::Overrun { cost, bound } => write!(
                f,
                "an answer cost {} and {} tokens, and could have cost at most {} and {} by the limits \
                 that were sent: the prices or the limits are not what they are said to be",
                cost.usd, cost.tokens, bound.usd, bound.tokens
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
/// as long as no answer costs more than its bound. If one does although a limit was sent with its
/// question, nothing more is granted. If its bound was an assumption, every later assumption is
/// raised by as much; and if what is in flight then no longer fits, nothing more is granted either.
///
/// ```
/// use peirast_cost::{Amount, Bound, Budget, Grant, Ledger, Usd};
/// use peirast_record::Key;
/// let dollars = |d| Amount { usd: Usd::new(d).unwrap(), tokens: 0 };
/// let bound = Bound { amount: dollars(0.6), is_firm: true };
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
    held: BTreeMap<Key, Held>,
    /// By how much assumptions are raised: the largest part of an answer's cost in its bound, from 1.
    raised: f64,
    refusal: Option<Refusal>,
}

/// What is set aside for one attempt, and the bound that this was worked out from.
#[derive(Clone, Copy, Debug)]
struct Held {
    bound: Bound,
    set_aside: Amount,
}

impl Ledger {
    /// A ledger of which nothing is spent.
    pub fn new(budget: Budget) -> Self {
        Self { budget, raised: 1.0, ..Self::default() }
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
    pub fn admit(&mut self, trial: &Key, bound: Bound) -> Grant {
        if let Some(refusal) = &self.refusal {
            return Grant::Refused(refusal.clone());
        }
        let set_aside = self.raise(bound);
        let spent = self.balance.spent();
        if self.budget.allows(spent + self.balance.reserved + set_aside) {
            self.balance.reserved += set_aside;
            if let Some(before) = self.held.insert(trial.clone(), Held { bound, set_aside }) {
                // Two attempts at one question: the earlier one is no longer heard of.
                self.balance.reserved = self.balance.reserved.less(before.set_aside);
                self.balance.uncertain += before.set_aside;
            }
            return Grant::Granted;
        }
        // What is spent never becomes less, so that only what is set aside can make room.
        match !self.held.is_empty() && self.budget.allows(spent + set_aside) {
            true => Grant::Later,
            false => {
                Grant::Refused(Refusal::Exhausted { budget: self.budget, spent, next: set_aside })
            }
        }
    }

    /// Takes note of an answer and of what it cost; without a cost, of its bound.
    pub fn settle(&mut self, trial: &Key, cost: Option<Amount>) {
        let held = self.take(trial);
        match (cost, held) {
            (Some(cost), held) => {
                self.balance.settled += cost;
                if let Some(held) = held {
                    self.compare(cost, held);
                }
            }
            (None, Some(held)) => self.balance.uncertain += held.set_aside,
            (None, None) => {}
        }
    }

    /// Takes note of an attempt without an answer. If it may have been charged all the same, its
    /// bound is counted as spent.
    pub fn lose(&mut self, trial: &Key, may_be_charged: bool) {
        if let (Some(held), true) = (self.take(trial), may_be_charged) {
            self.balance.uncertain += held.set_aside;
        }
    }

    /// Takes note that everything in flight was dropped, and may have been charged.
    pub fn drop_all(&mut self) {
        let held = std::mem::take(&mut self.held);
        for held in held.into_values() {
            self.balance.uncertain += held.set_aside;
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

    /// Why nothing more is granted whatever it costs, if that is so.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    fn take(&mut self, trial: &Key) -> Option<Held> {
        let held = self.held.remove(trial)?;
        self.balance.reserved = self.balance.reserved.less(held.set_aside);
        Some(held)
    }

    fn raise(&self, bound: Bound) -> Amount {
        if bound.is_firm || self.raised <= 1.0 {
            return bound.amount;
        }
        Amount {
            usd: bound.amount.usd.share(self.raised),
            tokens: (bound.amount.tokens as f64 * self.raised).ceil() as u64,
        }
    }

    /// Compares what an answer cost with what was set aside for it.
    fn compare(&mut self, cost: Amount, held: Held) {
        if !self.budget.exceeds(cost, held.set_aside) {
            return;
        }
        if !held.bound.is_firm {
            self.raise_for(cost, held.bound.amount);
        }
        let fits = self.budget.allows(self.balance.spent() + self.balance.reserved);
        if held.bound.is_firm || !fits {
            self.refusal.get_or_insert(Refusal::Overrun { cost, bound: held.set_aside });
        }
    }

    /// Raises assumptions so that they would have covered an answer, in flight and to come.
    fn raise_for(&mut self, cost: Amount, assumed: Amount) {
        let ratio = |cost: f64, assumed: f64| if assumed > 0.0 { cost / assumed } else { 1.0 };
        let money = ratio(cost.usd.dollars(), assumed.usd.dollars());
        let tokens = ratio(cost.tokens as f64, assumed.tokens as f64);
        self.raised = self.raised.max(money).max(tokens);
        let mut reserved = Amount::default();
        let raised: Vec<(Key, Amount)> =
            self.held.iter().map(|(key, held)| (key.clone(), self.raise(held.bound))).collect();
        for (key, set_aside) in raised {
            reserved += set_aside;
            if let Some(held) = self.held.get_mut(&key) {
                held.set_aside = set_aside;
            }
        }
        self.balance.reserved = reserved;
    }
}
