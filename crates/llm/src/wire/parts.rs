//! The texts among the parts of an answer.

use serde_json::Value;

/// The texts of parts that name their kind, joined. `member` returns the member that holds the text
/// of a kind. Reasoning, calls of tools, and unknown kinds are skipped.
///
/// `None` if a part is damaged: its text is lost, and the rest is not the answer.
pub(super) fn typed(parts: &[Value], member: fn(&str) -> Option<&'static str>) -> Option<String> {
    let texts = parts.iter().map(|part| {
        let kind = match part.as_object()?.get("type") {
            // Some servers leave out the kind of a text.
            None => "text",
            Some(kind) => kind.as_str()?,
        };
        member(kind).map_or(Some(""), |member| part[member].as_str())
    });
    texts.collect()
}

/// The texts of parts that only their members distinguish, joined. `None` if a part is damaged.
pub(super) fn untyped<'v>(parts: impl Iterator<Item = &'v Value>) -> Option<String> {
    let texts = parts.map(|part| match part.as_object()?.get("text") {
        Some(text) => text.as_str(),
        None => Some(""),
    });
    texts.collect()
}

/// [`typed`] for formats in which only parts of kind `text` hold text.
pub(super) fn text(parts: &[Value]) -> Option<String> {
    typed(parts, |kind| (kind == "text").then_some("text"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn list<T>(parts: &Value, read: impl FnOnce(&[Value]) -> T) -> T {
        read(parts.as_array().expect("a list"))
    }

    #[test]
    fn other_kinds_are_passed_over() {
        for (parts, said) in [
            (json!([]), ""),
            (json!([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]), "ab"),
            (json!([{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "a"}]), "a"),
            (json!([{"type": "tool_use", "input": {}}, {"type": "of_tomorrow", "text": 5}]), ""),
            (json!([{"text": "a", "citations": null}]), "a"),
        ] {
            assert_eq!(list(&parts, text).as_deref(), Some(said), "{parts}");
        }
        let parts = json!([{"reasoningContent": {}}, {"text": "a"}, {"toolUse": {}}, {}]);
        assert_eq!(list(&parts, |parts| untyped(parts.iter())).as_deref(), Some("a"));
    }

    #[test]
    fn one_that_is_damaged_spoils_all() {
        for part in [
            json!("a"),
            json!(null),
            json!(["text"]),
            json!({"type": "text"}),
            json!({"type": "text", "text": 5}),
            json!({"type": 5, "text": "a"}),
            json!({"x": 1}),
        ] {
            let parts = json!([{"type": "text", "text": "a"}, part]);
            assert_eq!(list(&parts, text), None, "{parts}");
        }
        for part in [json!("a"), json!(null), json!({"text": 5}), json!({"text": null})] {
            assert_eq!(list(&json!([part]), |parts| untyped(parts.iter())), None, "{part}");
        }
    }
}
