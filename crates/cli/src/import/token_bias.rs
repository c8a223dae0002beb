//! Files of the token-bias study: answers as JSON lines, or the original repository's folders.

use super::text;
use anyhow::{Context as _, Result, bail};
use peirast_exchange::token_bias::{Import, Imported, OUTPUT_NAME, OutputFile};
use peirast_llm::wire::mend;
use std::path::{Path, PathBuf};

/// Reads answer files and output folders.
pub fn read(files: &[PathBuf], questions: &[PathBuf]) -> Result<Imported> {
    let mut import = Import::default();
    for file in questions {
        text::each(file, |line, at| import.question(line).with_context(|| text::place(file, at)))?;
    }
    for file in files {
        if file.is_dir() {
            folder(file, &mut import)?;
        } else {
            text::each(file, |line, at| {
                import.answer(line).with_context(|| text::place(file, at))
            })?;
        }
    }
    Ok(import.finish()?)
}

/// Reads every output file below a folder.
fn folder(folder: &Path, import: &mut Import) -> Result<()> {
    let mut files = Vec::new();
    find(folder, &mut files)?;
    if files.is_empty() {
        bail!(
            "{} holds no file named {OUTPUT_NAME}: name an output folder of the original repository",
            folder.display()
        );
    }
    files.sort();
    for path in files {
        let place = || path.display().to_string();
        let expected = || format!("{}: expected MODEL/GROUP/{OUTPUT_NAME}", place());
        let file = OutputFile::at(&path).with_context(expected)?;
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", place()))?;
        import.outputs(&file, &mend(&text)).with_context(place)?;
    }
    Ok(())
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    for entry in entries {
        let path = entry.with_context(|| format!("cannot list {}", folder.display()))?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if OutputFile::is_one(&path) {
            files.push(path);
        }
    }
    Ok(())
}
