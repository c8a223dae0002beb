//! Files of the benchmark "Logic in LLMs": its data set, and answers in
//! `raw_responses/temperature_T/MODEL_STRATEGY.json`.

use anyhow::{Context as _, Result, bail};
use peirast_exchange::syllogism_eval::{Dataset, Imported, Labels, is_answers};
use std::path::{Path, PathBuf};

/// Reads a data set.
pub fn dataset(file: &Path, labels: Labels) -> Result<Dataset> {
    let place = || format!("reading the syllogisms in {}", file.display());
    let text = std::fs::read_to_string(file).with_context(place)?;
    Dataset::of(&text, labels).with_context(place)
}

/// Reads every answer file, and those below every folder.
pub fn answers(paths: &[PathBuf], dataset: &Dataset) -> Result<Imported> {
    let mut files = Vec::new();
    for path in paths {
        find(path, &mut files)?;
    }
    files.sort();
    if files.is_empty() {
        bail!(
            "there is no answer file: name the folder raw_responses, or files \
             temperature_T/MODEL_STRATEGY.json"
        );
    }
    let mut found = Imported::default();
    for file in &files {
        let place = || format!("reading the answers in {}", file.display());
        let text = std::fs::read_to_string(file).with_context(place)?;
        found.take(&text, dataset).with_context(place)?;
    }
    Ok(found)
}

fn find(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let entries =
        std::fs::read_dir(path).with_context(|| format!("cannot list {}", path.display()))?;
    for entry in entries {
        let path = entry.with_context(|| format!("cannot list {}", path.display()))?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_link = std::fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_symlink());
        if path.is_dir() {
            // A link may lead back to where it stands.
            if !is_link {
                find(&path, files)?;
            }
        } else if is_answers(name) {
            files.push(path);
        }
    }
    Ok(())
}
