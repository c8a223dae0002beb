//! Cues that are informative by design, with the reasons.

use crate::cue::Cue;
use peirast_record::{Profile, Task};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// A cue that is known to be informative, with the reason why this is intended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// The design of the problems.
    pub profile: Profile,
    /// The family.
    pub family: String,
    /// The task: `choice`, `yes-no`, `validity`.
    pub task: String,
    /// The names of the cues.
    pub cues: Vec<String>,
    /// The reason, in a sentence.
    pub why: String,
}

impl Exception {
    /// Returns true if it is about this cue of this design.
    pub fn is_of(&self, profile: Profile, family: &str, task: Task, cue: Cue) -> bool {
        self.profile == profile
            && self.family == family
            && self.task == task.name()
            && self.cues.iter().any(|name| name == cue.name())
    }
}

/// Returns every exception of the built-in families, from `data/exceptions.toml`.
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
