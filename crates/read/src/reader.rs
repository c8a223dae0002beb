//! The default reader: the order in which everything is tried.

use crate::reasoning::answer_start;
use crate::text::Document;
use crate::{Context, choice, number, refusal, validity, yes_no};
use peirast_record::{Answer, FinishReason, Reading, Task};

/// Reads the answer that `text` gives to a problem of kind `task`.
///
/// A verdict is looked for first; a refusal counts only where there is none, and so does the fact
/// that the text was cut off. Reasoning in tags is left out. The span of the reading is the stretch of text that decided it.
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
    let Some(start) = answer_start(text) else {
        return without_verdict(context).unwrap_or(UNREAD);
    };
    let mut reading = read_answer(task, text.get(start..).unwrap_or_default(), context);
    if let Some(span) = &mut reading.span {
        (span.start, span.end) = (span.start + start, span.end + start);
    }
    reading
}

/// Reads what follows the reasoning.
fn read_answer(task: Task, text: &str, context: &Context<'_>) -> Reading {
    if text.chars().all(is_blank) {
        // What is thought and not shown may use up all tokens.
        return without_verdict(context).unwrap_or(EMPTY);
    }
    let text = text.trim_end();
    let none = Context { options: &[], ..*context };
    let document = match task {
        Task::Choice => Document::new(text, context),
        Task::Validity => Document::judging(text, &none),
        Task::YesNo | Task::Number | Task::Conclusion => Document::new(text, &none),
    };
    let verdict = match task {
        Task::Choice => choice::read(&document, context),
        Task::YesNo => yes_no::read(&document, context),
        Task::Validity if validity::is_ticked(text) => None,
        Task::Validity => validity::read(&document, context),
        Task::Number => number::read(&document, context),
        // What is concluded can be read only by who knows the words of the problem.
        Task::Conclusion => None,
    };
    verdict
        .or_else(|| without_verdict(context))
        .or_else(|| refusal::read(&document))
        .unwrap_or(UNREAD)
}

/// What the end of a response without a verdict tells about it.
fn without_verdict(context: &Context<'_>) -> Option<Reading> {
    match context.finish {
        FinishReason::Length => Some(TRUNCATED),
        FinishReason::ContentFilter => Some(WITHHELD),
        FinishReason::Stop | FinishReason::Other => None,
    }
}

const EMPTY: Reading = Reading { answer: Answer::Empty, span: None, rule: "empty" };

const UNREAD: Reading = Reading { answer: Answer::Unread, span: None, rule: "no-verdict" };

/// A filter of the provider kept the answer back, or the rest of it.
const WITHHELD: Reading = Reading { answer: Answer::Refused, span: None, rule: "withheld" };

const TRUNCATED: Reading = Reading { answer: Answer::Truncated, span: None, rule: "truncated" };

/// Whether a character shows nothing: white space, controls, joiners and direction marks.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
