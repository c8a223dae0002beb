//! Scores of subjects on other benchmarks, from a CSV file.

use crate::error::{Context as _, Result, bail};
use peirast_measure::Benchmarks;
use peirast_record::Study;
use peirast_report::{Outcomes, escape_line};
use peirast_table::{ForeignTable, is_missing};
use peirast_task::Family;
use std::collections::BTreeMap;
use std::path::Path;

/// Refuses a file of scores if none of its models is a subject that answered.
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

/// Returns true if the study asks for judgements of categorical forms by strategies, so that
/// syllogism measures apply.
pub(crate) fn measures_syllogisms(study: &Study) -> bool {
    let has_forms = |name: &str| Family::named(name).is_ok_and(|family| family.has_forms);
    !study.strategies.is_empty() && study.families.iter().any(|family| has_forms(&family.name))
}

/// Returns the entries of a text column, such as `family` or `provider`, by model; empty without
/// that column.
pub(crate) fn text_column(file: &Path, column: &str) -> Result<BTreeMap<String, String>> {
    let place = || format!("reading the column `{column}` of {}", file.display());
    let bytes = std::fs::read(file).with_context(place)?;
    let table = ForeignTable::from_bytes(&bytes).with_context(place)?;
    let is_one = |head: &str, names: &[&str]| names.contains(&head.trim().to_lowercase().as_str());
    let at = |names: &[&str]| table.heads.iter().position(|head| is_one(head, names));
    let Some((model, text)) = at(&["model", "subject", "key"]).zip(at(&[column])) else {
        return Ok(BTreeMap::new());
    };
    let of_row = |row: &Vec<String>| {
        let text = row.get(text).filter(|text| !is_missing(text))?;
        Some((row.get(model)?.clone(), text.clone()))
    };
    Ok(table.rows.iter().filter_map(|(_, row)| of_row(row)).collect())
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
