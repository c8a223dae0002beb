//! A request body in the making.

use super::{Built, Knobs};
use peirast_record::{Message, Sampling, Setting, messages_json};
use serde::ser::Error as _;
use serde_json::{Map, Value};

/// Fields of a body, with dots between the names of those within others.
pub(super) type Fields = Vec<(&'static str, Value)>;

/// The field of messages, in the formats that put them as they are.
pub(super) const MESSAGES: &str = "messages";
/// What stands there until they are written.
pub(super) const LATER: Value = Value::Null;

/// Bytes of a body besides its messages, or most of them.
const ROOM: usize = 512;

/// The body with every setting that has a value where it belongs: where the knobs say, or else in
/// the fields that are `usual` for the format. A setting without a place is not sent.
pub(super) fn built(
    mut body: Map<String, Value>,
    messages: &[Message],
    sampling: &Sampling,
    knobs: &Knobs,
    usual: fn(Setting, &Sampling) -> Fields,
) -> Built {
    let mut not_sent = Vec::new();
    let instead = sampling.reasoning_effort.and_then(|effort| knobs.efforts.get(&effort));
    for setting in sampling.set() {
        if let (Setting::ReasoningEffort, Some(fields)) = (setting, instead)
            && knobs.takes.contains(&setting)
        {
            merge(&mut body, fields);
            continue;
        }
        let fields = match knobs.places.get(&setting) {
            _ if !knobs.takes.contains(&setting) => Vec::new(),
            Some(place) => vec![(place.as_str(), plain(setting, sampling))],
            None => usual(setting, sampling),
        };
        if fields.is_empty() {
            not_sent.push(setting);
        }
        for (place, value) in fields {
            put(&mut body, place, value);
        }
    }
    merge(&mut body, &knobs.body);
    // Strings and numbers always serialise; an empty body would be refused by any server.
    Built { body: written(&body, messages).unwrap_or_default(), not_sent }
}

/// A body as JSON: in the place of [`MESSAGES`] the messages, of which no values have to be made.
fn written(body: &Map<String, Value>, messages: &[Message]) -> Result<String, serde_json::Error> {
    let messages = messages_json(messages);
    let mut json = Vec::with_capacity(ROOM + messages.len());
    json.push(b'{');
    for (at, (name, value)) in body.iter().enumerate() {
        json.extend_from_slice(if at > 0 { b"," } else { b"" });
        serde_json::to_writer(&mut json, name)?;
        json.push(b':');
        match (name.as_str(), value) {
            (MESSAGES, &LATER) => json.extend_from_slice(messages.as_bytes()),
            (_, value) => serde_json::to_writer(&mut json, value)?,
        }
    }
    json.push(b'}');
    String::from_utf8(json).map_err(serde_json::Error::custom)
}

/// The value of a setting, as most fields take it.
pub(super) fn plain(setting: Setting, sampling: &Sampling) -> Value {
    match setting {
        Setting::Temperature => sampling.temperature.into(),
        Setting::TopP => sampling.top_p.into(),
        Setting::Seed => sampling.seed.into(),
        Setting::MaxTokens => sampling.max_tokens.into(),
        Setting::ReasoningEffort => sampling.reasoning_effort.map(|e| e.as_str()).into(),
        Setting::ThinkingBudget => sampling.thinking_budget.into(),
        Setting::Logprobs => sampling.logprobs.into(),
    }
}

/// Sets a field, with the objects that it stands in.
fn put(body: &mut Map<String, Value>, place: &str, value: Value) {
    match place.split_once('.') {
        None => {
            body.insert(place.to_owned(), value);
        }
        Some((first, rest)) => {
            let inner = body.entry(first).or_insert_with(|| Value::Object(Map::new()));
            if !inner.is_object() {
                *inner = Value::Object(Map::new());
            }
            if let Value::Object(inner) = inner {
                put(inner, rest, value);
            }
        }
    }
}

/// Adds fields; what stands there stays, unless both are objects, which become one.
fn merge(body: &mut Map<String, Value>, more: &Map<String, Value>) {
    for (name, value) in more {
        match (body.get_mut(name), value) {
            (Some(Value::Object(inner)), Value::Object(more)) => merge(inner, more),
            (Some(_), _) => {}
            (None, value) => {
                body.insert(name.clone(), value.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_record::Effort;
    use serde_json::json;

    fn object(value: Value) -> Map<String, Value> {
        value.as_object().cloned().expect("an object")
    }

    fn usual(setting: Setting, sampling: &Sampling) -> Fields {
        match setting {
            Setting::Seed => Vec::new(),
            _ => vec![("options.field", plain(setting, sampling))],
        }
    }

    #[test]
    fn an_effort_may_stand_for_other_fields() {
        let none = object(json!({"thinking": {"type": "disabled"}}));
        let knobs = Knobs {
            takes: [Setting::ReasoningEffort].into(),
            efforts: [(Effort::None, none)].into(),
            ..Knobs::default()
        };
        for (effort, body) in [
            (Effort::None, r#"{"thinking":{"type":"disabled"}}"#),
            (Effort::High, r#"{"options":{"field":"high"}}"#),
        ] {
            let sampling = Sampling { reasoning_effort: Some(effort), ..Sampling::default() };
            assert_eq!(built(Map::new(), &[], &sampling, &knobs, usual).body, body);
        }
    }

    #[test]
    fn a_setting_is_sent_where_it_is_taken_or_named_as_not_sent() {
        let sampling = Sampling {
            temperature: Some(0.5),
            seed: Some(1),
            max_tokens: Some(9),
            reasoning_effort: Some(Effort::Low),
            ..Sampling::default()
        };
        let knobs = Knobs {
            takes: [Setting::Temperature, Setting::Seed, Setting::ReasoningEffort].into(),
            places: [(Setting::ReasoningEffort, "reasoning.effort".to_owned())].into(),
            body: object(json!({"options": {"num_ctx": 8192, "field": 7}, "model": "other"})),
            ..Knobs::default()
        };
        let built = built(object(json!({"model": "m"})), &[], &sampling, &knobs, usual);
        assert_eq!(
            built.body,
            r#"{"model":"m","options":{"field":0.5,"num_ctx":8192},"reasoning":{"effort":"low"}}"#
        );
        assert_eq!(built.not_sent, [Setting::Seed, Setting::MaxTokens]);
    }

    #[test]
    fn messages_stand_in_their_place_as_they_are() {
        let messages = [Message::system("Be \"brief\".\n"), Message::user("Ünter \u{1} \u{2028}?")];
        let mut body = Map::new();
        body.insert("model".to_owned(), "m".into());
        body.insert(MESSAGES.to_owned(), LATER);
        body.insert("stream".to_owned(), false.into());
        let knobs =
            Knobs { body: object(json!({"messages": [], "seed": null})), ..Knobs::default() };
        let built = built(body, &messages, &Sampling::default(), &knobs, usual);
        let meant = json!({"model": "m", "messages": messages, "stream": false, "seed": null});
        assert_eq!(built.body, meant.to_string());
    }
}
