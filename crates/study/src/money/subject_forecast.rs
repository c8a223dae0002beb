//! The forecast of one subject: its open questions and their cost.

use super::{Prices, SubjectHistory};
use peirast_cost::{
    Amount, AnnouncedCost, Budget, Counter, Encoding, Experience, Forecast, Group, Spending,
    Tariff, Terms, TokenCount, Usd, count_all, forecast,
};
use peirast_record::{Key, Name, Prompt, Trial};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The token counts of prompts, by the encodings that their subjects need.
pub struct PromptTokens(BTreeMap<Encoding, BTreeMap<Key, TokenCount>>);

impl PromptTokens {
    /// Counts every prompt once for each encoding of these subjects, on all cores.
    pub fn count<'a>(
        prompts: &BTreeMap<Key, Arc<Prompt>>,
        subjects: impl Iterator<Item = &'a str>,
    ) -> Self {
        let live = subjects.filter(|subject| !peirast_record::is_simulated(subject));
        let encodings: BTreeSet<Encoding> =
            live.map(|subject| Counter::for_subject(subject).encoding()).collect();
        let texts: Vec<&Arc<Prompt>> = prompts.values().collect();
        let counted = |encoding: Encoding| {
            let counts = count_all(encoding, &texts);
            (encoding, prompts.keys().cloned().zip(counts).collect())
        };
        Self(encodings.into_iter().map(counted).collect())
    }

    /// Returns the token count of a prompt; `None` if it was not counted for this encoding.
    pub fn get(&self, counter: Counter, prompt: &Key) -> Option<TokenCount> {
        self.0.get(&counter.encoding())?.get(prompt).copied()
    }
}

/// The open questions of one subject, and their forecast cost.
pub struct SubjectForecast {
    /// The subject.
    pub subject: String,
    /// Endpoint of the subject.
    pub endpoint: String,
    /// Trials, with those that votes called for so far.
    pub trials: u64,
    /// Answered trials, here or in a directory whose answers would be reused.
    pub answered: u64,
    /// Answered trials whose answers would be reused from other directories.
    pub taken_over: u64,
    /// Trials in open batches; the forecast does not include them.
    pub handed_in: u64,
    /// Cost of the answers so far.
    pub spent: Spending,
    /// Price of the subject's tokens.
    pub tariff: Tariff,
    /// Forecast of the open trials.
    pub forecast: Forecast,
    /// Trials without those that votes called for.
    first: u64,
    /// First trials whose answers were reused by earlier runs.
    brought: u64,
    /// Token counts and answer lengths learned from answers.
    experience: Experience,
}

/// The state of a question in a forecast.
#[derive(Clone, Copy)]
pub enum QuestionStatus {
    /// To be asked.
    Open,
    Answered,
    /// Waiting in an open batch, and not asked again.
    HandedIn,
}

/// Running totals of the questions to one subject, however many there are.
pub struct TokenCensus {
    pub subject: String,
    endpoint: String,
    counter: Counter,
    /// Token counts of open questions, by protocol and output limit.
    open: BTreeMap<(Name, Option<u32>), TokenCount>,
    whole: TokenCount,
    trials: u64,
    answered: u64,
    handed_in: u64,
    /// The largest budget of thinking of an open question, in tokens.
    thinking: u64,
}

impl TokenCensus {
    /// Creates an empty census of a subject at an endpoint.
    pub fn new(subject: &str, endpoint: &str) -> Self {
        Self {
            subject: subject.to_owned(),
            endpoint: endpoint.to_owned(),
            counter: Counter::for_subject(subject).at(endpoint),
            open: BTreeMap::new(),
            whole: TokenCount::default(),
            trials: 0,
            answered: 0,
            handed_in: 0,
            thinking: 0,
        }
    }

    /// Adds questions, each with its status.
    #[must_use]
    pub fn with<'t>(
        mut self,
        trials: impl IntoIterator<Item = &'t Trial>,
        status: impl Fn(&Key) -> QuestionStatus,
        counts: &PromptTokens,
    ) -> Self {
        trials.into_iter().for_each(|trial| self.add(trial, status(&trial.key), counts));
        self
    }

    pub fn add(&mut self, trial: &Trial, status: QuestionStatus, counts: &PromptTokens) {
        let counted = counts.get(self.counter, &trial.prompt);
        let counted = counted.unwrap_or(TokenCount { prompts: 1, ..TokenCount::default() });
        self.whole = self.whole.plus(counted);
        self.trials += 1;
        match status {
            QuestionStatus::Answered => self.answered += 1,
            QuestionStatus::HandedIn => self.handed_in += 1,
            QuestionStatus::Open => {
                let alike = (trial.protocol.clone(), trial.sampling.max_tokens);
                let sum = self.open.entry(alike).or_default();
                *sum = sum.plus(counted);
                let thinking = trial.sampling.thinking_budget.map_or(0, u64::from);
                self.thinking = self.thinking.max(thinking);
            }
        }
    }

    /// Adds answered questions whose prompts are not known.
    pub fn add_answered(&mut self, questions: u64) {
        self.trials += questions;
        self.answered += questions;
    }

    /// Forecasts the cost of the open questions.
    pub fn into_forecast(self, inputs: ForecastInputs<'_>, prices: &Prices) -> SubjectForecast {
        let Self { subject, endpoint, counter, open, whole, trials, answered, handed_in, thinking } =
            self;
        let ForecastInputs { history, called, voted, more, taken_over } = inputs;
        let tariff = prices.tariff(&subject, &endpoint);
        let group = |((protocol, max_tokens), counted): ((Name, _), _)| Group {
            protocol: protocol.to_string(),
            counted,
            max_tokens,
        };
        let groups: Vec<Group> = open.into_iter().map(group).collect();
        let experience = history.map_or_else(Experience::default, |own| own.experience.clone());
        let experience = experience.with_thinking(thinking);
        SubjectForecast {
            subject,
            endpoint,
            trials: trials + voted,
            answered: answered + voted,
            taken_over,
            handed_in,
            first: trials - called,
            brought: history.map_or(0, |history| history.taken_over.min(answered)),
            spent: history.map_or_else(Spending::nothing, |history| history.spent),
            forecast: forecast(counter, &experience, &tariff, &groups, whole, more),
            tariff,
            experience,
        }
    }
}

/// Returns a message if the questions are expected to cost more than the budget has left.
pub fn lacking(budget: Budget, used: Amount, forecasts: &[SubjectForecast]) -> Option<String> {
    let expected = |one: &SubjectForecast| {
        let forecast = &one.forecast;
        let usd = forecast.cost.map_or(Usd::ZERO, |cost| cost.expected);
        Amount { usd, tokens: forecast.input.tokens.saturating_add(forecast.output.expected) }
    };
    let all = forecasts.iter().map(expected).fold(Amount::default(), |sum, one| sum + one);
    if all == Amount::default() || budget.allows(used + all) {
        return None;
    }
    Some(format!(
        "{} is left of the budget, and the questions are expected to take {}: if they do, the run \
         stops before all of them are answered",
        budget.less(used),
        budget.render(all)
    ))
}

/// Inputs of a forecast in addition to the questions.
#[derive(Default)]
pub struct ForecastInputs<'a> {
    /// Answers of the subject so far.
    pub history: Option<&'a SubjectHistory>,
    /// Number of questions that votes called for.
    pub called: u64,
    /// Number of stored answers that votes called for.
    pub voted: u64,
    /// Most further questions that votes may call for.
    pub more: u64,
    /// Number of answers that would be reused from other directories.
    pub taken_over: u64,
}

impl SubjectForecast {
    /// Returns the forecast as a record for programs, as `peirast run --dry-run --json` prints it.
    pub fn record(&self) -> Value {
        json!({
            "subject": self.subject, "endpoint": self.endpoint, "trials": self.trials,
            "answered": self.answered, "taken_over": self.taken_over, "in_batches": self.handed_in,
            "spent": self.spent, "forecast": self.forecast,
        })
    }

    /// Returns the terms by which a budget would count the subject; `None` if it is simulated.
    pub(crate) fn terms(&self) -> Option<Terms> {
        let terms = Terms::new(&self.subject, self.tariff.clone()).at(&self.endpoint);
        let is_live = !peirast_record::is_simulated(&self.subject);
        is_live.then(|| Terms { experience: self.experience.clone(), ..terms })
    }

    /// Returns the announcement of the open questions alone.
    pub(crate) fn announced_open(&self, prices: &Prices) -> AnnouncedCost {
        let open = self.forecast.questions.expected;
        AnnouncedCost::new(prices.today.to_string(), open, &Spending::nothing(), &self.forecast)
    }

    /// Returns the announcement of all questions: the cost of the answers so far and the forecast.
    pub(crate) fn announced(&self, prices: &Prices) -> AnnouncedCost {
        let today = prices.today.to_string();
        AnnouncedCost::new(today, self.first, &self.spent, &self.forecast)
            .with_taken_over(self.brought)
    }
}
