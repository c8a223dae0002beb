//! One answer as an instance.

use super::aggregate::{Family, result_id};
use super::{Heading, SCHEMA_VERSION, hash};
use crate::inspect::{Sample, SampleAnswer, answer_text, targets};
use crate::recorded::answer_in_words;
use peirast_record::{Message, Usage};
use serde_json::{Map, Value, json};

/// The instance of an answered sample; `None` for a failed one.
pub(super) fn instance(
    heading: &Heading<'_>,
    name: &str,
    family: &Family<'_>,
    sample: &Sample<'_>,
) -> Option<Value> {
    let answered = sample.answered.as_ref().ok()?;
    let (raw, reference) = (sample.problem.text(), targets(sample.problem));
    let verdict = answered.grade.scored(heading.treatment);
    let is_right = verdict == Some(true);
    let mut input = json!({"raw": raw, "reference": reference});
    if !sample.messages.is_empty() {
        input["formatted"] = json!(formatted(&sample.messages));
    }
    if !sample.problem.options.is_empty() {
        let texts: Vec<&str> =
            sample.problem.options.iter().map(|(_, text)| text.as_str()).collect();
        input["choices"] = json!(texts);
    }
    let mut instance = json!({
        "schema_version": SCHEMA_VERSION,
        "evaluation_id": heading.evaluation_id,
        "model_id": heading.identity.id,
        "evaluation_name": name,
        "sample_id": sample.id,
        "sample_hash": sample_hash(&raw, &reference),
        "interaction_type": "single_turn",
        "input": input,
        "output": {"raw": [answered.text]},
        "answer_attribution": attribution(answered),
        "evaluation": {"score": if is_right { 1.0 } else { 0.0 }, "is_correct": is_right},
        "metadata": metadata(sample),
    });
    if family.accuracy(heading.treatment).is_some() {
        instance["evaluation_result_id"] = json!(result_id(name));
    }
    if let Some(usage) = token_usage(answered.usage) {
        instance["token_usage"] = usage;
    }
    if let Some(seconds) = answered.seconds {
        instance["performance"] = json!({"latency_ms": seconds * 1000.0});
    }
    if verdict.is_none() {
        instance["error"] = json!(format!("no verdict: {}", answered.answer));
    }
    Some(instance)
}

/// The reading and its rule; `null` without a verdict.
fn attribution(answered: &SampleAnswer) -> Value {
    let extracted = match answer_in_words(answered.answer) {
        Some(_) => Some(answer_text(answered.answer)),
        None => answered.span.clone().filter(|_| answered.answer.is_verdict()),
    };
    let attributed = extracted.map(|extracted| {
        json!({
            "turn_idx": 0,
            "source": "output.raw",
            "extracted_value": extracted,
            "extraction_method": answered.rule,
            "is_terminal": true,
        })
    });
    attributed.into_iter().collect()
}

/// The messages as one text; a single message unchanged.
fn formatted(messages: &[Message]) -> String {
    match messages {
        [only] => only.content.clone(),
        several => {
            let said = |one: &Message| format!("{}: {}", one.role.as_str(), one.content);
            several.iter().map(said).collect::<Vec<_>>().join("\n\n")
        }
    }
}

/// All levels, and the ids that the answer belongs to, as texts.
fn metadata(sample: &Sample<'_>) -> Map<String, Value> {
    let mut fields: Map<String, Value> =
        sample.factors.iter().map(|(name, level)| (name.to_owned(), json!(level))).collect();
    let mut set = |name: &str, value: String| fields.insert(name.to_owned(), json!(value));
    set("epoch", (u64::from(sample.trial.repeat) + 1).to_string());
    set("problem", sample.problem.id.to_string());
    set("item", sample.problem.item.to_string());
    set("trial", sample.trial.key.to_string());
    fields
}

/// Token counts, if the provider reported all that the schema requires.
fn token_usage(usage: Usage) -> Option<Value> {
    let (input, output) = (usage.input_tokens?, usage.output_tokens?);
    let mut value = json!({
        "input_tokens": input,
        "output_tokens": output,
        "total_tokens": input.saturating_add(output),
    });
    if let Some(tokens) = usage.reasoning_tokens {
        value["reasoning_tokens"] = json!(tokens);
    }
    if let Some(tokens) = usage.cached_tokens {
        value["input_tokens_cache_read"] = json!(tokens);
    }
    Some(value)
}

/// The hash of the question and of the right answers. The schema's converters compute it in the
/// same way: from JSON without spaces, in which everything outside printable ASCII is escaped.
fn sample_hash(raw: &str, reference: &[String]) -> String {
    let text = json!({"raw": raw, "reference": reference}).to_string();
    let mut ascii = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' '..='~' => ascii.push(c),
            _ => {
                let mut units = [0; 2];
                let escape = |unit: &u16| format!("\\u{unit:04x}");
                ascii.extend(c.encode_utf16(&mut units).iter().map(escape));
            }
        }
    }
    hash(ascii.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_converters() {
        // Computed by json.dumps(..., sort_keys=True, separators=(",", ":")) and hashlib.sha256 of
        // Python 3.11.
        for (raw, reference, wanted) in [
            (
                "What is 6 x 7?",
                &["42"][..],
                "cf7057a1eda87d109ff9a9478c06f33c7bbf5e68ebf782140a41c5230d3360dd",
            ),
            (
                "Zoë\u{7f}\n\"𝒳\" \\ \u{1}/",
                &["(a)", "né"],
                "f10110ed7641154ce06e33a7ce8cf0f95831a4056f3e777bda8d98fc8019751b",
            ),
            ("", &[], "deb9250326cdc8db0944b0a8aa51cf89af8d7186f15c4895c1eefc664c495c15"),
        ] {
            let reference: Vec<String> = reference.iter().map(|one| (*one).to_owned()).collect();
            assert_eq!(sample_hash(raw, &reference), wanted, "{raw}");
        }
    }
}
