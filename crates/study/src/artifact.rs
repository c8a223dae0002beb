//! Artifacts: files that are written whole or not at all.

use crate::error::{Context as _, Result};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// Most leftovers of crashed processes that the search for a free name skips.
const ATTEMPTS: u32 = 100;
/// First bytes of every SQLite database: <https://www.sqlite.org/fileformat.html>.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// Replaces a file atomically: readers find the old content or the new one. A link is replaced, and
/// its target stays as it is.
///
/// # Errors
/// A file that cannot be written; a database at the place.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut replacement = Replacement::begin(path)?;
    replacement.file().write_all(content.as_ref())?;
    replacement.finish()
}

/// The new content of a file while it is written next to it. Dropped before it is finished, it
/// leaves the old file as it was.
pub(crate) struct Replacement<'p> {
    path: &'p Path,
    beside: PathBuf,
    file: File,
    is_placed: bool,
}

impl<'p> Replacement<'p> {
    /// Creates an empty file next to the one that it is to replace.
    ///
    /// # Errors
    /// A path that names no file; a database at the place; a directory that cannot be written to.
    pub(crate) fn begin(path: &'p Path) -> io::Result<Self> {
        if path.file_name().is_none() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "it is not the name of a file"));
        }
        spare(path)?;
        let (beside, file) = new_beside(path)?;
        Ok(Self { path, beside, file, is_placed: false })
    }

    /// Returns the file to write to.
    pub(crate) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Puts the file in the place of the old one, with its permissions.
    ///
    /// # Errors
    /// A place that cannot be written to.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        let kept = fs::symlink_metadata(self.path).ok().filter(fs::Metadata::is_file);
        if let Some(kept) = kept {
            fs::set_permissions(&self.beside, kept.permissions())?;
        }
        fs::rename(&self.beside, self.path)?;
        self.is_placed = true;
        Ok(())
    }
}

impl Drop for Replacement<'_> {
    fn drop(&mut self) {
        if !self.is_placed {
            // The first error is the one to report.
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// Refuses to replace a database, whose answers were paid for.
///
/// # Errors
/// A database at the place.
pub fn spare(path: &Path) -> io::Result<()> {
    let mut first = Vec::new();
    let there = fs::metadata(path).is_ok_and(|found| found.is_file());
    if there && let Ok(file) = File::open(path) {
        // An unreadable file is not a store that could be lost.
        let _ = file.take(DATABASE.len() as u64).read_to_end(&mut first);
    }
    match first == DATABASE {
        true => Err(io::Error::new(
            ErrorKind::AlreadyExists,
            "a database is there, which is not replaced: name another file",
        )),
        false => Ok(()),
    }
}

/// Writes a file of a run directory.
///
/// # Errors
/// A file that cannot be written; the error names it.
pub fn write(path: &Path, text: &str) -> Result<()> {
    replace(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file that the user names. A device, a pipe or an open file such as `/dev/stdout` is
/// written to; a regular file is replaced atomically.
///
/// # Errors
/// A file that cannot be written.
pub fn write_at(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    if is_stream(path) { fs::write(path, content) } else { replace(path, content) }
}

fn is_stream(path: &Path) -> bool {
    let system = |path: PathBuf| path.starts_with("/dev") || path.starts_with("/proc");
    std::path::absolute(path).is_ok_and(system)
        || fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Creates a new file in the same directory, and returns its name.
fn new_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut attempt = 0;
    loop {
        let beside = path.with_file_name(format!(".peirast-{}-{attempt}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists && attempt < ATTEMPTS => attempt += 1,
            Err(e) => return Err(e),
            Ok(file) => return Ok((beside, file)),
        }
    }
}
