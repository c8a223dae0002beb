//! Laws of the wire formats: any body is read or refused, and settings that are not sent are
//! reported.

use peirast_llm::wire::{Knobs, SystemRole, Wire, WireError};
use peirast_record::{Effort, FinishReason, Message, Sampling, Setting};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value};

/// Names and words of all formats, so that random bodies contain them.
const NAMES: [&str; 44] = [
    "choices",
    "message",
    "content",
    "finish_reason",
    "usage",
    "error",
    "code",
    "type",
    "text",
    "refusal",
    "logprobs",
    "tokens",
    "token_logprobs",
    "top_logprobs",
    "output",
    "status",
    "incomplete_details",
    "reason",
    "stop_reason",
    "candidates",
    "parts",
    "finishReason",
    "promptFeedback",
    "blockReason",
    "usageMetadata",
    "candidatesTokenCount",
    "thoughtsTokenCount",
    "metrics",
    "input",
    "max_tokens",
    "output_token_count",
    "urls",
    "get",
    "stopReason",
    "done",
    "done_reason",
    "eval_count",
    "chosenCandidates",
    "logprobsResult",
    "topCandidates",
    "token",
    "logprob",
    "detail",
    "metadata",
];
const WORDS: [&str; 12] = [
    "stop",
    "length",
    "text",
    "message",
    "succeeded",
    "processing",
    "completed",
    "MAX_TOKENS",
    "output_text",
    "thinking",
    "\u{1f600}",
    "",
];

fn json() -> impl Strategy<Value = Value> {
    let number = prop_oneof![
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number,
        select(WORDS.to_vec()).prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 60, 6, |inner| {
        let field = (select(NAMES.to_vec()), inner.clone());
        prop_oneof![
            proptest::collection::vec(inner, 0..4).prop_map(Value::from),
            proptest::collection::vec(field, 0..6).prop_map(|fields| {
                let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value));
                Value::Object(Map::from_iter(fields))
            }),
        ]
    })
}

fn sampling() -> impl Strategy<Value = Sampling> {
    let option = proptest::option::of::<BoxedStrategy<f64>>;
    (
        option((0.0..2.0).boxed()),
        option((0.1..1.0).boxed()),
        any::<Option<u64>>(),
        any::<Option<u32>>(),
        proptest::option::of(select(Effort::ALL.to_vec())),
        any::<Option<u32>>(),
        proptest::option::of(0_u8..20),
    )
        .prop_map(|(temperature, top_p, seed, max_tokens, effort, budget, logprobs)| {
            Sampling {
                temperature,
                top_p,
                seed,
                max_tokens,
                reasoning_effort: effort,
                // The effort of thinking is sent in one way.
                thinking_budget: budget.filter(|_| effort.is_none()),
                logprobs,
            }
        })
}

proptest! {
    #[test]
    fn any_json_is_read_or_refused(json in json()) {
        let body = json.to_string();
        for wire in Wire::ALL {
            if let Ok(said) = wire.parse(&body) {
                prop_assert!(said.logprobs.iter().all(|token| token.logprob.is_finite()));
            }
            let _ = (wire.complaint(&body), wire.pending(&body));
        }
    }

    #[test]
    fn any_text_is_refused(body in ".{0,200}") {
        for wire in Wire::ALL {
            prop_assert!(wire.parse(&body).is_err());
            let _ = (wire.complaint(&body), wire.pending(&body));
        }
    }

    #[test]
    fn a_setting_is_in_the_body_or_named_as_not_sent(
        sampling in sampling(),
        takes in proptest::collection::btree_set(select(Setting::ALL.to_vec()), 0..7),
        user in any::<bool>(),
        question in ".{0,40}",
    ) {
        let system = if user { SystemRole::User } else { SystemRole::Native };
        let knobs = Knobs { takes, system, ..Knobs::default() };
        let messages = [Message::system("Be brief."), Message::user(question.as_str())];
        for wire in Wire::ALL {
            let built = wire.build("owner/m", &messages, &sampling, &knobs);
            let with: Value = serde_json::from_str(&built.body).expect("JSON");
            let rest = sampling.without(&built.not_sent);
            prop_assert_eq!(&wire.build("owner/m", &messages, &rest, &knobs).body, &built.body);
            // Each setting that is sent changes the body.
            for setting in rest.set() {
                let without = wire.build("owner/m", &messages, &rest.without(&[setting]), &knobs);
                prop_assert_ne!(&without.body, &built.body, "{} {}", wire, setting);
            }
            for setting in &built.not_sent {
                prop_assert!(sampling.has(*setting));
            }
            let text = with.to_string();
            let asked = serde_json::to_string(&question).expect("JSON");
            prop_assert!(text.contains(asked.trim_matches('"')) && text.contains("Be brief."));
        }
    }
}

/// An answer that the server could not finish, or never began, is asked for again: it is not the
/// model's answer.
#[test]
fn an_answer_that_was_not_finished_is_none() {
    let gemini = |candidate: &str| (Wire::Gemini, format!(r#"{{"candidates":[{candidate}]}}"#));
    let said = r#""content":{"parts":[{"text":"The"}]}"#;
    let mut bodies = vec![
        gemini(&format!("{{{said}}}")),
        gemini(&format!(r#"{{{said},"finishReason":null}}"#)),
        gemini(r#"{"index":0}"#),
        gemini(r#"{"content":{"parts":[{"text":"hm","thought":true}]},"finishReason":"OTHER"}"#),
    ];
    for reason in ["OTHER", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "OF_TOMORROW"] {
        bodies.push(gemini(&format!(r#"{{"content":{{}},"finishReason":"{reason}"}}"#)));
    }
    for rest in [r#""done":true,"done_reason":"load""#, r#""done":true,"done_reason":"unload""#] {
        let message = r#""message":{"role":"assistant","content":""}"#;
        bodies.push((Wire::Ollama, format!("{{{message},{rest}}}")));
    }
    bodies.push((Wire::Ollama, r#"{"message":{"content":"The"}}"#.to_owned()));
    bodies.push((Wire::Ollama, r#"{"message":{"content":"The"},"done":"false"}"#.to_owned()));
    let chat = |word: &str| {
        format!(r#"{{"choices":[{{"message":{{"content":"The"}},"finish_reason":"{word}"}}]}}"#)
    };
    for word in ["ERROR", "server_error", "engine_overloaded", "incomplete", "pause_turn"] {
        bodies.push((Wire::OpenAiChat, chat(word)));
    }
    for reason in ["null", r#""pause_turn""#, r#""error""#] {
        let content = r#"[{"type":"text","text":"The"}]"#;
        let body = format!(r#"{{"content":{content},"stop_reason":{reason}}}"#);
        bodies.push((Wire::Anthropic, body));
        let message = format!(r#"{{"message":{{"content":{content}}},"finish_reason":{reason}}}"#);
        bodies.push((Wire::Cohere, message));
        let output = format!(r#"{{"message":{{"content":{content}}}}}"#);
        bodies.push((Wire::Bedrock, format!(r#"{{"output":{output},"stopReason":{reason}}}"#)));
    }
    for (status, cause, message) in [
        (r#""incomplete""#, "null", "incomplete"),
        (r#""incomplete""#, r#"{"reason":"server_error"}"#, "completed"),
        (r#""incomplete""#, r#"{"reason":"of_tomorrow"}"#, "completed"),
        (r#""expired""#, "null", "completed"),
        (r#""failed""#, r#"{"reason":"max_output_tokens"}"#, "completed"),
        ("null", "null", "completed"),
        (r#""completed""#, "null", "in_progress"),
    ] {
        let output = format!(
            r#"[{{"type":"message","status":"{message}","content":[{{"type":"output_text","text":"The"}}]}}]"#
        );
        bodies.push((
            Wire::OpenAiResponses,
            format!(r#"{{"status":{status},"incomplete_details":{cause},"output":{output}}}"#),
        ));
    }
    for (wire, body) in bodies {
        let Err(WireError::Complaint(complaint)) = wire.parse(&body) else {
            panic!("{wire}: {body}")
        };
        assert_eq!(complaint.status, Some(503), "{wire}: {body}");
    }
}

#[test]
fn what_a_limit_cut_off_is_an_answer_by_any_of_its_names() {
    let responses = |cause: &str| {
        format!(
            r#"{{"status":"incomplete","incomplete_details":{{"reason":"{cause}"}},"output":[]}}"#
        )
    };
    let chat = |word: &str| {
        format!(r#"{{"choices":[{{"message":{{"content":""}},"finish_reason":{word}}}]}}"#)
    };
    for (wire, body, finish) in [
        (Wire::OpenAiResponses, responses("max_output_tokens"), FinishReason::Length),
        (Wire::OpenAiResponses, responses("content_filter"), FinishReason::ContentFilter),
        (Wire::OpenAiChat, chat(r#""MAX_TOKENS""#), FinishReason::Length),
        (Wire::OpenAiChat, chat(r#""max_output_tokens""#), FinishReason::Length),
        // Imitations that give no reason.
        (Wire::OpenAiChat, chat("null"), FinishReason::Other),
        (Wire::OpenAiChat, chat(r#""""#), FinishReason::Other),
        (Wire::OpenAiChat, chat(r#""of_tomorrow""#), FinishReason::Other),
    ] {
        assert_eq!(wire.parse(&body).expect(&body).finish, finish, "{body}");
    }
}

#[test]
fn an_answer_without_words_stays_one_where_the_model_or_a_filter_stopped_it() {
    for (reason, finish) in [
        ("STOP", FinishReason::Stop),
        ("MAX_TOKENS", FinishReason::Length),
        ("SAFETY", FinishReason::ContentFilter),
        ("LANGUAGE", FinishReason::ContentFilter),
    ] {
        for content in ["null", "{}", r#"{"parts":[]}"#, r#"{"parts":[{"text":""}]}"#] {
            let body =
                format!(r#"{{"candidates":[{{"content":{content},"finishReason":"{reason}"}}]}}"#);
            let said = Wire::Gemini.parse(&body).expect(&body);
            assert_eq!((said.text.as_str(), said.finish), ("", finish), "{body}");
        }
    }
    let spoken =
        r#"{"candidates":[{"content":{"parts":[{"text":"(a)"}]},"finishReason":"OTHER"}]}"#;
    let said = Wire::Gemini.parse(spoken).expect("what was said");
    assert_eq!((said.text.as_str(), said.finish), ("(a)", FinishReason::Other));
}

/// A body of each format whose content is this JSON.
fn with_content(wire: Wire, content: &str) -> String {
    match wire {
        Wire::OpenAiChat => {
            format!(
                r#"{{"choices":[{{"message":{{"content":{content}}},"finish_reason":"stop"}}]}}"#
            )
        }
        Wire::OpenAiResponses => format!(
            r#"{{"status":"completed","output":[{{"type":"message","content":{content}}}]}}"#
        ),
        Wire::Anthropic => format!(r#"{{"content":{content},"stop_reason":"end_turn"}}"#),
        Wire::Gemini => format!(
            r#"{{"candidates":[{{"content":{{"parts":{content}}},"finishReason":"STOP"}}]}}"#
        ),
        Wire::Cohere => {
            format!(r#"{{"message":{{"content":{content}}},"finish_reason":"COMPLETE"}}"#)
        }
        Wire::Replicate => format!(r#"{{"status":"succeeded","output":{content}}}"#),
        Wire::Bedrock => {
            format!(r#"{{"output":{{"message":{{"content":{content}}}}},"stopReason":"end_turn"}}"#)
        }
        Wire::Ollama => {
            format!(r#"{{"message":{{"content":{content}}},"done":true,"done_reason":"stop"}}"#)
        }
    }
}

#[test]
fn damaged_content_is_no_empty_answer() {
    for wire in Wire::ALL {
        for content in ["5", "true", "[5]", "[null]", r#"[{"type":"text","text":5}]"#] {
            let body = with_content(wire, content);
            let error = wire.parse(&body).expect_err(&body);
            assert!(matches!(error, WireError::Shape { .. }), "{wire}: {error}");
        }
    }
}

#[test]
fn content_without_text_is_an_empty_answer() {
    let thought = r#"[{"type":"thinking","thinking":"hm"}]"#;
    for (wire, content) in [
        (Wire::OpenAiChat, "null"),
        (Wire::OpenAiChat, "[]"),
        (Wire::OpenAiChat, thought),
        (Wire::OpenAiResponses, "[]"),
        (Wire::Anthropic, "[]"),
        (Wire::Anthropic, thought),
        (Wire::Anthropic, r#"[{"type":"text","text":"","citations":[]},{"type":"tool_use"}]"#),
        (Wire::Gemini, "[]"),
        (Wire::Gemini, r#"[{"functionCall":{}}]"#),
        (Wire::Cohere, "null"),
        (Wire::Cohere, thought),
        (Wire::Replicate, "[]"),
        (Wire::Bedrock, r#"[{"reasoningContent":{}}]"#),
        (Wire::Ollama, "null"),
        (Wire::Ollama, r#""""#),
    ] {
        let body = with_content(wire, content);
        assert_eq!(wire.parse(&body).expect(&body).text, "", "{wire}");
    }
}
