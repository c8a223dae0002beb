//! Requirements on two studies whose answers share a table.

use crate::error::Result;
use peirast_record::Study;
use peirast_store::Store;

/// Checks that both studies list temperatures, or neither does: answers at the single temperature
/// of a sampling would be mixed with those at any of several.
pub(crate) fn check_temperatures(store: &Store, study: &Study, before: &Study) -> Result<()> {
    if study.temperatures.is_empty() == before.temperatures.is_empty() {
        return Ok(());
    }
    refuse!(
        "{} holds answers {}, and these are {}: they could not be paired; choose another directory with --into",
        store.dir().display(),
        at_which(before),
        at_which(study)
    )
}

/// Describes the temperatures of a study.
fn at_which(study: &Study) -> String {
    let listed: Vec<String> = study.temperatures.iter().map(ToString::to_string).collect();
    match (listed.as_slice(), study.sampling.temperature) {
        ([], None) => "at no temperature of their own".to_owned(),
        ([], Some(one)) => format!("at the one temperature {one}"),
        ([one], _) => format!("at a list of temperatures ({one})"),
        (several, _) => format!("at several temperatures ({})", several.join(", ")),
    }
}

/// Checks that strategies of one name have one text: otherwise their answers would be pooled.
pub(crate) fn check_strategies(store: &Store, study: &Study, before: &Study) -> Result<()> {
    let changed = study
        .strategies
        .iter()
        .find(|one| before.strategies.iter().any(|other| other.name == one.name && other != *one));
    match changed {
        None => Ok(()),
        Some(strategy) => refuse!(
            "{} holds answers to another strategy of the name `{}`: give the new one a name of its \
             own, or choose another directory with --into",
            store.dir().display(),
            strategy.name
        ),
    }
}
