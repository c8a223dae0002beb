//! A purser: keeps the budget of a run, question by question.

use crate::{
    Amount, Balance, Bound, Budget, Counted, Counter, Experience, Flight, Grant, Ledger, Tariff,
    Tokens, bound_without_limit, may_be_charged,
};
use peirast_record::{ErrorKind, Key, Name, Prompt, Trial, Usage};
use std::collections::BTreeMap;

/// On which terms a subject answers.
#[derive(Clone, Debug)]
pub struct Terms {
    /// How its tokens are counted.
    pub counter: Counter,
    /// What they cost.
    pub tariff: Tariff,
    /// What its answers so far have shown.
    pub experience: Experience,
}

impl Terms {
    /// The terms of a subject that costs so much, and of which no answer is known.
    pub fn new(subject: &str, tariff: Tariff) -> Self {
        Self { counter: Counter::of(subject), tariff, experience: Experience::default() }
    }

    /// The most tokens that one attempt may take, by what was counted of its prompt and by the limit
    /// of tokens that is sent along.
    pub fn most(&self, counted: Counted, max_tokens: Option<u32>) -> Tokens {
        let output = match max_tokens {
            Some(limit) => u64::from(limit),
            None => bound_without_limit(self.experience.longest()),
        };
        Tokens::new(self.experience.most_input(self.counter, counted), output)
    }

    /// The most that one attempt may cost.
    pub fn bound(&self, counted: Counted, max_tokens: Option<u32>) -> Bound {
        let amount = self.tariff.amount(self.most(counted, max_tokens));
        Bound { amount, is_firm: max_tokens.is_some() }
    }
}

/// How an attempt ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing reached the server.
    NotSent,
    /// It failed in this way, with this HTTP status.
    Failed(ErrorKind, Option<u16>),
    /// It was given up while it was under way.
    Abandoned,
}

/// Keeps the budget of a run: a [`Ledger`] that knows what each question may cost.
///
/// ```
/// use jiff::civil::date;
/// use peirast_cost::{Budget, Grant, PriceTable, Purser, Terms, Usd};
/// use peirast_record::{Message, Prompt, Sampling, Trial, Usage};
/// let (subject, endpoint) = ("openai:gpt-4o", "https://api.openai.com/v1");
/// let tariff = PriceTable::built_in().tariff(subject, endpoint, date(2026, 11, 22));
/// let budget = Budget { usd: Usd::new(0.01), tokens: None };
/// let mut purser = Purser::new(budget);
/// purser.serve(subject, Terms::new(subject, tariff));
///
/// let prompt = Prompt::new("q1", "baseline", vec![Message::user("Is this sound?")]);
/// let sampling = Sampling { max_tokens: Some(100), ..Sampling::default() };
/// let trial = Trial::new(&prompt, subject, endpoint, &sampling, 0);
/// assert_eq!(purser.admit(&trial, &prompt), Grant::Granted);
/// purser.settle(&trial, Usage { input_tokens: Some(11), output_tokens: Some(100), ..Usage::default() });
/// assert_eq!(purser.balance().settled.usd.to_string(), "0.00103 USD");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Purser {
    ledger: Ledger,
    terms: BTreeMap<String, Terms>,
    flying: BTreeMap<Key, Flying>,
    /// Attempts that were given up under way, with the most tokens that each may take.
    abandoned: Vec<(String, Tokens)>,
}

/// An attempt in flight.
#[derive(Clone, Debug)]
struct Flying {
    subject: Name,
    /// What was counted of its prompt, so that its answer can correct the counts.
    counted: Counted,
    most: Tokens,
}

impl Purser {
    /// A purser of a budget.
    pub fn new(budget: Budget) -> Self {
        Self { ledger: Ledger::new(budget), ..Self::default() }
    }

    /// The same after so much was spent, and may have been charged, before.
    #[must_use]
    pub fn after(mut self, settled: Amount, uncertain: Amount) -> Self {
        self.ledger = self.ledger.after(settled, uncertain);
        self
    }

    /// Learns on which terms a subject answers. One without terms is not counted, as simulated ones are not.
    pub fn serve(&mut self, subject: &str, terms: Terms) {
        self.terms.insert(subject.to_owned(), terms);
    }

    /// Whether an attempt may be made. Without a budget every attempt may, and is counted all the
    /// same: what may have been charged is known at the end.
    pub fn admit(&mut self, trial: &Trial, prompt: &Prompt) -> Grant {
        let Some(terms) = self.terms.get(trial.subject.as_str()) else { return Grant::Granted };
        let counted = terms.counter.count(&prompt.messages);
        let bound = terms.bound(counted, trial.sampling.max_tokens);
        let grant = self.ledger.admit(&trial.key, bound);
        if grant == Grant::Granted {
            let most = terms.most(counted, trial.sampling.max_tokens);
            let flying = Flying { subject: trial.subject.clone(), counted, most };
            self.flying.insert(trial.key.clone(), flying);
        }
        grant
    }

    /// An attempt brought an answer.
    pub fn settle(&mut self, trial: &Trial, usage: Usage) {
        let counted = self.flying.remove(&trial.key).map(|flying| flying.counted);
        let Some(terms) = self.terms.get_mut(trial.subject.as_str()) else { return };
        let cost = Tokens::reported(usage).map(|tokens| terms.tariff.amount(tokens));
        terms.experience.add(terms.counter, counted, &trial.protocol, usage);
        self.ledger.settle(&trial.key, cost);
    }

    /// An attempt ended without an answer.
    pub fn release(&mut self, trial: &Trial, end: Ending) {
        let flying = self.flying.remove(&trial.key);
        let charged = match end {
            Ending::NotSent => false,
            Ending::Failed(kind, status) => may_be_charged(kind, status),
            Ending::Abandoned => {
                self.abandoned.extend(flying.map(|one| (one.subject.to_string(), one.most)));
                true
            }
        };
        self.ledger.lose(&trial.key, charged);
    }

    /// Everything in flight was dropped, and may have been charged.
    pub fn drop_all(&mut self) {
        let flying = std::mem::take(&mut self.flying);
        self.abandoned.extend(flying.into_values().map(|one| (one.subject.to_string(), one.most)));
        self.ledger.drop_all();
    }

    /// What was given up under way, by the run or with it. Nobody else takes note of it: what failed
    /// is stored as a failure, and what was answered as an answer.
    pub fn abandoned(&self) -> Vec<Flight> {
        Flight::gathered(self.abandoned.iter().cloned())
    }

    /// Where the ledger stands. Cheap: for a line of progress.
    pub fn balance(&self) -> Balance {
        self.ledger.balance()
    }

    /// The budget.
    pub fn budget(&self) -> Budget {
        self.ledger.budget()
    }
}
