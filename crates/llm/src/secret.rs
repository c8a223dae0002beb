//! Secrets: API keys that no message, log or store may show.

use crate::trace::{Traces, Within};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// The text in place of a secret.
const MASK: &str = "***";
/// Fewest characters of a secret that is masked in messages. A shorter one is no secret (`no`), and
/// masking it would spoil ordinary words.
const SHORTEST_IN_MESSAGE: usize = 4;
/// Fewest characters of a secret that is masked everywhere in response bodies. A shorter one is
/// masked there as a word of its own, unless it is plain words. Bodies are measurements, and
/// placeholders for servers without keys (`none`, `EMPTY`, `ollama`) are words that a model may
/// write. No provider's keys are that short.
const SHORTEST_IN_BODY: usize = 8;

/// An API key. Only this crate can read its text, for the header that carries it.
///
/// A key of eight or more characters is masked in everything that is stored or shown:
///
/// - literally, in base64, base32 and hexadecimal, and reversed, each in upper or lower case and
///   with any escapes of JSON, URLs and HTML;
/// - in parts of twelve or more characters that are at least half of it;
/// - with invisible characters in it, or with full-width or similar-looking letters of other
///   scripts;
/// - with spaces or other signs between its characters, or cut into several strings of JSON, if it
///   has twelve or more characters and is no row of plain words.
///
/// A key of four to seven characters is masked in messages, and in answers if neither a letter nor
/// a digit is next to it, unless it is plain words (see [`Secret::is_short`]). A long key of plain
/// words is masked even in answers that contain it by chance (see [`Secret::is_plain`]).
///
/// ```
/// let key = peirast_llm::Secret::new("sk-very-secret\n");
/// assert_eq!(format!("{key} {key:?}"), "*** ***");
/// ```
#[derive(Clone)]
pub struct Secret {
    text: String,
    /// `None` if they cannot be searched for; then nothing can be shown.
    traces: Option<Arc<Traces>>,
}

impl Secret {
    /// A secret. White space around it, such as the line break at the end of a key file, is
    /// removed.
    pub fn new(text: impl AsRef<str>) -> Self {
        let text = text.as_ref().trim().to_owned();
        let traces = Traces::new(&text).ok().map(Arc::new);
        Self { text, traces }
    }

    /// Returns true if it is empty.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns true if it is too short to be masked everywhere in answers, because it may occur
    /// there by chance.
    ///
    /// ```
    /// use peirast_llm::Secret;
    /// assert!(Secret::new("EMPTY").is_short());
    /// assert!(!Secret::new("12345678").is_short());
    /// ```
    pub fn is_short(&self) -> bool {
        self.length() < SHORTEST_IN_BODY
    }

    /// Returns true if it is plain words, or a plain number. An answer may contain it by chance,
    /// and it is then masked there. The keys of providers mix letters and digits.
    ///
    /// ```
    /// use peirast_llm::Secret;
    /// assert!(Secret::new("completely").is_plain());
    /// assert!(Secret::new("Not-Needed").is_plain());
    /// assert!(Secret::new("12345678").is_plain());
    /// assert!(!Secret::new("sk-very-secret-1").is_plain());
    /// assert!(!Secret::new("AbCdEfGhIj").is_plain());
    /// assert!(!Secret::new("a/b-c/d-").is_plain());
    /// ```
    pub fn is_plain(&self) -> bool {
        let is_word = |word: &str| {
            let mut rest = word.chars().skip(1);
            let in_capitals = !word.chars().any(char::is_lowercase);
            let is_one_case = in_capitals || rest.all(char::is_lowercase);
            !word.is_empty() && is_one_case && word.chars().all(char::is_alphabetic)
        };
        let mut words = self.text.split(['-', '_', '.', ' ']);
        let is_number = !self.is_empty() && self.text.chars().all(char::is_numeric);
        is_number || words.all(is_word)
    }

    /// Returns true if a text contains it, so that the text must not be shown. A key that answers
    /// may contain by chance is not searched for.
    ///
    /// ```
    /// use peirast_llm::Secret;
    /// assert!(Secret::new("sk-very-secret").is_in("openai/sk-very-secret"));
    /// assert!(!Secret::new("gpt").is_in("openai/gpt-4o"));
    /// ```
    pub fn is_in(&self, text: &str) -> bool {
        matches!(self.mask_body(text), Cow::Owned(_))
    }

    /// The text, for sending.
    pub(crate) fn expose(&self) -> &str {
        &self.text
    }

    fn length(&self) -> usize {
        self.text.chars().count()
    }

    /// A message with this secret masked.
    pub(crate) fn mask_message<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.length() < SHORTEST_IN_MESSAGE {
            true => text.into(),
            false => self.mask(text, Within::AnyText),
        }
    }

    /// A response body with this secret masked, in case a server echoes it.
    pub(crate) fn mask_body<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.length() {
            SHORTEST_IN_BODY.. => self.mask(text, Within::AnyText),
            SHORTEST_IN_MESSAGE.. if !self.is_plain() => self.mask(text, Within::NoWord),
            _ => text.into(),
        }
    }

    /// The text itself, if nothing has to be masked.
    fn mask<'t>(&self, text: &'t str, within: Within) -> Cow<'t, str> {
        let mut masked = Cow::Borrowed(text);
        let Some(traces) = &self.traces else { return MASK.into() };
        loop {
            let spans = traces.in_text(&masked, within);
            if spans.is_empty() {
                return masked;
            }
            let (mut next, mut copied) = (String::with_capacity(masked.len()), 0);
            for span in spans {
                next.push_str(&masked[copied..span.start]);
                next.push_str(MASK);
                copied = span.end;
            }
            next.push_str(&masked[copied..]);
            masked = next.into(); // A key with asterisks in it may have come together around the mask.
        }
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Secret {}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::sample::select;

    #[test]
    fn masks_what_a_server_echoes() {
        let key = Secret::new("sk-0123456789abcdef");
        assert_eq!(key.mask_message("bad key sk-0123456789abcdef!"), "bad key ***!");
        assert_eq!(key.mask_body("{sk-0123456789abcdef}"), "{***}");
        let slashed = Secret::new("sk/0123456789/abcdef");
        assert_eq!(slashed.mask_body(r"{sk\/0123456789\/abcdef}"), "{***}");
        let short = Secret::new("12345678");
        assert_eq!(short.mask_body("key 12345678"), "key ***");
        assert_eq!(Secret::new("a***b678").mask_body("aa***b678b678"), "***");
    }

    #[test]
    fn masks_what_a_server_encodes_or_cuts() {
        let key = Secret::new("ABSKQmVk+cm9ja0/FQSUtleS1h+dC0xMjM0NTY3ODk=");
        for (echoed, masked) in [
            ("?key=ABSKQmVk%2Bcm9ja0%2fFQSUtleS1h%2BdC0xMjM0NTY3ODk%3D&a=1", "?key=***&a=1"),
            ("<b>ABSKQmVk&#43;cm9ja0/FQSUtleS1h&#x2b;dC0xMjM0NTY3ODk=</b>", "<b>***</b>"),
            ("ABSKQmVk+cm9ja0/FQSUtleS1h+dC0xMjM0****", "*******"),
            ("Basic QUJTS1FtVmsrY205amEwL0ZRU1V0bGVTMWgrZEMweE1qTTBOVFkzT0RrPQ==", "Basic ***Q=="),
        ] {
            assert_eq!(key.mask_body(echoed), masked);
            assert_eq!(key.mask_message(echoed), masked);
        }
    }

    /// A body without the key is returned without a copy.
    #[test]
    fn an_ordinary_body_is_not_copied() {
        let key = Secret::new("sk-0123456789abcdef");
        for body in [r#"{"text":"It is (a), at 50 %2B.\n\"Yes\" &amp; so"}"#, "sk-0123...cdef"] {
            assert!(matches!(key.mask_body(body), Cow::Borrowed(_)), "{body}");
        }
    }

    #[test]
    fn leaves_ordinary_words_in_a_body() {
        let key = Secret::new("ollama");
        assert_eq!(key.mask_body("an ollama herd"), "an ollama herd");
        assert_eq!(key.mask_message("bad key ollama"), "bad key ***");
        assert_eq!(Secret::new("no").mask_message("no such model"), "no such model");
    }

    /// A short key that no text contains by chance is masked as a word of its own, in any spelling.
    #[test]
    fn masks_a_short_key_as_a_word_of_its_own() {
        let key = Secret::new("k3-x9");
        for (body, masked) in [
            (r#"{"error":"bad key k3-x9."}"#, r#"{"error":"bad key ***."}"#),
            (r#"{"error":"bad key:\nK3-X9"}"#, r#"{"error":"bad key:\n***"}"#),
            (r#"{"error":"\u006b3-x9"}"#, r#"{"error":"***"}"#),
            ("k3-x9", "***"),
            ("a task3-x9, and k3-x90", "a task3-x9, and k3-x90"),
        ] {
            assert_eq!(key.mask_body(body), masked);
        }
        assert_eq!(key.mask_message("ak3-x90"), "a***0");
        assert_eq!(Secret::new("1234").mask_body("It is 1234."), "It is 1234.");
    }

    /// Keys of characters that fit a header, many of which JSON escapes.
    fn key() -> impl Strategy<Value = String> {
        let c = prop_oneof![
            4 => proptest::char::range('!', '~'),
            1 => select(vec!['"', '\\', '/', '*', 'u', 'é', '\u{1f511}']),
        ];
        proptest::collection::vec(c, 8..60).prop_map(String::from_iter)
    }

    /// A JSON string of `text`, with each character in one of its spellings.
    fn quoted(text: &str, choices: &[u8]) -> String {
        let each = text.chars().zip(choices.iter().cycle());
        let spelled: String = each.map(|(c, choice)| spelling_of(c, *choice)).collect();
        format!("\"{spelled}\"")
    }

    fn spelling_of(c: char, choice: u8) -> String {
        let code = |unit: &u16| match choice % 2 {
            0 => format!("\\u{unit:04x}"),
            _ => format!("\\u{unit:04X}"),
        };
        match (c, choice % 4) {
            (_, 0 | 1) => c.encode_utf16(&mut [0; 2]).iter().map(code).collect(),
            ('"' | '\\', _) | ('/', 2) => format!("\\{c}"),
            ('\n', _) => "\\n".to_owned(),
            (c, _) if c.is_control() => format!("\\u{:04x}", u32::from(c)),
            _ => c.to_string(),
        }
    }

    fn plainly_quoted(text: &str) -> String {
        serde_json::to_string(text).expect("JSON")
    }

    proptest! {
        #[test]
        fn no_spelling_of_a_key_stays(
            key in key(), before in ".{0,30}", after in ".{0,30}",
            choices in proptest::collection::vec(0..4_u8, 1..40),
        ) {
            let secret = Secret::new(&key);
            let said = format!("{before}{key}{after}");
            let inner = plainly_quoted(&key);
            let inner = &inner[1..inner.len() - 1];
            for text in [said.clone(), quoted(&said, &choices), plainly_quoted(&said)] {
                let masked = secret.mask_body(&text).into_owned();
                prop_assert!(!masked.contains(&key), "{masked}");
                prop_assert!(!masked.contains(inner), "{masked}");
            }
            let body = quoted(&said, &choices);
            let nested = plainly_quoted(&body);
            let body = secret.mask_body(&body);
            let read: String = serde_json::from_str(&body).expect("masking keeps JSON whole");
            prop_assert!(!read.contains(&key), "{read}");
            let nested = secret.mask_body(&nested);
            let read: String = serde_json::from_str(&nested).expect("masking keeps JSON whole");
            prop_assert!(!read.contains(&key) && !read.contains(inner), "{read}");
        }

        #[test]
        fn no_encoding_of_a_key_stays(
            key in "[!-~]{12,60}", before in "[ -~]{0,10}", after in "[ -~]{0,10}",
            choices in proptest::collection::vec(0..6_u8, 1..40),
        ) {
            let each = || key.bytes().zip(choices.iter().cycle());
            let plain = |byte: u8| char::from(byte).to_string();
            let url: String = each().map(|(byte, choice)| match choice {
                0 | 1 => format!("%{byte:02x}"),
                2 | 3 => format!("%{byte:02X}"),
                _ if byte == b'%' => "%25".to_owned(),
                _ => plain(byte),
            }).collect();
            let html: String = each().map(|(byte, choice)| match choice {
                0 => format!("&#{byte};"),
                1 => format!("&#x{byte:X};"),
                _ if byte == b'&' => "&amp;".to_owned(),
                _ => plain(byte),
            }).collect();
            let secret = Secret::new(&key);
            for encoded in [url, html] {
                // The text before must not begin an escape, and the text behind must not continue
                // one.
                let said = format!("{before} {encoded} {after}");
                for text in [plainly_quoted(&said), said] {
                    let masked = secret.mask_body(&text).into_owned();
                    prop_assert!(!masked.contains(&encoded) && masked.contains("***"), "{masked}");
                }
            }
        }

        #[test]
        fn a_text_without_the_key_stays(key in key(), text in ".{0,60}") {
            prop_assume!(!text.contains(&key));
            let json = plainly_quoted(&text);
            prop_assert_eq!(Secret::new(&key).mask_body(&json), json.as_str());
        }
    }
}
