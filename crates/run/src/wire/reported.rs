//! Tokens that a body reports, whatever its format: those of an error may have been charged.

use super::mend;
use serde_json::Value;

/// Members in which formats report what was used.
const USAGES: [&str; 3] = ["usage", "usageMetadata", "metrics"];
/// Counts that one format has beside its answer.
const COUNTS: [&str; 2] = ["prompt_eval_count", "eval_count"];

/// Whether a body reports that tokens were used, wherever it does so.
///
/// ```
/// use peirast_run::wire::reports_tokens;
/// assert!(reports_tokens(r#"{"error":{"message":"busy"},"usage":{"prompt_tokens":9}}"#));
/// assert!(!reports_tokens(r#"{"error":{"message":"busy"},"usage":{"prompt_tokens":0}}"#));
/// assert!(!reports_tokens(r#"{"error":"at most 4096 tokens","limit_tokens":4096}"#));
/// ```
pub fn reports_tokens(body: &str) -> bool {
    let json: Value = serde_json::from_str(&mend(body)).unwrap_or(Value::Null);
    reports(&json)
}

fn reports(json: &Value) -> bool {
    match json {
        Value::Array(items) => items.iter().any(reports),
        Value::Object(members) => members.iter().any(|(name, value)| {
            let is_count = COUNTS.contains(&name.as_str()) && is_some(value);
            is_count || (USAGES.contains(&name.as_str()) && counts(value)) || reports(value)
        }),
        _ => false,
    }
}

/// Whether what was used is more than nothing.
fn counts(usage: &Value) -> bool {
    let Value::Object(members) = usage else { return false };
    members.iter().any(|(name, value)| {
        (name.to_ascii_lowercase().contains("token") && is_some(value)) || counts(value)
    })
}

fn is_some(count: &Value) -> bool {
    count.as_f64().is_some_and(|count| count > 0.0)
}

#[cfg(test)]
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
            assert!(reports_tokens(body), "{body}");
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
            assert!(!reports_tokens(body), "{body}");
        }
    }
}
