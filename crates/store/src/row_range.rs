//! A range of rows: the trials of one transaction, by their rows in the table.

use super::Prompts;
use super::backend::Transaction;
use super::{Store, StoreError};
use peirast_record::Trial;

/// SQLite numbers the rows of a table in the order of insertion.
const LAST: &str = "SELECT COALESCE(MAX(rowid), 0) FROM trial";
const WITHIN: &str = "SELECT t.key, t.prompt, t.problem, t.protocol, t.subject, t.sampling, \
     t.repeat, p.messages FROM trial t JOIN prompt p ON p.key = t.prompt \
     WHERE t.rowid > $1 AND t.rowid <= $2 AND t.subject = $3 AND t.endpoint = $4 ORDER BY t.rowid";

/// The trials of one transaction: the rows after one row of the table, up to another. It is valid
/// while no other process writes, which holds for a file that one process has open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowRange {
    pub(super) after: i64,
    pub(super) last: i64,
}

impl Store {
    /// Returns the range of the last `count` trials of the table.
    pub(super) async fn span_of_last(
        &self,
        transaction: &mut Transaction,
        trials: u64,
    ) -> Result<RowRange, StoreError> {
        let values = self.values();
        let rows = transaction.all(LAST, values).await.map_err(|e| self.failed(e))?;
        let last = rows.first().map_or(Ok(0), |row| self.long(row, 0))?;
        Ok(RowRange { after: last.saturating_sub_unsigned(trials), last })
    }

    /// Returns the trials of a range that belong to a subject at an endpoint, with their prompts by
    /// key.
    pub async fn trials_within(
        &self,
        span: RowRange,
        (subject, endpoint): (&str, &str),
    ) -> Result<(Vec<Trial>, Prompts), StoreError> {
        let values = self.values().number(span.after).number(span.last);
        self.with_prompts(WITHIN, values.text(subject).text(endpoint)).await
    }
}
