//! Answers that another tool collected, as a run of Peirast: their problems, their prompts, and the
//! hypotheses that the answers can test.

mod claims;
mod known;
mod study;

pub use claims::claims;
pub use known::KnownProblems;

use crate::{ExchangeError, model, recorded};
use peirast_record::{
    FinishReason, Key, Message, Problem, Prompt, Response, Sampling, Strategy, Trial, Usage,
};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// An answer with its question.
#[derive(Clone, Debug)]
pub struct ForeignAnswer {
    /// The messages, word for word.
    pub messages: Vec<Message>,
    /// The model that answered.
    pub model: String,
    /// The answer, word for word. If the options had other letters, the answer has the letters of
    /// the problem.
    pub text: String,
    /// The recorded text, if the answer was derived from it; otherwise empty.
    pub body: String,
    /// The reason why the model stopped writing.
    pub finish: FinishReason,
    /// Tokens used.
    pub usage: Usage,
    /// The sampling settings, as far as they are recorded.
    pub sampling: Sampling,
}

/// Answers of one tool, in the order of its files.
#[derive(Debug)]
pub struct ForeignAnswers {
    /// The endpoint of recorded answers, such as `recorded/lm-eval`.
    endpoint: &'static str,
    problems: BTreeMap<String, Problem>,
    strategies: BTreeMap<String, Strategy>,
    models: BTreeSet<String>,
    prompts: BTreeMap<Key, Arc<Prompt>>,
    trials: Vec<Trial>,
    responses: Vec<Response>,
    repeats: BTreeMap<[String; 3], u32>,
}

impl ForeignAnswers {
    /// Creates an empty collection.
    pub fn new(endpoint: &'static str) -> Self {
        Self {
            endpoint,
            problems: BTreeMap::new(),
            strategies: BTreeMap::new(),
            models: BTreeSet::new(),
            prompts: BTreeMap::new(),
            trials: Vec::new(),
            responses: Vec::new(),
            repeats: BTreeMap::new(),
        }
    }

    /// Adds an answer to a problem that was put by a strategy. A further answer of a model to the
    /// same question is a repetition.
    ///
    /// # Errors
    /// If the id is known with another problem, the name is known with another strategy, or the
    /// model has no name.
    pub fn add(
        &mut self,
        problem: &Problem,
        strategy: &Strategy,
        given: ForeignAnswer,
    ) -> Result<(), ExchangeError> {
        self.check(problem, strategy)?;
        let ForeignAnswer { messages, model, text, body, finish, usage, sampling } = given;
        if let Some(fault) = model::fault(&model) {
            return Err(ExchangeError::Layout(fault));
        }
        let question = [model.as_str(), &problem.id, &strategy.name].map(str::to_owned);
        let repeat = self.repeats.entry(question).or_default();
        let prompt = Prompt::new(&problem.id, &strategy.name, messages);
        // The key leaves out how answers were sampled, because not every log records it.
        let parts = json!([self.endpoint, model, strategy.name, problem.id, *repeat]);
        let trial = recorded::trial(parts, &prompt, &model, self.endpoint, (&sampling, *repeat));
        *repeat += 1;
        let response = recorded::response(&trial.key, &model, text);
        self.responses.push(Response { body, finish, usage, ..response });
        self.trials.push(trial);
        self.prompts.insert(prompt.key(), Arc::new(prompt));
        self.problems.entry(problem.id.to_string()).or_insert_with(|| problem.clone());
        self.strategies.entry(strategy.name.clone()).or_insert_with(|| strategy.clone());
        self.models.insert(model);
        Ok(())
    }

    fn check(&self, problem: &Problem, strategy: &Strategy) -> Result<(), ExchangeError> {
        if self.problems.get(problem.id.as_str()).is_some_and(|known| known != problem) {
            let fault = format!("another problem has the id {}", problem.id);
            return Err(ExchangeError::Layout(fault));
        }
        if self.strategies.get(&strategy.name).is_some_and(|known| known != strategy) {
            let name = &strategy.name;
            let fault = format!("another strategy has the name `{name}`");
            return Err(ExchangeError::Layout(fault));
        }
        Ok(())
    }

    /// The problems with answers.
    pub fn problems(&self) -> Vec<Problem> {
        self.problems.values().cloned().collect()
    }

    /// Number of models that answered.
    pub fn models(&self) -> usize {
        self.models.len()
    }

    /// The prompts.
    pub fn prompts(&self) -> Vec<Arc<Prompt>> {
        self.prompts.values().cloned().collect()
    }

    /// The trials.
    pub fn trials(&self) -> &[Trial] {
        &self.trials
    }

    /// The answers, in the order of the trials.
    pub fn responses(&self) -> &[Response] {
        &self.responses
    }

    /// The endpoint of the answers.
    pub fn endpoint(&self) -> &'static str {
        self.endpoint
    }
}
