//! JSON as it comes: with a byte order mark, with halves of characters, or with numbers beyond all others.

use super::WireError;
use memchr::memchr;
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The byte order mark that some programs put before a text.
const MARK: char = '\u{feff}';
/// Bytes of an escape such as `\ud800`.
const ESCAPE: usize = 6;
/// The escape of the replacement character, of the same length.
const REPLACEMENT: &str = r"\ufffd";
/// How deep lists and objects may stand in each other, as in `serde_json`.
const DEPTH: usize = 128;

/// The JSON of a body. Where an object has two members of one name, the last one counts.
pub(super) fn read(body: &str) -> Result<Value, WireError> {
    let json = mend(body);
    serde_json::from_str(&json).or_else(|error| {
        if error.is_eof() && !body.trim().is_empty() {
            return Err(WireError::CutOff { bytes: body.len() });
        }
        let raw = serde_json::from_str(&json).ok();
        let value = raw.and_then(|raw| without_vast_numbers(raw, DEPTH));
        value.ok_or_else(|| WireError::NotJson { what: error.to_string() })
    })
}

/// JSON with null for each number beyond all floating-point ones: such a number is no part of an answer, and
/// costs none. `None` for what is no JSON, or deeper than `depth`.
fn without_vast_numbers(raw: &RawValue, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let json = raw.get();
    match json.as_bytes().first()? {
        b'[' => {
            let items: Vec<&RawValue> = serde_json::from_str(json).ok()?;
            items.into_iter().map(|item| without_vast_numbers(item, depth)).collect()
        }
        b'{' => {
            let members: BTreeMap<String, &RawValue> = serde_json::from_str(json).ok()?;
            let member = |(name, value)| Some((name, without_vast_numbers(value, depth)?));
            members.into_iter().map(member).collect::<Option<Map<_, _>>>().map(Value::Object)
        }
        b'-' | b'0'..=b'9' => {
            Some(serde_json::from_str::<Number>(json).map_or(Value::Null, Value::Number))
        }
        _ => serde_json::from_str(json).ok(),
    }
}

/// `json` as a strict parser reads it: without a byte order mark at its start, and with the
/// replacement character U+FFFD for each escape that is half of a pair of surrogates.
///
/// A model that is cut off within an emoji leaves such a half, which stands for no character. All
/// else that came is an answer, and is not lost for it.
///
/// ```
/// use peirast_llm::wire::mend;
/// assert_eq!(mend("\u{feff}{\"a\":\"\\ud83d\"}"), r#"{"a":"\ufffd"}"#);
/// assert_eq!(mend(r#"{"a":"\ud83d\ude00"}"#), r#"{"a":"\ud83d\ude00"}"#);
/// ```
pub fn mend(json: &str) -> Cow<'_, str> {
    let json = json.strip_prefix(MARK).unwrap_or(json);
    let halves = halves(json.as_bytes());
    if halves.is_empty() {
        return Cow::Borrowed(json);
    }
    let (mut mended, mut copied) = (String::with_capacity(json.len()), 0);
    for half in halves {
        mended.push_str(&json[copied..half]);
        mended.push_str(REPLACEMENT);
        copied = half + ESCAPE;
    }
    mended.push_str(&json[copied..]);
    Cow::Owned(mended)
}

/// Where the escapes begin that are one surrogate without the other.
fn halves(json: &[u8]) -> Vec<usize> {
    let (mut halves, mut at) = (Vec::new(), 0);
    while let Some(next) = json.get(at..).and_then(|rest| memchr(b'\\', rest)) {
        at += next;
        at += match (unit(json, at), unit(json, at + ESCAPE)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 2 * ESCAPE,
            (Some(0xd800..=0xdfff), _) => {
                halves.push(at);
                ESCAPE
            }
            (Some(_), _) => ESCAPE,
            // What follows another backslash is not the start of an escape.
            (None, _) => 2,
        };
    }
    halves
}

/// The code of an escape `\uXXXX` at this place.
fn unit(json: &[u8], at: usize) -> Option<u16> {
    let digits = json.get(at..at + ESCAPE)?.strip_prefix(br"\u")?;
    digits.iter().try_fold(0, |unit, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        Some(unit << 4 | u16::try_from(digit).ok()?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Value {
        serde_json::from_str(&mend(json)).expect(json)
    }

    #[test]
    fn halves_of_characters_are_replaced() {
        for (json, text) in [
            (r#""\ud800""#, "\u{fffd}"),
            (r#""a\uDFFFb""#, "a\u{fffd}b"),
            (r#""\ud83d\ud83d\ude00\ude00""#, "\u{fffd}\u{1f600}\u{fffd}"),
            (r#""\ud83d\u0041""#, "\u{fffd}A"),
            (r#""\ud83d\n""#, "\u{fffd}\n"),
            (r#""é\\\ud800""#, "é\\\u{fffd}"),
            (r#""\\ud800""#, "\\ud800"),
            ("\"\u{feff}\"", "\u{feff}"),
        ] {
            assert_eq!(read(json), text, "{json}");
            assert_eq!(read(&format!("\u{feff}{json}")), text, "{json}");
        }
    }

    #[test]
    fn a_number_beyond_all_numbers_is_null() {
        let digits = "9".repeat(400);
        for (json, meant) in [
            (
                r#"{"x":1e999999,"y":"1e999999 \" 2","z":[-1E+400,5,1.5e3]}"#.to_owned(),
                serde_json::json!({"x": null, "y": "1e999999 \" 2", "z": [null, 5, 1500.0]}),
            ),
            (format!("[{digits},\"\u{e9}\"]"), serde_json::json!([null, "\u{e9}"])),
        ] {
            assert_eq!(super::read(&json).expect(&json), meant);
        }
        for broken in ["[1e999999", "[1e999999,]", "{1e999999}"] {
            assert!(super::read(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn a_body_is_read_to_any_depth_that_answers_have() {
        let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(super::read(&deep(100)).is_ok());
        assert!(super::read(&deep(100_000)).is_err());
        assert!(super::read(&format!("[1e999,{}]", deep(100))).is_ok());
        assert!(super::read(&format!("[1e999,{}]", deep(100_000))).is_err());
        let escaped = r#"{"a\u0062":"c\nd","big":18446744073709551615,"small":-1,"real":0.1}"#;
        let meant: Value = serde_json::from_str(escaped).expect("JSON");
        assert_eq!(super::read(escaped).expect("JSON"), meant);
    }

    #[test]
    fn of_members_of_one_name_the_last_counts() {
        for (body, meant) in [
            (
                r#"{"error":null,"a":1,"error":{"message":"late"}}"#,
                r#"{"a":1,"error":{"message":"late"}}"#,
            ),
            (r#"[{"b":{"c":"x","c":"y\n","d":0.1}}]"#, r#"[{"b":{"c":"y\n","d":0.1}}]"#),
            (
                r#"{"n":0,"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11,"n":12}"#,
                r#"{"n":12,"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11}"#,
            ),
            (r#"{"a":1e999999,"a":2,"b":1e999999}"#, r#"{"a":2,"b":null}"#),
        ] {
            let meant: Value = serde_json::from_str(meant).expect(meant);
            assert_eq!(super::read(body).expect(body), meant);
        }
        let body =
            r#"{"error":null,"choices":[{"message":{"content":"a"}}],"error":{"message":"late"}}"#;
        let late = super::super::Wire::OpenAiChat.parse(body);
        assert!(matches!(late, Err(WireError::Complaint(_))), "{late:?}");
    }

    #[test]
    fn what_is_broken_stays_broken() {
        for json in [r#""\ud83d"#, r#""\ud83d\u"#, r#""\u12"#, "\\", "\"\\", "\"\\é\"", "\u{feff}"]
        {
            assert!(serde_json::from_str::<Value>(&mend(json)).is_err(), "{json}");
        }
    }
}
