//! Decoding: from a row of a query to the record that it holds.

use super::{Answered, FailedAttempt, Store, StoreError};
use peirast_record::{ErrorKind, FinishReason, Key, Response, Sampling, Trial, Usage};
use serde::de::DeserializeOwned;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

impl Store {
    pub(super) fn answered_from(&self, row: &SqliteRow) -> Result<Answered, StoreError> {
        let trial = self.trial_from(row)?;
        Ok(Answered {
            attempts: self.number(row, 7)?,
            finish: self.finish(&trial.key, &self.column::<String>(row, 8)?)?,
            usage: self.usage(row, 9)?,
            model: self.column(row, 11)?,
            sent_us: self.column(row, 12)?,
            elapsed_us: self.column(row, 13)?,
            text: self.column(row, 14)?,
            trial,
        })
    }

    pub(super) fn response_from(&self, row: &SqliteRow) -> Result<Response, StoreError> {
        let trial = Key::from_stored(self.column::<String>(row, 0)?);
        Ok(Response {
            attempts: self.number(row, 1)?,
            finish: self.finish(&trial, &self.column::<String>(row, 2)?)?,
            usage: self.usage(row, 3)?,
            model: self.column(row, 5)?,
            sent_us: self.column(row, 6)?,
            elapsed_us: self.column(row, 7)?,
            text: self.column(row, 8)?,
            request: self.column(row, 9)?,
            body: self.column(row, 10)?,
            trial,
        })
    }

    pub(super) fn failure_from(&self, row: &SqliteRow) -> Result<FailedAttempt, StoreError> {
        let status: Option<i64> = self.column(row, 3)?;
        Ok(FailedAttempt {
            trial: Key::from_stored(self.column::<String>(row, 0)?),
            attempt: self.number(row, 1)?,
            kind: self.kind(&self.column::<String>(row, 2)?)?,
            status: status.and_then(|status| u16::try_from(status).ok()),
            message: self.column(row, 4)?,
            at_us: self.column(row, 5)?,
            body: self.column(row, 6)?,
        })
    }

    pub(super) fn trial_from(&self, row: &SqliteRow) -> Result<Trial, StoreError> {
        let key: String = self.column(row, 0)?;
        let sampling: String = self.column(row, 5)?;
        Ok(Trial {
            sampling: match sampling.as_str() {
                "{}" => Sampling::default(),
                set => self.parsed(&format!("trial {key}, sampling"), set)?,
            },
            key: Key::from_stored(key),
            prompt: Key::from_stored(self.column::<String>(row, 1)?),
            problem: self.column(row, 2)?,
            protocol: self.column(row, 3)?,
            subject: self.column(row, 4)?,
            repeat: self.number(row, 6)?,
        })
    }

    /// Two columns of token counts, starting at `index`.
    pub(super) fn usage(&self, row: &SqliteRow, index: usize) -> Result<Usage, StoreError> {
        let tokens = |index| Ok(self.column::<Option<i64>>(row, index)?.map(i64::unsigned_abs));
        let (input_tokens, output_tokens) = (tokens(index)?, tokens(index + 1)?);
        Ok(Usage { input_tokens, output_tokens, ..Usage::default() })
    }

    pub(super) fn number(&self, row: &SqliteRow, index: usize) -> Result<u32, StoreError> {
        let number: i64 = self.column(row, index)?;
        u32::try_from(number).map_err(|e| StoreError::value(self.path(), format!("{number}: {e}")))
    }

    pub(super) fn column<'r, T>(&self, row: &'r SqliteRow, index: usize) -> Result<T, StoreError>
    where
        T: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
    {
        row.try_get(index).map_err(|e| self.failed(e))
    }

    /// Why a response ended. What a provider calls it is mapped before it is stored, so a name that
    /// is unknown here is not one of ours; and it decides whether the answer was cut off.
    fn finish(&self, trial: &Key, name: &str) -> Result<FinishReason, StoreError> {
        FinishReason::from_stored(name).ok_or_else(|| {
            let what = format!("response to trial {trial}: unknown finish `{name}`");
            StoreError::value(self.path(), what)
        })
    }

    pub(super) fn kind(&self, name: &str) -> Result<ErrorKind, StoreError> {
        serde_json::from_value(serde_json::Value::String(name.to_owned()))
            .map_err(|e| StoreError::value(self.path(), format!("failure kind `{name}`: {e}")))
    }

    pub(super) fn parsed<T: DeserializeOwned>(
        &self,
        what: &str,
        json: &str,
    ) -> Result<T, StoreError> {
        serde_json::from_str(json)
            .map_err(|e| StoreError::value(self.path(), format!("{what}: {e}")))
    }
}
