//! The study of imported answers.

use super::SyllogismAnswers;
use crate::{ExchangeError, built_in};
use peirast_record::{Sampling, Strategy, Study, Treatment};

/// Makes the study of the answers.
///
/// # Errors
/// If the names of models or strategies are not allowed in a study.
pub fn study(imported: &SyllogismAnswers) -> Result<Study, ExchangeError> {
    let mut study = built_in::study("syllogism-published")?;
    "syllogism-imported".clone_into(&mut study.id);
    "Syllogisms: recorded answers".clone_into(&mut study.title);
    study.about =
        "Answers recorded by the benchmark \"Logic in LLMs\" (2025), or in its layout. Its \
                   prompts were not recorded."
            .to_owned();
    study.reader = None;
    // Of the sampling settings, only the temperature is recorded.
    study.sampling = Sampling::default();
    study.treatment = Treatment::Exclude;
    study.subjects = imported.models.iter().cloned().collect();
    study.temperatures = imported.temperatures.iter().map(|bits| f64::from_bits(*bits)).collect();
    let lacking = || ExchangeError::layout("the built-in study has no strategy");
    let template = study.strategies.first().cloned().ok_or_else(lacking)?;
    let known = std::mem::take(&mut study.strategies);
    study.strategies = imported
        .strategies
        .iter()
        .map(|name| {
            let found = known.iter().find(|strategy| strategy.name == *name).cloned();
            found.unwrap_or_else(|| Strategy { name: name.clone(), ..template.clone() })
        })
        .collect();
    for family in &mut study.families {
        family.variants = vec!["imported".to_owned()];
    }
    study.check()?;
    Ok(study)
}
