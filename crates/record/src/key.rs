//! Content keys: what a record says, hashed, is its name.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;

/// The content key of a record: 32 hexadecimal digits of the BLAKE3 hash of its canonical JSON.
///
/// Two records with the same content have the same key on every machine, whatever the order in
/// which their fields were written.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Key(Text);

/// Digits of a key.
const DIGITS: usize = 32;

/// What a key says. One text is held in one way.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Text {
    /// The digits of every key that was made here, two a byte: a run holds very many of them, and none on
    /// the heap.
    Digits([u8; DIGITS / 2]),
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
    pub fn text(&self) -> KeyText<'_> {
        KeyText(match &self.0 {
            Text::Digits(digits) => Written::Digits(written(digits)),
            Text::Other(text) => Written::Other(text),
        })
    }

    /// The number that its digits write; none of a key that somebody else gave out.
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

    /// A key read back from storage.
    pub fn from_stored(text: impl AsRef<str>) -> Self {
        let text = text.as_ref();
        Self(read(text).map_or_else(|| Text::Other(text.into()), Text::Digits))
    }
}

/// The text of a key, made when it is asked for.
#[derive(Clone, Debug)]
pub struct KeyText<'k>(Written<'k>);

#[derive(Clone, Debug)]
enum Written<'k> {
    Digits([u8; DIGITS]),
    Other(&'k str),
}

impl Deref for KeyText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            // ASCII, which always is a text.
            Written::Digits(digits) => std::str::from_utf8(digits).unwrap_or_default(),
            Written::Other(text) => text,
        }
    }
}

/// Two digits for each byte.
fn written(bytes: &[u8; DIGITS / 2]) -> [u8; DIGITS] {
    let digit = |value: u8| if value < 10 { b'0' + value } else { b'a' + value - 10 };
    let mut digits = [0; DIGITS];
    for (pair, byte) in digits.chunks_exact_mut(2).zip(bytes) {
        pair.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
    }
    digits
}

/// The bytes that are written so; none if the text is none that is written here.
fn read(text: &str) -> Option<[u8; DIGITS / 2]> {
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let digits = <&[u8; DIGITS]>::try_from(text.as_bytes()).ok()?;
    let mut bytes = [0; DIGITS / 2];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = (value(pair[0])? << 4) | value(pair[1])?;
    }
    Some(bytes)
}

impl Ord for Key {
    /// In the order of the texts.
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            // Digits are in the order of their values, and two numbers are compared at once.
            (Text::Digits(own), Text::Digits(other)) => {
                u128::from_be_bytes(*own).cmp(&u128::from_be_bytes(*other))
            }
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
        f.debug_tuple("Key").field(&&*self.text()).finish()
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

/// Where the first byte stands that a JSON string does not hold as it is. All of them are characters of their own,
/// and no part of a longer one.
fn special(text: &str) -> Option<usize> {
    // Looked through as a whole, a block takes a few instructions; byte by byte, a few for each.
    const BLOCK: usize = 32;
    const SHORT_BLOCK: usize = 8;
    let is_special = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
    let any = |block: &[u8]| block.iter().fold(false, |any, byte| any | is_special(*byte));
    let bytes = text.as_bytes();
    let plain = BLOCK * bytes.chunks_exact(BLOCK).take_while(|block| !any(block)).count();
    let rest = bytes.get(plain..)?;
    let blocks = rest.chunks_exact(SHORT_BLOCK).take_while(|block| !any(block));
    let plain = plain + SHORT_BLOCK * blocks.count();
    let rest = bytes.get(plain..)?.iter().position(|byte| is_special(*byte))?;
    Some(plain + rest)
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

        #[test]
        fn strings_are_written_as_serde_does(
            text in any::<String>(),
            long in "[a-zé]{0,70}[\u{0}-\u{1f}\"\\\\]?[a-zé]{0,70}",
        ) {
            let text = text + &long;
            let mut own = String::new();
            push_quoted(&text, &mut own);
            prop_assert_eq!(own, Value::from(text).to_string());
        }
    }
}
