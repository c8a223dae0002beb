//! The lock that keeps a second process from running the same study in the same place.

use super::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

/// The name of the lock file. It stays when the lock is gone: deleting it would open a gap in
/// which two processes could each hold a lock on a file of that name.
const LOCK_FILE: &str = "run.lock";

/// An exclusive lock on a run directory, held until dropped or until the process ends.
#[derive(Debug)]
pub(super) struct RunLock {
    _file: File,
}

impl RunLock {
    /// Whether a process holds the lock of `dir`. Where that cannot be told, nobody does.
    pub(super) fn is_held(dir: &Path) -> bool {
        let file = OpenOptions::new().read(true).open(dir.join(LOCK_FILE));
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Takes the lock of `dir`, without waiting.
    pub(super) fn take(dir: &Path) -> Result<Self, StoreError> {
        let path = dir.join(LOCK_FILE);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|e| StoreError::io(&path, e))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Locked(dir.to_owned())),
            Err(TryLockError::Error(e)) => Err(StoreError::io(&path, e)),
        }
    }
}
