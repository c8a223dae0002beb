//! The study that such answers belong to.

use super::ForeignAnswers;
use crate::{ExchangeError, built_in};
use peirast_record::{FamilyPlan, Profile, Study};
use std::collections::{BTreeMap, BTreeSet};

impl ForeignAnswers {
    /// The study of what was found, under this id, without hypotheses: they are made of all that a
    /// directory holds in the end.
    ///
    /// # Errors
    /// Names of models or strategies that no study can have.
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
            families: self.families(),
            strategies: self.strategies.values().cloned().collect(),
            hypotheses: Vec::new(),
            ..base
        };
        study.check()?;
        Ok(study)
    }

    fn families(&self) -> Vec<FamilyPlan> {
        let mut items: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
        for problem in self.problems.values() {
            let variant = (problem.family.as_str(), problem.variant.as_str());
            items.entry(variant).or_default().insert(&problem.item);
        }
        let plan = |((family, variant), items): ((&str, &str), BTreeSet<&str>)| FamilyPlan {
            name: family.to_owned(),
            variants: vec![variant.to_owned()],
            n: u32::try_from(items.len()).unwrap_or(u32::MAX),
            versions: Default::default(),
        };
        items.into_iter().map(plan).collect()
    }
}
