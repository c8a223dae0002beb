//! A secret: an API key that no message, log or store may show.

use std::fmt;

/// What stands where a secret stood.
const MASK: &str = "***";
/// A shorter secret is no secret (`none`, `EMPTY`), and masking it would spoil ordinary words.
const SHORTEST_IN_MESSAGE: usize = 4;
/// Response bodies are measurements: only a text that cannot be there by chance is masked.
const SHORTEST_IN_BODY: usize = 16;

/// An API key. Its text is reachable only inside this crate, for the header that carries it.
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
        if self.0.len() < shortest {
            return text.to_owned();
        }
        // JSON may write a slash with a backslash before it.
        text.replace(&self.0, MASK).replace(&self.0.replace('/', r"\/"), MASK)
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

    #[test]
    fn masks_what_a_server_echoes() {
        let key = Secret::new("sk-0123456789abcdef");
        assert_eq!(key.mask_message("bad key sk-0123456789abcdef!"), "bad key ***!");
        assert_eq!(key.mask_body("{sk-0123456789abcdef}"), "{***}");
        let slashed = Secret::new("sk/0123456789/abcdef");
        assert_eq!(slashed.mask_body(r"{sk\/0123456789\/abcdef}"), "{***}");
    }

    #[test]
    fn leaves_ordinary_words_in_a_body() {
        let key = Secret::new("not-needed");
        assert_eq!(key.mask_body("it is not-needed"), "it is not-needed");
        assert_eq!(Secret::new("no").mask_message("no such model"), "no such model");
    }
}
