//! The table of providers: the built-in one with the user's files.

use crate::error::{Context as _, Result};
use peirast_llm::Providers;
use std::path::{Path, PathBuf};

/// Loads the built-in table with the user's own file and with `files`.
///
/// A file in the working directory is not read: a study from another person could use it to send a
/// key elsewhere.
///
/// # Errors
/// A file that cannot be read or is no table of providers.
pub fn load(files: &[PathBuf]) -> Result<Providers> {
    let mut table = Providers::built_in()?;
    if let Some(file) = own_file().filter(|file| file.exists()) {
        table = with(table, &file)?;
    }
    files.iter().try_fold(table, |table, file| with(table, file))
}

fn with(table: Providers, file: &Path) -> Result<Providers> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read the providers file {}", file.display()))?;
    Ok(table.with(&format!("providers file {}", file.display()), &text)?)
}

/// Returns the path of the user's file of providers; `None` without a home directory.
fn own_file() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let config = set("XDG_CONFIG_HOME").filter(|dir| dir.is_absolute());
    let config = config.or_else(|| Some(set("HOME")?.join(".config")))?;
    Some(config.join("peirast").join("providers.toml"))
}

/// Returns the value of an environment variable that is not blank.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}
