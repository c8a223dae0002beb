//! Reading a store: in key order, and no more than is asked for.

use super::{FailedAttempt, Store, StoreError};
use futures::stream::{BoxStream, StreamExt as _, TryStreamExt as _};
use peirast_record::{
    ErrorKind, FinishReason, Key, Message, Problem, Recorded, Response, Trial, Usage,
};
use std::collections::{BTreeMap, BTreeSet};

/// A stored answer with its trial, without the bodies that were sent and received.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The trial.
    pub trial: Trial,
    /// Attempts it took.
    pub attempts: u32,
    /// The answer's text.
    pub text: String,
    /// Why the subject stopped.
    pub finish: FinishReason,
    /// Tokens used.
    pub usage: Usage,
    /// The model that answered, as the provider names it.
    pub model: Option<String>,
    /// When the last attempt was sent, in microseconds since 1970 UTC; 0 for simulated subjects.
    pub sent_us: i64,
    /// How long the last attempt took, in microseconds.
    pub elapsed_us: i64,
}

/// Everything that is stored about one trial.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    /// The trial.
    pub trial: Trial,
    /// Where its subject answers.
    pub endpoint: String,
    /// What was asked; empty if the prompt was not stored.
    pub messages: Vec<Message>,
    /// The response in full, once there is one.
    pub response: Option<Response>,
    /// Its failed attempts, oldest first.
    pub failures: Vec<FailedAttempt>,
}

/// How much a store holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Problems.
    pub problems: u64,
    /// Prompts, equal messages counted once.
    pub prompts: u64,
    /// Trials.
    pub trials: u64,
    /// Responses.
    pub responses: u64,
    /// Recorded grades.
    pub recorded: u64,
    /// Failed attempts by kind.
    pub failures: BTreeMap<ErrorKind, u64>,
}

/// How far one trial has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// It has a response.
    Answered,
    /// It has none.
    Open {
        /// Attempts that failed, in all runs so far.
        failures: u64,
    },
}

/// How far one subject has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SubjectCounts {
    /// Its trials.
    pub trials: u64,
    /// Those with a response.
    pub responses: u64,
}

const TRIAL: &str = "SELECT key, prompt, problem, protocol, subject, sampling, repeat FROM trial \
     ORDER BY key";
const ANSWERED: &str = "SELECT t.key, t.prompt, t.problem, t.protocol, t.subject, t.sampling, \
     t.repeat, r.attempts, r.finish, r.input_tokens, r.output_tokens, r.model, r.sent_us, \
     r.elapsed_us, r.text FROM response r JOIN trial t ON t.key = r.trial ORDER BY r.trial";
const RESPONSE: &str = "SELECT trial, attempts, finish, input_tokens, output_tokens, model, \
     sent_us, elapsed_us, text, request, body FROM response WHERE trial = $1";
const FOUND: &str = "SELECT key, prompt, problem, protocol, subject, sampling, repeat, endpoint \
     FROM trial WHERE key >= $1 AND key < $2 ORDER BY key LIMIT 2";
const FAILURES: &str = "SELECT trial, attempt, kind, status, message, at_us, body FROM failure \
     WHERE trial = $1 ORDER BY at_us, attempt";
const PROGRESS: &str = "SELECT t.key, r.trial IS NOT NULL, CASE WHEN r.trial IS NULL \
     THEN (SELECT COUNT(*) FROM failure f WHERE f.trial = t.key) ELSE 0 END \
     FROM trial t LEFT JOIN response r ON r.trial = t.key ORDER BY t.key";
const COUNTS: &str = "SELECT (SELECT COUNT(*) FROM problem), (SELECT COUNT(*) FROM prompt), \
     (SELECT COUNT(*) FROM trial), (SELECT COUNT(*) FROM response), \
     (SELECT COUNT(*) FROM recorded)";

impl Store {
    /// A fact about the run, by name.
    ///
    /// # Errors
    /// What the database refuses.
    pub async fn meta(&self, name: &str) -> Result<Option<String>, StoreError> {
        sqlx::query_scalar("SELECT value FROM meta WHERE name = $1")
            .bind(name)
            .fetch_optional(self.readers())
            .await
            .map_err(|e| self.failed(e))
    }

    /// The keys of all trials that have a response.
    ///
    /// # Errors
    /// What the database refuses.
    pub async fn answered_keys(&self) -> Result<BTreeSet<Key>, StoreError> {
        let keys = sqlx::query_scalar("SELECT trial FROM response ORDER BY trial")
            .fetch(self.readers())
            .map_ok(|key: String| Key::from_stored(key));
        keys.try_collect().await.map_err(|e| self.failed(e))
    }

    /// How far every stored trial has come.
    pub(crate) async fn progress(&self) -> Result<BTreeMap<Key, Progress>, StoreError> {
        let states = sqlx::query_as(PROGRESS).fetch(self.readers()).map_ok(
            |(key, answered, failures): (String, bool, i64)| {
                let state = match answered {
                    true => Progress::Answered,
                    false => Progress::Open { failures: failures.unsigned_abs() },
                };
                (Key::from_stored(key), state)
            },
        );
        states.try_collect().await.map_err(|e| self.failed(e))
    }

    /// Every answer with its trial, in order of the trials' keys, one at a time.
    pub fn answered(&self) -> BoxStream<'_, Result<Answered, StoreError>> {
        let rows = sqlx::query(ANSWERED).fetch(self.readers());
        rows.map(|row| self.answered_from(&row.map_err(|e| self.failed(e))?)).boxed()
    }

    /// Every answer with its trial, in order of the trials' keys.
    ///
    /// # Errors
    /// What the database refuses, or a value that cannot be read back.
    pub async fn load_answered(&self) -> Result<Vec<Answered>, StoreError> {
        self.answered().try_collect().await
    }

    /// All trials, in order of their keys.
    ///
    /// # Errors
    /// As [`Store::load_answered`].
    pub async fn load_trials(&self) -> Result<Vec<Trial>, StoreError> {
        let rows = sqlx::query(TRIAL).fetch(self.readers());
        rows.map(|row| self.trial_from(&row.map_err(|e| self.failed(e))?)).try_collect().await
    }

    /// All problems, by id.
    ///
    /// # Errors
    /// As [`Store::load_answered`].
    pub async fn load_problems(&self) -> Result<BTreeMap<String, Problem>, StoreError> {
        let rows = sqlx::query_as("SELECT id, body FROM problem ORDER BY id").fetch(self.readers());
        let problems = rows.map(|row| {
            let (id, body): (String, String) = row.map_err(|e| self.failed(e))?;
            let problem = self.parsed(&format!("problem {id}"), &body)?;
            Ok((id, problem))
        });
        problems.try_collect().await
    }

    /// The messages of one prompt.
    ///
    /// # Errors
    /// As [`Store::load_answered`].
    pub async fn load_messages(&self, prompt: &Key) -> Result<Option<Vec<Message>>, StoreError> {
        let found: Option<String> =
            sqlx::query_scalar("SELECT messages FROM prompt WHERE key = $1")
                .bind(prompt.as_str())
                .fetch_optional(self.readers())
                .await
                .map_err(|e| self.failed(e))?;
        found.map(|json| self.parsed(&format!("prompt {prompt}"), &json)).transpose()
    }

    /// All recorded grades, in order of their trials' keys.
    ///
    /// # Errors
    /// As [`Store::load_answered`].
    pub async fn load_recorded(&self) -> Result<Vec<Recorded>, StoreError> {
        let rows = sqlx::query_as("SELECT trial, grade, facts FROM recorded ORDER BY trial");
        let recorded = rows.fetch(self.readers()).map(|row| {
            let (trial, grade, facts): (String, i64, String) = row.map_err(|e| self.failed(e))?;
            let facts = self.parsed(&format!("recorded {trial}"), &facts)?;
            Ok(Recorded { trial: Key::from_stored(trial), grade, facts })
        });
        recorded.try_collect().await
    }

    /// How much the store holds.
    ///
    /// # Errors
    /// As [`Store::load_answered`].
    pub async fn counts(&self) -> Result<Counts, StoreError> {
        let (problems, prompts, trials, responses, recorded) =
            sqlx::query_as::<_, (i64, i64, i64, i64, i64)>(COUNTS)
                .fetch_one(self.readers())
                .await
                .map_err(|e| self.failed(e))?;
        Ok(Counts {
            problems: problems.unsigned_abs(),
            prompts: prompts.unsigned_abs(),
            trials: trials.unsigned_abs(),
            responses: responses.unsigned_abs(),
            recorded: recorded.unsigned_abs(),
            failures: self.failures_by_kind().await?,
        })
    }

    async fn failures_by_kind(&self) -> Result<BTreeMap<ErrorKind, u64>, StoreError> {
        let rows = sqlx::query_as("SELECT kind, COUNT(*) FROM failure GROUP BY kind ORDER BY kind");
        let kinds = rows.fetch(self.readers()).map(|row| {
            let (kind, count): (String, i64) = row.map_err(|e| self.failed(e))?;
            Ok((self.kind(&kind)?, count.unsigned_abs()))
        });
        kinds.try_collect().await
    }

    /// How far each subject has come.
    ///
    /// # Errors
    /// What the database refuses.
    pub async fn counts_by_subject(&self) -> Result<BTreeMap<String, SubjectCounts>, StoreError> {
        let rows = sqlx::query_as(
            "SELECT t.subject, COUNT(*), COUNT(r.trial) FROM trial t \
             LEFT JOIN response r ON r.trial = t.key GROUP BY t.subject ORDER BY t.subject",
        );
        let counts = rows.fetch(self.readers()).map_ok(|row: (String, i64, i64)| {
            let (trials, responses) = (row.1.unsigned_abs(), row.2.unsigned_abs());
            (row.0, SubjectCounts { trials, responses })
        });
        counts.try_collect().await.map_err(|e| self.failed(e))
    }

    /// Everything about the one trial whose key starts with `prefix`.
    ///
    /// # Errors
    /// [`StoreError::NoSuchTrial`] or [`StoreError::Ambiguous`], and as [`Store::load_answered`].
    pub async fn find(&self, prefix: &str) -> Result<Exchange, StoreError> {
        // Keys are lower-case hexadecimal, and `g` sorts after every digit.
        let first = prefix.trim().to_ascii_lowercase();
        let rows = sqlx::query(FOUND)
            .bind(first.as_str())
            .bind(format!("{first}g"))
            .fetch_all(self.readers())
            .await
            .map_err(|e| self.failed(e))?;
        match rows.as_slice() {
            [] => Err(StoreError::NoSuchTrial { prefix: prefix.to_owned() }),
            [row] => self.exchange(self.trial_from(row)?, self.column(row, 7)?).await,
            [one, other, ..] => Err(StoreError::Ambiguous {
                prefix: prefix.to_owned(),
                first: self.column(one, 0)?,
                second: self.column(other, 0)?,
            }),
        }
    }

    async fn exchange(&self, trial: Trial, endpoint: String) -> Result<Exchange, StoreError> {
        let messages = self.load_messages(&trial.prompt).await?.unwrap_or_default();
        let row = sqlx::query(RESPONSE)
            .bind(trial.key.as_str())
            .fetch_optional(self.readers())
            .await
            .map_err(|e| self.failed(e))?;
        let response = row.map(|row| self.response_from(&row)).transpose()?;
        let failures = sqlx::query(FAILURES)
            .bind(trial.key.as_str())
            .fetch(self.readers())
            .map(|row| self.failure_from(&row.map_err(|e| self.failed(e))?))
            .try_collect()
            .await?;
        Ok(Exchange { trial, endpoint, messages, response, failures })
    }
}
