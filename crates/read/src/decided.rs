//! A reading with the facts needed to weigh it.

use peirast_record::{Answer, Reading};

/// Words with which an author reconsiders a statement.
const DOUBTS: &[&str] = &["wait", "hmm", "reconsider", "recheck", "oops"];

/// A verdict, with the form in which the author gave it.
pub(crate) struct Decided {
    /// The reading.
    pub reading: Reading,
    /// True if it is announced, or opens the answer. It then counts although the rest was cut off.
    pub announced: bool,
    /// True if it is drawn as a conclusion.
    pub concludes: bool,
}

impl Decided {
    /// A verdict that is announced.
    pub fn announced(reading: Reading) -> Self {
        Self { reading, announced: true, concludes: false }
    }

    /// A verdict that follows from the text without being announced.
    pub fn stated(reading: Reading) -> Self {
        Self { reading, announced: false, concludes: false }
    }

    /// Marks the verdict as a conclusion if `concludes`.
    pub fn concluding(self, concludes: bool) -> Self {
        Self { concludes, ..self }
    }

    /// Returns true if it counts although `text` was cut off at its end. A number at the very end
    /// may have had more digits, and doubts behind the verdict may have led to another.
    pub fn withstands(&self, text: &str) -> bool {
        let rest = |span: peirast_record::Span| text.get(span.end..).unwrap_or_default();
        let ends = self.reading.span.is_some_and(|span| {
            rest(span).chars().all(|c| matches!(c, '.' | ',' | '*' | '$' | ' '))
        });
        let doubted = self.reading.span.is_some_and(|span| {
            let mut words = rest(span).split(|c: char| !c.is_alphanumeric());
            let joined = rest(span).trim_end().ends_with(" or");
            joined || words.any(|word| DOUBTS.iter().any(|doubt| doubt.eq_ignore_ascii_case(word)))
        });
        self.announced && !doubted && !(ends && matches!(self.reading.answer, Answer::Number(_)))
    }
}
