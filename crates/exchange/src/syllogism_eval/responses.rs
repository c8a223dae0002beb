//! Recorded answers: `raw_responses/temperature_T/MODEL_STRATEGY.json`.

use super::{Dataset, ENDPOINT};
use crate::{ExchangeError, recorded};
use peirast_read::published::correctness;
use peirast_record::{Key, Problem, Prompt, Recorded, Response, Sampling, Trial, read_json};
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
struct ResponseFile {
    #[serde(default)]
    metadata: Metadata,
    results: Vec<ResponseEntry>,
}

#[derive(Default, Deserialize)]
struct Metadata {
    model: Option<String>,
    strategy: Option<String>,
    temperature: Option<f64>,
}

#[derive(Deserialize)]
struct ResponseEntry {
    #[serde(deserialize_with = "super::dataset::name")]
    syllogism_id: String,
    variant: String,
    model_key: Option<String>,
    temperature: Option<f64>,
    prompting_strategy: Option<String>,
    #[serde(default)]
    predicted: Option<String>,
    raw_responses: Vec<RawVote>,
}

#[derive(Deserialize)]
struct RawVote {
    #[serde(default)]
    response: Option<String>,
    #[serde(default)]
    vote: Option<String>,
}

/// The results of an import.
#[derive(Debug, Default)]
pub struct SyllogismAnswers {
    /// The trials.
    pub trials: Vec<Trial>,
    /// The answers, in the order of the trials.
    pub responses: Vec<Response>,
    /// The recorded votes.
    pub recorded: Vec<Recorded>,
    /// Models, strategies and temperatures.
    pub models: BTreeSet<String>,
    /// See `models`.
    pub strategies: BTreeSet<String>,
    /// See `models`; by their bits.
    pub temperatures: BTreeSet<u64>,
    /// Files read.
    pub files: usize,
    /// Number of failed queries that were stored as answers, by model.
    pub errors: BTreeMap<String, u64>,
    /// Number of recorded votes that differ from the published rule.
    pub other_votes: u64,
    /// Number of recorded decisions that differ from the published voting.
    pub other_decisions: u64,
    /// The answered questions.
    seen: BTreeSet<Key>,
}

/// The text that the original program wrote in place of an answer if a query failed.
const FAILED: &str = "ERROR: ";

/// Tests if a file with this name holds answers.
pub fn is_answers(name: &str) -> bool {
    name.ends_with(".json") && !name.ends_with(".partial.json") && name != "checkpoint.json"
}

/// The short name of a variant.
fn variant(name: &str) -> &str {
    match name {
        "normal" => "N",
        "order_switched" => "O",
        "nonsense" => "X",
        "nonsense_order_switched" => "OX",
        other => other,
    }
}

impl SyllogismAnswers {
    /// Adds the answers of a file.
    ///
    /// # Errors
    /// If the text is not JSON of the layout, if an answer's question is not in the data set, or if
    /// a question has two answers.
    pub fn take(&mut self, text: &str, dataset: &Dataset) -> Result<(), ExchangeError> {
        let document: ResponseFile = read_json(text)?;
        self.files += 1;
        for entry in &document.results {
            let place = || format!("{} {}", entry.syllogism_id, entry.variant);
            self.entry(entry, &document.metadata, dataset).map_err(|error| error.at(place()))?;
        }
        Ok(())
    }

    fn entry(
        &mut self,
        entry: &ResponseEntry,
        metadata: &Metadata,
        dataset: &Dataset,
    ) -> Result<(), ExchangeError> {
        // Some files put the item's name before the variant: SYL_001_N.
        let bare = entry.variant.strip_prefix(&entry.syllogism_id).unwrap_or(&entry.variant);
        let place = (entry.syllogism_id.clone(), variant(bare.trim_start_matches('_')).to_owned());
        let lacks = |what: &'static str| move || ExchangeError::layout(what);
        let problem = dataset.problems.get(&place).ok_or_else(lacks("is not in the data set"))?;
        let model = entry.model_key.as_deref().or(metadata.model.as_deref());
        let strategy = entry.prompting_strategy.as_deref().or(metadata.strategy.as_deref());
        let temperature = entry.temperature.or(metadata.temperature);
        let model = model.ok_or_else(lacks("names no model (model_key)"))?;
        let strategy = strategy.ok_or_else(lacks("names no strategy (prompting_strategy)"))?;
        let temperature = temperature.ok_or_else(lacks("names no temperature"))?;
        if !(temperature.is_finite() && temperature >= 0.0) {
            let fault = format!("temperature {temperature}: must be a number from 0");
            return Err(ExchangeError::Layout(fault));
        }
        let temperature = temperature + 0.0; // -0 is 0.
        for (what, name) in [("model", model), ("strategy", strategy)] {
            if name.trim().is_empty() || name == "all" {
                return Err(ExchangeError::Layout(format!(
                    "`{name}` cannot be the name of a {what}: `all` means all of them together"
                )));
            }
        }
        self.models.insert(model.to_owned());
        self.strategies.insert(strategy.to_owned());
        self.temperatures.insert(temperature.to_bits());
        let mut counts = [0_u32; 2];
        for (raw, repeat) in entry.raw_responses.iter().zip(0..) {
            let text = raw.response.as_deref().unwrap_or_default();
            let failed = text.starts_with(FAILED);
            let text = if failed { "" } else { text };
            *self.errors.entry(model.to_owned()).or_default() += u64::from(failed);
            let vote = correctness(text).as_str();
            let said = raw.vote.as_deref().unwrap_or(vote);
            self.other_votes += u64::from(said != vote && !failed);
            counts[0] += u32::from(said == "correct");
            counts[1] += u32::from(said == "incorrect");
            let trial = trial(problem, model, strategy, temperature, repeat);
            if !self.seen.insert(trial.key.clone()) {
                return Err(ExchangeError::Layout(format!(
                    "{model} answers it twice under {strategy} at temperature {temperature}"
                )));
            }
            self.responses.push(recorded::response(&trial.key, model, text.to_owned()));
            let facts = json!({
                "vote": said, "predicted": entry.predicted,
                "error": failed.then_some(raw.response.as_deref()).flatten(),
            });
            let right = matches!(problem.truth.answer, peirast_record::Answer::Valid(true));
            let grade = i64::from((said == "correct") == right);
            self.recorded.push(Recorded { trial: trial.key.clone(), grade, facts });
            self.trials.push(trial);
        }
        let decided = match counts {
            [0, 0] => None,
            [ayes, noes] => Some(if ayes > noes { "correct" } else { "incorrect" }),
        };
        let differs =
            decided.is_some() && entry.predicted.as_deref().is_some_and(|p| Some(p) != decided);
        self.other_decisions += u64::from(differs);
        Ok(())
    }
}

fn trial(problem: &Problem, model: &str, strategy: &str, temperature: f64, repeat: u32) -> Trial {
    // Prompts were not recorded, so the question and its strategy identify an answer.
    let parts = json!([ENDPOINT, model, strategy, temperature.to_bits(), problem.id, repeat]);
    let prompt = Prompt::new(&problem.id, strategy, Vec::new());
    let sampling = Sampling { temperature: Some(temperature), ..Sampling::default() };
    recorded::trial(parts, &prompt, model, ENDPOINT, (&sampling, repeat))
}
