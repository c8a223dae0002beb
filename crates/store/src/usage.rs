//! The usage of every answer, without its text.

use super::common::Common;
use super::values::Values;
use super::{Store, StoreError};
use futures::stream::{BoxStream, StreamExt as _};
use peirast_record::{Trial, Usage};
use sqlx::SqlSafeStr;

/// A stored answer for a bill. Its text, which may be long, is not read.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerUsage {
    /// The trial.
    pub trial: Trial,
    /// Tokens used.
    pub usage: Usage,
    /// The time at which the last attempt was sent, in microseconds since 1970 UTC; 0 for simulated
    /// subjects.
    pub sent_us: i64,
}

macro_rules! billed {
    ($from:literal) => {
        concat!(
            "SELECT t.key, t.prompt, t.problem, t.protocol, t.subject, t.sampling, t.repeat, \
             r.input_tokens, r.output_tokens, r.reasoning_tokens, r.cached_tokens, r.sent_us FROM ",
            $from
        )
    };
}
const BILLED: &str = billed!("response r JOIN trial t ON t.key = r.trial ORDER BY r.trial");
const SECOND: &str =
    billed!("duplicate r JOIN trial t ON t.key = r.trial ORDER BY r.trial, r.digest");

impl Store {
    /// Returns the usage of every answer, in order of the trials' keys, one at a time.
    pub fn billed(&self) -> BoxStream<'_, Result<AnswerUsage, StoreError>> {
        self.bills(self.sql(BILLED), self.values())
    }

    /// Returns the usage of answers that arrived after another one: they were paid for as well.
    pub fn billed_second(&self) -> BoxStream<'_, Result<AnswerUsage, StoreError>> {
        match self.schema() {
            0..2 => futures::stream::empty().boxed(),
            _ => self.bills(SECOND, self.values()),
        }
    }

    fn bills(
        &self,
        sql: impl SqlSafeStr,
        values: Values,
    ) -> BoxStream<'_, Result<AnswerUsage, StoreError>> {
        let mut common = Common::default();
        let rows = self.rows(sql, values).map(move |row| {
            let row = row?;
            Ok(AnswerUsage {
                trial: self.trial_from(&row, &mut common)?,
                usage: self.usage(&row, 7, 9)?,
                sent_us: self.long(&row, 11)?,
            })
        });
        rows.boxed()
    }
}
