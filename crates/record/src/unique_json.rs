//! JSON without repeated keys.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// A JSON value in which no object has a key twice. JSON parsers silently take the last of two
/// fields with the same name, although such a file has a mistake.
///
/// ```
/// use peirast_record::UniqueValue;
/// let read = |text: &str| serde_json::from_str::<UniqueValue>(text);
/// assert_eq!(read(r#"{"a": [1, {"b": null}]}"#)?.0, serde_json::json!({"a": [1, {"b": null}]}));
/// assert!(read(r#"{"a": 1, "a": 2}"#).unwrap_err().to_string().starts_with("the key `a` stands twice"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct UniqueValue(
    /// The value.
    pub Value,
);

impl<'de> Deserialize<'de> for UniqueValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UniqueVisitor).map(Self)
    }
}

/// A JSON object in which no key occurs twice, at any depth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UniqueObject(
    /// Its fields.
    pub Map<String, Value>,
);

impl<'de> Deserialize<'de> for UniqueObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match UniqueValue::deserialize(deserializer)?.0 {
            Value::Object(fields) => Ok(Self(fields)),
            _ => Err(D::Error::custom("expected an object")),
        }
    }
}

struct UniqueVisitor;

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, is: bool) -> Result<Value, E> {
        Ok(Value::Bool(is))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(UniqueValue(item)) = items.next_element()? {
            all.push(item);
        }
        Ok(Value::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            let UniqueValue(value) = fields.next_value()?;
            if all.contains_key(&key) {
                let shown: String = key.chars().filter(|c| !c.is_control()).take(40).collect();
                return Err(A::Error::custom(format!(
                    "the key `{shown}` stands twice: leave one out"
                )));
            }
            all.insert(key, value);
        }
        Ok(Value::Object(all))
    }
}

#[cfg(test)]
mod tests {
    use super::{UniqueObject, UniqueValue};
    use proptest::prelude::*;
    use serde_json::Value;

    fn read(text: &str) -> serde_json::Result<Value> {
        serde_json::from_str::<UniqueValue>(text).map(|value| value.0)
    }

    #[test]
    fn a_key_that_stands_twice_is_refused_wherever_it_is() {
        for text in [
            r#"{"a": 1, "b": 2, "a": 1}"#,
            r#"[{"x": {"a": 1, "a": 2}}]"#,
            r#"{"a": {"a": 1}, "\u0061": 2}"#,
        ] {
            let error = read(text).map_err(|error| error.to_string());
            assert!(error.is_err_and(|error| error.contains("`a` stands twice")), "{text}");
        }
        assert!(read(r#"{"a": {"a": 1}}"#).is_ok());
        assert!(serde_json::from_str::<UniqueObject>("[]").is_err());
    }

    proptest! {
        #[test]
        fn what_has_no_key_twice_is_read_as_ever(number: i64, share: f64, text in ".*", is: bool) {
            let value = serde_json::json!({"n": [number, share, null], text: {"is": is}});
            let json = value.to_string();
            prop_assert_eq!(read(&json).ok(), serde_json::from_str(&json).ok());
        }
    }
}
