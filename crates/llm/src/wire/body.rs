//! Construction of request bodies.

use super::{Knobs, RequestBody};
use peirast_record::{Message, Sampling, Setting};
use serde_json::{Map, Value};

/// Fields of a body; the names of nested fields are joined by dots.
pub(super) type Fields = Vec<(&'static str, Value)>;
/// The fields that a setting usually has in a format.
pub(super) type UsualFields = fn(Setting, &Sampling) -> Fields;
/// The body that puts messages to a model, without settings.
pub(super) type PutMessages = fn(&str, &[Message]) -> Value;

/// The body with every setting that has a value: in the place that the knobs give, or else in the
/// `usual` fields of the format. A setting without a place is not sent.
pub(super) fn built(
    mut body: Value,
    sampling: &Sampling,
    knobs: &Knobs,
    usual: UsualFields,
) -> RequestBody {
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
    RequestBody { body: body.to_string(), not_sent }
}

/// The value of a setting, as most fields take it.
pub(super) fn plain(setting: Setting, sampling: &Sampling) -> Value {
    sampling.value(setting).into()
}

/// Sets a field, and creates the objects around it.
fn put(body: &mut Value, place: &str, value: Value) {
    let Some((first, rest)) = place.split_once('.') else {
        body[place] = value;
        return;
    };
    if !body[first].is_object() {
        body[first] = Value::Object(Map::new());
    }
    put(&mut body[first], rest, value);
}

/// Adds fields. Existing ones stay, except that two objects are merged.
fn merge(body: &mut Value, more: &Map<String, Value>) {
    for (name, value) in more {
        match (body.get_mut(name), value) {
            (Some(inner @ Value::Object(_)), Value::Object(more)) => merge(inner, more),
            (Some(_), _) => {}
            (None, value) => body[name] = value.clone(),
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
            assert_eq!(built(json!({}), &sampling, &knobs, usual).body, body);
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
        let built = built(json!({"model": "m"}), &sampling, &knobs, usual);
        assert_eq!(
            built.body,
            r#"{"model":"m","options":{"field":0.5,"num_ctx":8192},"reasoning":{"effort":"low"}}"#
        );
        assert_eq!(built.not_sent, [Setting::Seed, Setting::MaxTokens]);
    }

    #[test]
    fn messages_stand_in_their_place_as_they_are() {
        let messages = [Message::system("Be \"brief\".\n"), Message::user("Ünter \u{1} \u{2028}?")];
        let body = json!({"model": "m", "messages": messages, "stream": false});
        let knobs =
            Knobs { body: object(json!({"messages": [], "seed": null})), ..Knobs::default() };
        assert_eq!(
            built(body, &Sampling::default(), &knobs, usual).body,
            "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"Be \\\"brief\\\".\\n\"},\
             {\"role\":\"user\",\"content\":\"Ünter \\u0001 \u{2028}?\"}],\"stream\":false,\"seed\":null}"
        );
    }
}
