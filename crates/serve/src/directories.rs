//! The run directories that the viewer shows.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::time::UNIX_EPOCH;
use thiserror::Error;

/// The default directory of runs.
const RUNS: &str = "runs";
/// Files that mark a run directory: a store, or its location.
const MARKS: [&str; 2] = ["store.sqlite", "store.json"];

/// A directory that neither is a run directory nor contains one.
#[derive(Debug, Error)]
#[error(
    "{} is not a run directory and contains none: make one with `peirast run STUDY --into DIR`",
    dir.display()
)]
pub struct NoRun {
    /// The directory.
    pub dir: PathBuf,
}

/// A run directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunDirectory {
    /// The directory as named or found.
    pub dir: PathBuf,
    /// Full path, with slashes between its parts. It identifies the run.
    pub path: String,
}

impl RunDirectory {
    fn new(dir: PathBuf) -> Self {
        let full = std::fs::canonicalize(&dir).unwrap_or_else(|_| dir.clone());
        Self { path: full.to_string_lossy().replace(MAIN_SEPARATOR, "/"), dir }
    }
}

/// The directories in which the viewer searches for runs.
#[derive(Clone, Debug)]
pub struct RunDirectories {
    /// The named directories, or the default.
    dirs: Vec<PathBuf>,
    is_default: bool,
}

impl RunDirectories {
    /// Uses these directories, or `runs` if none is named.
    ///
    /// # Errors
    /// A named directory that neither is a run directory nor contains one.
    pub fn new(dirs: &[PathBuf]) -> Result<Self, NoRun> {
        if let Some(dir) = dirs.iter().find(|dir| runs_in(dir).is_empty()) {
            return Err(NoRun { dir: dir.clone() });
        }
        let is_default = dirs.is_empty();
        let dirs = if is_default { vec![PathBuf::from(RUNS)] } else { dirs.to_vec() };
        Ok(Self { dirs, is_default })
    }

    /// Returns the current run directories among them and directly below them, each once.
    pub fn list(&self) -> Vec<RunDirectory> {
        let mut found: Vec<RunDirectory> = Vec::new();
        for one in self.dirs.iter().flat_map(|dir| runs_in(dir)).map(RunDirectory::new) {
            if found.iter().all(|known| known.path != one.path) {
                found.push(one);
            }
        }
        found
    }

    /// Returns the directories as arguments of the command; empty if none was named.
    pub fn arguments(&self) -> Vec<String> {
        let dirs = self.dirs.iter().filter(|_| !self.is_default);
        dirs.map(|dir| dir.display().to_string()).collect()
    }
}

/// Returns the directory itself if it is a run directory; otherwise the run directories directly in
/// it, sorted.
fn runs_in(dir: &Path) -> Vec<PathBuf> {
    let is_run = |dir: &Path| MARKS.iter().any(|mark| dir.join(mark).is_file());
    if is_run(dir) {
        return vec![dir.to_owned()];
    }
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let mut below: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|dir| is_run(dir)).collect();
    below.sort();
    below
}

/// Returns the time of the last change to the files of a store, in UTC; `None` for a store in a
/// remote database.
pub fn last_change(dir: &Path) -> Option<String> {
    let time = |file: &str| std::fs::metadata(dir.join(file)).and_then(|file| file.modified()).ok();
    let last = ["store.sqlite", "store.sqlite-wal"].into_iter().filter_map(time).max()?;
    let seconds = last.duration_since(UNIX_EPOCH).ok()?.as_secs();
    Some(jiff::Timestamp::from_second(seconds.try_into().ok()?).ok()?.to_string())
}
