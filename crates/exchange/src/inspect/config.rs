//! Sampling settings in Inspect's model configuration.

use peirast_record::Sampling;
use serde_json::{Map, Value, json};

/// The settings that were sent, without any others.
pub(super) fn generate(sampling: &Sampling) -> Value {
    let Sampling {
        temperature,
        top_p,
        seed,
        max_tokens,
        reasoning_effort,
        thinking_budget,
        logprobs,
    } = sampling;
    let fields = [
        ("temperature", temperature.map(|value| json!(value))),
        ("top_p", top_p.map(|value| json!(value))),
        ("seed", seed.map(|value| json!(value))),
        ("max_tokens", max_tokens.map(|value| json!(value))),
        ("reasoning_effort", reasoning_effort.map(|value| json!(value.as_str()))),
        ("reasoning_tokens", thinking_budget.map(|value| json!(value))),
        ("logprobs", logprobs.map(|_| json!(true))),
        ("top_logprobs", logprobs.map(|value| json!(value))),
    ];
    let set = fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(set.collect::<Map<_, _>>())
}
