//! Texts as words. White space, case and markup make no difference.

/// Characters of markup that may occur between a label and its bracket, as in `**A**)`.
const MARKUP: [char; 4] = ['*', '_', '`', '\\'];
/// The most bytes of a tag of HTML or of a character reference such as `&quot;`.
const MAX_TAG: usize = 40;

/// A text and its words in lower case.
#[derive(Clone, Debug, Default)]
pub(super) struct WordText {
    source: String,
    words: Vec<Word>,
}

/// A word and its position in the source.
#[derive(Clone, Debug)]
struct Word {
    text: String,
    start: usize,
    end: usize,
}

impl WordText {
    /// Splits a text into words. Tags of HTML, character references and written escapes such as `\n`
    /// separate words.
    pub(super) fn new(source: &str) -> Self {
        let mut words = Vec::new();
        let mut at = 0;
        while let Some(c) = source.get(at..).and_then(|rest| rest.chars().next()) {
            let rest = source.get(at..).unwrap_or_default();
            if c.is_alphanumeric() {
                let length = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
                let text = rest.get(..length).unwrap_or_default().to_lowercase();
                words.push(Word { text, start: at, end: at + length });
                at += length;
            } else {
                at += separator(rest).unwrap_or(c.len_utf8());
            }
        }
        Self { source: source.to_owned(), words }
    }

    /// Only the words.
    pub(super) fn into_words(self) -> Vec<String> {
        self.words.into_iter().map(|word| word.text).collect()
    }

    /// The original text.
    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// The number of words.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// True if there are no words.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// True if these words are at this position.
    pub(super) fn has_at(&self, at: usize, words: &[String]) -> bool {
        let here = self.words.get(at..at.saturating_add(words.len()));
        here.is_some_and(|here| here.iter().zip(words).all(|(here, word)| here.text == *word))
    }

    /// The first position from `from` on with these words.
    pub(super) fn find(&self, words: &[String], from: usize) -> Option<usize> {
        (from..self.len()).find(|at| self.has_at(*at, words))
    }

    /// The label of an option, such as `a` of `(A)`, `A.` or `**a**:`, if the word at this position
    /// is one.
    pub(super) fn label(&self, at: usize) -> Option<char> {
        let Word { text, start, end } = self.words.get(at)?;
        let mut characters = text.chars();
        let label = characters.next().filter(char::is_ascii_alphanumeric)?;
        if characters.next().is_some() {
            return None;
        }
        let before = self.source.get(..*start)?.trim_end_matches(MARKUP);
        let after = self.source.get(*end..)?.trim_start_matches(MARKUP);
        let is_opened = before.ends_with(['(', '[', '{']);
        let is_closed = after.starts_with([')', ']', '}', '.', ':', '|', '\t'])
            || [" -", " \u{2013}", " \u{2014}", " |"].iter().any(|mark| after.starts_with(mark));
        let is_alone = (before.is_empty() || before.ends_with('\n')) && after.starts_with('\n');
        (is_opened || is_closed || is_alone).then_some(label)
    }

    /// True if a statement ends before the word at this position: at the end of the text or the
    /// line, at a punctuation mark, or at the label of the next option.
    pub(super) fn ends_before(&self, at: usize) -> bool {
        let (Some(last), Some(next)) = (self.words.get(at.wrapping_sub(1)), self.words.get(at))
        else {
            return true;
        };
        let between = self.source.get(last.end..next.start).unwrap_or_default();
        let is_end =
            |c: char| matches!(c, '\n' | '.' | '?' | '!' | ':' | ';' | '|' | '"' | '<' | '\\');
        between.contains(is_end) || self.label(at).is_some()
    }

    /// True if a statement begins at this position: at the start of the text or a line, or after a
    /// mark.
    pub(super) fn begins_at(&self, at: usize) -> bool {
        let (Some(last), Some(next)) = (self.words.get(at.wrapping_sub(1)), self.words.get(at))
        else {
            return true;
        };
        let between = self.source.get(last.end..next.start).unwrap_or_default();
        between.contains(|c: char| !matches!(c, ' ' | '\t' | '\'' | '\u{2019}' | '-'))
    }

    /// True if the line ends after the word at this position.
    pub(super) fn ends_line(&self, at: usize) -> bool {
        let (Some(word), Some(next)) = (self.words.get(at), self.words.get(at + 1)) else {
            return true;
        };
        self.source.get(word.end..next.start).unwrap_or_default().contains('\n')
    }
}

/// The length of a separator of several characters that begins a text.
fn separator(rest: &str) -> Option<usize> {
    let until = |end: char| {
        let length = rest.char_indices().take_while(|(at, _)| *at < MAX_TAG);
        length.skip(1).find(|(_, c)| *c == end || *c == '\n').filter(|(_, c)| *c == end)
    };
    let second = rest.chars().nth(1)?;
    match rest.chars().next()? {
        '<' if second.is_ascii_alphabetic() || second == '/' => until('>').map(|(at, _)| at + 1),
        '&' if second.is_ascii_alphabetic() || second == '#' => {
            let (end, _) = until(';')?;
            let name = rest.get(2..end)?;
            name.chars().all(|c| c.is_ascii_alphanumeric()).then_some(end + 1)
        }
        '\\' if matches!(second, 'n' | 't' | 'r') => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        WordText::new(text).into_words().join(" ")
    }

    #[test]
    fn white_space_case_and_markup_make_no_difference() {
        for text in [
            "Ada is a chemist; she sings.",
            "  ADA\u{a0}is\r\n a *chemist*;\tshe **sings**",
            "<p>Ada is<br/>a <b>chemist</b>; she sings&nbsp;.</p>",
            "Ada is a chemist;\\n she `sings`",
        ] {
            assert_eq!(words(text), "ada is a chemist she sings", "{text}");
        }
        assert_eq!(words("3 < 5 and 5 > 3 & more;"), "3 5 and 5 3 more");
        assert_eq!(words("it\u{2019}s"), words("it&#39;s"));
        assert_eq!(words("\u{1f600} é"), "é");
    }

    #[test]
    fn labels_are_marked_letters_and_digits() {
        for (text, label) in [
            ("(a) One", Some('a')),
            ("A. One", Some('a')),
            ("**B**) One", Some('b')),
            ("[2] One", Some('2')),
            ("C - One", Some('c')),
            ("D\nOne", Some('d')),
            ("a king", None),
            ("(an) One", None),
            ("é) One", None),
        ] {
            assert_eq!(WordText::new(text).label(0), label, "{text}");
        }
    }
}
