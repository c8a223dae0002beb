//! Factors of an experiment, with their levels.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// An assignment of levels to factors, for example `context=relevant, position=a`.
///
/// Clones share their levels until one is changed, since many problems have few combinations of
/// levels.
///
/// A matched pair must differ in exactly one factor; [`Factors::differing`] returns the differing
/// ones.
///
/// ```
/// use peirast_record::Factors;
/// let original = Factors::from_iter([("context", "relevant"), ("position", "a")]);
/// let perturbed = original.with("context", "irrelevant");
/// assert_eq!(original.differing(&perturbed), ["context"]);
/// ```
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[schemars(
    description = "Levels of factors, for example `{ context = \"relevant\", position = \"a\" }`. A matched pair differs in exactly one factor."
)]
pub struct Factors(Arc<BTreeMap<String, String>>);

impl Factors {
    /// No factors.
    pub fn new() -> Self {
        Self::default()
    }

    /// The level of `factor`, if it has one here.
    pub fn get(&self, factor: &str) -> Option<&str> {
        self.0.get(factor).map(String::as_str)
    }

    /// Sets the level of `factor`.
    pub fn set(&mut self, factor: impl Into<String>, level: impl Into<String>) {
        Arc::make_mut(&mut self.0).insert(factor.into(), level.into());
    }

    /// The same assignment with one factor set.
    #[must_use]
    pub fn with(&self, factor: impl Into<String>, level: impl Into<String>) -> Self {
        let mut changed = self.clone();
        changed.set(factor, level);
        changed
    }

    /// The same assignment without one factor.
    #[must_use]
    pub fn without(&self, factor: &str) -> Self {
        let mut changed = self.clone();
        if changed.0.contains_key(factor) {
            Arc::make_mut(&mut changed.0).remove(factor);
        }
        changed
    }

    /// Both assignments together; if both set a factor, `other` wins.
    #[must_use]
    pub fn merged(&self, other: &Self) -> Self {
        let mut all = self.clone();
        let more = other.0.iter().map(|(k, v)| (k.clone(), v.clone()));
        Arc::make_mut(&mut all.0).extend(more);
        all
    }

    /// The names of the factors whose levels differ. A missing level counts as a level of its own.
    pub fn differing<'a>(&'a self, other: &'a Self) -> Vec<&'a str> {
        let mut names: Vec<&str> = self
            .0
            .keys()
            .chain(other.0.keys())
            .map(String::as_str)
            .filter(|name| self.get(name) != other.get(name))
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns true if every factor of `wanted` has the same level here.
    pub fn matches(&self, wanted: &Self) -> bool {
        wanted.0.iter().all(|(name, level)| self.get(name) == Some(level))
    }

    /// Returns true if no factor is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The factors in order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, level)| (name.as_str(), level.as_str()))
    }
}

impl<N: Into<String>, L: Into<String>> FromIterator<(N, L)> for Factors {
    fn from_iter<I: IntoIterator<Item = (N, L)>>(pairs: I) -> Self {
        Self(Arc::new(pairs.into_iter().map(|(n, l)| (n.into(), l.into())).collect()))
    }
}

impl fmt::Display for Factors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, level)) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{name}={level}")?;
        }
        Ok(())
    }
}
