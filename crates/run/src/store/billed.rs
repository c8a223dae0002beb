//! What every answer used, without the answer.

use super::common::Common;
use super::{Store, StoreError};
use futures::stream::{BoxStream, StreamExt as _};
use peirast_record::{Trial, Usage};
use sqlx::SqlSafeStr;

/// A stored answer as a bill has it. Its text, which may be long, is not read.
#[derive(Clone, Debug, PartialEq)]
pub struct Billed {
    /// The trial.
    pub trial: Trial,
    /// Tokens used.
    pub usage: Usage,
    /// When the last attempt was sent, in microseconds since 1970 UTC; 0 for simulated subjects.
    pub sent_us: i64,
}

macro_rules! billed {
    ($order:literal) => {
        concat!(
            "SELECT t.key, t.prompt, t.problem, t.protocol, t.subject, t.sampling, t.repeat, \
             r.input_tokens, r.output_tokens, r.reasoning_tokens, r.cached_tokens, r.sent_us \
             FROM response r JOIN trial t ON t.key = r.trial",
            $order
        )
    };
}
const BILLED: &str = billed!(" ORDER BY r.trial");
/// As they stand in the table, which is gone through from its beginning to its end.
const UNORDERED: &str = billed!("");

const SECOND: &str = "SELECT t.key, t.prompt, t.problem, t.protocol, t.subject, t.sampling, \
     t.repeat, d.input_tokens, d.output_tokens, d.reasoning_tokens, d.cached_tokens, d.sent_us \
     FROM duplicate d JOIN trial t ON t.key = d.trial ORDER BY d.trial, d.digest";

impl Store {
    /// What every answer used, in order of the trials' keys, one at a time.
    pub fn billed(&self) -> BoxStream<'_, Result<Billed, StoreError>> {
        self.bills(self.sql(BILLED))
    }

    /// The same in no order, which takes half the time where there are very many.
    pub fn billed_unordered(&self) -> BoxStream<'_, Result<Billed, StoreError>> {
        self.bills(self.sql(UNORDERED))
    }

    /// What every answer used that came when there was one already: it was paid for as well.
    pub fn billed_second(&self) -> BoxStream<'_, Result<Billed, StoreError>> {
        match self.schema() {
            0..2 => futures::stream::empty().boxed(),
            _ => self.bills(SECOND),
        }
    }

    fn bills(&self, sql: impl SqlSafeStr) -> BoxStream<'_, Result<Billed, StoreError>> {
        let mut common = Common::default();
        let rows = self.rows(sql, self.values()).map(move |row| {
            let row = row?;
            Ok(Billed {
                trial: self.trial_from(&row, &mut common)?,
                usage: self.usage(&row, 7, 9)?,
                sent_us: self.long(&row, 11)?,
            })
        });
        rows.boxed()
    }
}
