//! The form of requests that a model takes, learned from its refusals.
//!
//! OpenAI's reasoning models refuse `max_tokens` and take `max_completion_tokens`. Other servers
//! know only the older name. The model behind a name on the user's own server is known only to that
//! server.

use crate::FormRefusal;
use crate::wire::{Complaint, Knobs, Wire};
use peirast_record::Setting;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The names that servers have for the limit on tokens.
const TOKEN_LIMITS: [&str; 2] = ["max_tokens", "max_completion_tokens"];
/// Fields of other settings, if a row of the table does not place them.
const FIELDS: [(&str, Setting); 6] = [
    ("temperature", Setting::Temperature),
    ("top_p", Setting::TopP),
    ("seed", Setting::Seed),
    ("reasoning_effort", Setting::ReasoningEffort),
    ("logprobs", Setting::Logprobs),
    ("top_logprobs", Setting::Logprobs),
];
/// Codes for a field that the model does not take.
const CODES: [&str; 6] = [
    "unsupported_parameter",
    "unsupported_value",
    "unknown_parameter",
    "unrecognized_parameter",
    "unsupported_param",
    "extra_forbidden",
];
/// Phrases for the same in messages, in lower case.
const WORDS: [&str; 11] = [
    "unsupported parameter",
    "unsupported value",
    "unknown parameter",
    "unrecognized request argument",
    "extra inputs are not permitted",
    "not supported with this model",
    "not supported by this model",
    "does not support",
    "doesn't support",
    "don't support",
    "unsupportedparamserror",
];

/// True if the limit on tokens has the other of its two names. It changes at most once, so each
/// question is repeated at most once for it.
#[derive(Clone, Debug, Default)]
pub(super) struct LearntForm {
    is_renamed: Arc<AtomicBool>,
}

impl LearntForm {
    /// The knobs of the next request.
    pub(super) fn applied(&self, knobs: &Knobs) -> Knobs {
        let mut knobs = knobs.clone();
        if self.is_renamed.load(Ordering::Relaxed)
            && let Some((_, other)) = names(&knobs)
        {
            knobs.places.insert(Setting::MaxTokens, other.to_owned());
        }
        knobs
    }

    /// Learns from the refusal of a request in this format.
    pub(super) fn learn(
        &self,
        wire: Wire,
        knobs: &Knobs,
        request: &str,
        complaint: &Complaint,
    ) -> Option<FormRefusal> {
        if wire != Wire::OpenAiChat || !is_of_form(complaint) {
            return None;
        }
        let request: Map<String, Value> = serde_json::from_str(request).ok()?;
        let field = refused_field(&request, complaint)?;
        if TOKEN_LIMITS.contains(&field) {
            // If a request already had the other name, neither is taken.
            let (from, to) = names(knobs).filter(|(from, _)| *from == field)?;
            let is_first = !self.is_renamed.swap(true, Ordering::Relaxed);
            return Some(FormRefusal::Renamed { from, to, is_first });
        }
        let placed = knobs.places.iter().find(|(_, place)| place.split('.').next() == Some(field));
        let usual = FIELDS.iter().find(|(name, _)| *name == field).map(|(_, setting)| setting);
        placed.map(|(setting, _)| setting).or(usual).copied().map(FormRefusal::NotTaken)
    }
}

/// The name of the limit on tokens in requests, and the other one; `None` if a row has a third name
/// for it.
fn names(knobs: &Knobs) -> Option<(&'static str, &'static str)> {
    let [older, newer] = TOKEN_LIMITS;
    match knobs.places.get(&Setting::MaxTokens).map(String::as_str) {
        None => Some((older, newer)),
        Some(place) if place == older => Some((older, newer)),
        Some(place) if place == newer => Some((newer, older)),
        Some(_) => None,
    }
}

/// Returns true if a refusal is about a field of the request that the model does not take.
fn is_of_form(complaint: &Complaint) -> bool {
    let by_code = complaint.codes.iter().any(|code| CODES.contains(&code.as_str()));
    let message = complaint.message.to_lowercase();
    by_code || WORDS.iter().any(|words| message.contains(words))
}

/// The field of a request that a refusal names, or else the first one in its message.
fn refused_field<'r>(request: &'r Map<String, Value>, complaint: &Complaint) -> Option<&'r str> {
    let fields = request.keys().map(String::as_str);
    let mut fields = fields.filter(|name| !matches!(*name, "model" | "messages"));
    if let Some(param) = complaint.param.as_deref() {
        // A field that was not sent, or that belongs to no setting, is not the fault of a setting.
        return fields.find(|name| *name == param);
    }
    let places = fields.filter_map(|name| Some((place_of(&complaint.message, name)?, name)));
    places.min().map(|(_, name)| name)
}

/// The place of a name in a text, as a word of its own.
fn place_of(text: &str, name: &str) -> Option<usize> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let mut places = text.match_indices(name).map(|(at, _)| at);
    places.find(|at| {
        !text[..*at].ends_with(is_of_name) && !text[at + name.len()..].starts_with(is_of_name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const REQUEST: &str =
        r#"{"model":"m","messages":[],"temperature":0.0,"seed":1,"max_tokens":9}"#;

    fn refusal(body: &Value) -> Complaint {
        Wire::OpenAiChat.complaint(&body.to_string()).expect("an error")
    }

    fn learn(form: &LearntForm, request: &str, body: &Value) -> Option<FormRefusal> {
        form.learn(Wire::OpenAiChat, &Knobs::default(), request, &refusal(body))
    }

    fn openai(message: &str, param: &str, code: &str) -> Value {
        json!({"error": {"message": message, "type": "invalid_request_error", "param": param, "code": code}})
    }

    #[test]
    fn the_limit_on_tokens_is_renamed_once() {
        let words = "Unsupported parameter: 'max_tokens' is not supported with this model. Use \
                     'max_completion_tokens' instead.";
        let inner = openai(words, "max_tokens", "unsupported_parameter");
        for body in [
            inner.clone(),
            // Three cases: a proxy that names no field, one that wraps the error, and a server that
            // checks fields.
            json!({"error": {"message": words, "code": "invalid_request_body"}}),
            json!({"error": {"message": "Provider returned error", "code": 400,
                             "metadata": {"raw": inner.to_string()}}}),
            json!({"detail": [{"type": "extra_forbidden", "loc": ["body", "max_tokens"],
                               "msg": "Extra inputs are not permitted", "input": 9}]}),
        ] {
            let form = LearntForm::default();
            let renamed = |is_first| {
                let (from, to) = ("max_tokens", "max_completion_tokens");
                Some(FormRefusal::Renamed { from, to, is_first })
            };
            assert_eq!(learn(&form, REQUEST, &body), renamed(true), "{body}");
            assert_eq!(learn(&form, REQUEST, &body), renamed(false), "in flight meanwhile: {body}");
            let place = form.applied(&Knobs::default()).places.remove(&Setting::MaxTokens);
            assert_eq!(place.as_deref(), Some("max_completion_tokens"));
        }
        let form = LearntForm::default();
        assert!(learn(&form, REQUEST, &inner).is_some());
        let other = REQUEST.replace("max_tokens", "max_completion_tokens");
        let refused = openai("no", "max_completion_tokens", "unsupported_parameter");
        assert_eq!(learn(&form, &other, &refused), None, "neither name is taken");
    }

    #[test]
    fn the_newer_name_gives_way_to_the_older_too() {
        let form = LearntForm::default();
        let place = (Setting::MaxTokens, "max_completion_tokens".to_owned());
        let knobs = Knobs { places: [place].into(), ..Knobs::default() };
        let body = json!({"error": {"message":
            "Unrecognized request argument supplied: max_completion_tokens"}});
        let request = r#"{"model":"m","max_completion_tokens":9}"#;
        let learnt = form.learn(Wire::OpenAiChat, &knobs, request, &refusal(&body));
        assert!(learnt.is_some_and(|learnt| learnt.may_ask_again()));
        assert_eq!(form.applied(&knobs).places[&Setting::MaxTokens], "max_tokens");
    }

    #[test]
    fn a_setting_that_is_not_taken_is_named_and_never_left_out() {
        let value = "Unsupported value: 'temperature' does not support 0 with this model. Only the \
                     default (1) value is supported.";
        for (body, setting) in [
            (openai(value, "temperature", "unsupported_value"), Setting::Temperature),
            (json!({"error": {"message": value}}), Setting::Temperature),
            (
                json!({"error": {"message": "litellm.UnsupportedParamsError: gpt-5 models don't support \
                    temperature=0. Only temperature=1 is supported.", "param": null, "code": "400"}}),
                Setting::Temperature,
            ),
            (openai("Unsupported parameter", "seed", "unsupported_parameter"), Setting::Seed),
        ] {
            let form = LearntForm::default();
            let learnt = learn(&form, REQUEST, &body);
            assert_eq!(learnt, Some(FormRefusal::NotTaken(setting)), "{body}");
            assert_eq!(form.applied(&Knobs::default()), Knobs::default());
        }
    }

    #[test]
    fn other_refusals_teach_nothing() {
        for body in [
            openai("max_tokens is too large: 9", "max_tokens", "invalid_value"),
            openai("Unsupported parameter: 'tools'", "tools", "unsupported_parameter"),
            openai(
                "Unsupported value: 'messages[0].role'",
                "messages[0].role",
                "unsupported_value",
            ),
            json!({"error": {"message": "This model does not support images"}}),
            json!({"error": {"message": "not supported with this model: my_max_tokens_2"}}),
            json!({"error": {"message": "max_tokens"}}),
            json!({"error": {"code": "unsupported_parameter"}}),
        ] {
            assert_eq!(learn(&LearntForm::default(), REQUEST, &body), None, "{body}");
        }
        let body = openai("x", "max_tokens", "unsupported_parameter");
        for request in ["", "[]", r#"{"model":"m"}"#] {
            assert_eq!(learn(&LearntForm::default(), request, &body), None, "{request}");
        }
        let (form, knobs) = (LearntForm::default(), Knobs::default());
        assert_eq!(form.learn(Wire::Anthropic, &knobs, REQUEST, &refusal(&body)), None);
    }
}
