//! Content keys: what a record says, hashed, is its name.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::cmp::Ordering;
use std::fmt;

/// The content key of a record: 32 hexadecimal digits of the BLAKE3 hash of its canonical JSON.
///
/// Two records with the same content have the same key on every machine, whatever the order in
/// which their fields were written.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Key(Text);

/// Digits of a key in length; a run holds very many of them, and none on the heap.
const DIGITS: usize = 32;

/// The text of a key. One text is held in one way.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Text {
    /// As long as every key that was made here, and ASCII.
    Digits([u8; DIGITS]),
    /// What somebody else gave out for a key.
    Other(Box<str>),
}

impl Key {
    /// The key of any serialisable record. `kind` keeps records of different kinds apart.
    ///
    /// ```
    /// use peirast_record::Key;
    /// let a = Key::of("point", &serde_json::json!({"x": 1, "y": 2}));
    /// let b = Key::of("point", &serde_json::json!({"y": 2, "x": 1}));
    /// assert_eq!(a, b);
    /// assert_ne!(a, Key::of("line", &serde_json::json!({"x": 1, "y": 2})));
    /// ```
    pub fn of<T: Serialize>(kind: &str, record: &T) -> Self {
        // A record of ours always serialises: it holds only strings, numbers, lists and maps
        // with string keys. A failure would still give a key, only a shared one.
        let value = serde_json::to_value(record).unwrap_or(Value::Null);
        Self::of_canonical(kind, &canonical_json(&value))
    }

    /// The key of a record whose canonical JSON is known.
    pub(crate) fn of_canonical(kind: &str, json: &str) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(kind.as_bytes());
        hasher.update(b"\0");
        hasher.update(json.as_bytes());
        Self::from_stored(&hasher.finalize().to_hex()[..DIGITS])
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            // ASCII, which always is a text.
            Text::Digits(digits) => std::str::from_utf8(digits).unwrap_or_default(),
            Text::Other(text) => text,
        }
    }

    /// A key read back from storage.
    pub fn from_stored(text: impl AsRef<str>) -> Self {
        let text = text.as_ref();
        match <[u8; DIGITS]>::try_from(text.as_bytes()) {
            Ok(digits) if text.is_ascii() => Self(Text::Digits(digits)),
            _ => Self(Text::Other(text.into())),
        }
    }

    fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Text::Digits(digits) => digits,
            Text::Other(text) => text.as_bytes(),
        }
    }
}

impl Ord for Key {
    /// In the order of the texts.
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Key").field(&self.as_str()).finish()
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from_stored)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// JSON with object members sorted by name and no white space: one text for one content.
///
/// ```
/// let value = serde_json::json!({"b": [1, 2], "a": "x"});
/// assert_eq!(peirast_record::canonical_json(&value), r#"{"a":"x","b":[1,2]}"#);
/// ```
pub fn canonical_json(value: &Value) -> String {
    let mut out = String::new();
    write_canonical(value, &mut out);
    out
}

/// Adds `text` as a JSON string, as `serde_json` writes it.
pub(crate) fn push_quoted(text: &str, out: &mut String) {
    const HEX: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    out.push('"');
    let mut plain = text;
    // All three kinds are single bytes, which are no part of a longer character.
    let special = |text: &str| text.bytes().position(|b| b < b' ' || b == b'"' || b == b'\\');
    while let Some(at) = special(plain) {
        let (before, rest) = plain.split_at(at);
        out.push_str(before);
        let mut rest = rest.chars();
        match rest.next().unwrap_or_default() {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if c < ' ' => {
                let code = c as usize;
                out.extend(["\\u00", if code < 16 { "0" } else { "1" }]);
                out.push(HEX[code % 16]);
            }
            c => out.extend(['\\', c]),
        }
        plain = rest.as_str();
    }
    out.push_str(plain);
    out.push('"');
}

fn write_canonical(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_canonical(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut names: Vec<&String> = members.keys().collect();
            names.sort();
            out.push('{');
            for (i, name) in names.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                push_quoted(name, out);
                out.push(':');
                write_canonical(&members[name], out);
            }
            out.push('}');
        }
        Value::String(text) => push_quoted(text, out),
        scalar => out.push_str(&scalar.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_control_character_is_written_as_serde_does() {
        for c in (0..=0xff).filter_map(char::from_u32) {
            let text = format!("a{c}b{c}");
            let mut own = String::new();
            push_quoted(&text, &mut own);
            assert_eq!(own, Value::from(text).to_string(), "{c:?}");
        }
    }

    proptest! {
        #[test]
        fn strings_are_written_as_serde_does(text in any::<String>()) {
            let mut own = String::new();
            push_quoted(&text, &mut own);
            prop_assert_eq!(own, Value::from(text).to_string());
        }
    }
}
