//! JSON as other programs write it: the one reader of HTTP bodies, batches and logs.

use memchr::memchr2;
use serde::de::DeserializeOwned;
use std::borrow::Cow;

/// The byte order mark that Windows programs write before a text.
const MARK: char = '\u{feff}';
/// Length of an escape `\uXXXX`.
const ESCAPE: usize = 6;
/// The escape of the replacement character.
const REPLACEMENT: &str = r"\ufffd";
/// The replacement for a number that JSON does not have.
const NULL: &str = "null";
/// Numbers that Python writes and JSON does not have.
const NOT_FINITE: [&str; 3] = ["NaN", "Infinity", "-Infinity"];

/// Reads JSON of another program, with the repairs of [`repaired_json`].
///
/// ```
/// use peirast_record::read_json;
/// let value: serde_json::Value = read_json("\u{feff}{\"acc\": NaN, \"text\": \"NaN\"}")?;
/// assert_eq!(value, serde_json::json!({"acc": null, "text": "NaN"}));
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// A text that is not JSON even after the repairs, or JSON of another type.
pub fn read_json<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    // Most texts need no repair, and a strict parser is faster than a search for repairs.
    serde_json::from_str(text).or_else(|error| match repaired_json(text) {
        Cow::Borrowed(_) => Err(error),
        Cow::Owned(repaired) => serde_json::from_str(&repaired),
    })
}

/// Returns JSON that a strict parser reads:
///
/// - without a byte order mark at its start;
/// - with U+FFFD for each escape of half a surrogate pair (a model that is cut off within an emoji
///   leaves such a half, and the rest of its answer is still an answer);
/// - with `null` for `NaN`, `Infinity` and `-Infinity`, which Python writes, and for each number
///   beyond the range of floating-point numbers.
///
/// Line breaks are unchanged.
///
/// ```
/// use peirast_record::repaired_json;
/// assert_eq!(repaired_json("\u{feff}{\"a\":\"\\ud83d\"}"), r#"{"a":"\ufffd"}"#);
/// assert_eq!(repaired_json(r#"{"a":"\ud83d\ude00"}"#), r#"{"a":"\ud83d\ude00"}"#);
/// assert_eq!(repaired_json("[NaN, -Infinity, 1e999, 5]"), "[null, null, null, 5]");
/// ```
pub fn repaired_json(json: &str) -> Cow<'_, str> {
    let json = json.strip_prefix(MARK).unwrap_or(json);
    let mut repair = Repair { json, text: String::new(), copied: 0 };
    let bytes = json.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at = match byte {
            b'"' => repair.string(at + 1),
            b'-' | b'+' | b'.' => repair.word(at),
            byte if byte.is_ascii_alphanumeric() => repair.word(at),
            _ => at + 1,
        };
    }
    repair.finish()
}

/// A text during its repair.
struct Repair<'t> {
    json: &'t str,
    text: String,
    /// Number of bytes of the JSON that are already in the text.
    copied: usize,
}

impl<'t> Repair<'t> {
    /// Repairs the string whose content begins here; returns the place after it.
    fn string(&mut self, mut at: usize) -> usize {
        let json = self.json.as_bytes();
        while let Some(next) = json.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
            at += next;
            if json.get(at) == Some(&b'"') {
                return at + 1;
            }
            at += match (unit(json, at), unit(json, at + ESCAPE)) {
                (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 2 * ESCAPE,
                (Some(0xd800..=0xdfff), _) => {
                    self.replace(at, ESCAPE, REPLACEMENT);
                    ESCAPE
                }
                (Some(_), _) => ESCAPE,
                // The character after another backslash does not begin an escape.
                (None, _) => 2,
            };
        }
        json.len()
    }

    /// Repairs the number or word that begins here; returns the place after it.
    fn word(&mut self, at: usize) -> usize {
        let rest = self.json.get(at..).unwrap_or_default();
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.');
        let word = rest.split(|c| !is_part(c)).next().unwrap_or_default();
        if NOT_FINITE.contains(&word) || is_vast(word) {
            self.replace(at, word.len(), NULL);
        }
        at + word.len().max(1)
    }

    fn replace(&mut self, at: usize, length: usize, by: &str) {
        self.text.push_str(self.json.get(self.copied..at).unwrap_or_default());
        self.text.push_str(by);
        self.copied = at + length;
    }

    fn finish(mut self) -> Cow<'t, str> {
        if self.copied == 0 {
            return Cow::Borrowed(self.json);
        }
        self.text.push_str(self.json.get(self.copied..).unwrap_or_default());
        Cow::Owned(self.text)
    }
}

/// Returns true if a word is a number beyond the range of floating-point numbers.
fn is_vast(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && word.parse().is_ok_and(|number: f64| number.is_infinite())
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
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn read(json: &str) -> Value {
        read_json(json).expect(json)
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
    fn numbers_that_json_does_not_have_are_null() {
        let digits = "9".repeat(400);
        for (json, meant) in [
            (
                r#"{"x":1e999999,"y":"1e999999 \" 2","z":[-1E+400,5,1.5e3]}"#.to_owned(),
                json!({"x": null, "y": "1e999999 \" 2", "z": [null, 5, 1500.0]}),
            ),
            (format!("[{digits},-{digits},\"\u{e9}\"]"), json!([null, null, "\u{e9}"])),
            (
                r#"{"a":NaN,"b":[Infinity,-Infinity,"NaN \" Infinity"],"NaN":1}"#.to_owned(),
                json!({"a": null, "b": [null, null, "NaN \" Infinity"], "NaN": 1}),
            ),
            (r#"["\ud83d", NaN]"#.to_owned(), json!(["\u{fffd}", null])),
        ] {
            assert_eq!(read(&json), meant, "{json}");
        }
        for broken in [
            "[1e999999",
            "[1e999999,]",
            "{1e999999}",
            "{NaN: 1}",
            "NaNs",
            "-NaN",
            "xNaN",
            "nan",
            "Infinity1",
            "NaN NaN",
            "é",
            "-",
            "\\",
            "\"\\",
            "\"\\é\"",
            "\u{feff}",
            r#""\ud83d"#,
            r#""\ud83d\u"#,
            r#""\u12"#,
        ] {
            assert!(read_json::<Value>(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn a_text_is_read_to_any_depth_that_answers_have() {
        let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(read_json::<Value>(&deep(100)).is_ok());
        assert!(read_json::<Value>(&deep(100_000)).is_err());
        assert!(read_json::<Value>(&format!("[1e999,{}]", deep(100))).is_ok());
        assert!(read_json::<Value>(&format!("[1e999,{}]", deep(100_000))).is_err());
        let escaped = r#"{"a\u0062":"c\nd","big":18446744073709551615,"small":-1,"real":0.1}"#;
        assert_eq!(read(escaped), serde_json::from_str::<Value>(escaped).expect("JSON"));
    }

    proptest! {
        #[test]
        fn no_text_breaks_a_repair(text in "(\\PC|[\"\\\\uNaInfity{}\\[\\],:0-9eE+-])*") {
            let repaired = repaired_json(&text).into_owned();
            let again = repaired_json(&repaired).into_owned();
            prop_assert_eq!(again, repaired);
        }

        #[test]
        fn strict_json_stays_as_it_is(words in prop::collection::vec("\\PC*", 0..4), n in any::<i64>()) {
            let strict = json!({"words": words, "n": n, "half": 0.5}).to_string();
            prop_assert!(matches!(repaired_json(&strict), Cow::Borrowed(_)));
        }
    }
}
