//! Every failed attempt of a store, with its trial.

use super::common::Common;
use super::database_row::DatabaseRow;
use super::read::FAILURES;
use super::{FailedAttempt, Store, StoreError};
use peirast_record::{ErrorKind, Trial, Usage};

/// An attempt that failed, with its trial.
#[derive(Clone, Debug, PartialEq)]
pub struct FailedTrial {
    /// The trial.
    pub trial: Trial,
    /// The kind of failure.
    pub kind: ErrorKind,
    /// The HTTP status, if there was one.
    pub status: Option<u16>,
    /// True if the request may have reached the server.
    pub was_sent: bool,
    /// The tokens that the server reported for it, if any.
    pub reported: Option<Usage>,
}

/// Bodies are read only if they may report tokens, under the names that these would have.
const FAILED: &str = "SELECT t.key, t.prompt, t.problem, t.protocol, t.subject, t.sampling, \
     t.repeat, f.kind, f.status, f.was_sent, CASE WHEN f.body LIKE '%usage%' \
     OR f.body LIKE '%metrics%' OR f.body LIKE '%eval_count%' THEN f.body END \
     FROM failure f JOIN trial t ON t.key = f.trial ORDER BY f.trial, f.at_us, f.attempt";

impl Store {
    /// Returns whether this attempt is stored, to the microsecond.
    pub async fn holds_failure(&self, attempt: &FailedAttempt) -> Result<bool, StoreError> {
        let values = self.values().text(&attempt.trial.text());
        let stored: Vec<FailedAttempt> =
            self.read(self.sql(FAILURES), values, |row| self.failure_from(row)).await?;
        Ok(stored.contains(attempt))
    }

    /// Returns every failed attempt, in order of the trials' keys and of time. `reported_usage`
    /// reads the tokens that a body reports.
    pub async fn load_failed(
        &self,
        reported_usage: fn(&str) -> Option<Usage>,
    ) -> Result<Vec<FailedTrial>, StoreError> {
        let mut common = Common::default();
        let failed = |row: &DatabaseRow| {
            let body = self.maybe_text(row, 10)?;
            Ok(FailedTrial {
                trial: self.trial_from(row, &mut common)?,
                kind: self.kind(&self.str(row, 7)?)?,
                status: self.status(row, 8)?,
                was_sent: self.long(row, 9)? != 0,
                reported: body.and_then(|body| reported_usage(&body)),
            })
        };
        self.read(self.sql(FAILED), self.values(), failed).await
    }
}
