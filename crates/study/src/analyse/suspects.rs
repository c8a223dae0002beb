//! Recorded answers that may have been asked for with the prompt of another task.

use crate::error::Result;
use crate::grade::Answers;
use peirast_exchange::token_bias::{PromptMismatch, misprompted};
use peirast_record::{Contrast, Factors, Unit};
use peirast_report::Suspect;

/// Finds recorded answers in use that were probably asked for with the wrong prompt.
pub(crate) fn suspects(answers: &Answers, contrasts: &[Contrast]) -> Result<Vec<Suspect>> {
    let mut recorded = Vec::new();
    for answered in answers.answered() {
        let trial = &answered.trial;
        let problem = answers.problem(&trial.problem)?;
        recorded.push((problem, &*trial.subject, &*trial.protocol, &*answered.text));
    }
    let units: Vec<&Unit> = contrasts.iter().flat_map(|contrast| &contrast.units).collect();
    let is_used = |one: &PromptMismatch| {
        let used = |wanted: &Factors| {
            wanted.get("dataset") == Some(&one.set) && wanted.get("mode") == Some(&one.mode)
        };
        units.iter().any(|unit| used(&unit.original) || used(&unit.perturbed))
    };
    let found = misprompted(recorded).into_iter().filter(is_used);
    let suspect = |one: PromptMismatch| Suspect {
        subject: one.subject,
        set: one.set,
        mode: one.mode,
        odd: one.odd,
        all: one.all,
    };
    Ok(found.map(suspect).collect())
}
