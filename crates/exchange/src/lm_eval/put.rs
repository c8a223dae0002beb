//! Strategies that put problems to the models of the harness.

use crate::{ExchangeError, built_in, recorded};
use peirast_record::{Labels, Problem, Strategy, Task};

/// The labels of the options of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskLabels {
    /// Letters, upper or lower case; also for tasks without options.
    Letters,
    /// Numbers from 1.
    Numbers,
    /// Letters for some problems, numbers for others.
    Both,
}

impl TaskLabels {
    /// The labels of these problems.
    pub fn of(problems: &[Problem]) -> Self {
        let is_numbered = |problem: &Problem| problem.labels == Labels::Numbers;
        match (problems.iter().any(is_numbered), problems.iter().all(is_numbered)) {
            (false, _) => Self::Letters,
            (true, true) => Self::Numbers,
            (true, false) => Self::Both,
        }
    }
}

/// The form of the answers to a task of the harness, which has one metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskForm {
    /// The kind of question.
    pub task: Task,
    /// The labels of the options.
    pub labels: TaskLabels,
    /// True if some question has several right options.
    pub has_several_right: bool,
}

impl TaskForm {
    /// The form of these problems, which all ask for this kind of answer.
    pub fn new(task: Task, problems: &[Problem]) -> Self {
        let has_several_right = problems.iter().any(|one| one.right_options().count() > 1);
        Self { task, labels: TaskLabels::of(problems), has_several_right }
    }
}

/// The question before an answer in English.
const QUESTION: &str = "What, if anything, follows from this? More than one answer can be right.";

/// The request for some thought.
const THINK: &str = "Spend a few paragraphs thinking about it first.";

/// The strategy for problems of this kind, to be answered at once or after some thought. The first
/// is the strategy of the built-in study, so that answers can be compared with those to that study.
///
/// # Errors
/// If the built-in study has none for open questions.
pub fn strategy(task: Task, cot: bool) -> Result<Strategy, ExchangeError> {
    if let (Task::Conclusion, false) = (task, cot) {
        let strategies = built_in::study("etr")?.strategies;
        let found = strategies.into_iter().find(|strategy| strategy.task == Some(task));
        let lacking = || ExchangeError::layout("the built-in study etr has no such strategy");
        return found.ok_or_else(lacking);
    }
    let user = match (task, cot) {
        (Task::Conclusion, _) => format!(
            "{{preamble}}\n\n{{premises}}\n\n{QUESTION}\n\n{THINK} Then write your conclusion in English, \
             as one statement, on a line of its own, in this form:\nAnswer: From the premises, we can \
             conclude that ..."
        ),
        (_, true) => format!("{{problem}}\n\n{THINK}"),
        (_, false) => "{problem}\n\nAnswer at once, without further explanation.".to_owned(),
    };
    let manner = if cot { "thinking" } else { "at_once" };
    let question = match task {
        Task::Conclusion => "",
        Task::Choice => "_choice",
        _ => "_yes_no",
    };
    Ok(recorded::strategy(format!("{manner}{question}"), Some(task), user, cot))
}

/// The strategy for problems that do not say how to answer. It adds the request and the form of the
/// answer, which the harness looks for. All problems of a task have one strategy, with any labels
/// of options.
pub fn plain(task: Task, labels: TaskLabels, cot: bool) -> Strategy {
    const CHOOSE: &str = "Choose one of the options.";
    let (kind, asked, form) = match task {
        Task::Choice => match labels {
            TaskLabels::Letters => ("choice", CHOOSE, "Answer: (letter)"),
            TaskLabels::Numbers => ("numbered_choice", CHOOSE, "Answer: (number of the option)"),
            TaskLabels::Both => ("labelled_choice", CHOOSE, "Answer: (label of the option)"),
        },
        Task::YesNo => ("yes_no", "Say yes or no.", "Answer: Yes, or Answer: No"),
        Task::Validity => (
            "validity",
            "Say whether the syllogism is correct, which means that its conclusion follows from its \
             premises, or incorrect, which means that it does not follow.",
            "Answer: correct, or Answer: incorrect",
        ),
        Task::Number => ("number", "Give a number.", "Answer: number"),
        Task::Text => ("text", "Answer in a few words.", "Answer: words"),
        Task::Conclusion => ("open", "Say what follows, if anything does.", "Answer: conclusion"),
    };
    let (manner, how) = match cot {
        true => ("thinking", format!("{THINK} Then write your answer on a line of its own")),
        false => ("at_once", "Answer at once, without further explanation, on one line".to_owned()),
    };
    let user = format!("{{problem}}\n\n{asked} {how}, in this form:\n{form}");
    recorded::strategy(format!("asked_{manner}_{kind}"), Some(task), user, cot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_can_be_used_by_a_study() {
        let mut names = std::collections::BTreeSet::new();
        for task in [Task::Conclusion, Task::YesNo, Task::Choice] {
            for cot in [false, true] {
                let strategy = strategy(task, cot).expect("a strategy");
                assert_eq!(
                    (strategy.check(), strategy.cot, strategy.task),
                    (Ok(()), cot, Some(task))
                );
                assert!(names.insert(strategy.name));
            }
        }
        for task in [Task::Choice, Task::YesNo, Task::Validity, Task::Number, Task::Text] {
            for cot in [false, true] {
                let strategy = plain(task, TaskLabels::Letters, cot);
                assert_eq!((strategy.check(), strategy.cot), (Ok(()), cot));
                assert!(names.insert(strategy.name));
            }
        }
        for labels in [TaskLabels::Numbers, TaskLabels::Both] {
            let strategy = plain(Task::Choice, labels, false);
            assert_eq!(strategy.check(), Ok(()));
            assert!(names.insert(strategy.name));
        }
    }
}
