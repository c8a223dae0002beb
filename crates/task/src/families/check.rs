//! Checks of requests to a family before anything is made.

use super::{Family, Variant};
use crate::MakeError;
use peirast_record::Versions;
use std::collections::BTreeSet;

/// Refuses a selection by factors that are not varied, by an empty list of levels, or by the same
/// level twice. Not all levels are known in advance.
pub(super) fn check_factors(
    family: &Family,
    variant: &Variant,
    versions: &Versions,
) -> Result<(), MakeError> {
    let known = || variant.factors.iter().map(|factor| factor.name);
    let path = || format!("{}/{}", family.name, variant.name);
    for (factor, levels) in versions.iter() {
        let named = factor.to_owned();
        if !known().any(|name| name == factor) {
            return Err(MakeError::NoFactor {
                variant: path(),
                factor: named,
                known: known().collect::<Vec<_>>().join(", "),
            });
        }
        let mut seen = BTreeSet::new();
        let what = match levels.iter().find(|level| !seen.insert(*level)) {
            _ if levels.is_empty() => "no level".to_owned(),
            Some(twice) => format!("the level `{twice}` twice"),
            None => continue,
        };
        return Err(MakeError::Levels { variant: path(), factor: named, what });
    }
    Ok(())
}

/// Renders the requested versions in words.
pub(super) fn listed(versions: &Versions) -> String {
    let one = |(factor, levels): (&str, &[String])| format!("{factor} {}", levels.join(" or "));
    versions.iter().map(one).collect::<Vec<_>>().join(" and ")
}

/// The most items that fit in memory with all their versions.
const MOST_ITEMS: u64 = 2_000_000;

/// Refuses requests that would take hours and more memory than available.
///
/// # Errors
/// [`MakeError::TooMany`].
pub(crate) fn check_count(items: u64) -> Result<(), MakeError> {
    match items > MOST_ITEMS {
        true => Err(MakeError::TooMany { n: items, most: MOST_ITEMS }),
        false => Ok(()),
    }
}
