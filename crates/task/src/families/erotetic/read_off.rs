//! Answers of simulated subjects to closed questions from surface features.

use peirast_fallacy::{Surface, surface};
use peirast_random::Stream;
use peirast_record::{Answer, Problem, Task};

/// Returns the answer of a subject that accepts conclusions that can be read off the premises to
/// this degree: yes to such a conclusion; one of the options that qualify, with equal probability;
/// if none does, that none follows. `None` if the question is not about views.
pub(crate) fn read_off(problem: &Problem, least: Surface, stream: &mut Stream) -> Option<Answer> {
    let worded = problem.worded.as_deref()?;
    let premises = &worded.argument.premises;
    let accepts = |view: &String| surface(premises, view).is_ok_and(|found| found >= least);
    match problem.task {
        Task::YesNo => Some(Answer::YesNo(accepts(worded.asked.first()?))),
        Task::Choice => {
            let letters = problem.options.iter().map(|(letter, _)| *letter);
            let offered = letters.zip(&worded.asked).filter(|(_, view)| accepts(view));
            let offered: Vec<char> = offered.map(|(letter, _)| letter).collect();
            let none = problem.options.last().map(|(letter, _)| *letter);
            stream.choose(&offered).copied().or(none).map(Answer::Choice)
        }
        _ => None,
    }
}
