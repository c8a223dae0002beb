//! Splits a text into the pieces within which tokens are merged.

use regex::Regex;

/// A pattern of pieces. Its last alternative is `\s+`, which stands for `\s+(?!\S)|\s+`: the last
/// of several white spaces before a word belongs to the word.
pub(super) struct Pieces(Option<Regex>);

impl Pieces {
    /// Compiles a pattern. Patterns are constants. With an invalid one, the whole text would be one
    /// piece.
    pub(super) fn new(pattern: &str) -> Self {
        Self(Regex::new(pattern).ok())
    }

    /// Splits a text into pieces.
    pub(super) fn split<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let Some(regex) = &self.0 else {
                let rest = text.get(at..).filter(|rest| !rest.is_empty());
                at = text.len();
                return rest;
            };
            let found = regex.find_at(text, at)?;
            at = end_of(text, found.start(), found.end());
            text.get(found.start()..at)
        })
    }
}

/// Returns the end of a match that a look-ahead would have made shorter.
fn end_of(text: &str, start: usize, end: usize) -> usize {
    let Some(last) = text[start..end].chars().next_back() else { return end };
    // Only the alternative `\s+` ends in a space that is not a line break.
    let is_space = last.is_whitespace() && !matches!(last, '\r' | '\n');
    let before = end - last.len_utf8();
    if is_space && before > start && end < text.len() { before } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_before_a_word_is_cut_before_its_last() {
        let pieces = Pieces::new(super::super::CL100K);
        for (text, cut) in [
            ("a  b", &["a", " ", " b"][..]),
            ("a   ", &["a", "   "]),
            ("a\n\n b", &["a", "\n\n", " b"]),
            ("a \n  b", &["a", " \n", " ", " b"]),
            ("a \u{a0}b", &["a", " ", "\u{a0}b"]),
            ("it's 12345.6", &["it", "'s", " ", "123", "45", ".", "6"]),
            ("\t1", &["\t", "1"]),
            ("", &[]),
        ] {
            assert_eq!(pieces.split(text).collect::<Vec<_>>(), cut, "{text:?}");
        }
    }

    #[test]
    fn capitals_begin_words_of_the_newer_pattern() {
        let pieces = Pieces::new(super::super::O200K);
        let cut: Vec<&str> = pieces.split("camelCase it's a/b //\n").collect();
        assert_eq!(cut, ["camel", "Case", " it's", " a", "/b", " //\n"]);
    }
}
