//! The default reader: the order in which everything is tried.

use crate::text::Document;
use crate::{Context, choice, number, refusal, yes_no};
use peirast_record::{Answer, FinishReason, Reading, Task};

/// Reads the answer that `text` gives to a problem of kind `task`.
///
/// A verdict is looked for first; a refusal counts only where there is none, and so does the fact
/// that the text was cut off. The span of the reading is the stretch of text that decided it.
///
/// Total, pure and linear: any text can be read, twice the text takes twice the time, and the
/// same text is always read the same way by one [`READER_VERSION`](crate::READER_VERSION).
///
/// ```
/// use peirast_read::{Context, read};
/// use peirast_record::{Answer, FinishReason, Task};
/// let options = [
///     ('a', "Ada is a chemist.".to_owned()),
///     ('b', "Ada is a chemist and sings in a choir.".to_owned()),
/// ];
/// let context = Context::new(&options, FinishReason::Stop);
/// let text = "It may seem that (b) is more likely. The correct answer is (a).";
/// let reading = read(Task::Choice, text, &context);
/// assert_eq!(reading.answer, Answer::Choice('a'));
/// assert_eq!(reading.rule, "answer-is");
/// assert_eq!(reading.span.map(|s| &text[s.start..s.end]), Some("answer is (a)"));
/// ```
pub fn read(task: Task, text: &str, context: &Context<'_>) -> Reading {
    if text.chars().all(is_blank) {
        return Reading::bare(Answer::Empty, "empty");
    }
    let text = text.trim_end();
    let none = Context { options: &[], ..*context };
    let document = Document::new(text, if task == Task::Choice { context } else { &none });
    let verdict = match task {
        Task::Choice => choice::read(&document, context),
        Task::YesNo => yes_no::read(&document),
        Task::Number => number::read(&document),
    };
    verdict
        .or_else(|| (context.finish == FinishReason::Length).then_some(TRUNCATED))
        .or_else(|| refusal::read(&document))
        .unwrap_or_else(|| Reading::bare(Answer::Unread, "no-verdict"))
}

const TRUNCATED: Reading = Reading { answer: Answer::Truncated, span: None, rule: "truncated" };

/// Whether a character shows nothing: white space, controls, joiners and direction marks.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
