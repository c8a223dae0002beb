//! The default reader: the order in which the rules are tried.

use crate::decided::Decided;
use crate::fields::{self, Field};
use crate::said_text::SaidText;
use crate::text::Document;
use crate::{Context, choice, number, refusal, short_text, validity, yes_no};
use peirast_record::{Answer, FinishReason, Reading, Span, Task};

/// Reads the answer that `text` gives to a problem of kind `task`.
///
/// The reader looks for a verdict first. A refusal counts only if there is none. Reasoning in
/// markup is left out, and so is another question or turn that the text continues with. In a
/// truncated text, only a verdict that was announced before the end counts. The span of the reading
/// is the part of the text that decided it.
///
/// Total, pure and linear: any text can be read, twice the text takes twice the time, and one
/// [`READER_VERSION`](crate::READER_VERSION) always reads the same text in the same way.
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
    let Some(said) = SaidText::closed(text, context.question) else {
        return without_verdict(context).unwrap_or(UNREAD);
    };
    let reading = read_said(task, &said, context);
    let span = reading.span.map(|span| said.span(span.start..span.end));
    Reading { span: span.map(|span| Span { start: span.start, end: span.end }), ..reading }
}

/// Reads the part that is addressed to the reader.
fn read_said(task: Task, said: &SaidText<'_>, context: &Context<'_>) -> Reading {
    let text = said.whole();
    if text.chars().all(is_blank) {
        // Hidden reasoning may use up all tokens.
        return without_verdict(context).unwrap_or(EMPTY);
    }
    let text = text.trim_end();
    if said.runs_on()
        && let Some(decided) = decide(task, said.text().trim_end(), context)
    {
        return decided.reading;
    }
    let cut_off = context.finish == FinishReason::Length;
    let decided = decide(task, text, context);
    if let Some(refused) = decided.as_ref().and_then(|decided| given_up(decided, task, text)) {
        return refused;
    }
    match decided {
        Some(decided) if cut_off && !decided.withstands(text) => TRUNCATED,
        Some(decided) => decided.reading,
        None => without_verdict(context).or_else(|| declined(task, text)).unwrap_or(UNREAD),
    }
}

/// The verdict of a text, and the form in which it was given.
fn decide(task: Task, text: &str, context: &Context<'_>) -> Option<Decided> {
    let judging = matches!(task, Task::YesNo | Task::Validity);
    let question = if task == Task::YesNo { context.question } else { "" };
    match fields::answer(text, judging, question) {
        Some(pair) => {
            let mut decided = in_words(task, pair.value, context)?;
            let end = pair.start + pair.value.len();
            if is_replaced_behind(task, text.get(end..).unwrap_or_default(), &decided, context) {
                return None;
            }
            if let Field::Holds(holds) = pair.field {
                decided.reading.answer = held(decided.reading.answer, holds)?;
            }
            decided.reading.rule = "field";
            decided.reading.span = Some(Span { start: pair.start, end });
            Some(Decided { announced: true, ..decided })
        }
        // The fields of a record without an answer mean something else.
        None if fields::is_record(text) => match task {
            Task::Choice => choice::judged_in(text, context),
            _ => None,
        },
        None => in_words(task, text, context),
    }
}

/// Returns true if a few words behind a record give another answer than its field: `{"answer": "A"}
/// Correction: B`.
fn is_replaced_behind(task: Task, rest: &str, decided: &Decided, context: &Context<'_>) -> bool {
    const SHORT: usize = 80;
    let behind = rest.rsplit_once('}').map_or("", |(_, behind)| behind.trim());
    let behind = behind.trim_start_matches("```").trim();
    let said = Some(behind).filter(|behind| !behind.is_empty() && behind.len() <= SHORT);
    let said = said.and_then(|behind| in_words(task, behind, context));
    said.is_some_and(|said| {
        said.reading.answer != decided.reading.answer && said.reading.answer.is_verdict()
    })
}

/// Answer of a field about a predicate: `"is_valid": "no"`. `holds` is false for `is_invalid`.
fn held(answer: Answer, holds: bool) -> Option<Answer> {
    match answer {
        Answer::YesNo(yes) => Some(Answer::YesNo(yes == holds)),
        Answer::Valid(yes) => Some(Answer::Valid(yes == holds)),
        _ => None,
    }
}

/// The verdict in the words of a text.
fn in_words(task: Task, text: &str, context: &Context<'_>) -> Option<Decided> {
    let none = Context { options: &[], ..*context };
    match task {
        Task::Choice => choice::read(text, &Document::new(text, context), context),
        Task::YesNo => yes_no::read(text, &Document::new(text, &none), &none),
        Task::Validity => {
            let text = validity::without_marks(text)?;
            validity::read(&Document::judging(&text, &none), &none)
        }
        Task::Number => number::read(text, &Document::new(text, &none), &none),
        Task::Text => short_text::read(text),
        // A reader of conclusions needs the words of the problem.
        Task::Conclusion => None,
    }
}

fn declined(task: Task, text: &str) -> Option<Reading> {
    let context = Context::default();
    match task {
        Task::Validity => refusal::read(&Document::judging(text, &context)),
        _ => refusal::read(&Document::new(text, &context)),
    }
}

/// A refusal behind a verdict that was not announced: "It's (a) ... It's (b) ... I'd rather not
/// choose." It has to be near the end and must not mention an option: "(b) cannot be more likely"
/// is no refusal.
fn given_up(decided: &Decided, task: Task, text: &str) -> Option<Reading> {
    const SENTENCE: usize = 160;
    if decided.announced || decided.concludes {
        return None;
    }
    let refused = declined(task, text)?;
    let (verdict, refusal) = decided.reading.span.zip(refused.span)?;
    let words = text.get(refusal.start..refusal.end)?;
    let last = verdict.end <= refusal.start && text.len() - refusal.end <= SENTENCE;
    let gives_up = ["cannot-answer", "impossible-to-say"].contains(&refused.rule);
    let of_an_option = words.contains(['(', '"']) || words.contains("ption");
    (last && gives_up && !of_an_option).then_some(refused)
}

/// The reading of a response without a verdict, by the reason for its end.
fn without_verdict(context: &Context<'_>) -> Option<Reading> {
    match context.finish {
        FinishReason::Length => Some(TRUNCATED),
        FinishReason::ContentFilter => Some(WITHHELD),
        FinishReason::Stop | FinishReason::Other => None,
    }
}

const EMPTY: Reading = Reading { answer: Answer::Empty, span: None, rule: "empty" };

const UNREAD: Reading = Reading { answer: Answer::Unread, span: None, rule: "no-verdict" };

/// A filter of the provider withheld the answer, or the rest of it.
const WITHHELD: Reading = Reading { answer: Answer::Refused, span: None, rule: "withheld" };

const TRUNCATED: Reading = Reading { answer: Answer::Truncated, span: None, rule: "truncated" };

/// Returns true if a character is invisible: white space, controls, joiners and direction marks.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::Context;
    use crate::text::vocabulary::words;
    use peirast_record::{FinishReason, Task};
    use proptest::prelude::*;

    const TASKS: [Task; 5] = [Task::Choice, Task::YesNo, Task::Validity, Task::Number, Task::Text];

    fn read_all(text: &str) {
        let options = [('a', "Ada sings.".to_owned()), ('b', "Ada sings and is tall.".to_owned())];
        let context = Context::new(&options, FinishReason::Length).asked("Is it so?");
        for task in TASKS {
            read(task, text, &context);
        }
    }

    /// Rules check the words before and after those that they know; a text may begin and end with
    /// any.
    #[test]
    fn any_one_or_two_words_that_rules_know_are_read() {
        let words: Vec<&str> = words().collect();
        for first in &words {
            read_all(first);
            for second in words.iter().step_by(7) {
                read_all(&format!("{first} {second}"));
                read_all(&format!("{second}, {first}."));
            }
        }
    }

    proptest! {
        #[test]
        fn any_words_that_rules_know_are_read(
            picked in proptest::collection::vec((0_usize..2000, 0_usize..12), 1..16),
        ) {
            let words: Vec<&str> = words().collect();
            let signs = [" ", " ", " ", ", ", ": ", ". ", "? ", " (a) ", " b ", " 7 ", " = ", "\n"];
            let piece = |(word, sign): &(usize, usize)| {
                format!("{}{}", words[word % words.len()], signs[*sign])
            };
            read_all(&picked.iter().map(piece).collect::<String>());
        }
    }
}
