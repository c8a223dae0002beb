//! The file that says what a run asks, with the data that it needs.

use crate::artifact::{replace, write};
use crate::data::content;
use crate::error::{Context as _, Result};
use peirast_record::{DataPlan, Study};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of a run directory that holds copies of data files.
const DATA: &str = "data";

/// Writes `study.toml` into a run directory, with a copy of each data file. The directory can then
/// be moved, and its study can be run again.
pub(super) fn write_study(dir: &Path, study: &Study) -> Result<()> {
    let mut kept = study.clone();
    let mut taken: BTreeMap<PathBuf, String> = BTreeMap::new();
    for family in &mut kept.families {
        let Some(data) = &mut family.data else { continue };
        let copy = copy_name(&family.name, &data.file, &taken);
        // The file of an earlier run may be gone or changed; its copy is here if one was made.
        if !keep_copy(data, &dir.join(&copy))? {
            continue;
        }
        taken.insert(copy.clone(), data.file.clone());
        // Windows and other systems accept this separator.
        data.file = copy.display().to_string().replace('\\', "/");
    }
    write(&dir.join("study.toml"), &toml::to_string(&kept)?)
}

/// Returns the name of a copy: the name of the file, unless another file has it.
fn copy_name(family: &str, source: &str, taken: &BTreeMap<PathBuf, String>) -> PathBuf {
    let name = Path::new(source).file_name().map_or_else(|| family.into(), PathBuf::from);
    let copy = Path::new(DATA).join(&name);
    match taken.get(&copy) {
        Some(other) if other != source => Path::new(DATA).join(family).join(name),
        _ => copy,
    }
}

/// Copies a file with the content that was asked, unless the copy exists. Returns true if the copy
/// exists.
fn keep_copy(data: &DataPlan, to: &Path) -> Result<bool> {
    let is_meant = |bytes: &Vec<u8>| data.content.as_ref().is_none_or(|own| *own == content(bytes));
    let read = |path: &Path| std::fs::read(path).ok().filter(is_meant);
    if data.content.is_some() && read(to).is_some() {
        return Ok(true);
    }
    let Some(bytes) = read(Path::new(&data.file)) else { return Ok(false) };
    let writing = || format!("cannot write {}", to.display());
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder).with_context(writing)?;
    }
    replace(to, bytes).with_context(writing)?;
    Ok(true)
}
