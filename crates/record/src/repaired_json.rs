//! JSON as strict parsers read it.

use memchr::memchr;
use std::borrow::Cow;

/// The byte order mark, which programs of Windows put before a text.
const MARK: char = '\u{feff}';
/// Length of an escape `\uXXXX`.
const ESCAPE: usize = 6;
/// The escape of the replacement character.
const REPLACEMENT: &str = r"\ufffd";

/// Returns JSON that a strict parser reads: without a byte order mark at its start, and with
/// U+FFFD for each escape that is half of a surrogate pair.
///
/// A model that is cut off within an emoji leaves such a half, which stands for no character. The
/// rest of its answer is an answer.
///
/// ```
/// use peirast_record::repaired_json;
/// assert_eq!(repaired_json("\u{feff}{\"a\":\"\\ud83d\"}"), r#"{"a":"\ufffd"}"#);
/// assert_eq!(repaired_json(r#"{"a":"\ud83d\ude00"}"#), r#"{"a":"\ud83d\ude00"}"#);
/// ```
pub fn repaired_json(json: &str) -> Cow<'_, str> {
    let json = json.strip_prefix(MARK).unwrap_or(json);
    let halves = halves(json.as_bytes());
    if halves.is_empty() {
        return Cow::Borrowed(json);
    }
    let (mut text, mut copied) = (String::with_capacity(json.len()), 0);
    for half in halves {
        text.push_str(json.get(copied..half).unwrap_or_default());
        text.push_str(REPLACEMENT);
        copied = half + ESCAPE;
    }
    text.push_str(json.get(copied..).unwrap_or_default());
    Cow::Owned(text)
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
            // The character after another backslash does not begin an escape.
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

    fn read(json: &str) -> serde_json::Value {
        serde_json::from_str(&repaired_json(json)).expect(json)
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
}
