//! JSON as it comes: with a byte order mark, or with halves of characters.

use super::WireError;
use memchr::memchr;
use serde_json::Value;
use std::borrow::Cow;

/// JSON whose texts are those of the body that it was read from. No object has two members of one name: see [`read`].
pub(super) type Json<'j> = serde_json_borrow::Value<'j>;

/// The byte order mark that some programs put before a text.
const MARK: char = '\u{feff}';
/// Bytes of an escape such as `\ud800`.
const ESCAPE: usize = 6;
/// Members of an object that are compared each with each, which is quicker than to sort them.
const FEW: usize = 12;
/// The escape of the replacement character, of the same length.
const REPLACEMENT: &str = r"\ufffd";

/// What is made of a body. A number that is too large for any computer's is read as null: it is no part of an
/// answer, and costs none. Of members of one name the last one counts, as other parsers have it.
pub(super) fn read<T>(body: &str, make: impl FnOnce(&Json<'_>) -> T) -> Result<T, WireError> {
    let json = mend(body);
    let error = match tree(&json) {
        Ok(json) if !has_doubles(&json) => return Ok(make(&json)),
        Ok(_) => return read_last(&json, make),
        Err(error) => error,
    };
    if error.is_eof() && !body.trim().is_empty() {
        return Err(WireError::CutOff { bytes: body.len() });
    }
    match without_vast_numbers(&json) {
        Some(json) if tree(&json).is_ok() => read_last(&json, make),
        _ => Err(not_json(&error)),
    }
}

/// The same by way of a map, which keeps the last member of a name. Bodies that need it are rare.
fn read_last<T>(json: &str, make: impl FnOnce(&Json<'_>) -> T) -> Result<T, WireError> {
    let map: Value = serde_json::from_str(json).map_err(|e| not_json(&e))?;
    let json = map.to_string();
    tree(&json).map(|json| make(&json)).map_err(|e| not_json(&e))
}

fn tree(json: &str) -> Result<Json<'_>, serde_json::Error> {
    serde_json::from_str(json)
}

fn not_json(error: &serde_json::Error) -> WireError {
    WireError::NotJson { what: error.to_string() }
}

/// Whether an object has two members of one name.
fn has_doubles(json: &Json<'_>) -> bool {
    match json {
        Json::Array(items) => items.iter().any(has_doubles),
        Json::Object(members) => {
            let are_double = match members.len() {
                0..=FEW => {
                    let before = |at| members.keys().take(at);
                    let mut names = members.keys().enumerate();
                    names.any(|(at, name)| before(at).any(|other| other == name))
                }
                _ => {
                    let mut names: Vec<&str> = members.keys().collect();
                    names.sort_unstable();
                    names.windows(2).any(|pair| matches!(pair, [one, next] if one == next))
                }
            };
            are_double || members.values().any(has_doubles)
        }
        _ => false,
    }
}

/// JSON with null for each number beyond all floating-point ones; none if it has no such number.
fn without_vast_numbers(json: &str) -> Option<String> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E');
    let (mut out, mut rest, mut is_changed) = (String::with_capacity(json.len()), json, false);
    while let Some(at) = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let is_text = from.starts_with('"');
        let length = match is_text {
            true => text_length(from),
            false => from.find(|c| !is_part(c)).unwrap_or(from.len()),
        };
        let (token, behind) = from.split_at(length);
        let is_vast = !is_text && token.parse::<f64>().is_ok_and(f64::is_infinite);
        is_changed |= is_vast;
        out.push_str(if is_vast { "null" } else { token });
        rest = behind;
    }
    out.push_str(rest);
    is_changed.then_some(out)
}

/// The length of the quoted text with which this begins.
fn text_length(json: &str) -> usize {
    let mut is_escaped = false;
    let end = json.bytes().enumerate().skip(1).find(|(_, byte)| {
        let ends = !is_escaped && *byte == b'"';
        is_escaped = !is_escaped && *byte == b'\\';
        ends
    });
    end.map_or(json.len(), |(at, _)| at + 1)
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

    fn value(json: &Json<'_>) -> Value {
        Value::from(json)
    }

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
            assert_eq!(super::read(&json, value).expect(&json), meant);
        }
        for broken in ["[1e999999", "[1e999999,]", "{1e999999}"] {
            assert!(super::read(broken, value).is_err(), "{broken}");
        }
    }

    #[test]
    fn a_body_is_read_to_any_depth_that_answers_have() {
        let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(super::read(&deep(100), |_| ()).is_ok());
        assert!(super::read(&deep(100_000), |_| ()).is_err());
        let escaped = r#"{"a\u0062":"c\nd","big":18446744073709551615,"small":-1,"real":0.1}"#;
        let meant: Value = serde_json::from_str(escaped).expect("JSON");
        assert_eq!(super::read(escaped, value).expect("JSON"), meant);
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
            assert_eq!(super::read(body, value).expect(body), meant);
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
