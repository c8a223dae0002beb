//! What every answer used, without the answer.

use super::common::Common;
use super::database_row::DatabaseRow;
use super::values::Values;
use super::{Store, StoreError};
use futures::stream::{BoxStream, StreamExt as _};
use peirast_record::{Name, Sampling, Trial, Usage};
use sqlx::{AssertSqlSafe, SqlSafeStr};
use std::sync::Arc;

/// A stored answer as a bill has it. Its text, which may be long, is not read.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerUsage {
    /// The trial.
    pub trial: Trial,
    /// Tokens used.
    pub usage: Usage,
    /// When the last attempt was sent, in microseconds since 1970 UTC; 0 for simulated subjects.
    pub sent_us: i64,
}

/// What answers used together: those to one subject's questions under one protocol with one
/// sampling, asked for on one day. Of a million answers there are a few of these, and the database
/// adds them up.
#[derive(Clone, Debug, PartialEq)]
pub struct UsageSum {
    /// The subject.
    pub subject: Name,
    /// The protocol.
    pub protocol: Name,
    /// How they were sampled.
    pub sampling: Arc<Sampling>,
    /// When the day began on which they were asked for, in microseconds since 1970 UTC.
    pub day_us: i64,
    /// Whether they were taken over from another store.
    pub is_taken_over: bool,
    /// Their number.
    pub answers: u64,
    /// Tokens of their prompts, cached ones included.
    pub input_tokens: u64,
    /// Those of them that the provider had in its cache.
    pub cached_tokens: u64,
    /// Tokens of the answers.
    pub output_tokens: u64,
    /// The squares of the tokens of each answer, added up.
    pub output_squares: u64,
    /// Tokens of the longest prompt.
    pub longest_input: u64,
    /// Tokens of the longest answer.
    pub longest_output: u64,
}

/// The answers that are added up: those with so many tokens that neither sums nor squares of twenty
/// million of them overflow, which were not asked for at certain times.
const MOST_SUMMED: i64 = 100_000;
const DAY_US: i64 = 86_400_000_000;

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
/// As they stand in the table, which is gone through from its beginning to its end.
const UNORDERED: &str = billed!("response r JOIN trial t ON t.key = r.trial");
/// SQLite takes the tables of a cross join as they are written: the index of the answers, and so no
/// more of them than are wanted.
const FIRST: &str = billed!(
    "response r CROSS JOIN trial t WHERE t.key = r.trial AND t.subject = $1 ORDER BY r.trial LIMIT $2"
);

const SECOND: &str =
    billed!("duplicate r JOIN trial t ON t.key = r.trial ORDER BY r.trial, r.digest");

impl Store {
    /// The usage of every answer, in order of the trials' keys, one at a time.
    pub fn billed(&self) -> BoxStream<'_, Result<AnswerUsage, StoreError>> {
        self.bills(self.sql(BILLED), self.values())
    }

    /// The same in no order, which takes half the time where there are very many.
    pub fn billed_unordered(&self) -> BoxStream<'_, Result<AnswerUsage, StoreError>> {
        self.bills(self.sql(UNORDERED), self.values())
    }

    /// The usage of answers, added up, except for those that stand [apart](Self::billed_apart) and
    /// those that were asked for at one of `times`. In no order.
    pub async fn billed_sums(&self, times: &[i64]) -> Result<Vec<UsageSum>, StoreError> {
        if !self.adds_up() {
            return Ok(Vec::new());
        }
        let is_plain = is_plain(times);
        // The days and what squares add up to are whole numbers on either database.
        let sql = format!(
            "SELECT t.subject, t.protocol, t.sampling, r.sent_us / {DAY_US}, \
             CAST(CASE WHEN u.trial IS NULL THEN 0 ELSE 1 END AS BIGINT), COUNT(*), \
             CAST(SUM(r.input_tokens) AS BIGINT), \
             CAST(SUM(CASE WHEN r.cached_tokens > r.input_tokens THEN r.input_tokens \
             ELSE COALESCE(r.cached_tokens, 0) END) AS BIGINT), \
             CAST(SUM(r.output_tokens) AS BIGINT), \
             CAST(SUM(r.output_tokens * r.output_tokens) AS BIGINT), \
             MAX(r.input_tokens), MAX(r.output_tokens) \
             FROM response r JOIN trial t ON t.key = r.trial LEFT JOIN reused u ON u.trial = r.trial \
             WHERE {is_plain} GROUP BY 1, 2, 3, 4, 5"
        );
        let mut common = Common::default();
        self.read(AssertSqlSafe(sql), self.values(), |row| self.sum_from(row, &mut common)).await
    }

    fn sum_from(&self, row: &DatabaseRow, common: &mut Common) -> Result<UsageSum, StoreError> {
        let count = |index| self.count(row, index);
        Ok(UsageSum {
            subject: common.name(&self.str(row, 0)?),
            protocol: common.name(&self.str(row, 1)?),
            sampling: common.sampling(self, "", &self.str(row, 2)?)?,
            day_us: self.long(row, 3)?.saturating_mul(DAY_US),
            is_taken_over: self.long(row, 4)? != 0,
            answers: count(5)?,
            input_tokens: count(6)?,
            cached_tokens: count(7)?,
            output_tokens: count(8)?,
            output_squares: count(9)?,
            longest_input: count(10)?,
            longest_output: count(11)?,
        })
    }

    /// The usage of answers that are not [added up](Self::billed_sums): those whose tokens were not
    /// reported or are very many, and those that were asked for at one of `times`. In no order.
    pub fn billed_apart(&self, times: &[i64]) -> BoxStream<'_, Result<AnswerUsage, StoreError>> {
        if !self.adds_up() {
            return self.billed_unordered();
        }
        // What is not known, such as tokens that were not reported, is not plain either.
        let is_plain = is_plain(times);
        let sql = format!("{UNORDERED} WHERE CASE WHEN {is_plain} THEN 0 ELSE 1 END = 1");
        self.bills(AssertSqlSafe(sql), self.values())
    }

    /// The usage of the first answers of a subject, in the order of their trials' keys.
    pub fn billed_first(
        &self,
        subject: &str,
        most: u64,
    ) -> BoxStream<'_, Result<AnswerUsage, StoreError>> {
        let values = self.values().text(subject);
        let values = values.number(i64::try_from(most).unwrap_or(i64::MAX));
        self.bills(self.sql(FIRST), values)
    }

    /// Whether the store is one that is added up: not one of an earlier schema, opened for reading.
    fn adds_up(&self) -> bool {
        self.schema() >= 2
    }

    /// The usage of answers that came when there was one already: they were paid for as well.
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

/// The condition under which an answer is added up.
fn is_plain(times: &[i64]) -> String {
    let mut plain = format!(
        "r.input_tokens > 0 AND r.input_tokens <= {MOST_SUMMED} AND r.output_tokens >= 0 \
         AND r.output_tokens <= {MOST_SUMMED} AND COALESCE(r.cached_tokens, 0) >= 0 AND r.sent_us >= 0"
    );
    if !times.is_empty() {
        let times: Vec<String> = times.iter().map(i64::to_string).collect();
        plain.push_str(&format!(" AND r.sent_us NOT IN ({})", times.join(", ")));
    }
    plain
}
