//! Evidence for answers, in a compact form.

use crate::Reading;

/// The reading rule for an answer with the letter of one option and the words of another. It is no
/// verdict.
pub const LETTER_AGAINST_WORDS: &str = "letter-against-words";

/// The place of the words that decided an answer, and the rule that found them.
///
/// A million outcomes are in memory together, without the texts of their answers. The words are cut
/// from the text when a row is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    rule: &'static str,
    /// Bytes of the text; an empty range if no words decided.
    start: u32,
    end: u32,
}

impl Evidence {
    /// The name of the reading rule.
    pub fn rule(self) -> &'static str {
        self.rule
    }

    /// The words that decided, cut from the text that was read. `None` if no words decided, as in
    /// an empty answer.
    ///
    /// ```
    /// use peirast_record::{Answer, Evidence, Reading};
    /// let reading = Reading::at(Answer::YesNo(true), 4, 7, "opening");
    /// let evidence = Evidence::from(&reading);
    /// assert_eq!((evidence.rule(), evidence.words("So, yes.")), ("opening", Some("yes")));
    /// assert_eq!(evidence.words("So"), None, "another text");
    /// ```
    pub fn words(self, text: &str) -> Option<&str> {
        text.get(self.start as usize..self.end as usize).filter(|words| !words.is_empty())
    }
}

impl From<&Reading> for Evidence {
    fn from(reading: &Reading) -> Self {
        // In a text beyond 4 GiB the place does not fit; its words are left out.
        let place = reading.span.and_then(|span| {
            Some((u32::try_from(span.start).ok()?, u32::try_from(span.end).ok()?))
        });
        let (start, end) = place.unwrap_or_default();
        Self { rule: reading.rule, start, end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Answer;

    #[test]
    fn it_is_small_and_cuts_whole_characters() {
        assert!(size_of::<Option<Evidence>>() <= 24, "a million outcomes are in memory");
        let evidence = |start, end| Evidence::from(&Reading::at(Answer::Unread, start, end, "r"));
        assert_eq!(evidence(0, 2).words("né"), None, "half a letter");
        assert_eq!(evidence(0, 3).words("né"), Some("né"));
        assert_eq!(evidence(0, usize::MAX).words("né"), None);
        let none = Reading { answer: Answer::Empty, span: None, rule: "empty" };
        assert_eq!(Evidence::from(&none).words("né"), None);
    }
}
