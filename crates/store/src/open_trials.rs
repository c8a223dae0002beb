//! The trials of lanes that have no response, by where they stand in the table.

use super::Prompts;
use super::{Store, StoreError};
use futures::stream::{StreamExt as _, TryStreamExt as _};
use peirast_record::{Key, Trial};
use sqlx::AssertSqlSafe;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most of one statement. There is one statement for however many are wanted: a database
/// prepares it once.
pub const MAX_ROWS_PER_QUERY: usize = 256;
/// How many trials each lane has.
const LANES: &str = "SELECT subject, endpoint, COUNT(*) FROM trial GROUP BY subject, endpoint \
     ORDER BY subject, endpoint";
/// Keys of trials and of responses are gone through side by side, in their indexes alone; only of
/// what is open the rest is looked up. Of a million that takes half a second, and the other way
/// round half a minute.
const WAITING: &str = "SELECT o.place, t.subject, t.endpoint, \
     (SELECT COUNT(*) FROM failure f WHERE f.trial = t.key) \
     FROM (SELECT a.rowid AS place FROM trial a LEFT JOIN response r ON r.trial = a.key \
     WHERE r.trial IS NULL ORDER BY a.key LIMIT -1) o CROSS JOIN trial t ON t.rowid = o.place";
/// The same where all are of one lane: nothing is looked up.
const WAITING_ALIKE: &str = "SELECT a.rowid FROM trial a LEFT JOIN response r ON r.trial = a.key \
     WHERE r.trial IS NULL ORDER BY a.key";
/// The number of failures of each trial that has any and no response.
const FAILED: &str = "SELECT a.rowid, COUNT(*) FROM failure f JOIN trial a ON a.key = f.trial \
     LEFT JOIN response r ON r.trial = a.key WHERE r.trial IS NULL GROUP BY a.rowid";
/// Of how many trials of each subject, among the first that have none, there is no response.
const OPEN: &str = "SELECT t.subject, COUNT(*) FROM trial t WHERE t.key IN (SELECT a.key FROM trial a \
     LEFT JOIN response r ON r.trial = a.key WHERE r.trial IS NULL ORDER BY a.key LIMIT $1) \
     GROUP BY t.subject";

/// The trials of one lane that have no response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTrials {
    /// The subject.
    pub subject: String,
    /// Its endpoint.
    pub endpoint: String,
    /// How many trials it has, with and without a response.
    pub trials: u64,
    /// The number of failures and the row of each that has none: of a million no more is held. The
    /// least failed first, then in the order in which they were planned.
    pub rows: Vec<(u64, i64)>,
}

impl Store {
    /// The trials without a response, by lanes. Rows hold as long as nobody else writes, which is
    /// so in a file that one process has open.
    pub async fn open_rows(&self) -> Result<Vec<OpenTrials>, StoreError> {
        let lanes = self.all(LANES, self.values()).await?;
        let lane = |row| {
            Ok(OpenTrials {
                subject: self.text(row, 0)?,
                endpoint: self.text(row, 1)?,
                trials: self.count(row, 2)?,
                rows: Vec::new(),
            })
        };
        let mut lanes = lanes.iter().map(lane).collect::<Result<Vec<OpenTrials>, StoreError>>()?;
        if let [only] = lanes.as_mut_slice() {
            only.rows = self.waiting_alike().await?;
            return Ok(lanes);
        }
        let mut rows = self.rows(WAITING, self.values());
        while let Some(row) = rows.try_next().await? {
            let (subject, endpoint) = (self.str(&row, 1)?, self.str(&row, 2)?);
            let own = |own: &&mut OpenTrials| own.subject == subject && own.endpoint == endpoint;
            if let Some(own) = lanes.iter_mut().find(own) {
                own.rows.push((self.count(&row, 3)?, self.long(&row, 0)?));
            }
        }
        lanes.iter_mut().for_each(|lane| lane.rows.sort_unstable());
        Ok(lanes)
    }

    /// The rows without a response where there is one lane, as [`Waiting`] holds them.
    async fn waiting_alike(&self) -> Result<Vec<(u64, i64)>, StoreError> {
        let failed = self.rows(FAILED, self.values());
        let failed = failed.map(|row| {
            let row = row?;
            Ok::<_, StoreError>((self.long(&row, 0)?, self.count(&row, 1)?))
        });
        let failed: BTreeMap<i64, u64> = failed.try_collect().await?;
        let places = self.rows(WAITING_ALIKE, self.values());
        let places = places.map(|row| {
            let place = self.long(&row?, 0)?;
            Ok::<_, StoreError>((failed.get(&place).copied().unwrap_or(0), place))
        });
        let mut places: Vec<(u64, i64)> = places.try_collect().await?;
        places.sort_unstable();
        Ok(places)
    }

    /// How many trials of each subject have no response; none if these are `many` or more in all,
    /// which is found without counting them.
    pub async fn open_unless_many(
        &self,
        many: u64,
    ) -> Result<Option<BTreeMap<String, u64>>, StoreError> {
        let most = i64::try_from(many).unwrap_or(i64::MAX);
        let rows = self.rows(OPEN, self.values().number(most)).map(|row| {
            let row = row?;
            Ok::<_, StoreError>((self.text(&row, 0)?, self.count(&row, 1)?))
        });
        let open: BTreeMap<String, u64> = rows.try_collect().await?;
        Ok(Some(open).filter(|open| open.values().sum::<u64>() < many))
    }

    /// The trials in these rows, at most [`MAX_ROWS_PER_QUERY`], in the order of their rows, with
    /// their prompts by key.
    pub async fn trials_at(&self, rows: &[i64]) -> Result<(Vec<Trial>, Prompts), StoreError> {
        let sql = format!(
            "SELECT t.key, t.prompt, t.problem, t.protocol, t.subject, t.sampling, t.repeat, p.messages \
             FROM trial t JOIN prompt p ON p.key = t.prompt WHERE t.rowid IN ({}) ORDER BY t.rowid",
            self.places()
        );
        // What is named twice is found once.
        let filled = rows.iter().cycle().take(if rows.is_empty() { 0 } else { MAX_ROWS_PER_QUERY });
        let values = filled.fold(self.values(), |values, row| values.number(*row));
        self.with_prompts(self.rows(AssertSqlSafe(Arc::<str>::from(sql)), values)).await
    }

    /// Whether all trials with these keys are here, answered or not.
    pub async fn holds_trials(&self, keys: &[&Key]) -> Result<bool, StoreError> {
        let held = self.trials_among(keys).await?;
        Ok(keys.iter().all(|key| held.contains(*key)))
    }

    /// Those of these keys that are of trials here, answered or not.
    pub async fn trials_among(&self, keys: &[&Key]) -> Result<BTreeSet<Key>, StoreError> {
        let sql = format!("SELECT key FROM trial WHERE key IN ({})", self.places());
        let sql: Arc<str> = sql.into();
        let mut held = BTreeSet::new();
        for some in keys.chunks(MAX_ROWS_PER_QUERY) {
            let filled = some.iter().cycle().take(MAX_ROWS_PER_QUERY);
            let values = filled.fold(self.values(), |values, key| values.text(&key.text()));
            let rows = self.rows(AssertSqlSafe(Arc::clone(&sql)), values);
            held.extend(rows.map(|row| self.key(&row?, 0)).try_collect::<Vec<Key>>().await?);
        }
        Ok(held)
    }

    /// Places of so many parameters. SQLite finds those with a number only by going through all
    /// before them.
    fn places(&self) -> String {
        let place = |at| if self.is_shared() { format!("${at}") } else { "?".to_owned() };
        (1..=MAX_ROWS_PER_QUERY).map(place).collect::<Vec<_>>().join(", ")
    }
}
