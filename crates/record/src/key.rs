//! Content keys: a record is named by the hash of its content.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use thiserror::Error;

/// The content key of a record: 32 hexadecimal digits of the BLAKE3 hash of its canonical JSON.
///
/// Two records with the same content have the same key on every machine. The order of their fields
/// makes no difference.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Key(Text);

/// Digits of a key.
const DIGITS: usize = 32;

/// The text of a key. Equal texts have equal representations.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Text {
    /// The digits of a key that was computed here, two per byte. A run holds many keys, so they are
    /// not on the heap.
    Digits([u8; DIGITS / 2]),
    /// A key from elsewhere.
    Other(Box<str>),
}

/// The error for a record that cannot be written as JSON, and therefore has no key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a {kind} cannot be written as JSON: {cause}")]
pub struct KeyError {
    /// The kind of record.
    pub kind: String,
    /// The cause.
    pub cause: String,
}

impl Key {
    /// The key of a record. `kind` distinguishes records of different kinds.
    ///
    /// # Errors
    /// [`KeyError`] if the record cannot be written as JSON, for example a map whose keys are no
    /// texts.
    ///
    /// ```
    /// use peirast_record::Key;
    /// use std::collections::BTreeMap;
    /// let of = |kind: &str, point: [(&str, i32); 2]| Key::from_content(kind, &BTreeMap::from(point));
    /// assert_eq!(of("point", [("x", 1), ("y", 2)])?, of("point", [("y", 2), ("x", 1)])?);
    /// assert_ne!(of("point", [("x", 1), ("y", 2)])?, of("line", [("x", 1), ("y", 2)])?);
    /// assert!(Key::from_content("pairs", &BTreeMap::from([((1, 2), 3)])).is_err());
    /// # Ok::<(), peirast_record::KeyError>(())
    /// ```
    pub fn from_content<T: Serialize + ?Sized>(kind: &str, record: &T) -> Result<Self, KeyError> {
        match serde_json::to_value(record) {
            Ok(json) => Ok(Self::from_json(kind, json)),
            Err(e) => Err(KeyError { kind: kind.to_owned(), cause: e.to_string() }),
        }
    }

    /// The key of a record in JSON.
    ///
    /// ```
    /// use peirast_record::Key;
    /// let pair = Key::from_json("pair", serde_json::json!(["a", 1]));
    /// assert_eq!(Key::from_content("pair", &("a", 1)), Ok(pair));
    /// ```
    pub fn from_json(kind: &str, json: Value) -> Self {
        Self::from_bytes(kind, canonical_json(json).as_bytes())
    }

    /// The key of raw bytes, such as those of a file.
    ///
    /// ```
    /// use peirast_record::Key;
    /// assert_ne!(Key::from_bytes("file", b"a"), Key::from_bytes("file", b"b"));
    /// ```
    pub fn from_bytes(kind: &str, bytes: &[u8]) -> Self {
        let mut hasher = of_kind(kind);
        hasher.update(bytes);
        Self::finished(&hasher)
    }

    /// The key of all bytes of a reader, equal to that of [`from_bytes`](Self::from_bytes).
    ///
    /// # Errors
    /// Those of the reader.
    ///
    /// ```
    /// use peirast_record::Key;
    /// assert_eq!(Key::from_reader("file", &b"abc"[..])?, Key::from_bytes("file", b"abc"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn from_reader(kind: &str, reader: impl std::io::Read) -> std::io::Result<Self> {
        let mut hasher = of_kind(kind);
        hasher.update_reader(reader)?;
        Ok(Self::finished(&hasher))
    }

    fn finished(hasher: &blake3::Hasher) -> Self {
        let mut digits = [0; DIGITS / 2];
        hasher.finalize_xof().fill(&mut digits);
        Self(Text::Digits(digits))
    }

    /// The key as text.
    ///
    /// ```
    /// use peirast_record::Key;
    /// let text = "0123456789abcdef0123456789abcdef";
    /// assert_eq!(&*Key::from_stored(text).text(), text);
    /// ```
    pub fn text(&self) -> Cow<'_, str> {
        match &self.0 {
            Text::Digits(digits) => format!("{:032x}", u128::from_be_bytes(*digits)).into(),
            Text::Other(text) => Cow::Borrowed(text),
        }
    }

    /// The number with its digits; `None` for a key from elsewhere.
    ///
    /// ```
    /// use peirast_record::Key;
    /// assert_eq!(Key::from_stored("000000000000000000000000000000ff").number(), Some(255));
    /// assert_eq!(Key::from_stored("q-255").number(), None);
    /// ```
    pub fn number(&self) -> Option<u128> {
        match &self.0 {
            Text::Digits(digits) => Some(u128::from_be_bytes(*digits)),
            Text::Other(_) => None,
        }
    }

    /// A key from storage.
    pub fn from_stored(text: impl AsRef<str>) -> Self {
        let text = text.as_ref();
        Self(read(text).map_or_else(|| Text::Other(text.into()), Text::Digits))
    }
}

/// The bytes with these digits; `None` for a text that is no key of this form.
fn read(text: &str) -> Option<[u8; DIGITS / 2]> {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() != DIGITS || !text.bytes().all(is_digit) {
        return None;
    }
    u128::from_str_radix(text, 16).ok().map(u128::to_be_bytes)
}

impl Ord for Key {
    /// In the order of the texts.
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            // Digits sort like their values.
            (Text::Digits(one), Text::Digits(other)) => one.cmp(other),
            _ => self.text().cmp(&other.text()),
        }
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Key").field(&self.text()).finish()
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from_stored)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// A hasher for records of this kind.
fn of_kind(kind: &str) -> blake3::Hasher {
    let mut hasher = blake3::Hasher::new();
    hasher.update(kind.as_bytes());
    hasher.update(b"\0");
    hasher
}

/// JSON with object members sorted by name and no white space: equal contents have equal texts.
///
/// ```
/// let value = serde_json::json!({"b": [1, 2], "a": "x"});
/// assert_eq!(peirast_record::canonical_json(value), r#"{"a":"x","b":[1,2]}"#);
/// ```
pub fn canonical_json(mut json: Value) -> String {
    json.sort_all_objects();
    json.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Names are sorted by their bytes at every depth, and texts, numbers and lists stay as they
    /// are.
    #[test]
    fn canonical_json_stays_as_it_was() {
        let json = serde_json::json!({
            "é": [{"b": null, "a": 1.0}, true], "z": "\"\\\u{8}\u{c}\n\r\t\u{1}\u{7f}é\u{2028}/",
            "Z": {"10": u64::MAX, "9": i64::MIN, "": 1e300}, "a": 0.1, "a0": -0.0, "a b": [],
        });
        assert_eq!(
            canonical_json(json),
            "{\"Z\":{\"\":1e+300,\"10\":18446744073709551615,\"9\":-9223372036854775808},\"a\":0.1,\
             \"a b\":[],\"a0\":-0.0,\"z\":\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\u{7f}é\u{2028}/\",\
             \"é\":[{\"a\":1.0,\"b\":null},true]}"
        );
    }

    /// Keys that earlier versions computed.
    #[test]
    fn the_keys_of_contents_stay() {
        let json = serde_json::json!({"b": [1, 2], "a": "x\n"});
        assert_eq!(Key::from_json("thing", json).to_string(), "b75487336d1e38ef54d710e4fa62f8f7");
        assert_eq!(
            Key::from_json("thing", Value::Null).to_string(),
            "454b7032e1bb0532e98660080680bccc"
        );
    }

    #[test]
    fn one_text_is_held_in_one_way() {
        for text in
            ["", "q-1", "0123456789ABCDEF0123456789ABCDEF", "0123456789abcdef0123456789abcde", "é"]
        {
            let key = Key::from_stored(text);
            assert_eq!((&*key.text(), key.number()), (text, None));
        }
        assert_eq!(size_of::<Key>(), 24);
    }

    proptest! {
        #[test]
        fn keys_are_their_texts_in_equality_and_order(
            (one, other) in ("[0-9a-f]{32}|[0-9a-g]{0,3}|[0-9A-Fa-f]{31,33}", "[0-9a-f]{32}|[0-9a-g]{0,3}"),
        ) {
            let keys = (Key::from_stored(&one), Key::from_stored(&other));
            prop_assert_eq!(&*keys.0.text(), &one);
            prop_assert_eq!(keys.0.cmp(&keys.1), one.cmp(&other));
            prop_assert_eq!(keys.0 == keys.1, one == other);
        }
    }
}
