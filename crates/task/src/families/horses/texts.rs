//! The wording around races.

use crate::families::texts::{Phrasing, Reply, STEP_BY_STEP, Wording, task_sentence};
use peirast_record::Answer;

pub(super) const PHRASING: Phrasing = Phrasing {
    task: task_sentence,
    weak_hint: Wording::new(WEAK_RACES),
    strong_hint: Wording::new(STRONG_RACES),
    steps: STEP_BY_STEP,
};

const WEAK_RACES: &str = "Please be aware that this is a variation of the 25 horses puzzle.";

const STRONG_RACES: &str = "Please be aware that this is a variation of the 25 horses puzzle. \
Count the heats that let every animal run once, the race of the winners, and the races that \
settle the second and third place among those that can still take them.";

/// Returns ways to give a number.
pub(super) fn replies(reply: &Reply<'_>) -> Vec<String> {
    let Answer::Number(n) = reply.answer else { return reply.plain() };
    match reply.cot {
        false => vec![format!("{n}"), format!("The answer is {n}.")],
        true => {
            vec![format!("First the heats, then the winners, then those left. The answer is {n}.")]
        }
    }
}
