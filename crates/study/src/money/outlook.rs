//! The outlook of a run: what is still to be asked, and what it will cost.

use super::{Past, Prices};
use peirast_cost::{
    Amount, Announced, Budget, Counted, Counter, Encoding, Experience, Forecast, Group, Spending,
    Tariff, Terms, Usd, count_all, forecast,
};
use peirast_record::{Key, Name, Prompt, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The token counts of prompts, by the encodings that their subjects need.
pub struct Counts(BTreeMap<Encoding, BTreeMap<Key, Counted>>);

impl Counts {
    /// Counts every prompt once for each encoding, on all cores.
    pub fn of<'a>(
        prompts: &BTreeMap<Key, Arc<Prompt>>,
        subjects: impl Iterator<Item = &'a str>,
    ) -> Self {
        let live = subjects.filter(|subject| !peirast_cost::is_simulated(subject));
        let encodings: BTreeSet<Encoding> =
            live.map(|subject| Counter::of(subject).encoding()).collect();
        let texts: Vec<&Arc<Prompt>> = prompts.values().collect();
        let counted = |encoding: Encoding| {
            let counts = count_all(encoding, &texts);
            (encoding, prompts.keys().cloned().zip(counts).collect())
        };
        Self(encodings.into_iter().map(counted).collect())
    }

    /// What was counted of a prompt.
    pub fn get(&self, counter: Counter, prompt: &Key) -> Option<Counted> {
        self.0.get(&counter.encoding())?.get(prompt).copied()
    }
}

/// What a subject is asked, and what is known of it.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// The subject.
    pub subject: &'a str,
    /// Where it answers.
    pub endpoint: &'a str,
    /// Its trials.
    pub trials: &'a [Trial],
    /// What votes call for besides.
    pub called: &'a [Trial],
    /// How many answers votes called for that are there.
    pub voted: u64,
    /// How many more votes may call for.
    pub more: u64,
    /// How many answers would be taken over from other directories.
    pub taken_over: u64,
    /// What is in batches under way: nobody else asks it.
    pub handed_in: Option<&'a BTreeSet<Key>>,
}

impl<'a> Seen<'a> {
    /// A subject that is asked this, and nothing by votes.
    pub fn new(subject: &'a str, endpoint: &'a str, trials: &'a [Trial]) -> Self {
        let (called, handed_in): (&[Trial], _) = (&[], None);
        Self { subject, endpoint, trials, called, voted: 0, more: 0, taken_over: 0, handed_in }
    }
}

/// What one subject is still to be asked, and what that will cost.
pub struct Outlook {
    /// The subject.
    pub subject: String,
    /// Where it answers.
    pub endpoint: String,
    /// Its trials, and those that votes called for so far.
    pub trials: u64,
    /// Those that are answered, here or where answers would be taken over from.
    pub answered: u64,
    /// Those of them that would be taken over.
    pub taken_over: u64,
    /// Those that are in batches under way; they are not among the questions of the forecast.
    pub handed_in: u64,
    /// What its answers so far cost.
    pub spent: Spending,
    /// What its tokens cost.
    pub tariff: Tariff,
    /// What the others will cost.
    pub forecast: Forecast,
    /// Its trials without those that votes called for.
    first: u64,
    /// Those of them that were taken over before.
    brought: u64,
    /// What its answers have taught.
    experience: Experience,
}

/// What is to become of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is to be asked.
    Open,
    /// It is answered.
    Answered,
    /// It is in a batch under way.
    HandedIn,
}

/// The questions to one subject, added up as they come: of a million no more is kept than of ten.
#[derive(Clone, Debug)]
pub struct TokenCensus {
    subject: String,
    endpoint: String,
    counter: Counter,
    /// What is open, by what bounds its answers.
    open: BTreeMap<(Name, Option<u32>), Counted>,
    whole: Counted,
    trials: u64,
    answered: u64,
    handed_in: u64,
}

impl TokenCensus {
    /// Of a subject at an endpoint, without questions yet.
    pub fn of(subject: &str, endpoint: &str) -> Self {
        Self {
            subject: subject.to_owned(),
            endpoint: endpoint.to_owned(),
            counter: Counter::of(subject).at(endpoint),
            open: BTreeMap::new(),
            whole: Counted::default(),
            trials: 0,
            answered: 0,
            handed_in: 0,
        }
    }

    /// Takes in a question.
    pub fn add(&mut self, trial: &Trial, standing: Standing, counts: &Counts) {
        let counted = counts.get(self.counter, &trial.prompt);
        let counted = counted.unwrap_or(Counted { prompts: 1, ..Counted::default() });
        self.whole = self.whole.plus(counted);
        self.trials += 1;
        match standing {
            Standing::Answered => self.answered += 1,
            Standing::HandedIn => self.handed_in += 1,
            Standing::Open => {
                let alike = (trial.protocol.clone(), trial.sampling.max_tokens);
                let sum = self.open.entry(alike).or_default();
                *sum = sum.plus(counted);
            }
        }
    }

    /// Takes in questions that are answered, of which no more is known.
    pub fn add_answered(&mut self, questions: u64) {
        self.trials += questions;
        self.answered += questions;
    }

    /// What asking its open questions will cost.
    pub fn outlook(self, beside: Beside<'_>, prices: &Prices) -> Outlook {
        let Self { subject, endpoint, counter, open, whole, trials, answered, handed_in } = self;
        let Beside { past, called, voted, more, taken_over } = beside;
        let tariff = prices.tariff(&subject, &endpoint);
        let group = |((protocol, max_tokens), counted): ((Name, _), _)| Group {
            protocol: protocol.to_string(),
            counted,
            max_tokens,
        };
        let groups: Vec<Group> = open.into_iter().map(group).collect();
        let none = Experience::default();
        let experience = past.map_or(&none, |past| &past.experience);
        Outlook {
            subject,
            endpoint,
            trials: trials + voted,
            answered: answered + voted,
            taken_over,
            handed_in,
            first: trials - called,
            brought: past.map_or(0, |past| past.taken_over.min(answered)),
            spent: past.map_or_else(Spending::nothing, |past| past.spent),
            forecast: forecast(counter, experience, &tariff, &groups, whole, more),
            tariff,
            experience: experience.clone(),
        }
    }
}

/// What a budget lacks of what open questions are expected to cost, in words, where so much of it is used.
pub fn lacking(budget: Budget, used: Amount, outlooks: &[Outlook]) -> Option<String> {
    let expected = |one: &Outlook| {
        let forecast = &one.forecast;
        let usd = forecast.cost.map_or(Usd::ZERO, |cost| cost.expected);
        Amount { usd, tokens: forecast.input.tokens.saturating_add(forecast.output.expected) }
    };
    let all = outlooks.iter().map(expected).fold(Amount::default(), |sum, one| sum + one);
    if all == Amount::default() || budget.allows(used + all) {
        return None;
    }
    let left = Amount {
        usd: budget.usd.unwrap_or_default().less(used.usd),
        tokens: budget.tokens.unwrap_or_default().saturating_sub(used.tokens),
    };
    Some(format!(
        "{} is left of the budget, and what is to be asked is expected to take {}: if it does, the run stops \
         before all of it is answered",
        budget.told(left),
        budget.told(all)
    ))
}

/// What is known of a subject beside its questions.
#[derive(Clone, Copy, Default)]
pub struct Beside<'a> {
    /// Its answers.
    pub past: Option<&'a Past>,
    /// How many of its questions are such as votes called for.
    pub called: u64,
    /// How many answers votes called for that are there.
    pub voted: u64,
    /// How many more questions votes may call for.
    pub more: u64,
    /// How many answers would be taken over from other directories.
    pub taken_over: u64,
}

impl Outlook {
    /// The outlook of a subject, of whose trials some are answered.
    pub fn new(
        seen: &Seen<'_>,
        answered: &(dyn Fn(&Key) -> bool + Sync),
        past: Option<&Past>,
        counts: &Counts,
        prices: &Prices,
    ) -> Self {
        let mut census = TokenCensus::of(seen.subject, seen.endpoint);
        for trial in seen.trials.iter().chain(seen.called) {
            let is_handed_in = || seen.handed_in.is_some_and(|keys| keys.contains(&trial.key));
            let standing = match answered(&trial.key) {
                true => Standing::Answered,
                false if is_handed_in() => Standing::HandedIn,
                false => Standing::Open,
            };
            census.add(trial, standing, counts);
        }
        let called = seen.called.len() as u64;
        let Seen { voted, more, taken_over, .. } = *seen;
        census.outlook(Beside { past, called, voted, more, taken_over }, prices)
    }

    /// On which terms it would be asked; none of a simulated subject.
    pub fn terms(&self) -> Option<Terms> {
        let terms = Terms::new(&self.subject, self.tariff.clone()).at(&self.endpoint);
        let is_live = !peirast_cost::is_simulated(&self.subject);
        is_live.then(|| Terms { experience: self.experience.clone(), ..terms })
    }

    /// What is announced of the questions that are open, and of no others.
    pub fn announced_open(&self, prices: &Prices) -> Announced {
        let open = self.forecast.questions.expected;
        Announced::new(prices.today().to_string(), open, &Spending::nothing(), &self.forecast)
    }

    /// What is announced of it.
    pub fn announced(&self, prices: &Prices) -> Announced {
        let today = prices.today().to_string();
        Announced::new(today, self.first, &self.spent, &self.forecast).with_taken_over(self.brought)
    }
}
