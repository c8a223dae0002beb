//! The study of imported answers.

use super::{AnswerRecords, Views};
use crate::{ExchangeError, built_in, recorded};
use peirast_record::{Sampling, Study};

/// Makes the study of the stored answers, without hypotheses. Hypotheses depend on everything that
/// a run directory holds in the end.
///
/// # Errors
/// If the names of models or strategies are not allowed in a study.
pub fn study(stored: &AnswerRecords, views: Views) -> Result<Study, ExchangeError> {
    let mut study = built_in::study("etr")?;
    "etr-imported".clone_into(&mut study.id);
    "Fallacies that a theory of human reasoning predicts: recorded answers"
        .clone_into(&mut study.title);
    study.about = "Answers recorded by the lm-evaluation-harness or by the public fallacy evaluation \
                   (2025). What people are predicted to conclude, and whether it follows, was worked \
                   out again."
        .to_owned();
    study.reader = (views == Views::All).then(|| "recorded-views".to_owned());
    study.sampling = Sampling::default();
    study.repeats = stored.repeats;
    study.subjects = stored.models.iter().cloned().collect();
    study.strategies = stored.strategies.clone();
    study.hypotheses = Vec::new();
    study.families = recorded::families(&stored.problems);
    study.check()?;
    Ok(study)
}
