//! One row of a query's result, from either database.

use super::values::unescaped;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Error, Row as _};
use std::borrow::Cow;

/// One row of a result.
pub(super) enum DatabaseRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl DatabaseRow {
    pub(super) fn text(&self, index: usize) -> Result<Cow<'_, str>, Error> {
        match self {
            Self::Sqlite(row) => row.try_get(index).map(Cow::Borrowed),
            Self::Postgres(row) => row.try_get(index).map(unescaped),
        }
    }

    pub(super) fn maybe_text(&self, index: usize) -> Result<Option<Cow<'_, str>>, Error> {
        match self {
            Self::Sqlite(row) => Ok(row.try_get::<Option<&str>, _>(index)?.map(Cow::Borrowed)),
            Self::Postgres(row) => Ok(row.try_get::<Option<&str>, _>(index)?.map(unescaped)),
        }
    }

    pub(super) fn number(&self, index: usize) -> Result<i64, Error> {
        match self {
            Self::Sqlite(row) => row.try_get(index),
            Self::Postgres(row) => row.try_get(index),
        }
    }

    pub(super) fn maybe_number(&self, index: usize) -> Result<Option<i64>, Error> {
        match self {
            Self::Sqlite(row) => row.try_get(index),
            Self::Postgres(row) => row.try_get(index),
        }
    }

    /// Returns a count, which is never negative.
    pub(super) fn count(&self, index: usize) -> Result<u64, Error> {
        self.number(index).map(i64::unsigned_abs)
    }
}
