//! The documents of a task.

use super::doc::doc;
use super::put::strategy;
use crate::ExchangeError;
use peirast_record::{Problem, Profile, Task};
use peirast_task::{Asker, Design, Protocol};
use rayon::prelude::*;
use serde_json::Value;

/// Problems as documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Documents {
    /// What they ask for: a task of the harness has one metric.
    pub task: Task,
    /// A document for each problem, in order.
    pub docs: Vec<Value>,
}

impl Documents {
    /// Problems of one kind of question, to be answered at once or after some thought.
    ///
    /// # Errors
    /// No problem, one without views, or problems of several kinds.
    pub fn of(problems: &[Problem], cot: bool) -> Result<Self, ExchangeError> {
        let task = only_task(problems)?;
        let strategy = strategy(task, cot)?;
        // Nothing of what is written out depends on the design.
        let asker = Asker::new(&Design { seed: 0, profile: Profile::Balanced })?;
        let protocol = Protocol::from(&strategy);
        let document = |problem: &Problem| {
            let prompt = asker.ask(problem, &protocol);
            let question = prompt.messages.last().map_or("", |message| message.content.as_str());
            doc(problem, &strategy, question)
                .map_err(|error| error.at(format!("problem {}", problem.id)))
        };
        let docs = problems.par_iter().map(document).collect::<Result<_, _>>()?;
        Ok(Self { task, docs })
    }
}

/// The kind of question of all problems.
fn only_task(problems: &[Problem]) -> Result<Task, ExchangeError> {
    let first = problems.first().ok_or_else(|| ExchangeError::layout("there is no problem"))?;
    if let Some(strange) = problems.iter().find(|problem| problem.worded.is_none()) {
        return Err(ExchangeError::Layout(format!(
            "{} has no views: only problems of the family etr are exported, which `peirast make etr` \
             writes",
            strange.id
        )));
    }
    match problems.iter().find(|problem| problem.task != first.task) {
        None => Ok(first.task),
        Some(other) => Err(ExchangeError::Layout(format!(
            "{} and {} ask for answers of other kinds, and a task has one: export a file for each",
            first.id, other.id
        ))),
    }
}
