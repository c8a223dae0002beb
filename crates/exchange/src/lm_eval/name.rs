//! The name of a task, which is also the name of its files and of a Python module.

use crate::ExchangeError;
use std::path::Path;

/// A name that the harness, the file system and Python accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskName(String);

impl TaskName {
    /// Checks a given name.
    ///
    /// # Errors
    /// If the name contains characters other than letters, digits and `_`, or begins with a digit.
    pub fn given(name: &str) -> Result<Self, ExchangeError> {
        let fine = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !begins || !name.chars().all(fine) {
            return Err(ExchangeError::Layout(format!(
                "--name {name}: the name of a task consists of letters, digits and _, and does not \
                 begin with a digit, for example etr_open"
            )));
        }
        Ok(Self(name.to_owned()))
    }

    /// Makes a name from a file's name: characters that are not allowed become `_`.
    pub fn of_file(file: &Path) -> Self {
        let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let fine = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let name: String = stem.chars().map(fine).collect();
        match name.chars().next() {
            None => Self("etr".to_owned()),
            Some(first) if first.is_ascii_digit() => Self(format!("etr_{name}")),
            Some(_) => Self(name),
        }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_modules() {
        for (name, fine) in [("etr_open", true), ("_2", true), ("2", false), ("a-b", false)] {
            assert_eq!(TaskName::given(name).is_ok(), fine, "{name}");
        }
        for (file, name) in [("x/my-set.1.jsonl", "my_set_1"), ("7.jsonl", "etr_7"), ("..", "etr")]
        {
            assert_eq!(TaskName::of_file(Path::new(file)).as_str(), name);
        }
    }
}
