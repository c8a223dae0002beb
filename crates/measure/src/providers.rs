//! Providers: summaries of the subjects of each provider.

use crate::over_subjects::Measured;
use crate::table::{Record, table};
use peirast_stats::{Error, TestResult, descriptives, result};
use peirast_table::{Table, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// The provider of each subject, by its name with or without the part before the first colon or
/// slash.
pub type Providers = BTreeMap<String, String>;

/// One measure of the subjects of a provider.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// Number of subjects with the measure.
    pub n: u64,
    /// Its mean; `None` without subjects.
    pub mean: Option<f64>,
    /// Its standard deviation; `None` for one subject.
    pub sd: Option<f64>,
    /// The Kruskal-Wallis test of differences between providers, in the row for all subjects.
    pub test: Option<TestResult>,
}

/// The subjects of a provider.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Provider {
    /// The provider; `None` for all of them.
    pub name: Option<String>,
    /// Number of its subjects.
    pub subjects: u64,
    /// The most and the least accurate subject.
    pub best_and_worst: Option<[String; 2]>,
    /// Accuracy.
    pub accuracy: Spread,
    /// The effect of belief.
    pub belief: Spread,
    /// Overall consistency.
    pub consistency: Spread,
}

/// The name in the list for subjects without a provider.
const NOT_KNOWN: &str = "-";

/// The provider's name for a subject: the part after the first colon or slash.
fn split(subject: &str) -> (Option<&str>, &str) {
    match subject.split_once([':', '/']) {
        Some((provider, bare)) => (Some(provider), bare),
        None => (None, subject),
    }
}

/// The provider of a subject: the given one, or else the first part of its name.
fn provider<'a>(subject: &'a str, given: &'a Providers) -> &'a str {
    let (named, bare) = split(subject);
    let given = given.get(subject).or_else(|| given.get(bare));
    given.map(String::as_str).or(named).unwrap_or(NOT_KNOWN)
}

/// The providers of whole subjects; empty if all have the same one.
///
/// # Errors
/// Only a bug: shares are finite.
pub(crate) fn providers(
    measured: &[Measured<'_>],
    given: &Providers,
) -> Result<Vec<Provider>, Error> {
    let mut groups: BTreeMap<&str, Vec<&Measured<'_>>> = BTreeMap::new();
    for own in measured.iter().filter(|own| own.group().is_subject()) {
        if let Some(subject) = own.group().subject.as_deref() {
            groups.entry(provider(subject, given)).or_default().push(own);
        }
    }
    if groups.len() < 2 {
        return Ok(Vec::new());
    }
    let all: Vec<Vec<&Measured<'_>>> = groups.values().cloned().collect();
    let mut rows = Vec::new();
    for (name, subjects) in groups {
        rows.push(row(Some(name), &[subjects])?);
    }
    rows.push(row(None, &all)?);
    Ok(rows)
}

/// The row of these groups of subjects together.
fn row(name: Option<&str>, groups: &[Vec<&Measured<'_>>]) -> Result<Provider, Error> {
    let accuracy = |own: &Measured<'_>| own.accuracy.accuracy.map(|share| share.value);
    let belief = |own: &Measured<'_>| own.belief.belief.map(|belief| belief.value);
    let consistency = |own: &Measured<'_>| own.consistency.overall();
    let mut ranked: Vec<(f64, &str)> = groups
        .iter()
        .flatten()
        .filter_map(|own| Some((accuracy(own)?, own.group().subject.as_deref()?)))
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let ends = ranked.first().zip(ranked.last());
    Ok(Provider {
        name: name.map(str::to_owned),
        subjects: groups.iter().map(Vec::len).sum::<usize>() as u64,
        best_and_worst: ends.map(|(best, worst)| [best.1, worst.1].map(str::to_owned)),
        accuracy: spread(groups, accuracy)?,
        belief: spread(groups, belief)?,
        consistency: spread(groups, consistency)?,
    })
}

fn spread(
    groups: &[Vec<&Measured<'_>>],
    measure: impl Fn(&Measured<'_>) -> Option<f64>,
) -> Result<Spread, Error> {
    let values = |group: &Vec<&Measured<'_>>| group.iter().filter_map(|own| measure(own)).collect();
    let values: Vec<Vec<f64>> = groups.iter().map(values).collect();
    let all = values.concat();
    if all.is_empty() {
        return Ok(Spread::default());
    }
    let found = descriptives::describe(&all)?;
    let test = if values.len() > 1 { Some(result::kruskal_wallis(&values)?) } else { None };
    Ok(Spread { n: found.n, mean: Some(found.mean), sd: found.sd.ok(), test })
}

/// The table of providers.
pub(crate) fn provider_table(rows: &[Provider]) -> Table<'static> {
    let p = |spread: &Spread| spread.test.as_ref().and_then(|test| test.p.ok());
    let record = |row: &Provider| {
        let end = |at: usize| {
            Value::from_option(row.best_and_worst.as_ref(), |ends| ends[at].as_str().into())
        };
        Record::new(false)
            .cell("provider", row.name.as_deref().unwrap_or("all"))
            .count("subjects", row.subjects)
            .share("accuracy", row.accuracy.mean)
            .share("accuracy_sd", row.accuracy.sd)
            .p("p_accuracy", p(&row.accuracy))
            .cell("best", end(0))
            .cell("worst", end(1))
            .points("belief", row.belief.mean)
            .share("belief_sd", row.belief.sd)
            .p("p_belief", p(&row.belief))
            .share("consistency", row.consistency.mean)
            .share("consistency_sd", row.consistency.sd)
            .p("p_consistency", p(&row.consistency))
    };
    table(
        "providers",
        "Providers",
        "Means and standard deviations over the subjects of a provider: accuracy, the effect of \
         belief and overall consistency from their own tables, each subject with all of its \
         answers. The provider of a subject is that in the column `provider` of your file of \
         scores, otherwise the part of its name before the first colon or slash. The p-values in \
         the last row are those of the Kruskal-Wallis test of providers over subjects (an \
         approximation that needs about five subjects of each). Subjects were not assigned to \
         providers at random: a difference describes the subjects that providers offer, not an \
         effect of the provider.",
        rows.iter().map(record),
    )
}
