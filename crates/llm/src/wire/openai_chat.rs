//! OpenAI's chat completions, which most servers speak.

use super::body::{Fields, plain};
use super::complaint::in_place;
use super::{Alternative, ParsedResponse, TokenLogprob, Unreadable, end, parts};
use peirast_record::{Message, Sampling, Setting, Usage};
use serde_json::{Value, json};

/// The body before any setting.
pub(super) fn put(model: &str, messages: &[Message]) -> Value {
    json!({"model": model, "messages": messages})
}

/// The places of settings.
pub(super) fn usual(setting: Setting, sampling: &Sampling) -> Fields {
    let value = plain(setting, sampling);
    match setting {
        Setting::Temperature => vec![("temperature", value)],
        Setting::TopP => vec![("top_p", value)],
        Setting::Seed => vec![("seed", value)],
        Setting::MaxTokens => vec![("max_tokens", value)],
        Setting::ReasoningEffort => vec![("reasoning_effort", value)],
        // Servers that take a budget have their own names for it.
        Setting::ThinkingBudget => Vec::new(),
        Setting::Logprobs => alternatives(sampling),
    }
}

/// Log-probabilities, and the number of alternatives if there are to be any.
pub(super) fn alternatives(sampling: &Sampling) -> Fields {
    let mut fields: Fields = vec![("logprobs", true.into())];
    if let Some(n @ 1..) = sampling.logprobs {
        fields.push(("top_logprobs", n.into()));
    }
    fields
}

/// Reads a response.
pub(super) fn read(json: &Value) -> Result<ParsedResponse, Unreadable> {
    let choices = json["choices"].as_array().ok_or("choices")?;
    // One answer was asked for. If there are several, they may come in any order.
    let first =
        choices.iter().find(|choice| choice["index"].as_u64() == Some(0)).or(choices.first());
    let choice = first.ok_or("choices[0]")?;
    if let Some(complaint) = in_place(choice) {
        return Err(complaint.into());
    }
    // Imitations leave the reason out, or send none, with complete answers: LocalAI and KoboldCpp
    // did.
    let finish = end::optional(choice["finish_reason"].as_str())?;
    let message = &choice["message"];
    if !message.is_object() {
        return Err("choices[0].message".into());
    }
    Ok(ParsedResponse {
        text: text_of(message)?,
        finish,
        usage: usage(&json["usage"]),
        model: json["model"].as_str().map(str::to_owned),
        fingerprint: json["system_fingerprint"].as_str().map(str::to_owned),
        logprobs: logprobs(&choice["logprobs"]),
    })
}

fn text_of(message: &Value) -> Result<String, Unreadable> {
    let text = match &message["content"] {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => parts::typed(parts, member),
        _ => None,
    };
    let text = text.ok_or("text in choices[0].message.content")?;
    match message["refusal"].as_str() {
        Some(refusal) if text.is_empty() => Ok(refusal.to_owned()),
        _ => Ok(text),
    }
}

/// The member with the text of a part of this kind; reasoning and images have none.
fn member(kind: &str) -> Option<&'static str> {
    match kind {
        "refusal" => Some("refusal"),
        "text" | "output_text" => Some("text"),
        _ => None,
    }
}

fn usage(usage: &Value) -> Usage {
    let input = usage["prompt_tokens"].as_u64();
    let output = usage["completion_tokens"].as_u64();
    let reasoning = usage["completion_tokens_details"]["reasoning_tokens"].as_u64();
    let cached = usage["prompt_tokens_details"]["cached_tokens"].as_u64();
    Usage {
        input_tokens: input,
        output_tokens: with_reasoning(input, output, reasoning, usage["total_tokens"].as_u64()),
        reasoning_tokens: reasoning,
        // DeepSeek's name for it.
        cached_tokens: cached.or_else(|| usage["prompt_cache_hit_tokens"].as_u64()),
    }
}

/// The tokens of the answer including those of reasoning. xAI counts them separately, which the
/// total shows; without a total, a number of reasoning tokens above that of the answer does.
fn with_reasoning(
    input: Option<u64>,
    output: Option<u64>,
    reasoning: Option<u64>,
    total: Option<u64>,
) -> Option<u64> {
    let (Some(input), Some(output), Some(reasoning)) = (input, output, reasoning) else {
        return output;
    };
    let both = output.saturating_add(reasoning);
    let is_apart = match total.filter(|total| *total > 0) {
        Some(total) => total == input.saturating_add(both),
        None => reasoning > output,
    };
    if is_apart { Some(both) } else { Some(output) }
}

/// Log-probabilities in OpenAI's form, or in the older lists that Together still sends.
fn logprobs(logprobs: &Value) -> Vec<TokenLogprob> {
    if let Some(tokens) = logprobs["content"].as_array() {
        return tokens.iter().filter_map(token).collect();
    }
    let (Some(tokens), Some(values)) =
        (logprobs["tokens"].as_array(), logprobs["token_logprobs"].as_array())
    else {
        return Vec::new();
    };
    let pair = |(at, (token, value)): (usize, (&Value, &Value))| {
        let others = logprobs["top_logprobs"][at].as_object();
        let others = others.into_iter().flat_map(|others| others.iter());
        let others = others.filter_map(|(token, value)| {
            Some(Alternative { token: token.to_owned(), logprob: value.as_f64()? })
        });
        Some(TokenLogprob {
            token: token.as_str()?.to_owned(),
            logprob: value.as_f64()?,
            alternatives: others.collect(),
        })
    };
    tokens.iter().zip(values).enumerate().filter_map(pair).collect()
}

/// A token with its alternatives, in OpenAI's form.
pub(super) fn token(token: &Value) -> Option<TokenLogprob> {
    let others = token["top_logprobs"].as_array().into_iter().flatten().filter_map(|other| {
        let (token, logprob) = (other["token"].as_str()?, other["logprob"].as_f64()?);
        Some(Alternative { token: token.to_owned(), logprob })
    });
    Some(TokenLogprob {
        token: token["token"].as_str()?.to_owned(),
        logprob: token["logprob"].as_f64()?,
        alternatives: others.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Knobs, RequestBody, Wire, WireError};
    use super::*;
    use peirast_record::{Effort, FinishReason};

    const PLAIN: &str = r#"{
      "id": "chatcmpl-1", "object": "chat.completion", "created": 1700000000,
      "model": "gpt-4o-2024-08-06", "system_fingerprint": "fp_1",
      "choices": [{
        "index": 0,
        "message": {"role": "assistant", "content": "The answer is (b).", "refusal": null},
        "logprobs": null, "finish_reason": "stop"
      }],
      "usage": {"prompt_tokens": 57, "completion_tokens": 8, "total_tokens": 65,
        "prompt_tokens_details": {"cached_tokens": 32},
        "completion_tokens_details": {"reasoning_tokens": 0}}
    }"#;

    fn shape(place: &'static str) -> WireError {
        WireError::Shape { place, api: Wire::OpenAiChat.api() }
    }

    fn parse(body: &str) -> Result<ParsedResponse, WireError> {
        Wire::OpenAiChat.parse(body)
    }

    fn build(messages: &[Message], sampling: &Sampling, knobs: &Knobs) -> RequestBody {
        Wire::OpenAiChat.build("m", messages, sampling, knobs)
    }

    fn choice(message: &str, finish: &str) -> String {
        format!(r#"{{"choices":[{{"message":{message},"finish_reason":{finish}}}]}}"#)
    }

    #[test]
    fn a_request_holds_only_what_is_set() {
        let messages = [Message::system("Be brief."), Message::user("A \"quoted\"\nline, é")];
        let knobs = Knobs { takes: Setting::ALL.into(), ..Knobs::default() };
        let all = Sampling {
            temperature: Some(0.7),
            top_p: Some(1.0),
            seed: Some(u64::MAX),
            max_tokens: Some(256),
            reasoning_effort: Some(Effort::Low),
            logprobs: Some(5),
            ..Sampling::default()
        };
        let built = build(&messages, &all, &knobs);
        assert_eq!(
            built.body,
            r#"{"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"A \"quoted\"\nline, é"}],"temperature":0.7,"top_p":1.0,"seed":18446744073709551615,"max_tokens":256,"reasoning_effort":"low","logprobs":true,"top_logprobs":5}"#
        );
        assert_eq!(built.not_sent, []);
        let empty = r#"{"model":"m","messages":[]}"#;
        assert_eq!(build(&[], &Sampling::default(), &knobs).body, empty);
        let nothing = build(&[], &all, &Knobs::default());
        assert_eq!((nothing.body.as_str(), nothing.not_sent), (empty, all.set()));
        let no_others = Sampling { logprobs: Some(0), ..Sampling::default() };
        assert!(build(&[], &no_others, &knobs).body.ends_with(r#","logprobs":true}"#));
    }

    #[test]
    fn a_budget_is_sent_only_where_it_has_a_name() {
        let sampling = Sampling { thinking_budget: Some(2400), ..Sampling::default() };
        let mut knobs = Knobs { takes: Setting::ALL.into(), ..Knobs::default() };
        assert_eq!(build(&[], &sampling, &knobs).not_sent, [Setting::ThinkingBudget]);
        knobs.places.insert(Setting::ThinkingBudget, "reasoning.max_tokens".to_owned());
        let built = build(&[], &sampling, &knobs);
        assert!(built.body.ends_with(r#","reasoning":{"max_tokens":2400}}"#), "{}", built.body);
    }

    #[test]
    fn reads_a_plain_answer_and_its_usage() {
        let said = parse(PLAIN).expect("an answer");
        assert_eq!(said.text, "The answer is (b).");
        assert_eq!(said.finish, FinishReason::Stop);
        let usage = Usage {
            input_tokens: Some(57),
            output_tokens: Some(8),
            reasoning_tokens: Some(0),
            cached_tokens: Some(32),
        };
        assert_eq!(said.usage, usage);
        assert_eq!(said.model.as_deref(), Some("gpt-4o-2024-08-06"));
        assert_eq!(said.fingerprint.as_deref(), Some("fp_1"));
    }

    #[test]
    fn reasoning_counts_as_output_however_it_is_counted() {
        for (total, reasoning, output) in [
            (Some(65), 80, 8),
            (Some(145), 80, 88),
            (Some(0), 80, 88),
            (None, 80, 88),
            (None, 5, 8),
        ] {
            let usage = json!({
                "prompt_tokens": 57, "completion_tokens": 8, "total_tokens": total,
                "completion_tokens_details": {"reasoning_tokens": reasoning},
            });
            let body = json!({"choices": [{"message": {"content": "a"}}], "usage": usage});
            let said = parse(&body.to_string()).expect("an answer");
            assert_eq!(said.usage.output_tokens, Some(output), "{total:?}");
        }
    }

    #[test]
    fn reads_why_it_stopped() {
        for (reason, finish) in [
            (r#""stop""#, FinishReason::Stop),
            (r#""eos""#, FinishReason::Stop),
            (r#""length""#, FinishReason::Length),
            (r#""model_length""#, FinishReason::Length),
            (r#""MAX_TOKENS""#, FinishReason::Length),
            (r#""max_output_tokens""#, FinishReason::Length),
            (r#""content_filter""#, FinishReason::ContentFilter),
            (r#""tool_calls""#, FinishReason::Other),
            (r#""a_reason_of_its_own""#, FinishReason::Other),
            ("null", FinishReason::Other),
        ] {
            let said = parse(&choice(r#"{"content":"x"}"#, reason)).expect("an answer");
            assert_eq!(said.finish, finish, "{reason}");
            assert_eq!(said.usage, Usage::default());
        }
    }

    #[test]
    fn half_an_answer_of_a_failing_server_is_none() {
        let broken_off = |reason: &str| choice(r#"{"content":"The ans"}"#, &format!("{reason:?}"));
        let within =
            r#"{"choices":[{"error":{"code":502,"message":"down"},"message":{"content":""}}]}"#;
        let reasons = [
            "error",
            "abort",
            "aborted",
            "cancelled",
            "canceled",
            "timeout",
            "network_error",
            "insufficient_system_resource",
            "ERROR",
            "server_error",
            "engine_overloaded",
            "incomplete",
        ];
        for body in reasons.map(broken_off).into_iter().chain([within.to_owned()]) {
            let Err(WireError::Complaint(complaint)) = parse(&body) else { panic!("{body}") };
            assert!(matches!(complaint.status, Some(502 | 503)), "{complaint:?}");
        }
    }

    #[test]
    fn of_several_answers_the_one_with_index_0_is_taken() {
        let body = |first, second| {
            format!(
                r#"{{"choices":[{{"index":{first},"message":{{"content":"{first}"}}}},{{"index":{second},"message":{{"content":"{second}"}}}}]}}"#
            )
        };
        for (first, second) in [(0, 1), (1, 0)] {
            assert_eq!(parse(&body(first, second)).expect("an answer").text, "0");
        }
        assert_eq!(parse(&body(2, 1)).expect("an answer").text, "2", "no index 0: the first");
    }

    #[test]
    fn reads_every_form_of_content() {
        for (message, text) in [
            (r#"{"content":null}"#, ""),
            (r#"{"role":"assistant"}"#, ""),
            (r#"{"content":[]}"#, ""),
            (r#"{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#, "ab"),
            (r#"{"content":[{"type":"thinking","text":"hm"},{"type":"text","text":"b"}]}"#, "b"),
            (r#"{"content":null,"refusal":"I cannot."}"#, "I cannot."),
            (r#"{"content":[{"type":"refusal","refusal":"I cannot."}]}"#, "I cannot."),
            (r#"{"content":"so","refusal":null}"#, "so"),
            (r#"{"content":"so","reasoning_content":"because"}"#, "so"),
            (r#"{"content":"","reasoning_content":"because"}"#, ""),
        ] {
            assert_eq!(parse(&choice(message, "\"stop\"")).expect(message).text, text, "{message}");
        }
    }

    #[test]
    fn damaged_content_is_no_empty_answer() {
        for content in [
            "5",
            "{}",
            r#"[{"type":"image"},{"x":1},"str",null]"#,
            r#"["str"]"#,
            r#"[{"type":"text"}]"#,
            r#"[{"type":"text","text":"b"},{"type":"text","text":5}]"#,
        ] {
            let message = format!(r#"{{"content":{content}}}"#);
            let error = parse(&choice(&message, "\"stop\"")).expect_err(content);
            assert_eq!(error, shape("text in choices[0].message.content"), "{content}");
        }
    }

    #[test]
    fn reads_both_forms_of_log_probabilities() {
        let token = TokenLogprob {
            token: "(b)".to_owned(),
            logprob: -0.25,
            alternatives: vec![Alternative { token: "(a)".to_owned(), logprob: -1.5 }],
        };
        for logprobs in [
            r#"{"content":[{"token":"(b)","logprob":-0.25,"top_logprobs":[{"token":"(a)","logprob":-1.5}]}]}"#,
            r#"{"tokens":["(b)"],"token_logprobs":[-0.25],"top_logprobs":[{"(a)":-1.5}]}"#,
        ] {
            let body = format!(
                r#"{{"choices":[{{"message":{{"content":"(b)"}},"logprobs":{logprobs}}}]}}"#
            );
            assert_eq!(parse(&body).expect("an answer").logprobs, std::slice::from_ref(&token));
        }
    }

    #[test]
    fn an_error_is_not_an_answer() {
        let body = r#"{"error":{"message":"You exceeded your quota.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}"#;
        let quota = Wire::OpenAiChat.complaint(body).expect("a complaint");
        assert_eq!(quota.message, "You exceeded your quota.");
        assert_eq!(parse(body), Err(WireError::Complaint(quota)));
        assert_eq!(Wire::OpenAiChat.complaint(PLAIN), None);
        assert_eq!(Wire::OpenAiChat.complaint("<html>"), None);
        assert!(parse(r#"{"error":null,"choices":[{"message":{"content":"x"}}]}"#).is_ok());
    }

    #[test]
    fn a_mark_and_half_a_character_cost_no_answer() {
        let body = choice(r#"{"content":"(b) \ud83d"}"#, r#""stop""#);
        for body in [body.clone(), format!("\u{feff}{body}")] {
            assert_eq!(parse(&body).expect("an answer").text, "(b) \u{fffd}");
        }
        let marked = Wire::OpenAiChat.complaint("\u{feff}{\"error\":\"busy \\udc00\"}");
        assert_eq!(marked.expect("a complaint").message, "busy \u{fffd}");
    }

    #[test]
    fn other_bodies_are_named() {
        for (body, place) in [
            ("[]", "choices"),
            ("{}", "choices"),
            (r#"{"choices":{}}"#, "choices"),
            (r#"{"choices":[]}"#, "choices[0]"),
            (r#"{"choices":["x"]}"#, "choices[0].message"),
            (r#"{"choices":[{"text":"x"}]}"#, "choices[0].message"),
            (r#"{"choices":[{"message":{"content":7}}]}"#, "text in choices[0].message.content"),
        ] {
            assert_eq!(parse(body), Err(shape(place)), "{body}");
        }
        for body in ["", "  ", "<html>busy</html>", "{}{}", "nul"] {
            assert!(matches!(
                parse(body),
                Err(WireError::NotJson { .. } | WireError::CutOff { .. })
            ));
        }
    }
}
