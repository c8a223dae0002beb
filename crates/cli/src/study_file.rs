//! Studies by name or file.

use anyhow::{Context as _, Result, bail};
use peirast_record::Study;
use peirast_stats::Rule;
use peirast_task::{STUDIES, built_in_study};
use std::path::Path;

/// The study of this id, or in this file.
pub fn load(name: &str) -> Result<Study> {
    if let Some(study) = built_in_study(name) {
        return study.with_context(|| format!("built-in study `{name}`"));
    }
    let path = Path::new(name);
    if !path.exists() && path.extension().is_none() {
        let known: Vec<&str> = STUDIES.iter().map(|(id, _)| *id).collect();
        bail!(
            "there is no study `{name}`: built in are {}; or name a study file (TOML)",
            known.join(", ")
        );
    }
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the study file {}", path.display()))?;
    Study::parse(&text).with_context(|| format!("study file {}", path.display()))
}

/// Checks a study as far as its document alone allows: what it says, and that its rule exists.
pub fn check(study: &Study) -> Result<()> {
    study.check()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if study.id.is_empty() || study.id.starts_with('.') || !study.id.chars().all(plain) {
        bail!(
            "id `{}`: it names the run directory, so use letters, digits, -, _ and . alone",
            study.id
        );
    }
    study.sampling.check()?;
    study.rule.parse::<Rule>().with_context(|| format!("rule of study `{}`", study.id))?;
    Ok(())
}
