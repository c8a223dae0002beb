//! A secret: an API key that no message, log or store may show.

use crate::spelling;
use std::fmt;

/// What stands where a secret stood.
const MASK: &str = "***";
/// Characters from which on a secret is masked in messages. A shorter one is no secret (`no`), and
/// masking it would spoil ordinary words.
const SHORTEST_IN_MESSAGE: usize = 4;
/// Characters from which on a secret is masked in response bodies as well. These are measurements,
/// and placeholders for servers that want no key (`none`, `EMPTY`, `ollama`) are words that a model
/// may say. No provider's keys are that short.
const SHORTEST_IN_BODY: usize = 8;

/// An API key. Its text is reachable only inside this crate, for the header that carries it.
///
/// From eight characters on it is masked in everything that is stored or shown, as it stands and in
/// every way in which JSON can spell it; shorter ones only in messages (see [`Secret::is_short`]).
///
/// ```
/// let key = peirast_run::Secret::new("sk-very-secret\n");
/// assert_eq!(format!("{key} {key:?}"), "*** ***");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A secret. White space around it, such as the line break at the end of a key file, is not
    /// part of it.
    pub fn new(text: impl AsRef<str>) -> Self {
        Self(text.as_ref().trim().to_owned())
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it is too short to be masked in answers, because it may stand there by chance.
    ///
    /// ```
    /// use peirast_run::Secret;
    /// assert!(Secret::new("EMPTY").is_short());
    /// assert!(!Secret::new("12345678").is_short());
    /// ```
    pub fn is_short(&self) -> bool {
        self.0.chars().count() < SHORTEST_IN_BODY
    }

    /// Whether a text holds it, so that showing the text would show it. A short one is not looked for:
    /// it may stand there by chance.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.mask_body(text) != text
    }

    /// The text, to be sent.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }

    /// A message with this secret masked.
    pub(crate) fn mask_message(&self, text: &str) -> String {
        self.mask(text, SHORTEST_IN_MESSAGE)
    }

    /// A response body with this secret masked, should a server echo it.
    pub(crate) fn mask_body(&self, text: &str) -> String {
        self.mask(text, SHORTEST_IN_BODY)
    }

    fn mask(&self, text: &str, shortest: usize) -> String {
        let mut masked = text.to_owned();
        if self.0.chars().count() < shortest {
            return masked;
        }
        loop {
            let next = spelling::mask(&masked, &self.0, MASK);
            if next == masked {
                return masked;
            }
            masked = next; // A key with asterisks in it may have come together around the mask.
        }
    }
}

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
    fn leaves_ordinary_words_in_a_body() {
        let key = Secret::new("ollama");
        assert_eq!(key.mask_body("an ollama herd"), "an ollama herd");
        assert_eq!(key.mask_message("bad key ollama"), "bad key ***");
        assert_eq!(Secret::new("no").mask_message("no such model"), "no such model");
    }

    /// Keys of what a header can carry, with many of the characters that JSON escapes.
    fn key() -> impl Strategy<Value = String> {
        let c = prop_oneof![
            4 => proptest::char::range('!', '~'),
            1 => select(vec!['"', '\\', '/', '*', 'u', 'é', '\u{1f511}']),
        ];
        proptest::collection::vec(c, 8..60).prop_map(String::from_iter)
    }

    /// A JSON string that says `text`, each character in one of its spellings.
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
                let masked = secret.mask_body(&text);
                prop_assert!(!masked.contains(&key), "{masked}");
                prop_assert!(!masked.contains(inner), "{masked}");
            }
            let body = secret.mask_body(&quoted(&said, &choices));
            let read: String = serde_json::from_str(&body).expect("masking keeps JSON whole");
            prop_assert!(!read.contains(&key), "{read}");
            let nested = secret.mask_body(&plainly_quoted(&quoted(&said, &choices)));
            let read: String = serde_json::from_str(&nested).expect("masking keeps JSON whole");
            prop_assert!(!read.contains(&key) && !read.contains(inner), "{read}");
        }

        #[test]
        fn a_text_without_the_key_stays(key in key(), text in ".{0,60}") {
            prop_assume!(!text.contains(&key));
            let json = plainly_quoted(&text);
            prop_assert_eq!(Secret::new(&key).mask_body(&json), json);
        }
    }
}
