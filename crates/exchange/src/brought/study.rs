//! The study of imported answers.

use super::ForeignAnswers;
use crate::{ExchangeError, built_in, recorded};
use peirast_record::{Profile, Study};

impl ForeignAnswers {
    /// Makes the study of the answers under this id, without hypotheses. Hypotheses depend on
    /// everything that a run directory holds in the end.
    ///
    /// # Errors
    /// If the names of models or strategies are not allowed in a study.
    pub fn study(&self, id: &str, tool: &str) -> Result<Study, ExchangeError> {
        let base = built_in::study("belief-bias")?;
        let study = Study {
            id: id.to_owned(),
            title: format!("Answers asked for by {tool}"),
            about: format!(
                "Answers that {tool} recorded, read and graded here. What can be compared by matched pairs \
                 is compared by the hypotheses of the built-in studies."
            ),
            seed: 0,
            profile: Profile::default(),
            sampling: Default::default(),
            temperatures: Vec::new(),
            bias: Some("an effect".to_owned()),
            reader: None,
            voting: None,
            sequential: None,
            aa: None,
            repeats: self.repeats.values().copied().max().unwrap_or(1),
            subjects: self.models.iter().cloned().collect(),
            families: recorded::families(self.problems.values()),
            strategies: self.strategies.values().cloned().collect(),
            hypotheses: Vec::new(),
            ..base
        };
        study.check()?;
        Ok(study)
    }
}
