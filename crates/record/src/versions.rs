//! Selections of versions by the levels of factors.

use crate::Factors;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A selection of versions: the wanted levels of some factors. Other factors may have any level.
///
/// ```
/// use peirast_record::{Factors, Versions};
/// let both = Versions::from_iter([("order", "original"), ("order", "reversed")]);
/// let version = |order| Factors::from_iter([("order", order), ("kind", "fallacy")]);
/// assert!(both.includes(&version("reversed")) && !both.includes(&version("2-1-3")));
/// assert!(Versions::default().includes(&version("2-1-3")));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(
    description = "A selection of versions: the wanted levels of some factors. Other factors may have any level."
)]
pub struct Versions(BTreeMap<String, Vec<String>>);

impl Versions {
    /// Returns true if no factor is selected.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The wanted levels of a factor, if it is selected.
    pub fn levels(&self, factor: &str) -> Option<&[String]> {
        self.0.get(factor).map(Vec::as_slice)
    }

    /// Returns true if a version with these levels is wanted.
    pub fn includes(&self, levels: &Factors) -> bool {
        let wanted = |(factor, wanted): (&String, &Vec<String>)| {
            levels.get(factor).is_some_and(|level| wanted.iter().any(|one| one == level))
        };
        self.0.iter().all(wanted)
    }

    /// The selected factors, with their wanted levels.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.0.iter().map(|(factor, levels)| (factor.as_str(), levels.as_slice()))
    }
}

impl<N: Into<String>, L: Into<String>> FromIterator<(N, L)> for Versions {
    fn from_iter<I: IntoIterator<Item = (N, L)>>(pairs: I) -> Self {
        let mut wanted: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (factor, level) in pairs {
            wanted.entry(factor.into()).or_default().push(level.into());
        }
        Self(wanted)
    }
}
