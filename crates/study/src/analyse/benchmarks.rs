//! Scores of subjects on other benchmarks, from a CSV file.

use crate::error::{Context as _, Result, bail};
use peirast_measure::Benchmarks;
use peirast_record::Study;
use peirast_report::{Outcomes, escape_line};
use peirast_table::ForeignTable;
use peirast_task::Family;
use std::collections::BTreeMap;
use std::path::Path;

/// Refuses scores of which none is of a subject that answered.
pub(crate) fn check_names(file: &Path, scores: &Benchmarks, outcomes: &Outcomes) -> Result<()> {
    let subjects: Vec<&str> = outcomes.subjects().collect();
    if subjects.is_empty() || subjects.iter().any(|subject| scores.has(subject)) {
        return Ok(());
    }
    let listed = |names: &[&str]| {
        const MOST: usize = 12;
        let shown: Vec<String> = names.iter().take(MOST).map(|name| escape_line(name)).collect();
        let more = names.len().saturating_sub(MOST);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        if shown.is_empty() { "nobody".to_owned() } else { shown.join(", ") + &more }
    };
    let known: Vec<&str> = scores.scores.keys().map(String::as_str).collect();
    bail!(
        Analysis,
        "{} has scores of {}, and none of them answered here; here are {}. Names must be equal, with or \
         without the part before the first colon or slash",
        file.display(),
        listed(&known),
        listed(&subjects)
    )
}

/// Whether the study asks for judgements of categorical forms by strategies, so that syllogism measures
/// apply.
pub(crate) fn measures_syllogisms(study: &Study) -> bool {
    let has_forms = |name: &str| Family::named(name).is_ok_and(|family| family.has_forms);
    !study.strategies.is_empty() && study.families.iter().any(|family| has_forms(&family.name))
}

/// The family of each model, from the column of that name, if there is one.
pub(crate) fn families(file: &Path) -> Result<BTreeMap<String, String>> {
    let place = || format!("reading the families in {}", file.display());
    let bytes = std::fs::read(file).with_context(place)?;
    let table = ForeignTable::from_bytes(&bytes).with_context(place)?;
    let at = |names: &[&str]| table.heads.iter().position(|name| names.contains(&name.as_str()));
    let Some((model, family)) = at(&["model", "subject", "key"]).zip(at(&["family"])) else {
        return Ok(BTreeMap::new());
    };
    let mut families = BTreeMap::new();
    for (_, row) in &table.rows {
        if let (Some(model), Some(family)) = (row.get(model), row.get(family)) {
            families.insert(model.clone(), family.clone());
        }
    }
    Ok(families)
}

/// Scores of models on other benchmarks.
pub(crate) fn benchmarks(file: &Path) -> Result<Benchmarks> {
    let place = || format!("reading the scores in {}", file.display());
    let bytes = std::fs::read(file).with_context(place)?;
    let table = ForeignTable::from_bytes(&bytes).and_then(ForeignTable::with_plain_numbers);
    let table = table.with_context(place)?;
    let rows = [table.heads].into_iter().chain(table.rows.into_iter().map(|(_, cells)| cells));
    Benchmarks::read(rows).with_context(place)
}
