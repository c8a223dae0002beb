//! Finds imported answers that no comparison uses, by mode and data set.

use super::TokenBiasAnswer;
use crate::ExchangeError;
use peirast_record::{Contrast, Factors, Problem};
use peirast_task::{analysis_ids, built_in_analysis};
use std::collections::{BTreeMap, BTreeSet};

/// Answers that no comparison of any profile uses, with the reason, one for each line.
///
/// # Errors
/// If a built-in analysis does not parse: a bug that a test would find.
pub fn unused(
    problems: &[Problem],
    answers: &[TokenBiasAnswer],
) -> Result<Vec<String>, ExchangeError> {
    let used = QuestionUse::new()?;
    let factors: BTreeMap<&str, &Factors> =
        problems.iter().map(|problem| (problem.id.as_str(), &problem.factors)).collect();
    let mut counts: BTreeMap<Factors, u64> = BTreeMap::new();
    for TokenBiasAnswer { trial, .. } in answers {
        if let Some(factors) = factors.get(trial.problem.as_str()) {
            *counts.entry(factors.with("mode", &trial.protocol)).or_default() += 1;
        }
    }
    let mut lines: BTreeMap<String, u64> = BTreeMap::new();
    for (levels, count) in counts {
        for reason in used.reasons(&levels) {
            *lines.entry(reason).or_default() += count;
        }
    }
    Ok(lines.into_iter().map(|(what, count)| format!("{count} answers {what}")).collect())
}

/// The levels that the built-in comparisons use.
struct QuestionUse {
    selections: Vec<Factors>,
    modes: BTreeSet<String>,
    data_sets: BTreeSet<(String, String)>,
}

impl QuestionUse {
    fn new() -> Result<Self, ExchangeError> {
        let mut selections = Vec::new();
        for analysis in analysis_ids().filter_map(built_in_analysis) {
            let members = |contrast: Contrast| {
                contrast.units.into_iter().flat_map(|unit| [unit.original, unit.perturbed])
            };
            selections.extend(analysis?.contrasts().into_iter().flat_map(members));
        }
        let modes = selections.iter().map(|levels| level(levels, "mode")).collect();
        let data_sets = selections.iter().map(data_set).collect();
        Ok(Self { selections, modes, data_sets })
    }

    /// The reasons why no comparison uses answers with these levels; empty if one does.
    fn reasons(&self, levels: &Factors) -> Vec<String> {
        if self.selections.iter().any(|wanted| levels.matches(wanted)) {
            return Vec::new();
        }
        let (mode, (snapshot, set)) = (level(levels, "mode"), data_set(levels));
        let mut reasons = Vec::new();
        if !self.modes.contains(&mode) {
            reasons.push(format!("under the mode `{mode}`, which no comparison uses"));
        }
        if !self.data_sets.contains(&(snapshot.clone(), set.clone())) {
            reasons.push(format!(
                "to the data set `{set}` (snapshot {snapshot}), which no comparison uses"
            ));
        }
        if reasons.is_empty() {
            reasons.push("under modes to data sets that no comparison uses together".to_owned());
        }
        reasons
    }
}

fn data_set(levels: &Factors) -> (String, String) {
    (level(levels, "snapshot"), level(levels, "dataset"))
}

fn level(levels: &Factors, factor: &str) -> String {
    levels.get(factor).unwrap_or_default().to_owned()
}
