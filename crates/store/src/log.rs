//! The log: the file next to a database to which SQLite appends committed data, until they are
//! folded into the database.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The log of a database with an open connection. It stays one file while a connection is open: the
/// last one to close folds it, waits until the database is on disk, and removes it.
#[derive(Clone, Debug)]
pub(super) struct Log(Arc<File>);

impl Log {
    /// Opens the log of this database. SQLite puts it next to the file at the end of a link.
    pub(super) fn open(database: &Path) -> io::Result<Self> {
        let database = database.canonicalize()?;
        let file = OpenOptions::new().write(true).open(log_of(&database))?;
        Ok(Self(Arc::new(file)))
    }

    /// Waits until all data committed before are on disk. Commits during the wait are not awaited.
    pub(super) async fn flush(self) -> io::Result<()> {
        let flushed = tokio::task::spawn_blocking(move || self.0.sync_data()).await;
        flushed.map_err(io::Error::other)?
    }
}

/// Returns the path of a database's log.
pub(super) fn log_of(database: &Path) -> PathBuf {
    beside(database, "-wal")
}

/// Returns the path of a helper file of a database, which SQLite names by its ending.
pub(super) fn beside(database: &Path, ending: &str) -> PathBuf {
    let mut file: OsString = database.as_os_str().to_owned();
    file.push(ending);
    file.into()
}

#[cfg(all(any(test, feature = "fault-injection"), unix))]
#[allow(clippy::expect_used, reason = "a test may panic")]
impl Log {
    /// Returns the log of a file that cannot be flushed.
    pub(super) fn that_fails() -> Self {
        Self(Arc::new(File::open("/dev/null").expect("a device")))
    }

    #[cfg(test)]
    /// Returns true if it is the file that is next to the database now.
    pub(super) fn is_that_of(&self, database: &Path) -> bool {
        use std::os::unix::fs::MetadataExt as _;
        let now = std::fs::metadata(log_of(database)).map(|now| (now.dev(), now.ino()));
        let held = self.0.metadata().map(|held| (held.dev(), held.ino()));
        matches!((now, held), (Ok(now), Ok(held)) if now == held)
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_flushed_is_the_log_and_nothing_else() {
        let dir = tempfile::tempdir().expect("a directory");
        let database = dir.path().join("a.sqlite");
        for _ in 0..2 {
            let gone = Log::open(&database).expect_err("there is none");
            assert_eq!(gone.kind(), io::ErrorKind::NotFound);
            std::fs::write(&database, "x").expect("a file");
        }
        std::fs::write(log_of(&database), "y").expect("a file");
        let log = Log::open(&database).expect("a log");
        log.clone().flush().await.expect("a flush");
        log.flush().await.expect("the same");
        // Nothing is written to either.
        assert_eq!(std::fs::read(&database).expect("the file"), b"x");
        assert_eq!(std::fs::read(log_of(&database)).expect("the file"), b"y");
    }

    #[cfg(unix)]
    #[test]
    fn of_a_database_elsewhere_it_is_the_log_there() {
        let dir = tempfile::tempdir().expect("a directory");
        let (link, database) = (dir.path().join("a.sqlite"), dir.path().join("b.sqlite"));
        std::fs::write(&database, "x").expect("a file");
        std::os::unix::fs::symlink(&database, &link).expect("a link");
        Log::open(&link).expect_err("there is none");
        std::fs::write(log_of(&link), "not it").expect("a file");
        Log::open(&link).expect_err("there is none");
        std::fs::write(log_of(&database), "y").expect("a file");
        assert!(Log::open(&link).expect("the log").is_that_of(&database));
    }
}
