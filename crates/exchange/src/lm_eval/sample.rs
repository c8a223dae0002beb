//! A line of a sample log, which the harness writes with `--log_samples`.

use crate::ExchangeError;
use peirast_record::Sampling;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Fields that say nothing of an answer.
const BESIDE: [&str; 5] = ["target", "filtered_resps", "doc_hash", "prompt_hash", "target_hash"];
/// Metrics that say whether an answer is right.
const SCORES: [&str; 2] = ["exact_match", "correct"];

/// A document with the answers to it.
#[derive(Clone, Debug, PartialEq)]
pub struct HarnessSample<D> {
    /// The document, in the layout of its task.
    pub doc: D,
    /// Its number in its set.
    pub number: Option<u64>,
    /// The filter under which the line stands: each has a line for the same answers.
    pub filter: String,
    /// The answers, verbatim; several if the task repeats.
    pub texts: Vec<String>,
    /// How they were sampled, as far as that is told.
    pub sampling: Sampling,
    /// The score, 1 if right, if the task has one of the metrics that say so.
    pub score: Option<f64>,
    /// What else was recorded.
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
    /// What a line says.
    ///
    /// ```
    /// use peirast_exchange::lm_eval::HarnessSample;
    /// use serde_json::{Value, json};
    ///
    /// let line = json!({"doc_id": 7, "doc": {"question": "Q"}, "resps": [["one", "two"]],
    ///     "arguments": {"gen_args_0": {"arg_1": {"temperature": 0.2}}}, "exact_match": 1.0});
    /// let sample: HarnessSample<Value> = HarnessSample::read(line)?;
    /// assert_eq!((sample.number, sample.texts.len(), sample.score), (Some(7), 2, Some(1.0)));
    /// assert_eq!(sample.sampling.temperature, Some(0.2));
    /// # Ok::<(), peirast_exchange::ExchangeError>(())
    /// ```
    ///
    /// # Errors
    /// A document of another layout, or answers that are no texts.
    pub fn read(line: Value) -> Result<Self, ExchangeError> {
        let SampleFields { doc, doc_id, resps, filter, arguments, rest } =
            serde_json::from_value(line)?;
        let mut texts = Vec::new();
        collect(&resps, &mut texts)?;
        let facts: Map<String, Value> =
            rest.into_iter().filter(|(name, _)| !BESIDE.contains(&name.as_str())).collect();
        Ok(Self {
            doc,
            number: doc_id,
            filter,
            texts,
            sampling: sampling(&arguments["gen_args_0"]["arg_1"]),
            score: SCORES.iter().find_map(|name| facts.get(*name)?.as_f64()),
            facts,
        })
    }
}

/// Every text in lists of lists.
fn collect(value: &Value, texts: &mut Vec<String>) -> Result<(), ExchangeError> {
    match value {
        Value::Null => {}
        Value::String(text) => texts.push(text.clone()),
        Value::Array(all) => {
            for one in all {
                match one {
                    Value::Null => texts.push(String::new()),
                    other => collect(other, texts)?,
                }
            }
        }
        other => {
            return Err(ExchangeError::Layout(format!(
                "resps holds {other}, which is no text: log a task that generates texts"
            )));
        }
    }
    Ok(())
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
    use serde_json::json;

    #[test]
    fn answers_that_are_no_texts_are_refused() {
        let line = json!({"doc": {}, "resps": [[[-1.5, true]]]});
        let error = HarnessSample::<Value>::read(line).expect_err("log-likelihoods").to_string();
        assert!(error.contains("resps holds -1.5, which is no text"), "{error}");
        let lost = json!({"doc": {}, "resps": [null, "a"], "exact_match": 0.0, "target": "x"});
        let sample = HarnessSample::<Value>::read(lost).expect("a sample");
        assert_eq!(sample.texts, ["", "a"], "an answer that is missing is an empty one");
        assert_eq!((sample.score, sample.facts.len()), (Some(0.0), 1));
    }
}
