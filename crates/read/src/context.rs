//! What the reader knows besides the text.

use peirast_record::FinishReason;

/// What the reader knows about a response besides its text: the options that were offered, and
/// why the subject stopped writing.
///
/// ```
/// use peirast_read::Context;
/// use peirast_record::FinishReason;
/// let options = [('a', "Ada is a chemist.".to_owned()), ('b', "Ada is a chemist and sings.".to_owned())];
/// let context = Context::new(&options, FinishReason::Stop);
/// assert!(context.offers('b') && !context.offers('c'));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Option texts by lower-case letter, as in `peirast_record::Problem::options`. May be empty
    /// where the options are not known: the letters `a` to `e` then count as offered.
    pub options: &'a [(char, String)],
    /// Why the subject stopped writing.
    pub finish: FinishReason,
}

impl<'a> Context<'a> {
    /// A context with the options of a problem.
    pub fn new(options: &'a [(char, String)], finish: FinishReason) -> Self {
        Self { options, finish }
    }

    /// Whether `letter` (lower case) is one of the options.
    pub fn offers(&self, letter: char) -> bool {
        match self.options {
            [] => ('a'..='e').contains(&letter),
            options => options.iter().any(|(offered, _)| *offered == letter),
        }
    }

    /// The other letter, where exactly two options are offered.
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
    /// No options known, and nothing known about the end.
    fn default() -> Self {
        Self { options: &[], finish: FinishReason::Other }
    }
}
