//! Verdicts as scores of Inspect.

use super::sample::SampleAnswer;
use crate::recorded::{answer_in_words, text_in_words};
use peirast_record::{Answer, Grade, Problem, Task};
use serde_json::Value;

/// The name of the score for the outcomes of pairs.
pub(super) const PAIR_OUTCOME: &str = "pair_outcome";

/// The name of the scorer for questions of these kinds.
pub(super) fn scorer(tasks: impl IntoIterator<Item = Task>) -> &'static str {
    let mut tasks = tasks.into_iter();
    let Some(first) = tasks.next() else { return "verdict" };
    if tasks.any(|other| other != first) {
        return "verdict";
    }
    match first {
        Task::Choice => "choice",
        Task::YesNo => "yes_no",
        Task::Validity => "validity",
        Task::Number => "number",
        Task::Text => "text",
        Task::Conclusion => "conclusion",
    }
}

/// Inspect's words for right, wrong, and no verdict.
pub(super) fn value(grade: Grade) -> &'static str {
    match grade {
        Grade::Correct => "C",
        Grade::Wrong => "I",
        Grade::Unscored => "N",
    }
}

/// An answer in the words of its question. Options have capital letters in Inspect.
pub(crate) fn answer(answer: Answer) -> String {
    match answer {
        Answer::Choice(letter) => letter.to_ascii_uppercase().to_string(),
        other => answer_in_words(other).unwrap_or_else(|| other.to_string()),
    }
}

/// The right answers: one, unless several options are right. An open question has many, which are
/// described.
pub(crate) fn targets(problem: &Problem) -> Vec<String> {
    match problem.task {
        Task::Conclusion => vec!["what follows from the premises".to_owned()],
        Task::Text => vec![text_in_words(problem).unwrap_or_default()],
        Task::Choice => problem.right_options().map(|one| answer(Answer::Choice(one))).collect(),
        _ => vec![answer(problem.truth.answer)],
    }
}

/// The target of a sample: a text, or a list if several options are right.
pub(super) fn target(problem: &Problem) -> Value {
    let mut targets = targets(problem);
    match targets.len() {
        1 => Value::String(targets.remove(0)),
        _ => targets.into(),
    }
}

/// The words of the reading, its rule, and the reason of the grade.
pub(super) fn explanation(problem: &Problem, given: &SampleAnswer) -> String {
    let read = match &given.span {
        Some(span) => format!("read \"{span}\" as {} by rule {}", given.answer, given.rule),
        None => format!("{}, by rule {}", given.answer, given.rule),
    };
    let truth = &problem.truth;
    let right = match problem.task {
        Task::Conclusion | Task::Text => truth.why.clone(),
        _ => format!("right is {}: {}", truth.answer, truth.why),
    };
    format!("{read}\n{right}\n{}", truth.form)
}
