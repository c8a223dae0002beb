//! Token counts in bodies of any format: those of an error may have been charged.

use super::json;
use peirast_record::Usage;
use serde_json::Value;

/// Members in which formats report token counts.
const USAGES: [&str; 3] = ["usage", "usageMetadata", "metrics"];
/// Counts that one format has next to its answer.
const COUNTS: [&str; 2] = ["prompt_eval_count", "eval_count"];

/// The token counts that a body reports in any place, if it reports any above 0. With several
/// counts of prompts, or of answers, it is the largest.
///
/// ```
/// use peirast_llm::wire::reported;
/// let busy = reported(r#"{"error":{"message":"busy"},"usage":{"prompt_tokens":9,"completion_tokens":4}}"#).unwrap();
/// assert_eq!((busy.input_tokens, busy.output_tokens), (Some(9), Some(4)));
/// assert_eq!(reported(r#"{"error":{"message":"busy"},"usage":{"prompt_tokens":0}}"#), None);
/// assert_eq!(reported(r#"{"error":"at most 4096 tokens","limit_tokens":4096}"#), None);
/// ```
pub fn reported(body: &str) -> Option<Usage> {
    let json = json::read(body).unwrap_or(Value::Null);
    let mut counts = Vec::new();
    find(&json, &mut counts);
    if counts.is_empty() {
        return None;
    }
    let most = |is_input| {
        let counts = counts.iter().filter(|(name, _)| is_of_prompts(name) == is_input);
        counts.filter(|(name, _)| !name.contains("total")).map(|(_, count)| *count).max()
    };
    Some(Usage { input_tokens: most(true), output_tokens: most(false), ..Usage::default() })
}

fn is_of_prompts(name: &str) -> bool {
    ["prompt", "input", "cache"].iter().any(|part| name.contains(part))
}

/// Token counts above 0, with their names in lower case.
fn find(json: &Value, counts: &mut Vec<(String, u64)>) {
    match json {
        Value::Array(items) => items.iter().for_each(|item| find(item, counts)),
        Value::Object(members) => {
            for (name, value) in members {
                if USAGES.contains(&name.as_str()) {
                    used(value, counts);
                } else if COUNTS.contains(&name.as_str()) {
                    counts.extend(count(value).map(|count| (name.to_ascii_lowercase(), count)));
                } else {
                    find(value, counts);
                }
            }
        }
        _ => {}
    }
}

fn used(usage: &Value, counts: &mut Vec<(String, u64)>) {
    let Value::Object(members) = usage else { return find(usage, counts) };
    for (name, value) in members {
        let name = name.to_ascii_lowercase();
        match count(value) {
            Some(count) if name.contains("token") => counts.push((name, count)),
            _ => used(value, counts),
        }
    }
}

/// A count above 0. A count beyond the range of numbers becomes the largest number.
fn count(value: &Value) -> Option<u64> {
    value.as_f64().filter(|count| *count > 0.0).map(|count| count.ceil() as u64)
}

#[cfg(test)]
#[allow(clippy::panic, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_found_in_every_format() {
        for body in [
            r#"{"usage":{"prompt_tokens":9,"completion_tokens":0}}"#,
            r#"{"type":"error","error":{"message":"m","usage":{"input_tokens":9}}}"#,
            r#"[{"error":{"code":500},"usageMetadata":{"promptTokenCount":9}}]"#,
            r#"{"usage":{"billed_units":{"input_tokens":9.0},"tokens":{}}}"#,
            r#"{"status":"failed","metrics":{"input_token_count":9,"predict_time":0.1}}"#,
            r#"{"usage":{"inputTokens":9}}"#,
            r#"{"error":"broken","prompt_eval_count":9}"#,
        ] {
            assert!(reported(body).is_some(), "{body}");
        }
        for body in [
            "",
            "<html>",
            "{}",
            r#"{"usage":null}"#,
            r#"{"usage":{"cost":0.1}}"#,
            r#"{"metrics":{"predict_time":0.1}}"#,
            r#"{"error":{"message":"\"usage\":{\"prompt_tokens\":9}"}}"#,
        ] {
            assert_eq!(reported(body), None, "{body}");
        }
    }

    #[test]
    fn prompts_are_told_from_answers() {
        for (body, input, output) in [
            (
                r#"{"usage":{"prompt_tokens":9,"completion_tokens":7,"total_tokens":16}}"#,
                Some(9),
                Some(7),
            ),
            (r#"{"usage":{"input_tokens":9,"cache_read_input_tokens":20}}"#, Some(20), None),
            (
                r#"{"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":3,"thoughtsTokenCount":5}}"#,
                Some(9),
                Some(5),
            ),
            (
                r#"{"usage":{"billed_units":{"input_tokens":9.0,"output_tokens":1e30}}}"#,
                Some(9),
                Some(u64::MAX),
            ),
            (r#"{"error":"broken","prompt_eval_count":9,"eval_count":2}"#, Some(9), Some(2)),
            (r#"{"usage":{"total_tokens":9}}"#, None, None),
        ] {
            let usage = reported(body).unwrap_or_else(|| panic!("{body}"));
            assert_eq!((usage.input_tokens, usage.output_tokens), (input, output), "{body}");
        }
    }
}
