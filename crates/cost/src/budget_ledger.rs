//! A budget_ledger: keeps the budget of a run, question by question.

use crate::{
    Amount, Balance, Budget, Counter, Experience, Exposure, Grant, Ledger, Tariff, TokenCount,
    Tokens, may_be_charged,
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
    /// The terms of a subject that costs so much, and of which no answer is known. Its tokens are
    /// counted as its maker's server counts them.
    pub fn new(subject: &str, tariff: Tariff) -> Self {
        Self { counter: Counter::for_subject(subject), tariff, experience: Experience::default() }
    }

    /// The same as the server at an endpoint counts.
    #[must_use]
    pub fn at(mut self, endpoint: &str) -> Self {
        self.counter = self.counter.at(endpoint);
        self
    }

    /// The most tokens that one attempt may take, by what was counted of its prompt and by the limit
    /// of tokens that is sent along.
    pub fn most(&self, counted: TokenCount, max_tokens: Option<u32>) -> Tokens {
        let input = self.experience.most_input(self.counter, counted);
        Tokens::new(input, self.experience.most_output(max_tokens))
    }

    /// The same of an attempt of which the server reported some tokens: no less than those, and no less than
    /// without them, since it may have broken off before it reported all.
    pub fn most_of(&self, counted: TokenCount, max_tokens: Option<u32>, reported: Usage) -> Tokens {
        let most = self.most(counted, max_tokens);
        let input = most.input.max(reported.input_tokens.unwrap_or(0));
        Tokens::new(input, most.output.max(reported.output_tokens.unwrap_or(0)))
    }

    /// The most that one attempt may cost.
    pub fn bound(&self, counted: TokenCount, max_tokens: Option<u32>) -> Amount {
        self.tariff.amount(self.most(counted, max_tokens))
    }
}

/// How an attempt ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing reached the server.
    NotSent,
    /// It failed in this way, with this HTTP status.
    Failed(ErrorKind, Option<u16>),
    /// It failed, and the server reported tokens all the same.
    Reported(Usage),
    /// It was given up while it was under way.
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
    /// What the answers of each subject cost.
    paid: BTreeMap<String, Amount>,
    /// Attempts that were given up under way, with the most tokens that each may take.
    abandoned: Vec<(String, Tokens)>,
    /// Whether more was set aside for attempts that were under way.
    is_raised: bool,
}

/// An attempt in flight.
#[derive(Clone, Debug)]
struct OpenAttempt {
    subject: Name,
    /// What was counted of its prompt, so that its answer can correct the counts.
    counted: TokenCount,
    max_tokens: Option<u32>,
    most: Tokens,
}

impl BudgetLedger {
    /// A budget_ledger of a budget.
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
            let (subject, max_tokens) = (trial.subject.clone(), trial.sampling.max_tokens);
            let most = terms.most(counted, max_tokens);
            let flying = OpenAttempt { subject, counted, max_tokens, most };
            self.flying.insert(trial.key.clone(), flying);
        }
        grant
    }

    /// An attempt brought an answer.
    pub fn settle(&mut self, trial: &Trial, usage: Usage) {
        let flying = self.flying.remove(&trial.key);
        let Some(terms) = self.terms.get_mut(trial.subject.as_str()) else { return };
        let cost = Tokens::reported(usage).map(|tokens| terms.tariff.amount(tokens));
        let counted = flying.as_ref().map(|flying| flying.counted);
        let max_tokens = trial.sampling.max_tokens;
        terms.experience.add(terms.counter, counted, &trial.protocol, max_tokens, usage);
        if let (Some(flying), None) = (&flying, cost) {
            // What is not known to the end took what was reported at least.
            let most = terms.most_of(flying.counted, flying.max_tokens, usage);
            self.ledger.raise(&trial.key, terms.tariff.amount(most));
        }
        self.ledger.settle(&trial.key, cost);
        if let Some(cost) = cost {
            self.pay(&trial.subject, cost);
        }
        let is_within =
            |most: Tokens, used: Tokens| used.input <= most.input && used.output <= most.output;
        let used = Tokens {
            input: usage.input_tokens.unwrap_or(0),
            cached: 0,
            output: usage.output_tokens.unwrap_or(0),
        };
        if flying.is_some_and(|flying| !is_within(flying.most, used)) {
            self.raise(&trial.subject);
        }
    }

    fn pay(&mut self, subject: &str, cost: Amount) {
        match self.paid.get_mut(subject) {
            Some(paid) => *paid += cost,
            None => self.note_paid(subject, cost),
        }
    }

    /// States what the answers of a subject cost in all.
    pub fn note_paid(&mut self, subject: &str, cost: Amount) {
        self.paid.insert(subject.to_owned(), cost);
    }

    /// What the answers of a subject cost, by the tokens that were reported.
    pub fn paid(&self, subject: &str) -> Amount {
        self.paid.get(subject).copied().unwrap_or_default()
    }

    /// Sets more aside for what is in flight at a subject, by what an answer has taught that took more
    /// than it should have.
    fn raise(&mut self, subject: &Name) {
        self.is_raised = true;
        let Some(terms) = self.terms.get(subject.as_str()) else { return };
        for (key, flying) in self.flying.iter_mut().filter(|(_, one)| one.subject == *subject) {
            flying.most = terms.most(flying.counted, flying.max_tokens);
            self.ledger.raise(key, terms.tariff.amount(flying.most));
        }
    }

    /// Subjects that answered at greater length than they were allowed, with their longest such answer
    /// in tokens.
    pub fn beyond(&self) -> impl Iterator<Item = (&str, u64)> {
        self.terms
            .iter()
            .filter_map(|(subject, terms)| Some((subject.as_str(), terms.experience.beyond()?)))
    }

    /// An attempt ended without an answer.
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

    /// A failed attempt took what was reported at least, which may be more than was set aside.
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

    /// Everything in flight was dropped, and may have been charged.
    pub fn drop_all(&mut self) {
        let flying = std::mem::take(&mut self.flying);
        self.abandoned.extend(flying.into_values().map(|one| (one.subject.to_string(), one.most)));
        self.ledger.drop_all();
    }

    /// What was given up under way, by the run or with it. Nobody else takes note of it: what failed
    /// is stored as a failure, and what was answered as an answer.
    pub fn abandoned(&self) -> Vec<Exposure> {
        Exposure::gathered(self.abandoned.iter().cloned())
    }

    /// States anew what was spent and may have been charged, once nothing is in flight.
    pub fn restate(&mut self, settled: Amount, uncertain: Amount) {
        self.ledger = Ledger::new(self.ledger.budget()).after(settled, uncertain);
    }

    /// What is left of the budget for what is in flight, now and from now on. Nothing is known of that once an
    /// answer took more than was set aside for it, since then more was set aside for others.
    pub fn left(&self) -> Option<Budget> {
        (!self.is_raised).then(|| self.budget().less(self.balance().spent()))
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
