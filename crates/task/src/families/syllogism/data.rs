//! The lists used in syllogisms, with their sources in the data files.

use crate::DataError;
use crate::list::{List, read, read_entries};
use serde::Deserialize;

/// Chains of classes, each wholly in the next.
pub(super) static CHAINS: List<Vec<Chain>> =
    List::new(|| read_entries("chains.toml", include_str!("data/chains.toml")));
/// Categories with their members and traits, for the published profile.
pub(super) static CATEGORIES: List<Vec<Category>> =
    List::new(|| read_entries("categories.toml", include_str!("data/categories.toml")));
/// Sources for framing.
pub(super) static SOURCES: List<Sources> =
    List::new(|| read("sources.toml", include_str!("data/sources.toml")));

/// Parses every list.
///
/// # Errors
/// [`DataError`] for the first file that does not parse.
pub(super) fn check() -> Result<(), DataError> {
    CHAINS.get()?;
    CATEGORIES.get()?;
    SOURCES.get().map(|_| ())
}

/// Classes from the narrowest to the widest, each wholly in the next, with their traits.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Chain {
    /// Plural nouns, each of them a class within the first of `classes`.
    pub(super) members: Vec<String>,
    /// Plural nouns, the widest class last; at least two.
    pub(super) classes: Vec<String>,
    /// Verb phrases true of some of each of the members.
    pub(super) some: Vec<String>,
    /// Verb phrases true of everything in the widest class.
    pub(super) all: Vec<String>,
}

/// A category with members, and traits that some of the category have.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Category {
    /// Plural noun.
    pub(super) plural: String,
    /// Plural nouns, all of them in the category.
    pub(super) members: Vec<String>,
    /// Verb phrases true of part of the category.
    pub(super) traits: Vec<String>,
}

/// Publishers and institutions of one repute.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Repute {
    /// News organisations.
    pub(super) publishers: Vec<String>,
    /// Universities and similar institutions.
    pub(super) institutions: Vec<String>,
}

/// Sources by repute.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sources {
    /// Trusted sources.
    pub(super) reputable: Repute,
    /// Untrustworthy sources with serious names.
    pub(super) disreputable: Repute,
    /// Satirical and invented untrustworthy ones, for the published profile.
    pub(super) disreputable_as_published: Repute,
}
