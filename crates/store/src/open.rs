//! Opening a store: for creation, for writing, or for reading.

use super::backend::Backend;
use super::identity::Identity;
use super::{
    Address, Inner, RunLock, SCHEMA, STORE_FILE, Store, StoreError, pointer, postgres, sqlite,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of tables with facts in the schema of a run on PostgreSQL: 1, or 0 in an empty one.
pub(super) const HAS_META: &str = "SELECT COUNT(*) FROM pg_tables \
     WHERE schemaname = current_schema() AND tablename = 'meta'";

impl Store {
    /// Creates a store in `dir`, which is created if it does not exist, and opens it for writing.
    ///
    /// # Errors
    /// [`StoreError::Exists`] if there is a store, [`StoreError::Locked`] if another process is
    /// creating one; errors of the file system.
    pub async fn create(dir: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_to_write(dir.as_ref(), Expect::Nothing).await
    }

    /// Opens the store in `dir` for writing, or the one on PostgreSQL that `dir` points to. A store
    /// of an earlier schema is migrated to the current one.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is none, [`StoreError::Locked`] if another process has it
    /// open for writing; errors of the file.
    pub async fn open(dir: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_to_write(dir.as_ref(), Expect::Store).await
    }

    /// Opens the store in `dir` for writing; creates it if it does not exist.
    ///
    /// # Errors
    /// As [`Store::open`], except for a missing store.
    pub async fn open_or_create(dir: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_to_write(dir.as_ref(), Expect::Either).await
    }

    /// Returns true if `dir` has a store, or points to one.
    pub fn is_in(dir: impl AsRef<Path>) -> bool {
        [STORE_FILE, pointer::POINTER_FILE].iter().any(|file| dir.as_ref().join(file).exists())
    }

    /// Opens the store in `dir` for reading, or the one on PostgreSQL that `dir` points to. It
    /// needs no lock and works during a run.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is none; errors of the file.
    pub async fn open_read_only(dir: impl AsRef<Path>) -> Result<Self, StoreError> {
        let dir = dir.as_ref();
        if let Some(address) = pointer::read(dir)? {
            return Self::connected(dir, &address, false, None).await;
        }
        let path = dir.join(STORE_FILE);
        must_exist(dir, &path)?;
        match Self::read_by(dir, &path, sqlite::to_read(&path, false)).await {
            // In its current state it has a part of a transaction.
            Err(e) if e.lacks_helper_files() && sqlite::is_half_done(&path) => {
                Self::read_by(dir, &path, sqlite::to_take_back(&path)).await
            }
            // Without write permission next to the file, SQLite can read it only with the promise
            // that nobody changes it. This is safe if there is no log with unfolded changes.
            Err(e) if e.lacks_helper_files() && sqlite::log_size(&path) == 0 => {
                Self::read_by(dir, &path, sqlite::to_read(&path, true)).await
            }
            opened => opened,
        }
    }

    /// Opens the run at `address` for writing, creates it if it does not exist, and makes `dir`
    /// point to it, so that every command that reads `dir` finds it.
    ///
    /// # Errors
    /// [`StoreError::Exists`] if `dir` has a store of its own or points elsewhere,
    /// [`StoreError::Encoding`] if the database cannot store every text; an address without a run;
    /// a database that cannot be reached.
    pub async fn open_or_create_at(
        dir: impl AsRef<Path>,
        address: &Address,
    ) -> Result<Self, StoreError> {
        let dir = dir.as_ref();
        let (made, lock) = RunLock::take(dir)?;
        let other = match pointer::read(dir)? {
            Some(before) => before.to_string() != address.to_string(),
            None => dir.join(STORE_FILE).exists(),
        };
        if other {
            return Err(StoreError::Elsewhere(dir.to_owned()));
        }
        let store = Self::connected(dir, address, true, Some(lock)).await?;
        pointer::write(dir, address)?;
        made.keep();
        Ok(store)
    }

    /// Opens the run at `address` for writing, without a directory: for a worker.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if the database has no such run; an address without a run; a
    /// database that cannot be reached.
    pub async fn connect(address: &Address) -> Result<Self, StoreError> {
        let place = postgres::place(address);
        let runs = Self::runs_at(address).await?;
        match address.run() {
            Some(run) if !runs.iter().any(|one| one == run) => Err(StoreError::Missing(place)),
            _ => Self::connected(&place, address, true, None).await,
        }
    }

    /// Opens the run at `address` for reading, without a directory.
    pub async fn connect_read_only(address: &Address) -> Result<Self, StoreError> {
        Self::connected(&postgres::place(address), address, false, None).await
    }

    /// Returns the address on PostgreSQL that a run directory points to, if it does.
    pub fn address_of(dir: impl AsRef<Path>) -> Result<Option<Address>, StoreError> {
        pointer::read(dir.as_ref())
    }

    async fn connected(
        dir: &Path,
        address: &Address,
        writes: bool,
        lock: Option<RunLock>,
    ) -> Result<Self, StoreError> {
        let backend = postgres::open(address, writes)?;
        postgres::reach(address).await?;
        let mut store = assemble(dir, &postgres::place(address), backend, lock);
        if writes {
            store.migrate_shared(&address.schema().unwrap_or_default()).await?;
        } else {
            let found = store.shared_schema(dir).await?;
            store.schema = found;
        }
        Ok(store)
    }

    async fn read_by(dir: &Path, path: &Path, backend: Backend) -> Result<Self, StoreError> {
        let mut store = assemble(dir, path, backend, None);
        match store.look_inside().await? {
            Some(found) => {
                store.schema = found;
                Ok(store)
            }
            None => Err(StoreError::Empty(path.to_owned())),
        }
    }

    async fn open_to_write(dir: &Path, expect: Expect) -> Result<Self, StoreError> {
        if let Some(address) = pointer::read(dir)? {
            if matches!(expect, Expect::Nothing) {
                return Err(StoreError::Exists(dir.to_owned()));
            }
            let (made, lock) = RunLock::take(dir)?;
            let store = Self::connected(dir, &address, true, Some(lock)).await?;
            made.keep();
            return Ok(store);
        }
        let path = dir.join(STORE_FILE);
        if matches!(expect, Expect::Store) {
            must_exist(dir, &path)?;
        }
        let (made, lock) = RunLock::take(dir)?;
        let found = Self::look(dir, &path).await?;
        if found.is_some() && matches!(expect, Expect::Nothing) {
            return Err(StoreError::Exists(dir.to_owned()));
        }
        if found.is_none() && matches!(expect, Expect::Store) {
            return Err(StoreError::Empty(path));
        }
        let store = assemble(dir, &path, sqlite::to_write(&path), Some(lock));
        // `None`: a new file, or one whose creation was interrupted.
        if found != Some(SCHEMA) {
            store.migrate(found.unwrap_or(0)).await?;
        }
        made.keep();
        Ok(store)
    }

    /// Returns the schema of the existing store, if it is a Peirast store. Reads without writing,
    /// because a writing connection would change the journal mode of a foreign database.
    async fn look(dir: &Path, path: &Path) -> Result<Option<u32>, StoreError> {
        if fs::metadata(path).map_or(0, |file| file.len()) == 0 {
            return Ok(None);
        }
        match Self::look_by(dir, path, sqlite::to_read(path, false)).await {
            // The process that wrote its first transaction was killed: SQLite rolls it back before
            // anything is read.
            Err(e) if e.lacks_helper_files() && sqlite::is_half_done(path) => {
                Self::look_by(dir, path, sqlite::to_take_back(path)).await
            }
            found => found,
        }
    }

    async fn look_by(dir: &Path, path: &Path, backend: Backend) -> Result<Option<u32>, StoreError> {
        let store = assemble(dir, path, backend, None);
        let found = store.look_inside().await;
        store.close().await;
        found
    }

    /// Returns the schema of an open SQLite store; `None` in a database without tables.
    async fn look_inside(&self) -> Result<Option<u32>, StoreError> {
        let sql = "SELECT name FROM sqlite_master WHERE type = 'table'";
        let tables: Vec<String> = self.read(sql, self.values(), |row| self.text(row, 0)).await?;
        let found = match tables.iter().any(|table| table == "meta") {
            true => self.meta("schema").await?,
            false if tables.is_empty() => return Ok(None),
            false => None,
        };
        match found {
            Some(found) => self.check_schema(&found).map(Some),
            None => {
                let what = "it is the database of another program".to_owned();
                Err(StoreError::NotAStore(self.path().to_owned(), what))
            }
        }
    }

    /// Returns the schema of an open run on PostgreSQL.
    async fn shared_schema(&self, dir: &Path) -> Result<u32, StoreError> {
        let tables = self.first(HAS_META, self.values(), |row| self.count(row, 0)).await?;
        if tables != Some(1) {
            return Err(StoreError::Missing(dir.to_owned()));
        }
        let found = self.meta("schema").await?.unwrap_or_default();
        self.check_schema(&found)
    }

    pub(super) fn check_schema(&self, found: &str) -> Result<u32, StoreError> {
        match found.parse::<u32>() {
            Ok(version) if (1..=SCHEMA).contains(&version) => Ok(version),
            _ => Err(StoreError::Newer {
                path: self.path().to_owned(),
                found: found.to_owned(),
                known: SCHEMA,
            }),
        }
    }
}

/// The expected content of a directory that is opened for writing.
#[derive(Clone, Copy)]
enum Expect {
    Nothing,
    Store,
    Either,
}

fn assemble(dir: &Path, path: &Path, backend: Backend, lock: Option<RunLock>) -> Store {
    let (dir, path): (PathBuf, PathBuf) = (dir.to_owned(), path.to_owned());
    Store {
        inner: Arc::new(Inner { dir, path, backend, file: Identity::default(), _lock: lock }),
        schema: SCHEMA,
    }
}

fn must_exist(dir: &Path, path: &Path) -> Result<(), StoreError> {
    match path.try_exists() {
        Ok(true) => Ok(()),
        Ok(false) => Err(StoreError::Missing(dir.to_owned())),
        Err(e) => Err(StoreError::io(path, e)),
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use sqlx::Connection as _;
    use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

    /// The files left if a process is killed while it creates a store: a part of its first
    /// transaction, and its rollback journal.
    async fn half_made(dir: &Path) {
        let elsewhere = tempfile::tempdir().expect("a directory");
        let path = elsewhere.path().join(STORE_FILE);
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let making = SqliteConnection::connect_with(&options.pragma("cache_size", "1")).await;
        let mut making = making.expect("a connection");
        let sql = "BEGIN; CREATE TABLE meta (x); INSERT INTO meta VALUES (zeroblob(100000))";
        sqlx::raw_sql(sql).execute(&mut making).await.expect("a transaction");
        for ending in ["", "-journal"] {
            let name = format!("{STORE_FILE}{ending}");
            fs::copy(elsewhere.path().join(&name), dir.join(&name)).expect("a copy");
        }
    }

    #[tokio::test]
    async fn a_refused_store_leaves_nothing_behind() {
        let place = tempfile::tempdir().expect("a directory");
        let dir = place.path().join("a/b");
        let address = Address::parse("postgres://u@h/d?run=r&sslrootcert=/no/such").expect("one");
        Store::open_or_create_at(&dir, &address).await.expect_err("no such file");
        assert!(!place.path().join("a").exists());
        let dir = place.path().join("c");
        fs::create_dir(&dir).expect("a directory");
        fs::write(dir.join(STORE_FILE), "something else").expect("a file");
        let names = || -> Vec<_> {
            let all = fs::read_dir(&dir).expect("a directory");
            all.map(|one| one.expect("a file").file_name()).collect()
        };
        Store::open(&dir).await.expect_err("no store");
        Store::open_or_create(&dir).await.expect_err("no store");
        Store::create(&dir).await.expect_err("no store");
        Store::open_or_create_at(&dir, &address).await.expect_err("no such file");
        assert_eq!(names(), [STORE_FILE]);
        fs::remove_file(dir.join(STORE_FILE)).expect("a file");
        pointer::write(&dir, &address).expect("a file");
        Store::open(&dir).await.expect_err("no such file");
        assert_eq!(names(), [pointer::POINTER_FILE]);
    }

    #[tokio::test]
    async fn a_store_whose_making_was_interrupted_is_made_anew() {
        let dir = tempfile::tempdir().expect("a directory");
        half_made(dir.path()).await;
        let path = dir.path().join(STORE_FILE);
        assert!(fs::metadata(&path).expect("a file").len() > 0 && sqlite::is_half_done(&path));
        let empty = Store::open_read_only(dir.path()).await.expect_err("there is nothing in it");
        assert!(matches!(empty, StoreError::Empty { .. }), "{empty}");
        half_made(dir.path()).await;
        let store = Store::open_or_create(dir.path()).await.expect("a store");
        assert!(store.load_trials().await.expect("its trials").is_empty());
        store.close().await;
        drop(store);
        assert!(!sqlite::is_half_done(&path));
        Store::open(dir.path()).await.expect("the same").close().await;
    }
}
