//! Decoding: from a row of a query to its record.

use super::common::Common;
use super::database_row::DatabaseRow;
use super::{AnsweredTrial, FailedAttempt, Store, StoreError};
use peirast_record::{ErrorKind, FinishReason, Key, Response, Trial, Usage};
use serde::Deserialize as _;
use serde::de::{DeserializeOwned, IntoDeserializer as _};
use std::borrow::Cow;
use std::fmt;

impl Store {
    pub(super) fn answered_from(
        &self,
        row: &DatabaseRow,
        common: &mut Common,
    ) -> Result<AnsweredTrial, StoreError> {
        let trial = self.trial_from(row, common)?;
        Ok(AnsweredTrial {
            attempts: self.number(row, 7)?,
            finish: self.finish(&trial.key, &self.str(row, 8)?)?,
            usage: self.usage(row, 9, 15)?,
            model: self.maybe_text(row, 11)?.map(|model| common.name(&model)),
            sent_us: self.long(row, 12)?,
            elapsed_us: self.long(row, 13)?,
            text: self.text(row, 14)?,
            trial,
        })
    }

    pub(super) fn response_from(&self, row: &DatabaseRow) -> Result<Response, StoreError> {
        let trial = self.key(row, 0)?;
        Ok(Response {
            attempts: self.number(row, 1)?,
            finish: self.finish(&trial, &self.str(row, 2)?)?,
            usage: self.usage(row, 3, 11)?,
            model: self.maybe_text(row, 5)?.map(Cow::into_owned),
            sent_us: self.long(row, 6)?,
            elapsed_us: self.long(row, 7)?,
            text: self.text(row, 8)?,
            request: self.text(row, 9)?,
            body: self.text(row, 10)?,
            trial,
        })
    }

    pub(super) fn failure_from(&self, row: &DatabaseRow) -> Result<FailedAttempt, StoreError> {
        Ok(FailedAttempt {
            trial: self.key(row, 0)?,
            attempt: self.number(row, 1)?,
            kind: self.kind(&self.str(row, 2)?)?,
            status: self.status(row, 3)?,
            message: self.text(row, 4)?,
            at_us: self.long(row, 5)?,
            body: self.maybe_text(row, 6)?.map(Cow::into_owned),
            was_sent: self.long(row, 7)? != 0,
        })
    }

    pub(super) fn trial_from(
        &self,
        row: &DatabaseRow,
        common: &mut Common,
    ) -> Result<Trial, StoreError> {
        let key = self.str(row, 0)?;
        Ok(Trial {
            sampling: common.sampling(self, &key, &self.str(row, 5)?)?,
            key: Key::from_stored(key),
            prompt: self.key(row, 1)?,
            problem: common.problem(&self.str(row, 2)?),
            protocol: common.name(&self.str(row, 3)?),
            subject: common.name(&self.str(row, 4)?),
            repeat: self.number(row, 6)?,
        })
    }

    /// Two columns of token counts starting at `index`, and two starting at `more`.
    pub(super) fn usage(
        &self,
        row: &DatabaseRow,
        index: usize,
        more: usize,
    ) -> Result<Usage, StoreError> {
        let tokens = |index| {
            let count = row.maybe_number(index).map_err(|e| self.failed(e))?;
            Ok::<_, StoreError>(count.map(i64::unsigned_abs))
        };
        Ok(Usage {
            input_tokens: tokens(index)?,
            output_tokens: tokens(index + 1)?,
            reasoning_tokens: tokens(more)?,
            cached_tokens: tokens(more + 1)?,
        })
    }

    pub(super) fn number(&self, row: &DatabaseRow, index: usize) -> Result<u32, StoreError> {
        let number = self.long(row, index)?;
        u32::try_from(number).map_err(|e| StoreError::value(self.path(), format!("{number}: {e}")))
    }

    pub(super) fn long(&self, row: &DatabaseRow, index: usize) -> Result<i64, StoreError> {
        row.number(index).map_err(|e| self.failed(e))
    }

    pub(super) fn count(&self, row: &DatabaseRow, index: usize) -> Result<u64, StoreError> {
        row.count(index).map_err(|e| self.failed(e))
    }

    pub(super) fn text(&self, row: &DatabaseRow, index: usize) -> Result<String, StoreError> {
        self.str(row, index).map(Cow::into_owned)
    }

    /// The same without a copy.
    pub(super) fn str<'r>(
        &self,
        row: &'r DatabaseRow,
        index: usize,
    ) -> Result<Cow<'r, str>, StoreError> {
        row.text(index).map_err(|e| self.failed(e))
    }

    pub(super) fn key(&self, row: &DatabaseRow, index: usize) -> Result<Key, StoreError> {
        self.str(row, index).map(Key::from_stored)
    }

    /// Returns an HTTP status, if there was one.
    pub(super) fn status(&self, row: &DatabaseRow, at: usize) -> Result<Option<u16>, StoreError> {
        let status = row.maybe_number(at).map_err(|e| self.failed(e))?;
        Ok(status.and_then(|status| u16::try_from(status).ok()))
    }

    pub(super) fn maybe_text<'r>(
        &self,
        row: &'r DatabaseRow,
        index: usize,
    ) -> Result<Option<Cow<'r, str>>, StoreError> {
        row.maybe_text(index).map_err(|e| self.failed(e))
    }

    /// Returns the reason why a response ended. Providers' names are mapped before storing, so an
    /// unknown name is an error; the reason also says if the answer was cut off.
    pub(super) fn finish(&self, trial: &Key, name: &str) -> Result<FinishReason, StoreError> {
        FinishReason::deserialize(name.into_deserializer()).map_err(|_: serde::de::value::Error| {
            let what = format!("response to trial {trial}: unknown finish `{name}`");
            StoreError::value(self.path(), what)
        })
    }

    pub(super) fn kind(&self, name: &str) -> Result<ErrorKind, StoreError> {
        ErrorKind::deserialize(name.into_deserializer()).map_err(|e: serde::de::value::Error| {
            StoreError::value(self.path(), format!("failure kind `{name}`: {e}"))
        })
    }

    pub(super) fn parsed<T: DeserializeOwned>(
        &self,
        what: impl fmt::Display,
        json: &str,
    ) -> Result<T, StoreError> {
        serde_json::from_str(json)
            .map_err(|e| StoreError::value(self.path(), format!("{what}: {e}")))
    }
}
