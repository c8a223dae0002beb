//! Reading a store in key order, only the requested columns.

use super::Prompts;
use super::common::Common;
use super::database_row::DatabaseRow;
use super::row::{columns, read_back};
use super::values::Values;
use super::{FailedAttempt, Store, StoreError};
use futures::stream::{BoxStream, StreamExt as _, TryStreamExt as _};
use peirast_record::{
    ErrorKind, FinishReason, Key, Message, Name, Problem, Prompt, Recorded, Response, Sharing,
    Trial, Usage,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A stored answer with its trial, without request and response bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct AnsweredTrial {
    /// The trial.
    pub trial: Trial,
    /// Number of attempts.
    pub attempts: u32,
    /// The answer's text.
    pub text: String,
    /// The reason why the subject stopped.
    pub finish: FinishReason,
    /// Tokens used.
    pub usage: Usage,
    /// The model that answered, as the provider names it.
    pub model: Option<Name>,
    /// The time at which the last attempt was sent, in microseconds since 1970 UTC; 0 for simulated
    /// subjects.
    pub sent_us: i64,
    /// The duration of the last attempt, in microseconds.
    pub elapsed_us: i64,
}

impl AnsweredTrial {
    /// Returns the answer that would be read if this response were stored for a trial.
    pub fn new(trial: &Trial, response: &Response) -> Self {
        Self {
            trial: trial.clone(),
            attempts: response.attempts,
            text: response.text.clone(),
            finish: response.finish,
            usage: read_back(response.usage),
            model: response.model.as_deref().map(Name::from),
            sent_us: response.sent_us,
            elapsed_us: response.elapsed_us,
        }
    }
}

/// Everything that is stored about one trial.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialDetails {
    /// The trial.
    pub trial: Trial,
    /// The endpoint of its subject.
    pub endpoint: String,
    /// The messages of the prompt; empty if the prompt was not stored.
    pub messages: Vec<Message>,
    /// The response in full, once there is one.
    pub response: Option<Response>,
    /// Its failed attempts, oldest first.
    pub failures: Vec<FailedAttempt>,
}

/// Counts of a store's content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreCounts {
    /// Problems.
    pub problems: u64,
    /// Different prompts.
    pub prompts: u64,
    /// Trials.
    pub trials: u64,
    /// Responses.
    pub responses: u64,
    /// Recorded grades.
    pub recorded: u64,
    /// Answers that arrived after another one: stored, but never counted.
    pub duplicates: u64,
    /// Responses that were reused from another store instead of asked for.
    pub reused: u64,
    /// Failed attempts by kind.
    pub failures: BTreeMap<ErrorKind, u64>,
}

/// The progress of one trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialProgress {
    /// It has a response.
    Answered,
    /// It has no response.
    Open {
        /// Failed attempts, in all runs so far.
        failures: u64,
    },
}

/// The progress of one subject.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SubjectCounts {
    /// The number of its trials.
    pub trials: u64,
    /// The number of its trials with a response.
    pub responses: u64,
}

const TRIAL: &str = "SELECT key, prompt, problem, protocol, subject, sampling, repeat FROM trial \
     ORDER BY key";
const UNANSWERED: &str = "SELECT t.key, t.prompt, t.problem, t.protocol, t.subject, t.sampling, t.repeat \
     FROM trial t LEFT JOIN response r ON r.trial = t.key WHERE r.trial IS NULL ORDER BY t.key";
/// Trials that are controls, [`Trial::is_control`].
const CONTROLS: &str = "SELECT key, prompt, problem, protocol, subject, sampling, repeat FROM trial \
     WHERE repeat = 2147483648 ORDER BY key";
/// A query for every answer with its trial, with further columns, tables and an order.
macro_rules! answered {
    ($more:literal, $from:literal) => {
        concat!(
            "SELECT t.key, t.prompt, t.problem, t.protocol, t.subject, t.sampling, t.repeat, \
             r.attempts, r.finish, r.input_tokens, r.output_tokens, r.model, r.sent_us, \
             r.elapsed_us, r.text, r.reasoning_tokens, r.cached_tokens",
            $more,
            $from
        )
    };
}
const ANSWERED: &str =
    answered!("", " FROM response r JOIN trial t ON t.key = r.trial ORDER BY r.trial");
/// The same with the body in column 17, in the order in which trials were stored.
pub(super) const ANSWERED_AS_PLANNED: &str = answered!(
    ", r.body",
    " FROM trial t CROSS JOIN response r ON r.trial = t.key ORDER BY t.rowid"
);
/// The same by problem. SQLite is slow to sort long rows, and keeps the order of the first table.
pub(super) const ANSWERED_BY_PROBLEM: &str = answered!(
    ", r.body",
    " FROM (SELECT rowid AS place, problem FROM trial ORDER BY problem, rowid LIMIT -1) o \
     CROSS JOIN trial t ON t.rowid = o.place CROSS JOIN response r ON r.trial = t.key"
);
/// The same for PostgreSQL, which sorts by any order.
pub(super) const ANSWERED_SORTED: &str = answered!(
    ", r.body",
    " FROM response r JOIN trial t ON t.key = r.trial ORDER BY t.problem, r.trial"
);
pub(super) const RESPONSE: &str =
    concat!("SELECT ", columns!(response), " FROM response WHERE trial = $1");
const FOUND: &str = "SELECT key, prompt, problem, protocol, subject, sampling, repeat, endpoint \
     FROM trial WHERE key >= $1 AND key < $2 ORDER BY key LIMIT 2";
pub(super) const FAILURES: &str =
    concat!("SELECT ", columns!(failure), " FROM failure WHERE trial = $1 ORDER BY at_us, attempt");
/// The number of failures of each open trial, and -1 for an answered one.
const PROGRESS: &str = "SELECT t.key, CASE WHEN r.trial IS NULL \
     THEN (SELECT COUNT(*) FROM failure f WHERE f.trial = t.key) ELSE -1 END \
     FROM trial t LEFT JOIN response r ON r.trial = t.key ORDER BY t.key";
macro_rules! open {
    ($order:literal) => {
        concat!(
            "SELECT t.key, t.prompt, t.problem, t.protocol, t.subject, t.sampling, t.repeat, \
             p.messages FROM trial t JOIN prompt p ON p.key = t.prompt \
             LEFT JOIN response r ON r.trial = t.key \
             WHERE r.trial IS NULL AND t.subject = $1 AND t.endpoint = $2",
            $order
        )
    };
}
const OPEN: &str = open!(" ORDER BY t.key");
const OPEN_UNORDERED: &str = open!("");
/// Trials with their prompts, by their keys.
pub type TrialsWithPrompts = (Vec<Trial>, BTreeMap<Key, Arc<Prompt>>);
/// The number of trials that are read at once.
const CHUNK: usize = 1024;
const COUNTS: &str = "SELECT (SELECT COUNT(*) FROM problem), (SELECT COUNT(*) FROM prompt), \
     (SELECT COUNT(*) FROM trial), (SELECT COUNT(*) FROM response), \
     (SELECT COUNT(*) FROM recorded)";
const COUNTS_2: &str = "SELECT (SELECT COUNT(*) FROM duplicate), (SELECT COUNT(*) FROM reused)";

impl Store {
    /// Returns a fact about the run, by name.
    pub async fn meta(&self, name: &str) -> Result<Option<String>, StoreError> {
        let values = self.values().text(name);
        self.first("SELECT value FROM meta WHERE name = $1", values, |row| self.text(row, 0)).await
    }

    /// Returns the keys of all trials that have a response.
    pub async fn answered_keys(&self) -> Result<BTreeSet<Key>, StoreError> {
        let sql = "SELECT trial FROM response ORDER BY trial";
        self.read(sql, self.values(), |row| self.key(row, 0)).await
    }

    /// Returns the keys of all trials.
    pub async fn trial_keys(&self) -> Result<BTreeSet<Key>, StoreError> {
        let sql = "SELECT key FROM trial ORDER BY key";
        self.read(sql, self.values(), |row| self.key(row, 0)).await
    }

    /// Returns the progress of every stored trial.
    pub async fn progress(&self) -> Result<BTreeMap<Key, TrialProgress>, StoreError> {
        let state = |row: &DatabaseRow| {
            let state = match u64::try_from(self.long(row, 1)?) {
                Err(_) => TrialProgress::Answered,
                Ok(failures) => TrialProgress::Open { failures },
            };
            Ok((self.key(row, 0)?, state))
        };
        self.read(PROGRESS, self.values(), state).await
    }

    /// Returns every answer with its trial, in order of the trials' keys, one at a time.
    pub fn answered(&self) -> BoxStream<'_, Result<AnsweredTrial, StoreError>> {
        let mut common = Common::default();
        let answered = move |row: Result<DatabaseRow, _>| self.answered_from(&row?, &mut common);
        self.rows(self.sql(ANSWERED), self.values()).map(answered).boxed()
    }

    /// Returns every answer with its trial, in order of the trials' keys.
    pub async fn load_answered(&self) -> Result<Vec<AnsweredTrial>, StoreError> {
        self.answered().try_collect().await
    }

    /// Returns the trials without an answer, in order of their keys.
    pub async fn load_unanswered(&self) -> Result<Vec<Trial>, StoreError> {
        self.trials(UNANSWERED).await
    }

    /// Returns the A/A controls, answered or not, in order of their keys.
    pub async fn load_controls(&self) -> Result<Vec<Trial>, StoreError> {
        self.trials(CONTROLS).await
    }

    /// Returns all trials, in order of their keys.
    pub async fn load_trials(&self) -> Result<Vec<Trial>, StoreError> {
        self.trials(TRIAL).await
    }

    async fn trials(&self, sql: &'static str) -> Result<Vec<Trial>, StoreError> {
        let mut common = Common::default();
        self.read(sql, self.values(), |row| self.trial_from(row, &mut common)).await
    }

    /// Returns all problems, by id.
    pub async fn load_problems(&self) -> Result<BTreeMap<Name, Problem>, StoreError> {
        let sql = "SELECT id, body FROM problem ORDER BY id";
        let mut sharing = Sharing::default();
        let problem = |row: &DatabaseRow| {
            let id = self.str(row, 0)?;
            let mut problem: Problem =
                self.parsed(format_args!("problem {id}"), &self.str(row, 1)?)?;
            sharing.share(&mut problem);
            Ok((problem.id.clone(), problem))
        };
        // A map that is filled one by one in key order is half empty.
        let problems: Vec<(Name, Problem)> = self.read(sql, self.values(), problem).await?;
        Ok(problems.into_iter().collect())
    }

    /// Returns the messages of one prompt.
    pub async fn load_messages(&self, prompt: &Key) -> Result<Option<Vec<Message>>, StoreError> {
        let sql = "SELECT messages FROM prompt WHERE key = $1";
        let messages =
            |row: &DatabaseRow| self.parsed(format_args!("prompt {prompt}"), &self.str(row, 0)?);
        self.first(sql, self.values().text(&prompt.text()), messages).await
    }

    /// Returns all recorded grades, in order of their trials' keys.
    pub async fn load_recorded(&self) -> Result<Vec<Recorded>, StoreError> {
        let sql = "SELECT trial, grade, facts FROM recorded ORDER BY trial";
        let recorded = |row: &DatabaseRow| {
            let (trial, grade) = (self.key(row, 0)?, self.long(row, 1)?);
            let facts = self.parsed(format_args!("recorded {trial}"), &self.str(row, 2)?)?;
            Ok(Recorded { trial, grade, facts })
        };
        self.read(sql, self.values(), recorded).await
    }

    /// Returns the counts of the store's content.
    pub async fn counts(&self) -> Result<StoreCounts, StoreError> {
        let counts = |row: &DatabaseRow| {
            Ok(StoreCounts {
                problems: self.count(row, 0)?,
                prompts: self.count(row, 1)?,
                trials: self.count(row, 2)?,
                responses: self.count(row, 3)?,
                recorded: self.count(row, 4)?,
                ..StoreCounts::default()
            })
        };
        let mut counts = self.first(COUNTS, self.values(), counts).await?.unwrap_or_default();
        if self.schema() >= 2 {
            let more = |row: &DatabaseRow| Ok((self.count(row, 0)?, self.count(row, 1)?));
            let more = self.first(COUNTS_2, self.values(), more).await?;
            (counts.duplicates, counts.reused) = more.unwrap_or_default();
        }
        counts.failures = self.failures_by_kind().await?;
        Ok(counts)
    }

    async fn failures_by_kind(&self) -> Result<BTreeMap<ErrorKind, u64>, StoreError> {
        let sql = "SELECT kind, COUNT(*) FROM failure GROUP BY kind ORDER BY kind";
        let kind = |row: &DatabaseRow| Ok((self.kind(&self.str(row, 0)?)?, self.count(row, 1)?));
        self.read(sql, self.values(), kind).await
    }

    /// Returns the progress of each subject.
    pub async fn counts_by_subject(&self) -> Result<BTreeMap<String, SubjectCounts>, StoreError> {
        let sql = "SELECT t.subject, COUNT(*), COUNT(r.trial) FROM trial t \
             LEFT JOIN response r ON r.trial = t.key GROUP BY t.subject ORDER BY t.subject";
        let counts = |row: &DatabaseRow| {
            let (trials, responses) = (self.count(row, 1)?, self.count(row, 2)?);
            Ok((self.text(row, 0)?, SubjectCounts { trials, responses }))
        };
        self.read(sql, self.values(), counts).await
    }

    /// Returns the open trials of a subject at an endpoint, in order of their keys, with their
    /// prompts by key.
    pub async fn open_trials(
        &self,
        (subject, endpoint): (&str, &str),
    ) -> Result<TrialsWithPrompts, StoreError> {
        self.with_prompts(OPEN, self.values().text(subject).text(endpoint)).await
    }

    /// Returns the same in no order, in chunks: there may be a million.
    pub fn open_stretches(
        &self,
        (subject, endpoint): (&str, &str),
    ) -> BoxStream<'_, Result<TrialsWithPrompts, StoreError>> {
        let rows = self.rows(OPEN_UNORDERED, self.values().text(subject).text(endpoint));
        let chunks = rows.try_chunks(CHUNK).map_err(|broken| broken.1);
        let decoded = chunks.and_then(async |rows| {
            let mut decoding = Decoding::default();
            rows.iter().try_for_each(|row| decoding.add(self, row))?;
            Ok(decoding.finish())
        });
        decoded.boxed()
    }

    /// Decodes trials whose messages are in column 7, with their prompts by key.
    pub(super) async fn with_prompts(
        &self,
        sql: &'static str,
        values: Values,
    ) -> Result<TrialsWithPrompts, StoreError> {
        let mut decoding = Decoding::default();
        let () = self.read(sql, values, |row| decoding.add(self, row)).await?;
        Ok(decoding.finish())
    }

    fn no_such_trial(&self, prefix: &str) -> StoreError {
        StoreError::NoSuchTrial { prefix: prefix.to_owned(), dir: self.dir().to_owned() }
    }

    /// Returns everything about the one trial whose key starts with `prefix`.
    ///
    /// # Errors
    /// [`StoreError::NoSuchTrial`] or [`StoreError::Ambiguous`], and as [`Store::load_answered`].
    pub async fn find(&self, prefix: &str) -> Result<TrialDetails, StoreError> {
        // Keys are lower-case hexadecimal, and `g` sorts after every digit.
        let first = prefix.trim().to_ascii_lowercase();
        if first.contains('\0') {
            return Err(self.no_such_trial(prefix));
        }
        let values = self.values().text(&first).owned(format!("{first}g"));
        let rows = self.all(FOUND, values).await?;
        match rows.as_slice() {
            [] => Err(self.no_such_trial(prefix)),
            [row] => {
                self.details(self.trial_from(row, &mut Common::default())?, self.text(row, 7)?)
                    .await
            }
            [one, other, ..] => Err(StoreError::Ambiguous {
                prefix: prefix.to_owned(),
                first: self.text(one, 0)?,
                second: self.text(other, 0)?,
            }),
        }
    }

    /// Returns the complete response to one trial.
    pub(super) async fn response(&self, trial: &Key) -> Result<Option<Response>, StoreError> {
        let values = self.values().text(&trial.text());
        self.first(self.sql(RESPONSE), values, |row| self.response_from(row)).await
    }

    async fn details(&self, trial: Trial, endpoint: String) -> Result<TrialDetails, StoreError> {
        let messages = self.load_messages(&trial.prompt).await?.unwrap_or_default();
        let response = self.response(&trial.key).await?;
        let values = self.values().text(&trial.key.text());
        let failures = self.read(self.sql(FAILURES), values, |row| self.failure_from(row)).await?;
        Ok(TrialDetails { trial, endpoint, messages, response, failures })
    }
}

/// Trials that are read with their prompts.
#[derive(Default)]
pub(super) struct Decoding {
    common: Common,
    trials: Vec<Trial>,
    prompts: Prompts,
}

impl Decoding {
    /// Adds a row whose messages are in column 7.
    pub(super) fn add(&mut self, store: &Store, row: &DatabaseRow) -> Result<(), StoreError> {
        let trial = store.trial_from(row, &mut self.common)?;
        if !self.prompts.contains_key(&trial.prompt) {
            let messages =
                store.parsed(format_args!("prompt {}", trial.prompt), &store.str(row, 7)?)?;
            let prompt = Prompt::new(trial.problem.clone(), trial.protocol.clone(), messages);
            self.prompts.insert(trial.prompt.clone(), Arc::new(prompt));
        }
        self.trials.push(trial);
        Ok(())
    }

    pub(super) fn finish(self) -> TrialsWithPrompts {
        (self.trials, self.prompts)
    }
}
