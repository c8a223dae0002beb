//! The files of an import.

use anyhow::{Context as _, Result, bail};
use std::path::{Path, PathBuf};

/// The files that are named, and of folders those of lines, each once.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in paths {
        let mut found = Vec::new();
        find(path, &mut found)?;
        found.sort();
        for file in found {
            if !files.contains(&file) {
                files.push(file);
            }
        }
    }
    if files.is_empty() {
        bail!("the folders hold no file of lines (.jsonl or .jsonl.gz): name files");
    }
    Ok(files)
}

fn find(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let list = || format!("cannot list {}", path.display());
    for entry in std::fs::read_dir(path).with_context(list)? {
        let path = entry.with_context(list)?.path();
        let is_link = std::fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_symlink());
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // A link may lead back to where it stands.
        if path.is_dir() && !is_link {
            find(&path, files)?;
        } else if name.ends_with(".jsonl") || name.ends_with(".jsonl.gz") {
            files.push(path);
        }
    }
    Ok(())
}
