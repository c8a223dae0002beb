//! The budget of a run, question by question.

use crate::{
    Amount, Balance, Budget, Counter, Experience, Exposure, Grant, Ledger, Tariff, TokenCount,
    Tokens, may_be_charged,
};
use peirast_record::{ErrorKind, Key, Name, Prompt, Trial, Usage};
use std::collections::BTreeMap;

/// The terms of a subject: counter, price and experience.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Counter of its tokens.
    pub counter: Counter,
    /// Price of its tokens.
    pub tariff: Tariff,
    /// Experience from its answers so far.
    pub experience: Experience,
}

impl Terms {
    /// Creates the terms of a subject at a price and its developer's server, without known answers.
    pub fn new(subject: &str, tariff: Tariff) -> Self {
        Self { counter: Counter::for_subject(subject), tariff, experience: Experience::default() }
    }

    /// Returns the same terms for the server at an endpoint.
    #[must_use]
    pub fn at(mut self, endpoint: &str) -> Self {
        self.counter = self.counter.at(endpoint);
        self
    }

    /// Returns the most tokens that an attempt may take, from its prompt and its output limit.
    pub fn most(&self, counted: TokenCount, max_tokens: Option<u32>) -> Tokens {
        let input = self.experience.most_input(self.counter, counted);
        Tokens::new(input, self.experience.most_output(max_tokens))
    }

    /// Returns the most tokens of an attempt for which the server reported only some. It is at
    /// least the reported number and at least the bound without a report, because the attempt may
    /// have broken off before all tokens were reported.
    pub fn most_of(&self, counted: TokenCount, max_tokens: Option<u32>, reported: Usage) -> Tokens {
        let most = self.most(counted, max_tokens);
        let input = most.input.max(reported.input_tokens.unwrap_or(0));
        Tokens::new(input, most.output.max(reported.output_tokens.unwrap_or(0)))
    }
}

/// The end of an attempt without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The request did not reach the server.
    NotSent,
    /// The attempt failed with this error and HTTP status.
    Failed(ErrorKind, Option<u16>),
    /// The attempt failed, and the server reported tokens.
    Reported(Usage),
    /// The attempt was abandoned in flight.
    Abandoned,
}

/// Keeps the budget of a run: a [`Ledger`] that knows what each question may cost.
///
/// ```
/// use jiff::civil::date;
/// use peirast_cost::{Budget, Grant, PriceTable, BudgetLedger, Terms, Usd};
/// use peirast_record::{Message, Prompt, Sampling, Trial, Usage};
/// let (subject, endpoint) = ("openai:gpt-4o", "https://api.openai.com/v1");
/// let tariff = PriceTable::built_in().tariff(subject, endpoint, date(2026, 11, 22));
/// let budget = Budget { usd: Usd::new(0.01), tokens: None };
/// let mut budget_ledger = BudgetLedger::new(budget);
/// budget_ledger.serve(subject, Terms::new(subject, tariff));
///
/// let prompt = Prompt::new("q1", "baseline", vec![Message::user("Is this sound?")]);
/// let sampling = Sampling { max_tokens: Some(100), ..Sampling::default() };
/// let trial = Trial::new(&prompt, subject, endpoint, &sampling, 0);
/// assert_eq!(budget_ledger.admit(&trial, &prompt), Grant::Granted);
/// budget_ledger.settle(&trial, Usage { input_tokens: Some(11), output_tokens: Some(100), ..Usage::default() });
/// assert_eq!(budget_ledger.balance().settled.usd.to_string(), "0.00103 USD");
/// assert_eq!(budget_ledger.paid(subject), budget_ledger.balance().settled);
/// ```
#[derive(Clone, Debug, Default)]
pub struct BudgetLedger {
    ledger: Ledger,
    terms: BTreeMap<String, Terms>,
    flying: BTreeMap<Key, OpenAttempt>,
    /// Cost of each subject's answers.
    paid: BTreeMap<String, Amount>,
    /// Attempts abandoned in flight, with the most tokens that each may take.
    abandoned: Vec<(String, Tokens)>,
    /// True if the reservation of an attempt in flight was ever raised.
    is_raised: bool,
}

/// An attempt in flight.
#[derive(Clone, Debug)]
struct OpenAttempt {
    subject: Name,
    /// Token count of its prompt, with which its answer calibrates the counter.
    counted: TokenCount,
    max_tokens: Option<u32>,
    most: Tokens,
}

impl BudgetLedger {
    /// Creates the ledger of a budget.
    pub fn new(budget: Budget) -> Self {
        Self { ledger: Ledger::new(budget), ..Self::default() }
    }

    /// Returns the same ledger after earlier spending and uncertain charges.
    #[must_use]
    pub fn after(mut self, settled: Amount, uncertain: Amount) -> Self {
        self.ledger = self.ledger.after(settled, uncertain);
        self
    }

    /// Sets the terms of a subject. A subject without terms, such as a simulated one, is not
    /// counted.
    pub fn serve(&mut self, subject: &str, terms: Terms) {
        self.terms.insert(subject.to_owned(), terms);
    }

    /// Decides if an attempt may be made. Without a budget every attempt may, and is counted.
    pub fn admit(&mut self, trial: &Trial, prompt: &Prompt) -> Grant {
        let Some(terms) = self.terms.get(trial.subject.as_str()) else { return Grant::Granted };
        let (subject, max_tokens) = (trial.subject.clone(), trial.sampling.max_tokens);
        let counted = terms.counter.count(&prompt.messages);
        let most = terms.most(counted, max_tokens);
        let grant = self.ledger.admit(&trial.key, terms.tariff.amount(most));
        if grant == Grant::Granted {
            let flying = OpenAttempt { subject, counted, max_tokens, most };
            self.flying.insert(trial.key.clone(), flying);
        }
        grant
    }

    /// Records an attempt that was answered.
    pub fn settle(&mut self, trial: &Trial, usage: Usage) {
        let flying = self.flying.remove(&trial.key);
        let Some(terms) = self.terms.get_mut(trial.subject.as_str()) else { return };
        let cost = Tokens::reported(usage).map(|tokens| terms.tariff.amount(tokens));
        let counted = flying.as_ref().map(|flying| flying.counted);
        let max_tokens = trial.sampling.max_tokens;
        terms.experience.add(terms.counter, counted, &trial.protocol, max_tokens, usage);
        if let (Some(flying), None) = (&flying, cost) {
            // If only a part of the usage is known, the usage is at least the reported part.
            let most = terms.most_of(flying.counted, flying.max_tokens, usage);
            self.ledger.raise(&trial.key, terms.tariff.amount(most));
        }
        self.ledger.settle(&trial.key, cost);
        if let Some(cost) = cost {
            *self.paid.entry(trial.subject.to_string()).or_default() += cost;
        }
        let is_more = |flying: OpenAttempt| {
            usage.input_tokens.unwrap_or(0) > flying.most.input
                || usage.output_tokens.unwrap_or(0) > flying.most.output
        };
        if flying.is_some_and(is_more) {
            self.raise(&trial.subject);
        }
    }

    /// Sets the cost of all answers of a subject.
    pub fn note_paid(&mut self, subject: &str, cost: Amount) {
        self.paid.insert(subject.to_owned(), cost);
    }

    /// Returns the cost of a subject's answers, by reported tokens.
    pub fn paid(&self, subject: &str) -> Amount {
        self.paid.get(subject).copied().unwrap_or_default()
    }

    /// Raises the reservations of a subject's attempts, after one that took more than its bound.
    fn raise(&mut self, subject: &Name) {
        self.is_raised = true;
        let Some(terms) = self.terms.get(subject.as_str()) else { return };
        for (key, flying) in self.flying.iter_mut().filter(|(_, one)| one.subject == *subject) {
            flying.most = terms.most(flying.counted, flying.max_tokens);
            self.ledger.raise(key, terms.tariff.amount(flying.most));
        }
    }

    /// Returns the subjects with answers beyond the output limit, and the longest in tokens.
    pub fn beyond(&self) -> impl Iterator<Item = (&str, u64)> {
        self.terms
            .iter()
            .filter_map(|(subject, terms)| Some((subject.as_str(), terms.experience.beyond()?)))
    }

    /// Records an attempt that ended without an answer.
    pub fn release(&mut self, trial: &Trial, end: Ending) {
        let flying = self.flying.remove(&trial.key);
        let charged = match end {
            Ending::NotSent => false,
            Ending::Failed(kind, status) => may_be_charged(kind, status),
            Ending::Reported(usage) => {
                self.note_failed(trial, flying.as_ref(), usage);
                true
            }
            Ending::Abandoned => {
                self.abandoned.extend(flying.map(|one| (one.subject.to_string(), one.most)));
                true
            }
        };
        self.ledger.lose(&trial.key, charged);
    }

    /// Records the usage of a failed attempt, which may exceed its reservation.
    fn note_failed(&mut self, trial: &Trial, flying: Option<&OpenAttempt>, usage: Usage) {
        let Some((terms, flying)) = self.terms.get_mut(trial.subject.as_str()).zip(flying) else {
            return;
        };
        terms.experience.note_failed(flying.max_tokens, usage);
        let most = terms.most_of(flying.counted, flying.max_tokens, usage);
        self.ledger.raise(&trial.key, terms.tariff.amount(most));
        if most.input > flying.most.input || most.output > flying.most.output {
            self.raise(&trial.subject);
        }
    }

    /// Records that everything in flight was dropped, and may have been charged.
    pub fn drop_all(&mut self) {
        let flying = std::mem::take(&mut self.flying);
        self.abandoned.extend(flying.into_values().map(|one| (one.subject.to_string(), one.most)));
        self.ledger.drop_all();
    }

    /// Returns the attempts abandoned in flight, which are recorded nowhere else.
    pub fn abandoned(&self) -> Vec<Exposure> {
        Exposure::gathered(self.abandoned.iter().cloned())
    }

    /// Replaces the spent and uncertain amounts, once nothing is in flight.
    pub fn restate(&mut self, settled: Amount, uncertain: Amount) {
        self.ledger = Ledger::new(self.ledger.budget()).after(settled, uncertain);
    }

    /// Returns the rest of the budget for attempts in flight, now and later. `None` after an answer
    /// exceeded its reservation, because other reservations were raised then.
    pub fn left(&self) -> Option<Budget> {
        (!self.is_raised).then(|| self.budget().less(self.balance().spent()))
    }

    /// Returns the balance. It is cheap enough for a progress line.
    pub fn balance(&self) -> Balance {
        self.ledger.balance()
    }

    /// Returns the budget.
    pub fn budget(&self) -> Budget {
        self.ledger.budget()
    }
}
