//! The part of a response that is addressed to the reader, for readers of answers in words.

use crate::markup::{self, Part};
use crate::plain::Plain;
use crate::{fields, runs_on};
use std::ops::Range;

/// The part of a response that is addressed to the reader, in plain signs.
///
/// Reasoning in markup is left out, and so is another question or turn that the text continues
/// with. Character references, tags for layout, full-width letters and similar signs are folded;
/// signs of logic stay. [`span`](Self::span) returns the place in the response.
///
/// [`read`](crate::read) reads closed answers in the same part.
///
/// ```
/// use peirast_read::SaidText;
///
/// let response = "<think>The king?</think>The&nbsp;ace.\n\nQ: And then?\nA: The king.";
/// let said = SaidText::new(response, "What follows?").expect("more than reasoning");
/// assert_eq!(said.text(), "The ace.\n\n");
/// assert_eq!(&response[said.span(0..7)], "The&nbsp;ace");
/// assert_eq!(said.as_written(), "The&nbsp;ace.\n\n");
/// assert!(SaidText::new("<think>The king?", "What follows?").is_none());
/// ```
pub struct SaidText<'t> {
    written: &'t str,
    plain: Plain<'t>,
    part: Part,
    /// The beginning of another question or turn, counted from the beginning of this part.
    turn: Option<usize>,
}

/// A field of a record that holds a conclusion: `{"conclusion": "…"}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConclusionField {
    /// Its value in [`SaidText::whole`], without quotation marks.
    pub value: Range<usize>,
    /// The record around it, as far as it can be found: up to the last closing brace.
    pub record: Range<usize>,
}

impl<'t> SaidText<'t> {
    /// Finds this part of a response to `question`, which may be empty if it is not known; `None`
    /// if the text ends within its reasoning.
    pub fn new(response: &'t str, question: &str) -> Option<Self> {
        Self::of_plain(response, Plain::with_formulas(response), question)
    }

    /// Finds the same part and folds signs of logic too, as for closed answers.
    pub(crate) fn closed(response: &'t str, question: &str) -> Option<Self> {
        Self::of_plain(response, Plain::new(response), question)
    }

    /// Finds the same part with every sign as it was written, for words that folding would change.
    pub fn unfolded(response: &'t str, question: &str) -> Option<Self> {
        Self::of_plain(response, Plain::unfolded(response), question)
    }

    fn of_plain(written: &'t str, plain: Plain<'t>, question: &str) -> Option<Self> {
        let part = markup::part(&plain.text)?;
        let whole = plain.text.get(part.said.clone())?;
        let turn = runs_on::end(whole, question);
        Some(Self { written, plain, part, turn })
    }

    /// The text up to another question or turn.
    pub fn text(&self) -> &str {
        let whole = self.whole();
        whole.get(..self.turn.unwrap_or(whole.len())).unwrap_or(whole)
    }

    /// The text including the question or turn that it continues with.
    pub fn whole(&self) -> &str {
        self.plain.text.get(self.part.said.clone()).unwrap_or_default()
    }

    /// Returns true if the text continues with another question or turn.
    pub fn runs_on(&self) -> bool {
        self.turn.is_some()
    }

    /// True if it is the inside of a block that holds the answer alone, such as `<answer>`.
    pub fn is_block(&self) -> bool {
        self.part.is_block
    }

    /// Returns true if there is text before it, such as reasoning.
    pub fn has_before(&self) -> bool {
        self.part.said.start > 0
    }

    /// The place in the response of a range of [`whole`](Self::whole), in bytes.
    pub fn span(&self, stretch: Range<usize>) -> Range<usize> {
        let length = self.whole().len();
        let (start, end) = (stretch.start.min(length), stretch.end.min(length));
        let first = self.part.said.start;
        let start = self.plain.start(first + start, self.written);
        start..self.plain.end(first + end, self.written).max(start)
    }

    /// [`text`](Self::text) as it was written.
    pub fn as_written(&self) -> &'t str {
        self.written.get(self.span(0..self.text().len())).unwrap_or_default()
    }
}

/// The field of a text that holds a conclusion in words; `None` if there is none, or if fields of
/// one name differ.
///
/// ```
/// use peirast_read::conclusion_field;
///
/// let text = r#"{"why": "It rains.", "conclusion": "The street is wet."}"#;
/// let field = conclusion_field(text).expect("a field");
/// assert_eq!(&text[field.value], "The street is wet.");
/// ```
pub fn conclusion_field(text: &str) -> Option<ConclusionField> {
    let pair = fields::conclusion(text).filter(|pair| !pair.value.trim().is_empty())?;
    let value = pair.start..pair.start + pair.value.len();
    let start = text.get(..value.start)?.find('{')?;
    let close = text.get(value.end..)?.rfind('}');
    let end = close.map_or(text.len(), |close| value.end + close + 1);
    Some(ConclusionField { value, record: start..end })
}

/// True if folding leaves a text as it is.
///
/// ```
/// use peirast_read::is_plain;
///
/// assert!(is_plain("the café") && !is_plain("ｔｈｅ ａｃｅ"));
/// ```
pub fn is_plain(text: &str) -> bool {
    Plain::with_formulas(text).text == text
}

#[cfg(test)]
mod tests {
    use super::SaidText;

    #[test]
    fn the_part_that_is_said_is_found_again() {
        for (response, text, written) in [
            ("The ace.", "The ace.", "The ace."),
            ("<think>x</think>The ace.", "The ace.", "The ace."),
            ("&lt;think&gt;x&lt;/think&gt;Ｔhe ace", "The ace", "Ｔhe ace"),
            ("x <answer>é ~A</answer> y", "é ~A", "é ~A"),
            ("The ace.\nUser: and?", "The ace.\n", "The ace.\n"),
            ("", "", ""),
        ] {
            let said = SaidText::new(response, "").expect(response);
            assert_eq!((said.text(), said.as_written()), (text, written), "{response}");
        }
    }
}
