//! The study that imported answers belong to.

use super::SyllogismAnswers;
use crate::{ExchangeError, built_in};
use peirast_record::{Sampling, Strategy, Study, Treatment};

/// The study that the answers belong to.
///
/// # Errors
/// Names of models or strategies that no study can have.
pub fn study(imported: &SyllogismAnswers) -> Result<Study, ExchangeError> {
    let mut study = built_in::study("syllogism-published")?;
    "syllogism-imported".clone_into(&mut study.id);
    "Syllogisms: recorded answers".clone_into(&mut study.title);
    study.about =
        "Answers recorded by the benchmark \"Logic in LLMs\" (2025), or in its layout. Its \
                   prompts were not recorded."
            .to_owned();
    study.reader = None;
    // What was sent is not recorded, but for the temperature.
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
