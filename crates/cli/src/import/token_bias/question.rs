//! Questions of the token-bias study, turned into problems.

use anyhow::{Context as _, Result, bail};
use peirast_record::{Answer, Factors, Problem, Segment, Task, Truth};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A question with its id.
#[derive(Debug)]
pub struct Question {
    /// The question as a problem.
    pub problem: Problem,
}

#[derive(Debug, Deserialize)]
struct Line {
    qid: String,
    dataset: String,
    question_id: u64,
    question: String,
    target: String,
}

/// Reads question files, by question id.
pub fn read(files: &[PathBuf]) -> Result<BTreeMap<String, Question>> {
    let mut questions = BTreeMap::new();
    for file in files {
        super::lines::each(file, |line: Line, place| {
            let snapshot = snapshot(&line.qid, &line.dataset);
            let problem = problem(
                &line.qid,
                snapshot,
                &line.dataset,
                &line.question_id.to_string(),
                &line.question,
                &line.target,
            )
            .with_context(place)?;
            if let Some(Question { problem: other }) = questions.get(&line.qid)
                && *other != problem
            {
                bail!("{}: question `{}` stands there twice, with two texts", place(), line.qid);
            }
            questions.insert(line.qid, Question { problem });
            Ok(())
        })?;
    }
    Ok(questions)
}

/// The snapshot of the data sets that a question belongs to: what stands before its data set.
fn snapshot<'a>(qid: &'a str, dataset: &str) -> &'a str {
    match qid.split_once(':') {
        Some((snapshot, rest)) if rest.starts_with(dataset) => snapshot,
        _ => "main",
    }
}

/// A recorded question as a problem. Its truth is the recorded target.
pub fn problem(
    id: &str,
    snapshot: &str,
    dataset: &str,
    item: &str,
    text: &str,
    target: &str,
) -> Result<Problem> {
    let task = task(dataset)
        .with_context(|| format!("data set `{dataset}` begins with none of linda, sets, math"))?;
    let answer = target_answer(task, target)
        .with_context(|| format!("target `{target}` is no answer to `{dataset}`"))?;
    let options = if task == Task::Choice { options(text) } else { Vec::new() };
    if let Answer::Choice(letter) = answer
        && !options.iter().any(|(known, _)| *known == letter)
    {
        bail!("target `{target}` is none of the options of question `{id}`");
    }
    let lure = match answer {
        Answer::Choice('a') => Answer::Choice('b'),
        Answer::Choice(_) => Answer::Choice('a'),
        Answer::YesNo(yes) => Answer::YesNo(!yes),
        other => other,
    };
    Ok(Problem {
        id: id.to_owned(),
        item: item.to_owned(),
        family: "recorded".to_owned(),
        variant: dataset.to_owned(),
        task,
        factors: Factors::from_iter([("snapshot", snapshot), ("dataset", dataset)]),
        segments: vec![Segment { role: "question".to_owned(), text: text.to_owned() }],
        options,
        truth: Truth {
            answer,
            lure,
            form: "as recorded".to_owned(),
            why: "the authors' answer key".to_owned(),
        },
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
        Task::Validity | Task::Conclusion => None,
        Task::Number => target.trim_matches(['[', ']']).trim().parse().ok().map(Answer::Number),
    }
}

/// The options of a question text: what follows "(a)", "(b)", "(c)".
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
