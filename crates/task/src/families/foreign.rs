//! Problems of other authors.

use super::texts::{Phrasing, Reply, STEP_BY_STEP, Wording};
use super::{Family, NotWorkedOut, WorkedOut};
use peirast_record::{Answer, Labels, Problem, Task};

/// The family of all problems that no Peirast family made. They have no solved examples and no
/// hints: those of Peirast's families are about other problems.
pub(super) static FOREIGN: Family = Family {
    name: "",
    about: "problems of one's own",
    profiles: &[],
    variants: &[],
    exemplars: None,
    phrasing: Phrasing {
        task: task_sentence,
        weak_hint: Wording::new(""),
        strong_hint: Wording::new(""),
        steps: STEP_BY_STEP,
    },
    replies,
    cues: &[],
    origins: &[],
    has_forms: false,
    work_out,
    check_data: || Ok(()),
};

fn task_sentence(task: Task) -> &'static str {
    match task {
        Task::Choice => "Answer the following question with the label of the right option.",
        Task::YesNo => "Answer the following question with 'Yes' or 'No'.",
        Task::Validity => {
            "Say whether the following argument is 'valid', which means that its conclusion follows from its \
             premises, or 'invalid', which means that it does not follow."
        }
        Task::Number => "Answer the following question with a number.",
        Task::Text => "Answer the following question in a few words.",
        Task::Conclusion => "Say what follows from the following premises, if anything does.",
    }
}

/// Returns ways to answer: the answer alone, with options by their labels.
fn replies(reply: &Reply<'_>) -> Vec<String> {
    let answers = match reply.answer {
        Answer::Choice(letter) => vec![shown(reply.problem.labels, letter)],
        _ => reply.plain(),
    };
    match reply.cot {
        false => answers,
        true => answers
            .into_iter()
            .map(|answer| format!("I thought about it. The answer is {answer}."))
            .collect(),
    }
}

fn shown(labels: Labels, letter: char) -> String {
    format!("({})", labels.label(letter))
}

/// The answers of foreign problems cannot be worked out from their texts.
fn work_out(_: &Problem) -> Result<WorkedOut, NotWorkedOut> {
    Err(NotWorkedOut::OtherText)
}
