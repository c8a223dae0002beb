//! Facts at any depth of an error. Proxies wrap the errors of the servers behind them in objects,
//! in lists, and as JSON within a text.

use super::{end, json};
use crate::asked_wait;
use peirast_record::FinishReason;
use serde::Deserialize as _;
use serde_json::Value;
use std::time::Duration;

/// The most levels that are searched, including those of JSON within texts.
const MOST_LEVELS: usize = 48;
/// The most texts of JSON that may be nested.
const MOST_TEXTS: usize = 6;
/// The most values that are searched.
const MOST_VALUES: usize = 20_000;
/// The longest text that is a code.
const LONGEST_CODE: usize = 100;

/// Fields whose text is a code of the server.
const CODES: [&str; 9] = [
    "code",
    "type",
    "status",
    "reason",
    "__type",
    "error_code",
    "errorCode",
    "error_type",
    "error",
];
/// Fields whose text is the reason why an answer ended.
const ENDS: [&str; 4] = ["finish_reason", "finishReason", "stop_reason", "stopReason"];
/// Fields that name the filter that blocked a question.
const BLOCKS: [&str; 2] = ["blockReason", "block_reason"];
/// Fields whose text is for people.
const WORDS: [&str; 6] = ["message", "detail", "error", "msg", "raw", "title"];
/// Fields that repeat the question or a model's text. They are no evidence about the error.
const QUOTES: [&str; 6] = ["input", "messages", "prompt", "request", "content", "text"];
/// Fields with a wait, and the seconds of their unit.
const WAITS: [(&str, f64); 11] = [
    ("retryDelay", 1.0),
    ("retry_delay", 1.0),
    ("quotaResetDelay", 1.0),
    ("retry_after", 1.0),
    ("retryAfter", 1.0),
    ("retry-after", 1.0),
    ("retry_after_seconds", 1.0),
    ("estimated_time", 1.0),
    ("retry_after_ms", 1e-3),
    ("retryAfterMs", 1e-3),
    ("retry-after-ms", 1e-3),
];
/// The code of an answer that a filter withheld, in any field.
const FILTERED: &str = "content_filter";

/// Facts that an error holds at any depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Nested {
    /// Every code.
    pub(super) codes: Vec<String>,
    /// The first field of the request that the error names.
    pub(super) param: Option<String>,
    /// The message of the server behind a proxy.
    pub(super) inner_message: Option<String>,
    /// The longest wait that a field or a message asks for. Google's field has whole seconds, and
    /// its message has the fraction.
    pub(super) wait: Option<Duration>,
}

impl Nested {
    /// Searches an error.
    pub(super) fn find(json: &Value) -> Self {
        let mut search = Search::default();
        search.visit("", json, Place::default());
        let param = search.found.param.take().or(search.last_of_path);
        Self { param, ..search.found }
    }
}

/// A place in an error: the levels and the texts above it.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    levels: usize,
    texts: usize,
}

#[derive(Default)]
struct Search {
    found: Nested,
    /// The last part of a path to a field, as sent by servers that check fields.
    last_of_path: Option<String>,
    values: usize,
}

impl Search {
    fn visit(&mut self, name: &str, value: &Value, place: Place) {
        self.values += 1;
        if self.values > MOST_VALUES || place.levels > MOST_LEVELS {
            return;
        }
        let below = Place { levels: place.levels + 1, ..place };
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.visit(name, item, below)),
            Value::Object(members) => {
                self.take_wait(name, value);
                for (name, value) in members {
                    if !QUOTES.contains(&name.as_str()) {
                        self.visit(name, value, below);
                    }
                }
            }
            Value::String(text) => self.take_text(name, text, place),
            Value::Number(_) => self.take_wait(name, value),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn take_text(&mut self, name: &str, text: &str, place: Place) {
        self.take_wait(name, &Value::String(text.to_owned()));
        if CODES.contains(&name) && text.len() <= LONGEST_CODE {
            // Amazon's codes may have a name space before them.
            self.found.codes.extend(text.rsplit('#').next().map(str::to_owned));
        }
        let is_filter = match name {
            name if ENDS.contains(&name) => end::finish(text) == Ok(FinishReason::ContentFilter),
            name => BLOCKS.contains(&name) && !text.to_ascii_lowercase().contains("unspecified"),
        };
        if is_filter {
            self.found.codes.push(FILTERED.to_owned());
        }
        if name == "param" && self.found.param.is_none() {
            self.found.param = Some(text.to_owned());
        }
        if name == "loc" {
            self.last_of_path = Some(text.to_owned());
        }
        if place.texts < MOST_TEXTS
            && let Some(inner) = embedded(text)
        {
            let below = Place { levels: place.levels + 1, texts: place.texts + 1 };
            return self.visit("", &inner, below);
        }
        if WORDS.contains(&name) {
            self.found.wait = self.found.wait.max(asked_wait::from_message(text));
            if place.texts > 0 || name == "raw" {
                self.found.inner_message = Some(text.to_owned());
            }
        }
    }

    /// Records the wait of a field for one.
    fn take_wait(&mut self, name: &str, value: &Value) {
        let Some((_, unit)) = WAITS.iter().find(|(field, _)| *field == name) else { return };
        let wait = match value {
            Value::Number(number) => {
                number.as_f64().and_then(|number| asked_wait::from_seconds(number * unit))
            }
            Value::String(text) => asked_wait::from_value(text, *unit),
            // A duration of Google's, as an object.
            Value::Object(_) => {
                let part = |name: &str| value[name].as_f64().unwrap_or(0.0);
                asked_wait::from_seconds(part("seconds") + part("nanos") * 1e-9)
            }
            _ => None,
        };
        self.found.wait = self.found.wait.max(wait);
    }
}

/// The JSON within a text: all of it, or the part after other words, as in `Upstream: {"error":
/// ...}`.
fn embedded(text: &str) -> Option<Value> {
    let begin = text.find('{')?;
    let before = text[..begin].trim_start();
    if before.is_empty() || before == "[" {
        // A text that is JSON as a whole.
        if let Ok(value) = json::read(text) {
            return Some(value);
        }
    }
    // More words may follow.
    let mut rest = serde_json::Deserializer::from_str(&text[begin..]);
    Value::deserialize(&mut rest).ok().filter(|value| {
        // A template such as `{}` in a message is no error.
        value.as_object().is_some_and(|members| !members.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn codes(json: &Value) -> Vec<String> {
        Nested::find(json).codes
    }

    #[test]
    fn codes_are_found_in_objects_lists_and_texts() {
        let raw = json!({"error": {"code": "content_filter", "message": "m"}}).to_string();
        for error in [
            json!({"error": {"code": "content_filter"}}),
            json!({"error": {"innererror": {"code": "content_filter"}}}),
            json!([{"errors": [[{"x": {"type": "content_filter"}}]]}]),
            json!({"error": {"metadata": {"raw": raw}}}),
            json!({"error": {"message": raw}}),
            json!({"error": {"message": format!("Upstream said: {raw}\nReceived Model Group=m")}}),
            json!({"error": {"message": json!({"error": {"message": raw}}).to_string()}}),
            json!({"error": {"stop_reason": "refusal"}}),
            json!({"error": {"x": [{"finish_reason": "content_filter"}]}}),
            json!({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}),
        ] {
            assert!(codes(&error).iter().any(|code| code == FILTERED), "{error}");
        }
    }

    #[test]
    fn what_is_no_code_of_the_error_is_none() {
        for error in [
            json!({"error": {"message": "content_filter"}}),
            json!({"error": {"finish_reason": "stop"}}),
            json!({"error": {"content_filter_result": {"hate": {"filtered": false}}}}),
            json!({"detail": [{"input": {"code": "content_filter"}}]}),
            json!({"error": {"code": "content_filter".repeat(50)}}),
            json!({"promptFeedback": {"blockReason": "BLOCK_REASON_UNSPECIFIED"}}),
            json!({"error": {"message": "{\"code\": \"content_filter\""}}),
        ] {
            assert!(!codes(&error).iter().any(|code| code == FILTERED), "{error}");
        }
    }

    #[test]
    fn waits_are_found_in_fields_and_words() {
        let seconds = |error: &Value| Nested::find(error).wait.map(|wait| wait.as_secs_f64());
        let retry_info =
            json!({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "12.5s"});
        let in_text = json!({"error": {"details": [retry_info]}}).to_string();
        for (error, wait) in [
            (json!({"error": {"details": [{"@type": "x.Help"}, retry_info]}}), Some(12.5)),
            (json!({"error": {"message": in_text}}), Some(12.5)),
            (json!({"retryDelay": {"seconds": 2, "nanos": 500_000_000}}), Some(2.5)),
            (json!({"error": {"retry_after": 3}}), Some(3.0)),
            (json!({"error": {"retry_after": "3"}}), Some(3.0)),
            (json!({"retry_after_ms": 250}), Some(0.25)),
            (json!({"error": "loading", "estimated_time": 20.5}), Some(20.5)),
            (json!({"error": {"message": "Please try again in 6m0s."}}), Some(360.0)),
            (json!({"error": "Please try again in 6m0s."}), Some(360.0)),
            (json!({"message": "retry in 12.5s", "retryDelay": "12s"}), Some(12.5)),
            (json!({"metadata": {"quotaResetDelay": "373.5ms"}}), Some(0.3735)),
            (json!({"retry_after": -3}), None),
            (json!({"retry_after": null, "retryDelay": []}), None),
            (json!({"retryDelay": "-12s"}), None),
            (json!({"retryDelay": "soon"}), None),
            (json!({"input": "try again in 5s"}), None),
        ] {
            assert_eq!(seconds(&error), wait, "{error}");
        }
        let endless = json!({"retry_after": 1e300});
        assert_eq!(Nested::find(&endless).wait, Some(asked_wait::LONGEST_ASKED));
    }

    #[test]
    fn the_message_behind_a_proxy_is_found() {
        let raw = json!({"error": {"message": "too many", "param": "seed"}}).to_string();
        let found = Nested::find(&json!({"error": {"message": "m", "metadata": {"raw": raw}}}));
        assert_eq!(found.inner_message.as_deref(), Some("too many"));
        assert_eq!(found.param.as_deref(), Some("seed"));
        let found = Nested::find(&json!({"error": {"metadata": {"raw": "busy upstream"}}}));
        assert_eq!(found.inner_message.as_deref(), Some("busy upstream"));
        assert_eq!(Nested::find(&json!({"error": {"message": "m"}})).inner_message, None);
    }

    #[test]
    fn a_vast_error_is_searched_in_bounded_time() {
        let mut text = json!({"code": "content_filter"}).to_string();
        for _ in 0..12 {
            text = json!({"message": text}).to_string();
        }
        assert!(codes(&json!({"error": {"message": text}})).is_empty(), "too deep");
        let mut deep = json!({"code": "content_filter"});
        for _ in 0..100 {
            deep = json!([{"error": deep}]);
        }
        assert!(codes(&deep).is_empty(), "too deep");
        let wide: Vec<Value> = (0..300_000).map(|_| json!({"code": "x"})).collect();
        assert!(codes(&json!(wide)).len() <= MOST_VALUES);
        let braces = "{".repeat(1_000_000);
        assert!(codes(&json!({"error": {"message": braces}})).is_empty());
    }
}
