//! The lock that prevents a second process from running the same study in the same place.

use super::{StoreError, make_folder};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The name of the lock file. It stays after a run: only a process that has its lock, and opened no
/// store, may delete it.
const LOCK_FILE: &str = "run.lock";
/// The most attempts at a lock whose file is deleted meanwhile by a process that opened no store.
const ATTEMPTS: usize = 16;

/// An exclusive lock on a run directory, held until dropped or until the process ends.
#[derive(Debug)]
pub(super) struct RunLock {
    _file: File,
}

/// The lock file and directories that taking a lock created. If no store is opened, dropping this
/// after the lock removes them again.
#[derive(Debug, Default)]
#[must_use]
pub(super) struct Made {
    lock_file: Option<PathBuf>,
    /// The inner ones first.
    directories: Vec<PathBuf>,
}

impl RunLock {
    /// Returns true if a process has the lock of `dir`. False if that is unknown.
    pub(super) fn is_held(dir: &Path) -> bool {
        let file = OpenOptions::new().read(true).open(dir.join(LOCK_FILE));
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Takes the lock of `dir` without waiting; creates `dir` if it does not exist. The created
    /// files are the first field, so that the lock is dropped before them.
    ///
    /// # Errors
    /// [`StoreError::Locked`] if another process has it; errors of the file system.
    pub(super) fn take(dir: &Path) -> Result<(Made, Self), StoreError> {
        let mut made = Made::default();
        let missing = |part: &&Path| !part.as_os_str().is_empty() && !part.exists();
        made.directories = dir.ancestors().take_while(missing).map(Path::to_owned).collect();
        make_folder(dir)?;
        let path = dir.join(LOCK_FILE);
        let failed = |e| StoreError::io(&path, e);
        for _ in 0..ATTEMPTS {
            let (file, is_new) = open(&path).map_err(failed)?;
            if is_new {
                made.lock_file = Some(path.clone());
            }
            match file.try_lock() {
                Ok(()) if is_at(&file, &path) => return Ok((made, Self { _file: file })),
                // Another process deleted it after this process opened it.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(StoreError::Locked(dir.to_owned())),
                Err(TryLockError::Error(e)) => return Err(failed(e)),
            }
        }
        Err(StoreError::Locked(dir.to_owned()))
    }
}

/// Opens or creates the lock file; returns true if it was created.
fn open(path: &Path) -> io::Result<(File, bool)> {
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
            Ok((file, false))
        }
        made => made.map(|file| (file, true)),
    }
}

/// Returns true if an open file is still the file at `path`, so that a lock of it is a lock of the
/// directory.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let place = |found: fs::Metadata| (found.dev(), found.ino());
    match (file.metadata().map(place), fs::metadata(path).map(place)) {
        (Ok(own), Ok(there)) => own == there,
        _ => false,
    }
}

/// On other systems nobody deletes lock files, because this is unknown.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

impl Made {
    /// Keeps the created files: a store is open.
    pub(super) fn keep(mut self) {
        self.lock_file = None;
        self.directories.clear();
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        if cfg!(unix)
            && let Some(path) = &self.lock_file
            && let Ok(file) = OpenOptions::new().write(true).open(path)
            && file.try_lock().is_ok()
            && is_at(&file, path)
        {
            // Deleted while it is locked: a waiting process sees that its file is gone.
            let _ = fs::remove_file(path);
        }
        // A directory that is not empty stays.
        let is_removed = |path: &PathBuf| fs::remove_dir(path).is_ok();
        self.directories.iter().take_while(|path| is_removed(path)).for_each(drop);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_refused_store_made_is_removed() {
        let place = tempfile::tempdir().expect("a directory");
        let dir = place.path().join("a/b");
        let (made, lock) = RunLock::take(&dir).expect("a lock");
        assert!(matches!(RunLock::take(&dir), Err(StoreError::Locked(_))));
        assert!(dir.join(LOCK_FILE).exists(), "another process holds it");
        drop(lock);
        drop(made);
        assert_eq!(place.path().join("a").exists(), cfg!(not(unix)));
    }

    #[test]
    fn what_was_there_or_is_in_use_stays() {
        let place = tempfile::tempdir().expect("a directory");
        let dir = place.path().join("a");
        let (made, lock) = RunLock::take(&dir).expect("a lock");
        made.keep();
        drop(lock);
        assert!(dir.join(LOCK_FILE).exists(), "kept");
        let (made, lock) = RunLock::take(&dir).expect("a lock");
        drop(lock);
        drop(made);
        assert!(dir.join(LOCK_FILE).exists(), "of an earlier run");
        fs::remove_file(dir.join(LOCK_FILE)).expect("a file");
        let (made, _lock) = RunLock::take(&dir).expect("a lock");
        drop(made);
        assert!(dir.join(LOCK_FILE).exists(), "still held");
        fs::write(dir.join("mine"), "").expect("a file");
        assert!(dir.exists());
    }

    /// Many processes take and release the lock of one place: two never have it together.
    #[test]
    fn a_deleted_lock_file_locks_nothing() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let place = tempfile::tempdir().expect("a directory");
        let (dir, holders, taken) =
            (place.path().join("a"), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..400 {
                        let Ok((made, lock)) = RunLock::take(&dir) else { continue };
                        assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                        taken.fetch_add(1, Ordering::SeqCst);
                        holders.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                        drop(made);
                    }
                });
            }
        });
        assert!(taken.load(Ordering::SeqCst) > 10);
    }
}
