//! The errors of a store, each with its place and a remedy.

use crate::AddressError;
use sqlx::error::DatabaseError;
use sqlx::postgres::PgDatabaseError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An error of a store, with its directory, file or address, and the message of the system.
///
/// Any method of a [`Store`](crate::Store) fails if the database returns an error, or if a stored
/// value cannot be read again. Their documentation names only further errors.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is no store.
    #[error("{}", missing(.0))]
    Missing(PathBuf),
    /// The address of a database without the name of a run.
    #[error("{} names a database but no run in it: add ?run=NAME", .0.display())]
    NoRun(PathBuf),
    /// The address of a database in place of a directory. It may contain a password, and is not
    /// repeated.
    #[error(
        "a run directory is wanted, and the address of a database is given: name the directory whose answers \
         are at that address, which `peirast run` makes (runs/STUDY, or what --into names)"
    )]
    AddressForDir,
    /// An invalid address.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// A directory whose answers are elsewhere than requested.
    #[error(
        "{} keeps its answers elsewhere: leave out --store, choose another directory, or bring \
         both together with `peirast merge`",
        .0.display()
    )]
    Elsewhere(PathBuf),
    /// A database that does not answer.
    #[error(
        "{} cannot be reached ({}): check host and port, and that the server is up",
        .0.display(),
        .1
    )]
    Unreachable(PathBuf, String),
    /// A database that refuses this name or password.
    #[error(
        "{} refuses ({}): give the password in PGPASSWORD or ~/.pgpass, and check user and database",
        .0.display(),
        .1
    )]
    Refused(PathBuf, String),
    /// A database that the server does not have.
    #[error(
        "{} refuses ({}): make it with `createdb -E UTF8 -T template0 NAME`, or name another one with \
         --store",
        .0.display(),
        .1
    )]
    NoDatabase(PathBuf, String),
    /// A database whose encoding lacks some characters.
    #[error(
        "{} keeps text as {encoding}, which lacks characters that answers may have, so nothing is \
         asked: make a database with `createdb -E UTF8 -T template0 NAME`, and name that one with \
         --store",
        .path.display()
    )]
    Encoding {
        /// The address.
        path: PathBuf,
        /// The encoding of the database.
        encoding: String,
    },
    /// A store exists already.
    #[error("{} already holds a store: continue it, or choose another directory", .0.display())]
    Exists(PathBuf),
    /// Another process writes to it.
    #[error(
        "another process is running a study in {}: wait until it is done; several at once need a store on \
         PostgreSQL (--store)",
        .0.display()
    )]
    Locked(PathBuf),
    /// Questions of a batch that another process asks.
    #[error(
        "{taken} of {all} questions are asked or were answered by another process on {} meanwhile: \
         then hand in the open questions again",
        .path.display()
    )]
    Taken {
        /// The address of the database.
        path: PathBuf,
        /// The number of questions that are not free.
        taken: u64,
        /// The number of questions of the batch.
        all: u64,
    },
    /// Another program holds the database itself.
    #[error(
        "{} is in use by another program: close that program and run again",
        .0.display()
    )]
    Busy(PathBuf),
    /// A file of that name that is not a Peirast store.
    #[error(
        "{} is not a store of Peirast ({}): choose another directory, or move the file away",
        .0.display(),
        .1
    )]
    NotAStore(PathBuf, String),
    /// A database without tables, which the next writing process creates.
    #[error(
        "{} is empty: its creation is in progress or was interrupted; run the command that began \
         it again",
        .0.display()
    )]
    Empty(PathBuf),
    /// A store whose pages contradict each other.
    #[error(
        "{} is damaged ({}): restore a copy, or move the file away and run again",
        .0.display(),
        .1
    )]
    Corrupt(PathBuf, String),
    /// A store written by a later version.
    #[error(
        "{} has schema {found}, and this version knows schemas up to {known}: use the version of \
         Peirast that wrote it, or a later one",
        .path.display()
    )]
    Newer {
        /// The database file.
        path: PathBuf,
        /// The schema of the store.
        found: String,
        /// The latest schema that this version reads.
        known: u32,
    },
    /// The place cannot be written to.
    #[error(
        "{} cannot be written to: check its permissions and that its disk is not mounted for reading \
         only, or choose another directory",
        .0.display()
    )]
    ReadOnly(PathBuf),
    /// The database file was moved, removed or replaced.
    #[error(
        "{} is no longer the file that this run writes to: it was moved, removed or replaced \
         meanwhile; put it back, with the files next to it, and run again: questions answered \
         since then are asked again",
        .0.display()
    )]
    Moved(PathBuf),
    /// The disk is full.
    #[error(
        "no space left for {}: make room and run again; every answer stored before is kept",
        .0.display()
    )]
    Full(PathBuf),
    /// The disk, or a network drive, fails.
    #[error(
        "reading or writing {} failed ({}): check that its disk is mounted, healthy, and neither \
         full nor over a quota, and run again; every answer stored before is kept",
        .0.display(),
        .1
    )]
    Disk(PathBuf, String),
    /// A write through a store that was opened for reading.
    #[error("{} was opened for reading only: open it for writing", .0.display())]
    OpenedToRead(PathBuf),
    /// A file is where a new folder is to be.
    #[error("{} is a file, not a folder; give a folder that does not exist yet", .0.display())]
    FileInTheWay(PathBuf),
    /// A file is named as a run directory.
    #[error("{} is a file, not a run directory", .0.display())]
    NotADirectory(PathBuf),
    /// The file system refuses.
    #[error("{}: {source}: check the path and its permissions", .path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A stored value that cannot be read again.
    #[error(
        "{}: {}: the file was changed by another program, or by another version",
        .0.display(),
        .1
    )]
    Value(PathBuf, String),
    /// There is no trial with such a key.
    #[error(
        "no trial has a key that starts with `{prefix}`: keys are in the first column of {}, which \
         `peirast report {}` writes",
        .dir.join("outcomes.csv").display(),
        .dir.display()
    )]
    NoSuchTrial {
        /// The requested prefix.
        prefix: String,
        /// The run directory.
        dir: PathBuf,
    },
    /// Several trials have such keys.
    #[error(
        "several trials have keys that start with `{prefix}`, for example {first} and {second}: give more digits"
    )]
    Ambiguous {
        /// The requested prefix.
        prefix: String,
        /// One match.
        first: String,
        /// Another.
        second: String,
    },
    /// Anything else that the database reports.
    #[error("{}: {source}", .path.display())]
    Database {
        /// The database file.
        path: PathBuf,
        /// Its error.
        source: sqlx::Error,
    },
}

/// Returns the file on the way to a path, if one of its parts is no folder.
pub(super) fn file_on(path: &Path) -> Option<&Path> {
    path.ancestors().find(|part| part.exists() && !part.is_dir())
}

/// The system's number for a disk error.
const EIO: i32 = 5;

impl StoreError {
    /// Converts an error of the file system at `path`.
    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Self::ReadOnly(path)
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full(path),
            io::ErrorKind::NotADirectory => {
                Self::NotADirectory(file_on(&path).map_or_else(|| path.clone(), Path::to_owned))
            }
            _ => Self::Io { path, source },
        }
    }

    /// Converts an error that keeps data written at `path` from the disk.
    pub(super) fn flush(path: &Path, source: io::Error) -> Self {
        match source.raw_os_error() {
            Some(EIO) => Self::Disk(path.to_owned(), source.to_string()),
            _ => Self::io(path, source),
        }
    }

    /// Converts an error of the database at `path`.
    pub(super) fn database(path: &Path, source: sqlx::Error) -> Self {
        use sqlx::Error as E;
        let path = path.to_owned();
        match source {
            E::Database(e) if e.try_downcast_ref::<PgDatabaseError>().is_some() => {
                Self::postgres(path, e)
            }
            E::PoolTimedOut => Self::Unreachable(path, "no connection in time".to_owned()),
            E::Tls(e) => Self::Unreachable(path, format!("TLS: {e}")),
            E::Database(e) => {
                let what = e.message().to_owned();
                let code = e.code().unwrap_or_default();
                match primary_code(Some(&code)) {
                    Some(10) => Self::Disk(path, format!("{what}, code {code}")),
                    Some(5 | 6) => Self::Busy(path),
                    Some(3 | 8) => Self::ReadOnly(path),
                    Some(11) => Self::Corrupt(path, what),
                    Some(13) => Self::Full(path),
                    Some(26) => Self::NotAStore(path, what),
                    _ => Self::Database { path, source: E::Database(e) },
                }
            }
            E::Decode(_) | E::ColumnDecode { .. } | E::ColumnNotFound(_) => {
                Self::Value(path, source.to_string())
            }
            E::Io(e) if is_address(&path) => Self::Unreachable(path, e.to_string()),
            E::Io(source) => Self::io(&path, source),
            source => Self::Database { path, source },
        }
    }

    /// Converts an error of PostgreSQL, by its code:
    /// <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
    fn postgres(path: PathBuf, error: Box<dyn DatabaseError>) -> Self {
        let what = error.message().to_owned();
        let code = error.code().unwrap_or_default();
        match (&*code, code.get(..2)) {
            ("53100", _) => Self::Full(path),
            ("25006" | "42501", _) => Self::ReadOnly(path),
            ("3D000", _) => Self::NoDatabase(path, what),
            (_, Some("28")) => Self::Refused(path, what),
            (_, Some("53" | "57")) => Self::Unreachable(path, what),
            _ => Self::Database { path, source: sqlx::Error::Database(error) },
        }
    }

    /// Returns true if the same operation may succeed a little later: after a restart of the
    /// server, or a deadlock that it resolved.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            Self::Unreachable { .. } => true,
            Self::Database { source: sqlx::Error::Database(e), .. } => {
                matches!(e.code().as_deref(), Some("40001" | "40P01"))
            }
            _ => false,
        }
    }

    /// Returns the error for a stored value that cannot be read again.
    pub(super) fn value(path: &Path, what: impl ToString) -> Self {
        Self::Value(path.to_owned(), what.to_string())
    }

    /// Returns true if SQLite could not create its helper files next to the database, as in a
    /// directory without write permission.
    pub(super) fn lacks_helper_files(&self) -> bool {
        match self {
            Self::ReadOnly { .. } => true,
            Self::Database { source: sqlx::Error::Database(e), .. } => {
                primary_code(e.code().as_deref()) == Some(14)
            }
            _ => false,
        }
    }
}

/// Renders the message that there is no store at a place.
fn missing(place: &Path) -> String {
    let shown = place.display();
    match is_address(place) {
        true => format!(
            "{shown} is no run of its database: plan one there with `peirast run STUDY --store URL`, or name \
             another"
        ),
        false => format!(
            "no store in {shown}: run a study there first, or name the directory that holds `store.sqlite`"
        ),
    }
}

/// Returns true if the place of a store is the address of a database.
fn is_address(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.contains("://"))
}

/// The low byte of SQLite's extended result code: <https://www.sqlite.org/rescode.html>.
fn primary_code(code: Option<&str>) -> Option<u32> {
    code?.parse::<u32>().ok().map(|extended| extended & 0xff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
    use sqlx::{ConnectOptions, Connection};
    use std::time::Duration;

    async fn open(options: &SqliteConnectOptions) -> SqliteConnection {
        options.connect().await.expect("a database")
    }

    async fn error(connection: &mut SqliteConnection, sql: &'static str) -> StoreError {
        let done = sqlx::raw_sql(sql).execute(connection).await;
        StoreError::database(Path::new("there"), done.expect_err(sql))
    }

    #[tokio::test]
    async fn each_trouble_of_the_database_is_told_apart() {
        let dir = tempfile::tempdir().expect("a directory");
        let file = SqliteConnectOptions::new().filename(dir.path().join("db"));
        let mut first = open(&file.clone().create_if_missing(true)).await;
        sqlx::raw_sql("CREATE TABLE t (a TEXT)").execute(&mut first).await.expect("a table");

        let mut reader = open(&file.clone().read_only(true)).await;
        let refused = error(&mut reader, "INSERT INTO t VALUES ('x')").await;
        assert!(matches!(refused, StoreError::ReadOnly { .. }), "{refused:?}");
        reader.close().await.expect("a close");

        sqlx::raw_sql("BEGIN EXCLUSIVE").execute(&mut first).await.expect("a lock");
        let mut second = open(&file.busy_timeout(Duration::ZERO)).await;
        let busy = error(&mut second, "INSERT INTO t VALUES ('x')").await;
        assert!(matches!(busy, StoreError::Busy { .. }), "{busy:?}");

        let small = SqliteConnectOptions::new().in_memory(true).pragma("max_page_count", "3");
        let full = "CREATE TABLE t (a TEXT); INSERT INTO t VALUES (hex(zeroblob(100000)))";
        let full = error(&mut open(&small).await, full).await;
        assert!(matches!(full, StoreError::Full { .. }), "{full:?}");
        assert!(full.to_string().starts_with("no space left for there"), "{full}");
    }

    #[test]
    fn each_trouble_of_the_file_system_is_told_apart() {
        let of = |kind: io::ErrorKind| StoreError::io(Path::new("there"), kind.into());
        assert!(matches!(of(io::ErrorKind::PermissionDenied), StoreError::ReadOnly { .. }));
        assert!(matches!(of(io::ErrorKind::StorageFull), StoreError::Full { .. }));
        let file = of(io::ErrorKind::NotADirectory);
        assert_eq!(file.to_string(), "there is a file, not a run directory");
        assert!(of(io::ErrorKind::Interrupted).to_string().starts_with("there: "));
    }
}
