//! Cues that tell by design, and why.

use crate::cue::Cue;
use crate::report::task_name;
use peirast_record::{Profile, Task};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// A cue of which it is known that it tells, and why that is meant.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// The design in which the problems are made.
    pub profile: Profile,
    /// The family.
    pub family: String,
    /// The task: `choice`, `yes-no`, `validity`.
    pub task: String,
    /// The names of the cues.
    pub cues: Vec<String>,
    /// Why, in a sentence.
    pub why: String,
}

impl Exception {
    /// True if it is about this cue of this design.
    pub fn is_of(&self, profile: Profile, family: &str, task: Task, cue: Cue) -> bool {
        self.profile == profile
            && self.family == family
            && self.task == task_name(task)
            && self.cues.iter().any(|name| name == cue.name())
    }
}

/// Every exception of the built-in families, from `data/exceptions.toml`.
pub fn exceptions() -> &'static [Exception] {
    static ALL: LazyLock<Vec<Exception>> = LazyLock::new(|| parse().unwrap_or_default());
    &ALL
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    exception: Vec<Exception>,
}

fn parse() -> Result<Vec<Exception>, toml::de::Error> {
    let file: File = toml::from_str(include_str!("../data/exceptions.toml"))?;
    Ok(file.exception)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_parses_and_names_cues_that_exist() -> Result<(), toml::de::Error> {
        for exception in parse()? {
            for cue in &exception.cues {
                assert!(Cue::ALL.iter().any(|known| known.name() == cue), "{cue}");
            }
        }
        Ok(())
    }
}
