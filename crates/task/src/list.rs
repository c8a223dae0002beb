//! A stimulus list that is parsed at its first use.

use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use thiserror::Error;

/// A stimulus file that does not parse. This cannot happen with the embedded files, which are
/// tested.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("stimulus file {file}: {message}")]
pub struct DataError {
    pub(crate) file: &'static str,
    pub(crate) message: String,
}

/// An embedded list. A study uses few of them, and parsing all takes longer than planning a small
/// study.
#[derive(Debug)]
pub struct List<T> {
    parse: fn() -> Result<T, DataError>,
    parsed: OnceLock<Result<T, DataError>>,
}

impl<T> List<T> {
    pub(crate) const fn new(parse: fn() -> Result<T, DataError>) -> Self {
        Self { parse, parsed: OnceLock::new() }
    }

    /// Returns the list, parsed once.
    ///
    /// # Errors
    /// [`DataError`] if its file does not parse.
    pub fn get(&self) -> Result<&T, DataError> {
        self.parsed.get_or_init(self.parse).as_ref().map_err(Clone::clone)
    }

    /// Returns the list for drawing; empty if its file does not parse, which
    /// [`Family::check_data`](crate::Family::check_data) reports.
    pub(crate) fn drawn(&self) -> Option<&T> {
        self.parsed.get_or_init(self.parse).as_ref().ok()
    }
}

/// Reads a file of stimuli.
pub(crate) fn read<T: DeserializeOwned>(file: &'static str, text: &str) -> Result<T, DataError> {
    toml::from_str(text).map_err(|error| DataError { file, message: error.to_string() })
}

/// Reads a file of stimuli of one kind, whose entries all have the same name.
pub(crate) fn read_entries<T: DeserializeOwned>(
    file: &'static str,
    text: &str,
) -> Result<Vec<T>, DataError> {
    read(file, text)
        .map(|entries: BTreeMap<String, Vec<T>>| entries.into_values().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken() -> Result<Vec<u8>, DataError> {
        read("broken.toml", "a = ")
    }

    #[test]
    fn a_list_that_does_not_parse_names_its_file_and_gives_nothing() {
        let list = List::new(broken);
        assert!(list.drawn().is_none());
        let error = list.get().unwrap_err().to_string();
        assert!(error.starts_with("stimulus file broken.toml: "), "{error}");
    }
}
