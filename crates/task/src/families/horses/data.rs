//! The racing animals, with their source in the data file.

use crate::DataError;
use crate::list::{List, read_entries};
use serde::Deserialize;

/// Animals for races, the horse first.
pub(super) static ANIMALS: List<Vec<Animal>> =
    List::new(|| read_entries("animals.toml", include_str!("data/animals.toml")));

/// Parses the list.
///
/// # Errors
/// [`DataError`] if its file does not parse.
pub(super) fn check() -> Result<(), DataError> {
    ANIMALS.get().map(|_| ())
}

/// An animal that can race.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Animal {
    /// The singular.
    #[expect(dead_code, reason = "for those who edit the file")]
    pub(super) singular: String,
    /// The plural.
    pub(super) plural: String,
}
