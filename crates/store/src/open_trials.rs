//! The open trials of each subject, by their rows in the table.

use super::database_row::DatabaseRow;
use super::read::Decoding;
use super::values::Values;
use super::{Prompts, Store, StoreError};
use futures::stream::TryStreamExt as _;
use peirast_record::{Key, Trial};
use std::collections::{BTreeMap, BTreeSet};

/// The most values that are listed in one statement.
pub const MAX_ROWS_PER_QUERY: usize = 256;
/// The number of trials of each subject at each endpoint.
const SUBJECTS: &str = "SELECT subject, endpoint, COUNT(*) FROM trial GROUP BY subject, endpoint \
     ORDER BY subject, endpoint";
/// The keys of trials and of responses are compared in parallel, only in their indexes; other
/// columns are read only for open trials. For a million this takes half a second; the reverse takes
/// half a minute.
const WAITING: &str = "SELECT o.place, t.subject, t.endpoint, \
     (SELECT COUNT(*) FROM failure f WHERE f.trial = t.key) \
     FROM (SELECT a.rowid AS place FROM trial a LEFT JOIN response r ON r.trial = a.key \
     WHERE r.trial IS NULL ORDER BY a.key LIMIT -1) o CROSS JOIN trial t ON t.rowid = o.place";
/// The same if all have one subject: no other columns are read.
const WAITING_ALIKE: &str = "SELECT a.rowid FROM trial a LEFT JOIN response r ON r.trial = a.key \
     WHERE r.trial IS NULL ORDER BY a.key";
/// The number of failures of each open trial that has failures.
const FAILED: &str = "SELECT a.rowid, COUNT(*) FROM failure f JOIN trial a ON a.key = f.trial \
     LEFT JOIN response r ON r.trial = a.key WHERE r.trial IS NULL GROUP BY a.rowid";
/// The number of open trials of each subject, among the first open ones.
const OPEN: &str = "SELECT t.subject, COUNT(*) FROM trial t WHERE t.key IN (SELECT a.key FROM trial a \
     LEFT JOIN response r ON r.trial = a.key WHERE r.trial IS NULL ORDER BY a.key LIMIT $1) \
     GROUP BY t.subject";

/// The open trials of one subject at one endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTrials {
    /// The subject.
    pub subject: String,
    /// Its endpoint.
    pub endpoint: String,
    /// The number of its trials, with and without a response.
    pub trials: u64,
    /// Only the number of failures and the row of each open trial, because there may be a million:
    /// the trials with the fewest failures first, then in the order of planning.
    pub rows: Vec<(u64, i64)>,
}

impl Store {
    /// Returns the open trials of each subject at each endpoint. Rows are valid while no other
    /// process writes, which holds for a file that one process has open.
    pub async fn open_rows(&self) -> Result<Vec<OpenTrials>, StoreError> {
        let subject = |row: &DatabaseRow| {
            Ok(OpenTrials {
                subject: self.text(row, 0)?,
                endpoint: self.text(row, 1)?,
                trials: self.count(row, 2)?,
                rows: Vec::new(),
            })
        };
        let mut subjects: Vec<OpenTrials> = self.read(SUBJECTS, self.values(), subject).await?;
        if let [only] = subjects.as_mut_slice() {
            only.rows = self.open_rows_of_one().await?;
            return Ok(subjects);
        }
        let mut rows = self.rows(WAITING, self.values());
        while let Some(row) = rows.try_next().await? {
            let (subject, endpoint) = (self.str(&row, 1)?, self.str(&row, 2)?);
            let is_its = |one: &&mut OpenTrials| one.subject == subject && one.endpoint == endpoint;
            if let Some(open) = subjects.iter_mut().find(is_its) {
                open.rows.push((self.count(&row, 3)?, self.long(&row, 0)?));
            }
        }
        subjects.iter_mut().for_each(|open| open.rows.sort_unstable());
        Ok(subjects)
    }

    /// Returns the open rows if there is one subject, in the form of [`OpenTrials`].
    async fn open_rows_of_one(&self) -> Result<Vec<(u64, i64)>, StoreError> {
        let failed = |row: &DatabaseRow| Ok((self.long(row, 0)?, self.count(row, 1)?));
        let failed: BTreeMap<i64, u64> = self.read(FAILED, self.values(), failed).await?;
        let place = |row: &DatabaseRow| {
            let place = self.long(row, 0)?;
            Ok((failed.get(&place).copied().unwrap_or(0), place))
        };
        let mut places: Vec<(u64, i64)> = self.read(WAITING_ALIKE, self.values(), place).await?;
        places.sort_unstable();
        Ok(places)
    }

    /// Returns the number of open trials of each subject; `None` if there are `many` or more in
    /// all, which is found without a full count.
    pub async fn open_unless_many(
        &self,
        many: u64,
    ) -> Result<Option<BTreeMap<String, u64>>, StoreError> {
        let most = i64::try_from(many).unwrap_or(i64::MAX);
        let count = |row: &DatabaseRow| Ok((self.text(row, 0)?, self.count(row, 1)?));
        let open: BTreeMap<String, u64> =
            self.read(OPEN, self.values().number(most), count).await?;
        Ok(Some(open).filter(|open| open.values().sum::<u64>() < many))
    }

    /// Returns the trials in these rows, at most [`MAX_ROWS_PER_QUERY`], in the order of their
    /// rows, with their prompts by key.
    pub async fn trials_at(&self, rows: &[i64]) -> Result<(Vec<Trial>, Prompts), StoreError> {
        let sql = "SELECT t.key, t.prompt, t.problem, t.protocol, t.subject, t.sampling, t.repeat, \
             p.messages FROM trial t JOIN prompt p ON p.key = t.prompt WHERE t.rowid IN (?) \
             ORDER BY t.rowid";
        let mut decoding = Decoding::default();
        let add = |row: &DatabaseRow| decoding.add(self, row);
        let () = self.read_among(sql, rows, |values, row| values.number(*row), add).await?;
        Ok(decoding.finish())
    }

    /// Returns whether all trials with these keys are stored, answered or not.
    pub async fn holds_trials(&self, keys: &[&Key]) -> Result<bool, StoreError> {
        let held = self.trials_among(keys).await?;
        Ok(keys.iter().all(|key| held.contains(*key)))
    }

    /// Returns those of these keys whose trials are stored, answered or not.
    pub async fn trials_among(&self, keys: &[&Key]) -> Result<BTreeSet<Key>, StoreError> {
        let sql = "SELECT key FROM trial WHERE key IN (?)";
        let bind = |values: Values, key: &&Key| values.text(&key.text());
        self.read_among(sql, keys, bind, |row| self.key(row, 0)).await
    }
}
