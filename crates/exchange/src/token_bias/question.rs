//! Turns questions of the token-bias study into problems.

use crate::ExchangeError;
use peirast_record::{Answer, Factors, Labels, Problem, Segment, Task, Truth, read_json};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The questions so far, as problems, by their ids.
pub(super) type Questions = BTreeMap<String, Problem>;

#[derive(Debug, Deserialize)]
struct QuestionLine {
    qid: String,
    dataset: String,
    question_id: u64,
    question: String,
    target: String,
}

/// Adds a line of a file of questions.
pub(super) fn take(known: &mut Questions, line: &str) -> Result<(), ExchangeError> {
    let QuestionLine { qid, dataset, question_id, question, target } = read_json(line)?;
    let snapshot = snapshot(&qid, &dataset);
    let item = question_id.to_string();
    let problem = problem(&qid, snapshot, &dataset, &item, &question, &target)?;
    if known.get(&qid).is_some_and(|other| *other != problem) {
        return Err(ExchangeError::Layout(format!(
            "question `{qid}` occurs twice, with two texts"
        )));
    }
    known.insert(qid, problem);
    Ok(())
}

/// The snapshot of the data sets that a question belongs to: the text before the name of its data
/// set.
fn snapshot<'a>(qid: &'a str, dataset: &str) -> &'a str {
    match qid.split_once(':') {
        Some((snapshot, rest)) if rest.starts_with(dataset) => snapshot,
        _ => "main",
    }
}

/// A recorded question as a problem. Its truth is the recorded target.
pub(super) fn problem(
    id: &str,
    snapshot: &str,
    dataset: &str,
    item: &str,
    text: &str,
    target: &str,
) -> Result<Problem, ExchangeError> {
    let strange = || format!("data set `{dataset}` begins with none of linda, sets, math");
    let task = task(dataset).ok_or_else(|| ExchangeError::Layout(strange()))?;
    let wrong = || format!("target `{target}` is not an answer to `{dataset}`");
    let answer = target_answer(task, target).ok_or_else(|| ExchangeError::Layout(wrong()))?;
    let options = if task == Task::Choice { options(text) } else { Vec::new() };
    if let Answer::Choice(letter) = answer
        && !options.iter().any(|(known, _)| *known == letter)
    {
        let fault = format!("target `{target}` is not an option of question `{id}`");
        return Err(ExchangeError::Layout(fault));
    }
    let lure = match answer {
        Answer::Choice('a') => Answer::Choice('b'),
        Answer::Choice(_) => Answer::Choice('a'),
        Answer::YesNo(yes) => Answer::YesNo(!yes),
        other => other,
    };
    Ok(Problem {
        id: id.into(),
        item: item.into(),
        family: "recorded".into(),
        variant: dataset.into(),
        task,
        factors: Factors::from_iter([("snapshot", snapshot), ("dataset", dataset)]),
        segments: vec![Segment { role: "question".into(), text: text.to_owned() }],
        options,
        labels: Labels::default(),
        truth: Truth {
            answer,
            lure,
            form: "as recorded".to_owned(),
            why: "the authors' answer key".to_owned(),
        },
        accepts: None,
        worded: None,
    })
}

fn task(dataset: &str) -> Option<Task> {
    match dataset.split('_').next()? {
        "linda" => Some(Task::Choice),
        "sets" => Some(Task::YesNo),
        "math" => Some(Task::Number),
        _ => None,
    }
}

fn target_answer(task: Task, target: &str) -> Option<Answer> {
    let target = target.trim();
    match task {
        Task::Choice => {
            let rest = target.strip_prefix('(')?;
            let letter = rest.chars().next()?.to_ascii_lowercase();
            letter.is_ascii_lowercase().then_some(Answer::Choice(letter))
        }
        Task::YesNo => match target.trim_matches(['[', ']']).to_lowercase().as_str() {
            "no" => Some(Answer::YesNo(false)),
            "yes" => Some(Answer::YesNo(true)),
            _ => None,
        },
        Task::Validity | Task::Text | Task::Conclusion => None,
        Task::Number => target.trim_matches(['[', ']']).trim().parse().ok().map(Answer::Number),
    }
}

/// The options of a question text: the texts after "(a)", "(b)", "(c)".
fn options(text: &str) -> Vec<(char, String)> {
    let marks: Vec<(char, usize)> = ['a', 'b', 'c', 'd']
        .into_iter()
        .filter_map(|letter| text.rfind(&format!("({letter})")).map(|at| (letter, at)))
        .collect();
    let end_of = |at: usize| {
        marks
            .iter()
            .map(|(_, other)| *other)
            .filter(|other| *other > at)
            .min()
            .unwrap_or(text.len())
    };
    marks
        .iter()
        .filter_map(|(letter, at)| {
            Some((*letter, text.get(at + 3..end_of(*at))?.trim().to_owned()))
        })
        .collect()
}
