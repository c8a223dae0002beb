//! A reading with what it takes to weigh it.

use peirast_record::{Answer, Reading};

/// Words with which an author goes back on what was said.
const DOUBTS: &[&str] = &["wait", "hmm", "reconsider", "recheck", "oops"];

/// A verdict, and whether the author announced it as one.
pub(crate) struct Decided {
    /// The reading.
    pub reading: Reading,
    /// True if it is announced, or opens the answer: it then stands although the rest was cut off.
    pub announced: bool,
    /// True if it is drawn as a conclusion.
    pub concludes: bool,
}

impl Decided {
    /// A verdict that is announced.
    pub fn announced(reading: Reading) -> Self {
        Self { reading, announced: true, concludes: false }
    }

    /// A verdict that follows from what is said.
    pub fn stated(reading: Reading) -> Self {
        Self { reading, announced: false, concludes: false }
    }

    /// The same, drawn as a conclusion if `concludes`.
    pub fn concluding(self, concludes: bool) -> Self {
        Self { concludes, ..self }
    }

    /// True if it stands although `text` was cut off at its end. A number at the very end may have
    /// had more digits, and doubts behind the verdict may have led to another.
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
