//! The requests of a sample: the prompts that the harness sent to the model.

use peirast_record::read_json;
use serde_json::Value;

/// A request: a prompt, with its settings or its continuation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Request {
    /// The prompt as a text. For a chat, the texts of its messages.
    pub prompt: String,
    /// Settings of a generation, or the continuation of a log-likelihood.
    pub rest: Value,
}

/// The requests of `arguments`, in their order. They are fields `gen_args_0`, ... with `arg_0` and
/// `arg_1`, or, in logs of older versions, lists of both.
pub(super) fn requests(arguments: &Value) -> Vec<Request> {
    match arguments {
        Value::Object(fields) => {
            let number = |name: &str| name.rsplit('_').next().and_then(|n| n.parse::<usize>().ok());
            let mut all: Vec<(&String, &Value)> = fields.iter().collect();
            all.sort_by_key(|(name, _)| number(name));
            all.iter().map(|(_, one)| request(&one["arg_0"], &one["arg_1"])).collect()
        }
        Value::Array(all) => all.iter().map(|one| request(&one[0], &one[1])).collect(),
        _ => Vec::new(),
    }
}

fn request(prompt: &Value, rest: &Value) -> Request {
    let mut texts = Vec::new();
    collect(prompt, &mut texts);
    Request { prompt: texts.join("\n"), rest: rest.clone() }
}

/// The texts of a prompt. A chat is a list of messages, or the JSON of one.
fn collect(prompt: &Value, texts: &mut Vec<String>) {
    match prompt {
        Value::String(text) => match chat(text) {
            Some(messages) => collect(&messages, texts),
            None => texts.push(text.clone()),
        },
        Value::Array(all) => all.iter().for_each(|one| collect(one, texts)),
        Value::Object(message) => {
            let content = message.get("content").or_else(|| message.get("text"));
            content.iter().for_each(|content| collect(content, texts));
        }
        _ => {}
    }
}

fn chat(text: &str) -> Option<Value> {
    let is_chat = |value: &Value| value[0]["content"].is_string() || value[0]["content"].is_array();
    text.trim_start().starts_with('[').then(|| read_json(text).ok())?.filter(is_chat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn prompts_are_read_in_every_form() {
        let chat = r#"[{"role": "user", "content": "Why?\nSay."}]"#;
        for arguments in [
            json!({"gen_args_0": {"arg_0": "Why?\nSay.", "arg_1": " Yes"}}),
            json!([["Why?\nSay.", " Yes"]]),
            json!([[chat, " Yes"]]),
            json!({"gen_args_0": {"arg_0": [chat], "arg_1": " Yes"}}),
            json!({"gen_args_0": {"arg_0": [{"content": [{"type": "text", "text": "Why?\nSay."}]}],
                "arg_1": " Yes"}}),
        ] {
            let meant = [Request { prompt: "Why?\nSay.".to_owned(), rest: json!(" Yes") }];
            assert_eq!(requests(&arguments), meant, "{arguments}");
        }
        assert_eq!(requests(&json!(null)), []);
        assert_eq!(requests(&json!({"x": 1}))[0].prompt, "");
        let many: serde_json::Map<String, Value> =
            (0..12).map(|n| (format!("gen_args_{n}"), json!({"arg_1": n}))).collect();
        let read = requests(&Value::Object(many.into_iter().rev().collect()));
        assert_eq!(read[11].rest, json!(11), "in the order of their numbers");
    }
}
