//! A purser: keeps the budget of a run, question by question.

use crate::{
    Amount, Balance, Bound, Budget, Counted, Counter, Experience, Grant, Ledger, Tariff, Tokens,
    bound_without_limit, may_be_charged,
};
use peirast_record::{ErrorKind, Key, Prompt, Trial, Usage};
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

    /// The most that one attempt may cost, by what was counted of its prompt and by the limit of
    /// tokens that is sent along.
    pub fn bound(&self, counted: Counted, max_tokens: Option<u32>) -> Bound {
        let output = match max_tokens {
            Some(limit) => u64::from(limit),
            None => bound_without_limit(self.experience.longest()),
        };
        let input = self.experience.most_input(self.counter, counted);
        let amount = self.tariff.amount(Tokens::new(input, output));
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
    /// What was counted of the prompts in flight, so that their answers can correct the counts.
    counted: BTreeMap<Key, Counted>,
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

    /// Learns on which terms a subject answers. One without terms costs nothing.
    pub fn serve(&mut self, subject: &str, terms: Terms) {
        self.terms.insert(subject.to_owned(), terms);
    }

    /// Whether an attempt may be made. Without a budget every attempt may, and nothing is counted.
    pub fn admit(&mut self, trial: &Trial, prompt: &Prompt) -> Grant {
        if self.ledger.budget() == Budget::default() {
            return Grant::Granted;
        }
        let Some(terms) = self.terms.get(trial.subject.as_str()) else { return Grant::Granted };
        let counted = terms.counter.count(&prompt.messages);
        let bound = terms.bound(counted, trial.sampling.max_tokens);
        let grant = self.ledger.admit(&trial.key, bound);
        if grant == Grant::Granted {
            self.counted.insert(trial.key.clone(), counted);
        }
        grant
    }

    /// An attempt brought an answer.
    pub fn settle(&mut self, trial: &Trial, usage: Usage) {
        let counted = self.counted.remove(&trial.key);
        let Some(terms) = self.terms.get_mut(trial.subject.as_str()) else { return };
        let is_free = matches!(terms.tariff, Tariff::Free(_));
        let cost = match Tokens::reported(usage) {
            None if is_free => Some(Amount::default()),
            None => None,
            Some(tokens) => Some(terms.tariff.amount(tokens)),
        };
        terms.experience.add(terms.counter, counted, &trial.protocol, usage);
        self.ledger.settle(&trial.key, cost);
    }

    /// An attempt ended without an answer.
    pub fn release(&mut self, trial: &Trial, end: Ending) {
        self.counted.remove(&trial.key);
        let charged = match end {
            Ending::NotSent => false,
            Ending::Failed(kind, status) => may_be_charged(kind, status),
            Ending::Abandoned => true,
        };
        self.ledger.lose(&trial.key, charged);
    }

    /// Everything in flight was dropped, and may have been charged.
    pub fn drop_all(&mut self) {
        self.counted.clear();
        self.ledger.drop_all();
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
