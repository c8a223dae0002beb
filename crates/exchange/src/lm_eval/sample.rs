//! A line of a sample log, which the harness writes with `--log_samples`.

use super::likelihood::{Responses, are_log_likelihoods};
use super::request::{Request, requests};
use crate::ExchangeError;
use peirast_record::Sampling;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Fields that are not facts about an answer.
const BESIDE: [&str; 5] = ["target", "filtered_resps", "doc_hash", "prompt_hash", "target_hash"];
/// Metrics that say if an answer is right.
const SCORES: [&str; 2] = ["exact_match", "correct"];

/// A document with the answers to it.
#[derive(Clone, Debug, PartialEq)]
pub struct HarnessSample<D> {
    /// The document, in the layout of its task.
    pub doc: D,
    /// Its number in its set.
    pub number: Option<u64>,
    /// The filter of the line. Each filter has a line for the same answers.
    pub filter: String,
    /// The answers.
    pub responses: Responses,
    /// The prompts that the harness sent to the model, as far as the line records them.
    pub(super) requests: Vec<Request>,
    /// The target that the harness compares answers with.
    pub(super) target: Option<String>,
    /// The sampling settings, as far as they are recorded.
    pub sampling: Sampling,
    /// The score, 1 if right, if the task has one of these metrics.
    pub score: Option<f64>,
    /// All other recorded data.
    pub facts: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(bound = "D: DeserializeOwned")]
struct SampleFields<D> {
    doc: D,
    doc_id: Option<u64>,
    #[serde(default)]
    resps: Value,
    #[serde(default)]
    filter: String,
    #[serde(default)]
    arguments: Value,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl<D: DeserializeOwned> HarnessSample<D> {
    /// Reads a line.
    ///
    /// ```
    /// use peirast_exchange::lm_eval::HarnessSample;
    /// use serde_json::{Value, json};
    ///
    /// let line = json!({"doc_id": 7, "doc": {"question": "Q"}, "resps": [["one", "two"]],
    ///     "arguments": {"gen_args_0": {"arg_1": {"temperature": 0.2}}}, "exact_match": 1.0});
    /// let sample: HarnessSample<Value> = HarnessSample::read(line)?;
    /// assert_eq!((sample.number, sample.score), (Some(7), Some(1.0)));
    /// assert_eq!(sample.sampling.temperature, Some(0.2));
    /// assert_eq!(sample.responses.texts()?, ["one", "two"]);
    /// # Ok::<(), peirast_exchange::ExchangeError>(())
    /// ```
    ///
    /// # Errors
    /// If the document has another layout, or answers are neither texts nor log-likelihoods.
    pub fn read(line: Value) -> Result<Self, ExchangeError> {
        let SampleFields { doc, doc_id, resps, filter, arguments, rest } =
            serde_json::from_value(line)?;
        let responses = Responses::read(&resps)?;
        let requests = requests(&arguments);
        let target = match rest.get("target") {
            Some(Value::String(target)) => Some(target.clone()),
            Some(Value::Number(target)) => Some(target.to_string()),
            _ => None,
        };
        let settings = requests.first().map(|request| sampling(&request.rest));
        let facts: Map<String, Value> =
            rest.into_iter().filter(|(name, _)| !BESIDE.contains(&name.as_str())).collect();
        Ok(Self {
            doc,
            number: doc_id,
            filter,
            responses,
            requests,
            target,
            sampling: settings.unwrap_or_default(),
            score: SCORES.iter().find_map(|name| facts.get(*name)?.as_f64()),
            facts,
        })
    }
}

impl<D> HarnessSample<D> {
    /// Log-likelihoods with their continuations, as JSON.
    pub(super) fn log_likelihoods(&self, values: &[f64]) -> String {
        let pair = |(request, value): (&Request, &f64)| json!([request.rest, value]);
        self.requests.iter().zip(values).map(pair).collect::<Value>().to_string()
    }

    /// The prompts that were sent, each once; empty if the line does not record them.
    pub(crate) fn prompts(&self) -> Vec<String> {
        let mut prompts: Vec<String> = Vec::new();
        for Request { prompt, .. } in &self.requests {
            if !prompt.trim().is_empty() && !prompts.contains(prompt) {
                prompts.push(prompt.clone());
            }
        }
        prompts
    }
}

/// Refuses a line that is not from a sample log.
///
/// # Errors
/// If the line lacks the answers of the model.
pub(super) fn check(line: &Value) -> Result<(), ExchangeError> {
    if !line["doc"].is_null() && !line["resps"].is_null() {
        return Ok(());
    }
    if are_log_likelihoods(&line["filtered_resps"]) {
        return Err(ExchangeError::LogLikelihoods(
            "it has log-likelihoods in `filtered_resps`, but no `resps`: import a log as lm_eval \
             writes it with --log_samples"
                .to_owned(),
        ));
    }
    Err(ExchangeError::layout(
        "it is not a line of a sample log, which has `doc` and `resps`: run lm_eval with \
         --log_samples",
    ))
}

fn sampling(arguments: &Value) -> Sampling {
    Sampling {
        temperature: arguments["temperature"].as_f64().filter(|t| t.is_finite() && *t >= 0.0),
        max_tokens: arguments["max_gen_toks"].as_u64().and_then(|most| u32::try_from(most).ok()),
        ..Sampling::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_line_lacks_is_named() {
        let lost = json!({"doc": {}, "resps": [null, "a"], "exact_match": 0.0, "target": 1});
        check(&lost).expect("a line");
        let sample = HarnessSample::<Value>::read(lost).expect("a sample");
        assert_eq!((sample.score, sample.facts.len()), (Some(0.0), 1));
        assert_eq!((sample.target.as_deref(), sample.prompts().len()), (Some("1"), 0));
        let texts = sample.responses.texts().expect("texts");
        assert_eq!(texts, ["", "a"], "an answer that is missing is an empty one");
        let filtered = json!({"doc": {}, "filtered_resps": [["-1.5", "True"]]});
        let error = check(&filtered).expect_err("no answers").to_string();
        assert!(error.contains("log-likelihoods in `filtered_resps`"), "{error}");
        assert!(check(&json!({"doc": {}})).is_err());
    }
}
