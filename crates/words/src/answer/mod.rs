//! Answers to *what, if anything, follows?* as views.

mod afterwards;
mod announcement;
mod apart;
mod candidates;
mod distance;
mod formula;
mod grammar;
mod lead;
mod marker;
mod names;
mod nothing;
mod piece;
mod refusal;
mod response;
mod sentences;
mod token;
mod unread;
mod words;

use crate::claim::Claim;
use crate::error::WordsError;
use crate::vocabulary::Vocabulary;
use peirast_etr::View;
use std::ops::Range;

pub(crate) use distance::slips;
pub(crate) use formula::{Formula, HOLE};
pub(crate) use grammar::FIRST_QUANTIFIER;
pub use unread::Unread;

/// A view that was read in an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The claim of the answer. `{0}` if nothing follows.
    pub view: View,
    /// Position of the claim in the text, in bytes.
    pub span: Range<usize>,
    /// The rule that found the claim.
    pub rule: Rule,
    /// True if the answer announces it as its conclusion.
    pub announced: bool,
}

impl Answered {
    /// Returns true if the conclusion is valid although `text`, in which it was read, was cut off
    /// at its end: it is announced, and its sentence, tag or field ends before the text does. A
    /// list at the end of the text may be incomplete.
    ///
    /// ```
    /// use peirast_words::{Role, Vocabulary};
    ///
    /// let vocabulary = Vocabulary::default()
    ///     .with(Role::Object, "a", "the ace")?
    ///     .with(Role::Predicate, "P", "red")?;
    /// for (text, stands) in [
    ///     ("The conclusion is that the ace is red. This is bec", true),
    ///     ("The conclusion is that the ace is red", false),
    ///     ("Therefore, the ace is red. Let us see whether", false),
    /// ] {
    ///     assert_eq!(vocabulary.read_answer(text)?.withstands(text), stands, "{text}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn withstands(&self, text: &str) -> bool {
        let said = text.get(self.span.clone()).unwrap_or_default().trim_end();
        let after = text.get(self.span.end..).unwrap_or_default();
        let closes = after.trim_start_matches(['*', '"', '”', '`', '\'']);
        let list = said.contains('\n') && after.trim().is_empty();
        let ends = said.ends_with(['.', '!', '*'])
            || closes.starts_with(['.', '!', '\n'])
            || ["</", "&lt;/"].iter().any(|tag| after.trim_start().starts_with(tag))
            || self.rule == Rule::Field && after.starts_with(['"', '\'']);
        self.announced && !list && ends
    }
}

/// The rule by which a claim was found in an answer.
///
/// If there are several of a kind, the last counts, readable or not: a withdrawn answer is not an
/// answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Rule {
    /// After the last *Answer:* or *the answer is that*, or in a tag such as `<answer>`.
    Answer,
    /// After the last *Conclusion:*, *the conclusion is that* or *what follows is that*.
    Conclusion,
    /// In the field of a record: `{"conclusion": "…"}`.
    Field,
    /// In the last sentence that concludes *from the premises*, or otherwise in the last that
    /// concludes: *therefore*, *we can conclude that*.
    Concluding,
    /// The only sentence of the answer.
    Sentence,
    /// The answer says that nothing follows.
    Nothing,
}

impl Vocabulary {
    /// Reads the conclusion of a free answer, with the words for the names of the problem.
    ///
    /// The reader knows the wordings that people and models use: *therefore*, lists and bullet
    /// points, *neither … nor*, *at least one of*, *only if*, *every* and *no*, contractions, camel
    /// case, signs and LaTeX, small slips in names. An explicit *Answer:* takes precedence over
    /// everything else, also if it is announced late (*the answer is that*, *what follows is
    /// that*), in a tag, in a JSON field or under a heading. Reasons after it are ignored, and so
    /// are reasoning in markup, a further question that the text continues with, and a marker that
    /// disowns the answer (*Wrong answer:*). An ambiguous text is left unread. So is a claim that
    /// the text after it withdraws or may withdraw (*however, this does not follow*), and any text
    /// that is not understood completely.
    ///
    /// ```
    /// use peirast_words::{Role, Rule, Unread, Vocabulary};
    ///
    /// let vocabulary = Vocabulary::default()
    ///     .with(Role::Object, "a", "the ace")?
    ///     .with(Role::Object, "k", "the king")?
    ///     .with(Role::Predicate, "P", "red")?
    ///     .with(Role::Predicate, "Q", "well-worn")?;
    /// for (answer, view) in [
    ///     ("Answer: From the premises, we can conclude that the ace isn't red.", "{~P(a())}"),
    ///     ("**Answer:** Either the ace or the king is well worn.", "{Q(a()),Q(k())}"),
    ///     ("Answer: If the king is red, then the ace is.", ""),
    ///     ("Answer: The king is red unless the ace is wellWorn.", "{P(k())}^{~Q(a())}"),
    ///     ("Nothing follows with certainty.", "{0}"),
    ///     ("Answer: All red cards are well-worn.", "Ax {Q(x)}^{P(x)}"),
    /// ] {
    ///     match vocabulary.read_answer(answer) {
    ///         Ok(read) => assert!(read.view.equivalent(&view.parse()?)?, "{answer}"),
    ///         Err(reason) => assert_eq!(view, "", "{answer}: {reason}"),
    ///     }
    /// }
    /// let ambiguous = vocabulary.read_answer("Answer: the ace is not red and well-worn.");
    /// assert!(matches!(ambiguous, Err(Unread::Ambiguous { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Unread`] with the reason. Any text of any length is read without a panic and in time
    /// proportional to its length.
    pub fn read_answer(&self, text: &str) -> Result<Answered, Unread> {
        response::read(self, "", text)
    }

    /// As [`read_answer`](Self::read_answer), with a known question: an answer ends where the text
    /// repeats the question, as texts of base models do.
    ///
    /// # Errors
    ///
    /// As [`read_answer`](Self::read_answer).
    pub fn read_answer_to(&self, question: &str, text: &str) -> Result<Answered, Unread> {
        response::read(self, question, text)
    }

    /// Returns true if a text announces a conclusion, readable or not, and completes its sentence.
    /// A text that was cut off without one was cut off before its conclusion.
    pub fn announces(&self, question: &str, text: &str) -> bool {
        response::announces(self, question, text)
    }

    /// Returns the position of the first text that would be read in an answer, if there is one.
    pub(crate) fn said_in(&self, text: &str) -> Option<Range<usize>> {
        candidates::said_in(self, text)
    }
}

/// Returns the view of a claim; claims of read formulas have one.
fn view_of(claim: &Claim) -> Result<View, Unread> {
    claim.view().map_err(|error| match error {
        WordsError::View(error) => Unread::Form { word: error.to_string() },
        other => Unread::Form { word: other.to_string() },
    })
}
