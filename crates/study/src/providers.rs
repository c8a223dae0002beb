//! The table of providers: ours, with the user's own files.

use crate::error::{Context as _, Result};
use crate::options::ModelAccess;
use peirast_llm::Providers;
use std::path::{Path, PathBuf};

/// The built-in table with the user's own file and those that the command line names.
///
/// A file in the working directory is not looked for: a study that somebody else wrote could lead a
/// key elsewhere with it.
pub fn load(files: &[PathBuf]) -> Result<Providers> {
    let mut table = Providers::built_in()?;
    if let Some(own) = own_file().filter(|file| file.exists()) {
        table = with(table, &own)?;
    }
    files.iter().try_fold(table, |table, file| with(table, file))
}

/// The built-in table with the user's own file and those that the options name.
pub fn from_access(access: &ModelAccess) -> Result<Providers> {
    load(&access.providers)
}

fn with(table: Providers, file: &Path) -> Result<Providers> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read the providers file {}", file.display()))?;
    Ok(table.with(&format!("providers file {}", file.display()), &text)?)
}

/// Where the user keeps providers.
pub fn own_file() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let config = set("XDG_CONFIG_HOME").filter(|dir| dir.is_absolute());
    let config = config.or_else(|| Some(set("HOME")?.join(".config")))?;
    Some(config.join("peirast").join("providers.toml"))
}

/// The value of an environment variable that is set to something.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}
