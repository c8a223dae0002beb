//! Token counts of a plan, added up while the plan is made.

use super::{ForecastInputs, Prices, PromptTokens, QuestionStatus, SubjectForecast, TokenCensus};
use peirast_llm::Subject;
use peirast_record::{Key, Prompt, Trial};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Token counter of a plan: a census for each subject that is counted.
pub(crate) struct PlanTokenCounter(Vec<Option<TokenCensus>>);

impl PlanTokenCounter {
    /// Creates an empty counter for these subjects, each with whether it is counted.
    pub(crate) fn new<'a>(subjects: impl Iterator<Item = (&'a Arc<dyn Subject>, bool)>) -> Self {
        let census = |(subject, is_counted): (&Arc<dyn Subject>, bool)| {
            is_counted.then(|| TokenCensus::new(subject.name(), subject.endpoint()))
        };
        Self(subjects.map(census).collect())
    }

    /// Adds questions: the trials of each subject, with their prompts.
    pub(crate) fn add(&mut self, prompts: &BTreeMap<Key, Arc<Prompt>>, trials: &[Arc<Vec<Trial>>]) {
        let names = self.0.iter().flatten().map(|census| census.subject.as_str());
        let counts = PromptTokens::count(prompts, names);
        for (census, trials) in self.0.iter_mut().zip(trials) {
            let Some(census) = census else { continue };
            trials.iter().for_each(|trial| census.add(trial, QuestionStatus::Open, &counts));
        }
    }

    /// Forecasts the cost of all questions, as if none were answered.
    pub(crate) fn forecasts(self, prices: &Prices) -> Vec<SubjectForecast> {
        let forecast =
            |census: TokenCensus| census.into_forecast(ForecastInputs::default(), prices);
        self.0.into_iter().flatten().map(forecast).collect()
    }
}
