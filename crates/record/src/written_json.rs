//! JSON as it was written: numbers keep all their digits.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt;

/// The fields of a JSON object as they are written, in their order. A parser would round a number
/// to its own type, which may merge different ids: `12345678901234567890123` and `1.0` stay
/// unchanged.
///
/// ```
/// use peirast_record::WrittenFields;
/// let fields = WrittenFields::of_line(br#"{"id": 1.0, "n": [12345678901234567890123]}"#);
/// assert_eq!(fields.id(), "1.0");
/// assert_eq!(fields.iter().last(), Some(("n", "[12345678901234567890123]")));
/// assert_eq!(WrittenFields::of_line(b"[1]").id(), "null");
/// ```
#[derive(Clone, Debug, Default)]
pub struct WrittenFields(Vec<(String, Box<RawValue>)>);

impl WrittenFields {
    /// The fields of the object on a line of JSON; empty if there is no object, or one with a key
    /// twice.
    pub fn of_line(line: &[u8]) -> Self {
        serde_json::from_slice(line).unwrap_or_default()
    }

    /// The field `id`; `null` if there is none.
    pub fn id(&self) -> &str {
        self.iter().find(|(name, _)| *name == "id").map_or("null", |(_, id)| id)
    }

    /// The answer to these fields as a line of JSON: the id as it is written, the other fields if
    /// `keeps` is true, and those of the answer, which replace others of the same name.
    ///
    /// ```
    /// use peirast_record::WrittenFields;
    /// let fields = WrittenFields::of_line(br#"{"p": 0.50, "out": 2, "id": 1e2}"#);
    /// let answer = serde_json::Map::from_iter([("out".to_owned(), serde_json::json!("b"))]);
    /// assert_eq!(fields.answered(false, &answer), "{\"id\":1e2,\"out\":\"b\"}\n");
    /// assert_eq!(fields.answered(true, &answer), "{\"id\":1e2,\"p\":0.50,\"out\":\"b\"}\n");
    /// ```
    pub fn answered(&self, keeps: bool, answer: &Map<String, Value>) -> String {
        let mut line = format!("{{\"id\":{}", self.id());
        let kept = self.iter().filter(|(name, _)| keeps && *name != "id");
        for (name, value) in kept.filter(|(name, _)| !answer.contains_key(*name)) {
            line += &format!(",{}:{value}", Value::from(name));
        }
        for (name, value) in answer {
            line += &format!(",{}:{value}", Value::from(name.as_str()));
        }
        line + "}\n"
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.get()))
    }
}

impl<'de> Deserialize<'de> for WrittenFields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = WrittenFields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<WrittenFields, A::Error> {
        let (mut all, mut names) = (Vec::new(), BTreeSet::new());
        while let Some((name, value)) = fields.next_entry::<String, _>()? {
            if !names.insert(name.clone()) {
                return Err(A::Error::custom(format!("the key `{name}` stands twice")));
            }
            all.push((name, value));
        }
        Ok(WrittenFields(all))
    }
}
