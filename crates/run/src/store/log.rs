//! The log: the file beside a database to which SQLite appends what is committed, until it is folded into it.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The log of an open database, opened when it is first flushed. It is one file as long as the database is open.
#[derive(Debug)]
pub(super) struct Log {
    database: PathBuf,
    file: OnceLock<Arc<File>>,
}

impl Log {
    /// The log of this database.
    pub(super) fn of(database: &Path) -> Self {
        Self { database: database.to_owned(), file: OnceLock::new() }
    }

    /// Waits until all that was committed before is on disk. Whoever commits meanwhile need not wait.
    pub(super) async fn flush(&self) -> io::Result<()> {
        let file = match self.file.get() {
            Some(file) => Arc::clone(file),
            None => {
                let opened = Arc::new(self.open()?);
                Arc::clone(self.file.get_or_init(|| opened))
            }
        };
        let flushed = tokio::task::spawn_blocking(move || file.sync_data()).await;
        flushed.map_err(io::Error::other)?
    }

    /// SQLite keeps it beside the file that the path leads to.
    fn open(&self) -> io::Result<File> {
        let database = self.database.canonicalize()?;
        OpenOptions::new().write(true).open(log_of(&database))
    }
}

/// The path of a database's log.
pub(super) fn log_of(database: &Path) -> PathBuf {
    let mut log: OsString = database.as_os_str().to_owned();
    log.push("-wal");
    log.into()
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
            let gone = Log::of(&database).flush().await.expect_err("there is none");
            assert_eq!(gone.kind(), io::ErrorKind::NotFound);
            std::fs::write(&database, "x").expect("a file");
        }
        std::fs::write(log_of(&database), "y").expect("a file");
        let log = Log::of(&database);
        log.flush().await.expect("a log");
        log.flush().await.expect("the same");
        // Nothing is written to either.
        assert_eq!(std::fs::read(&database).expect("the file"), b"x");
        assert_eq!(std::fs::read(log_of(&database)).expect("the file"), b"y");
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn of_a_database_elsewhere_it_is_the_log_there() {
        let dir = tempfile::tempdir().expect("a directory");
        let (link, database) = (dir.path().join("a.sqlite"), dir.path().join("b.sqlite"));
        std::fs::write(&database, "x").expect("a file");
        std::os::unix::fs::symlink(&database, &link).expect("a link");
        Log::of(&link).flush().await.expect_err("there is none");
        std::fs::write(log_of(&link), "not it").expect("a file");
        Log::of(&link).flush().await.expect_err("there is none");
        std::fs::write(log_of(&database), "y").expect("a file");
        Log::of(&link).flush().await.expect("the log");
    }
}
