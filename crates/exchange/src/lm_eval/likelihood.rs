//! Log-likelihoods of continuations, which the harness logs in place of texts.
//!
//! They have a recognisable form: pairs of a log-likelihood and a flag, which is true if greedy
//! decoding would write the continuation. The harness writes them as numbers, as texts, or as texts
//! of pairs, in lists of lists.

use super::request::Request;
use crate::ExchangeError;
use crate::shown::ShownLabels;
use peirast_record::{Answer, Problem};
use serde_json::Value;

/// The fix for logs that cannot be read.
const FIX: &str = "import a task that generates texts";

/// The responses of a sample.
#[derive(Clone, Debug, PartialEq)]
pub enum Responses {
    /// Texts, verbatim; several if the task repeats.
    Texts(Vec<String>),
    /// The log-likelihood of each continuation, in the order of the requests; NaN if it is unknown.
    LogLikelihoods(Vec<f64>),
}

impl Responses {
    /// Reads the field `resps`.
    ///
    /// # Errors
    /// If values are neither texts nor pairs, or some are texts and some pairs.
    pub(super) fn read(resps: &Value) -> Result<Self, ExchangeError> {
        let (mut texts, mut pairs) = (Vec::new(), Vec::new());
        collect(resps, &mut texts, &mut pairs)?;
        match (texts.is_empty(), pairs.is_empty()) {
            (_, true) => Ok(Self::Texts(texts)),
            (true, false) => Ok(Self::LogLikelihoods(pairs)),
            (false, false) => Err(refused("`resps` holds texts and log-likelihoods")),
        }
    }

    /// The texts.
    ///
    /// # Errors
    /// [`ExchangeError::LogLikelihoods`], if there are no texts.
    pub fn texts(self) -> Result<Vec<String>, ExchangeError> {
        match self {
            Self::Texts(texts) => Ok(texts),
            Self::LogLikelihoods(_) => Err(refused("`resps` holds log-likelihoods, not texts")),
        }
    }
}

/// True if a field has the shape of log-likelihoods.
pub(super) fn are_log_likelihoods(field: &Value) -> bool {
    matches!(Responses::read(field), Ok(Responses::LogLikelihoods(_)))
}

/// The answer of the most likely continuation.
///
/// # Errors
/// [`ExchangeError::LogLikelihoods`], if the continuations are not named or are not answers, or if
/// none is the most likely one.
pub(super) fn choice(
    problem: &Problem,
    labels: &ShownLabels,
    values: &[f64],
    requests: &[Request],
) -> Result<Answer, ExchangeError> {
    let continuations: Vec<&str> =
        requests.iter().filter_map(|request| request.rest.as_str()).collect();
    if continuations.len() != values.len() {
        return Err(refused(&format!(
            "`resps` holds log-likelihoods, not texts, and `arguments` does not name their \
             continuations ({} log-likelihoods, {} continuations)",
            values.len(),
            continuations.len()
        )));
    }
    if requests.iter().any(|request| request.prompt != requests[0].prompt) {
        return Err(refused("its log-likelihoods belong to several prompts"));
    }
    let mut best: Option<(f64, Answer)> = None;
    let mut is_tied = false;
    for (value, continuation) in values.iter().zip(continuations) {
        let answer = labels.answer(problem, continuation).ok_or_else(|| {
            refused(&format!(
                "its log-likelihoods belong to `{}`, which is not an answer to the problem",
                continuation.trim()
            ))
        })?;
        if value.is_nan() {
            return Err(refused("a log-likelihood is not a number"));
        }
        match best {
            Some((most, _)) if *value < most => {}
            Some((most, other)) if *value == most => is_tied |= other != answer,
            _ => (best, is_tied) = (Some((*value, answer)), false),
        }
    }
    match best {
        Some((value, answer)) if !is_tied && value.is_finite() => Ok(answer),
        _ => Err(refused("no continuation is the most likely one")),
    }
}

fn refused(what: &str) -> ExchangeError {
    ExchangeError::LogLikelihoods(format!("{what}: {FIX}"))
}

/// Every text and every pair in lists of lists.
fn collect(
    value: &Value,
    texts: &mut Vec<String>,
    pairs: &mut Vec<f64>,
) -> Result<(), ExchangeError> {
    if let Some(pair) = pair(value) {
        pairs.push(pair);
        return Ok(());
    }
    match value {
        Value::Null => {}
        Value::String(text) => texts.push(text.clone()),
        Value::Array(all) => {
            for one in all {
                match one {
                    Value::Null => texts.push(String::new()),
                    other => collect(other, texts, pairs)?,
                }
            }
        }
        other => return Err(refused(&format!("`resps` holds {other}, which is not text"))),
    }
    Ok(())
}

/// The log-likelihood of a pair: a list of two, or such a list in a text, as Python writes it.
fn pair(value: &Value) -> Option<f64> {
    match value {
        Value::Array(pair) => match pair.as_slice() {
            [Value::Number(number), Value::Bool(_)] => number.as_f64(),
            [Value::Null, Value::Bool(_)] => Some(f64::NAN),
            [Value::Number(number), Value::String(flag)] if is_flag(flag) => number.as_f64(),
            [Value::String(number), Value::Bool(_)] => log_likelihood(number),
            [Value::String(number), Value::String(flag)] if is_flag(flag) => log_likelihood(number),
            _ => None,
        },
        Value::String(text) => {
            let inner = text.trim();
            let inner = inner
                .strip_prefix('(')
                .and_then(|inner| inner.strip_suffix(')'))
                .or_else(|| inner.strip_prefix('[')?.strip_suffix(']'))?;
            let (number, flag) = inner.split_once(',')?;
            let bare = |part: &str| part.trim().trim_matches(['\'', '"']).to_owned();
            is_flag(&bare(flag)).then(|| log_likelihood(&bare(number)))?
        }
        _ => None,
    }
}

/// A truth value as Python or JSON writes it.
fn is_flag(text: &str) -> bool {
    matches!(text, "True" | "False" | "true" | "false")
}

/// The logarithm of a likelihood, which is never above zero.
fn log_likelihood(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|value: &f64| value.is_nan() || *value <= 0.0)
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn log_likelihoods_are_known_by_their_shape() {
        for resps in [
            json!([[["-2.64", "False"]], [["-2.39", "True"]]]),
            json!([[[-2.64, false]], [[-2.39, true]]]),
            json!([["-2.64", "False"], ["-2.39", "True"]]),
            json!([["('-2.64', 'False')"], ["('-2.39', 'True')"]]),
            json!(["(-2.64, False)", "[-2.39, true]"]),
            json!([[[["-2.64", "False"]]], [[["-2.39", "True"]]]]),
        ] {
            let read = Responses::read(&resps).expect("log-likelihoods");
            assert_eq!(read, Responses::LogLikelihoods(vec![-2.64, -2.39]), "{resps}");
            assert!(read.texts().is_err() && are_log_likelihoods(&resps), "{resps}");
        }
        let odd = json!([[["-inf", "False"]], [["nan", "False"]], [[null, true]]]);
        let Ok(Responses::LogLikelihoods(odd)) = Responses::read(&odd) else {
            panic!("log-likelihoods that are no numbers");
        };
        assert!(odd[0].is_infinite() && odd[1].is_nan() && odd[2].is_nan());
    }

    #[test]
    fn texts_are_texts() {
        for (resps, texts) in [
            (json!([["one", "two"]]), vec!["one", "two"]),
            (json!([["5", "True"]]), vec!["5", "True"]),
            (json!([["-2.64", "Falsely"]]), vec!["-2.64", "Falsely"]),
            (json!([["(a), True"]]), vec!["(a), True"]),
            (json!([["(so, True)"]]), vec!["(so, True)"]),
            (json!([null, "a"]), vec!["", "a"]),
        ] {
            let read = Responses::read(&resps).expect("texts").texts().expect("texts");
            assert_eq!(read, texts, "{resps}");
        }
        for resps in [json!([[-1.5]]), json!([["a"], [[-1.5, true]]]), json!([{"a": 1}])] {
            let error = Responses::read(&resps).expect_err("refused").to_string();
            assert!(error.contains(FIX), "{error}");
        }
    }
}
