//! What must be alike in two studies, for their answers to stand in one table.

use crate::error::Result;
use peirast_record::Study;
use peirast_store::Store;

/// Refuses a list of temperatures where there was none, or none where there was one: answers at the one temperature of a
/// sampling would stand on the side of those at any of several.
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

/// At which temperatures a study asks.
fn at_which(study: &Study) -> String {
    let listed: Vec<String> = study.temperatures.iter().map(ToString::to_string).collect();
    match (listed.as_slice(), study.sampling.temperature) {
        ([], None) => "at no temperature of their own".to_owned(),
        ([], Some(one)) => format!("at the one temperature {one}"),
        ([one], _) => format!("at a list of temperatures ({one})"),
        (several, _) => format!("at several temperatures ({})", several.join(", ")),
    }
}

/// Refuses another text under the name of a strategy: the answers would be pooled.
pub(crate) fn check_strategies(store: &Store, study: &Study, before: &Study) -> Result<()> {
    let changed = study
        .strategies
        .iter()
        .find(|own| before.strategies.iter().any(|other| other.name == own.name && other != *own));
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
