//! Facts about a response that its text does not show.

use crate::text::Word;
use crate::text::vocabulary::lookup;
use peirast_record::{FinishReason, Labels, Problem};

/// Facts about a response that its text does not show: the options that were offered, and why the
/// subject stopped writing.
///
/// ```
/// use peirast_read::Context;
/// use peirast_record::{FinishReason, Labels, Problem};
/// let options = [('a', "Ada is a chemist.".to_owned()), ('b', "Ada is a chemist and sings.".to_owned())];
/// let context = Context::new(&options, FinishReason::Stop);
/// assert!(context.offers('b') && !context.offers('c'));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Option texts by lower-case letter, as in `peirast_record::Problem::options`. May be empty if
    /// the options are not known; the letters `a` to `e` then count as offered.
    pub options: &'a [(char, String)],
    /// The reason why the subject stopped writing.
    pub finish: FinishReason,
    /// The question as it was put. With it, the reader recognises a text that continues with
    /// another question. May be empty.
    pub question: &'a str,
    /// True if the options are shown with numbers, `1` for the letter `a` and so on.
    pub numbered: bool,
}

impl<'a> Context<'a> {
    /// A context with the options of a problem.
    pub fn new(options: &'a [(char, String)], finish: FinishReason) -> Self {
        Self { options, finish, question: "", numbered: false }
    }

    /// A context with the options and the labels of a problem.
    pub fn of_problem(problem: &'a Problem, finish: FinishReason) -> Self {
        let numbered = problem.labels == Labels::Numbers;
        Self { numbered, ..Self::new(&problem.options, finish) }
    }

    /// Adds the question that was put.
    pub fn asked(self, question: &'a str) -> Self {
        Self { question, ..self }
    }

    /// Shows the options with numbers from 1.
    pub fn numbered(self) -> Self {
        Self { numbered: true, ..self }
    }

    /// True if the question asks for a share in per cent.
    pub(crate) fn asks_for_share(&self) -> bool {
        let asked = ["percent", "per cent", "%", "Percent"];
        asked.iter().any(|word| self.question.contains(word))
    }

    /// Returns true if the last question in the text has one of these words: "Which option is
    /// wrong?"
    pub(crate) fn asks_with(&self, words: &[Word]) -> bool {
        let Some((before, _)) = self.question.rsplit_once('?') else { return false };
        let asked = before.rsplit(['.', '!', '?', '\n']).next().unwrap_or_default();
        let mut asked = asked.split(|c: char| !c.is_alphanumeric());
        asked.any(|word| words.contains(&lookup(word)))
    }

    /// The option whose label `text` begins with, and the length of the label: a letter, or the
    /// number of its place.
    pub(crate) fn labelled(&self, text: &str) -> Option<(char, usize)> {
        if self.numbered {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let number = text.get(..digits).filter(|number| !number.starts_with('0'))?;
            return Some((self.at(number.parse().ok()?)?, digits));
        }
        let letter = text.chars().next()?.to_ascii_lowercase();
        (letter.is_ascii_alphabetic() && self.offers(letter)).then_some((letter, 1))
    }

    /// The letter of the option in a place, from 1.
    pub(crate) fn at(&self, place: usize) -> Option<char> {
        let index = place.checked_sub(1)?;
        match self.options {
            [] => ('a'..='e').nth(index),
            options => options.get(index).map(|(letter, _)| *letter),
        }
    }

    /// Number of options; 2 if they are not known.
    pub(crate) fn count(&self) -> usize {
        if self.options.is_empty() { 2 } else { self.options.len() }
    }

    /// Returns true if `letter` (lower case) is one of the options.
    pub fn offers(&self, letter: char) -> bool {
        match self.options {
            [] => ('a'..='e').contains(&letter),
            options => options.iter().any(|(offered, _)| *offered == letter),
        }
    }

    /// The other letter, if exactly two options are offered.
    pub(crate) fn other(&self, letter: char) -> Option<char> {
        match self.options {
            [] => match letter {
                'a' => Some('b'),
                'b' => Some('a'),
                _ => None,
            },
            [(first, _), (second, _)] if letter == *first => Some(*second),
            [(first, _), (second, _)] if letter == *second => Some(*first),
            _ => None,
        }
    }
}

impl Default for Context<'_> {
    /// Options and reason for the end unknown.
    fn default() -> Self {
        Self::new(&[], FinishReason::Other)
    }
}
