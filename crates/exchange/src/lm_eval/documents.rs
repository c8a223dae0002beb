//! The documents of a task.

use super::doc::{doc, plain};
use super::put::{self, TaskForm};
use super::python_pattern::not_python;
use crate::ExchangeError;
use peirast_record::{Accepted, Problem, Profile, Task};
use peirast_task::{Asker, Design, Protocol};
use rayon::prelude::*;
use serde_json::Value;

/// Problems as documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Documents {
    /// The form of the answers.
    pub form: TaskForm,
    /// True if all problems are made of views, so that `peirast import etr` reads them too.
    pub is_of_views: bool,
    /// A document for each problem, in order.
    pub docs: Vec<Value>,
}

impl Documents {
    /// Makes documents of problems with one kind of question, to be answered at once or after some
    /// thought.
    ///
    /// # Errors
    /// If there are no problems, or problems of several kinds, or a pattern that Python does not
    /// accept.
    pub fn new(problems: &[Problem], cot: bool) -> Result<Self, ExchangeError> {
        let task = only_task(problems)?;
        let form = TaskForm::new(task, problems);
        let labels = form.labels;
        // The texts do not depend on the design.
        let asker = Asker::new(&Design { seed: 0, profile: Profile::Balanced })?;
        let document = |problem: &Problem| {
            check_patterns(problem).map_err(|error| error.at(format!("problem {}", problem.id)))?;
            let of_views = problem.worded.is_some();
            let strategy = match of_views {
                true => put::strategy(task, cot)?,
                false => put::plain(task, labels, cot),
            };
            let prompt = asker.ask(problem, &Protocol::from(&strategy));
            let question = prompt.messages.last().map_or("", |message| message.content.as_str());
            let write = if of_views { doc } else { plain };
            write(problem, &strategy, question)
                .map_err(|error| error.at(format!("problem {}", problem.id)))
        };
        let docs = problems.par_iter().map(document).collect::<Result<_, _>>()?;
        let is_of_views = problems.iter().all(|one| one.worded.is_some());
        Ok(Self { form, is_of_views, docs })
    }
}

/// Refuses patterns that Python does not accept, because the harness scores answers with Python.
fn check_patterns(problem: &Problem) -> Result<(), ExchangeError> {
    let texts = problem.accepts.iter().flat_map(|accepts| &accepts.texts);
    for accepted in texts {
        let Accepted::Pattern(pattern) = accepted else { continue };
        if let Some(what) = not_python(pattern) {
            return Err(ExchangeError::Layout(format!(
                "lm_eval scores with Python, which reads the regular expression /{pattern}/ \
                 differently: {what}. {}",
                problem.truth.why
            )));
        }
    }
    Ok(())
}

/// The kind of question of all problems.
fn only_task(problems: &[Problem]) -> Result<Task, ExchangeError> {
    let first = problems.first().ok_or_else(|| ExchangeError::layout("there is no problem"))?;
    let of_views = |problem: &Problem| problem.worded.is_some();
    let other = problems
        .iter()
        .find(|problem| problem.task != first.task || of_views(problem) != of_views(first));
    match other {
        None => Ok(first.task),
        Some(other) => Err(ExchangeError::Layout(format!(
            "{} and {} ask for different kinds of answers, but a task has only one kind: export a \
             file for each",
            first.id, other.id
        ))),
    }
}
