//! Studies by name or file.

use anyhow::{Context as _, Result, bail};
use peirast_record::Study;
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
