//! Reading of single texts, for a page of a large run.

use super::database_row::DatabaseRow;
use super::values::Values;
use super::{MAX_ROWS_PER_QUERY, Store, StoreError};
use peirast_record::{Key, Message, Problem, ResponseText};
use std::collections::BTreeMap;

/// A problem as it is stored. Parsing very many takes longer than fetching them, and can be done on
/// all cores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredProblem {
    id: String,
    body: String,
}

impl Store {
    /// Returns the problem with this id.
    pub async fn load_problem(&self, id: &str) -> Result<Option<Problem>, StoreError> {
        if id.contains('\0') {
            return Ok(None);
        }
        let sql = "SELECT body FROM problem WHERE id = $1";
        let problem =
            |row: &DatabaseRow| self.parsed(format_args!("problem {id}"), &self.str(row, 0)?);
        self.first(sql, self.values().text(id), problem).await
    }

    /// Returns the stored problems with these ids, in no certain order; missing ones are left out.
    /// [`Store::problem_from`] parses each.
    pub async fn some_problems(&self, ids: &[&str]) -> Result<Vec<StoredProblem>, StoreError> {
        let sql = "SELECT id, body FROM problem WHERE id IN (?)";
        let problem = |row: &DatabaseRow| {
            Ok(StoredProblem { id: self.text(row, 0)?, body: self.text(row, 1)? })
        };
        self.read_among(sql, ids, |values, id| values.text(id), problem).await
    }

    /// Parses a stored problem.
    pub fn problem_from(&self, stored: &StoredProblem) -> Result<Problem, StoreError> {
        self.parsed(format_args!("problem {}", stored.id), &stored.body)
    }

    /// Returns the id of a stored problem that differs from the one in `problems` with the same id,
    /// if there is one. Only these are read, however many are stored.
    pub async fn other_problem(&self, problems: &[Problem]) -> Result<Option<String>, StoreError> {
        let given: BTreeMap<&str, &Problem> = problems.iter().map(|p| (&*p.id, p)).collect();
        let ids: Vec<&str> = given.keys().copied().collect();
        for some in ids.chunks(MAX_ROWS_PER_QUERY) {
            let mut stored = self.some_problems(some).await?;
            stored.sort_unstable_by(|one, other| one.id.cmp(&other.id));
            for stored in stored {
                let Some(problem) = given.get(&*stored.id) else { continue };
                // The text is nearly always the same, and need not be parsed to see this.
                let same = serde_json::to_string(problem).is_ok_and(|text| text == stored.body);
                if !same && self.problem_from(&stored)? != **problem {
                    return Ok(Some(stored.id));
                }
            }
        }
        Ok(None)
    }

    /// Returns the texts of the answers to some trials; trials without an answer are left out.
    pub async fn answer_texts(
        &self,
        trials: impl IntoIterator<Item = &Key>,
    ) -> Result<BTreeMap<Key, String>, StoreError> {
        self.of_trials(trials, "SELECT trial, text FROM response WHERE trial IN (?)").await
    }

    /// Returns the answers to some trials without request and response bodies; trials without an
    /// answer are left out.
    pub async fn response_texts(
        &self,
        trials: impl IntoIterator<Item = &Key>,
    ) -> Result<BTreeMap<Key, ResponseText>, StoreError> {
        let sql = "SELECT trial, finish, input_tokens, output_tokens, reasoning_tokens, \
             cached_tokens, elapsed_us, text FROM response WHERE trial IN (?)";
        let keys: Vec<&Key> = trials.into_iter().collect();
        let response = |row: &DatabaseRow| {
            let trial = self.key(row, 0)?;
            let response = ResponseText {
                finish: self.finish(&trial, &self.str(row, 1)?)?,
                usage: self.usage(row, 2, 4)?,
                elapsed_us: self.long(row, 6)?,
                text: self.text(row, 7)?,
            };
            Ok((trial, response))
        };
        let bind = |values: Values, key: &&Key| values.text(&key.text());
        self.read_among(self.sql(sql).as_str(), &keys, bind, response).await
    }

    /// Returns the messages of some trials; trials whose prompts were not stored are left out.
    pub async fn prompts_of(
        &self,
        trials: impl IntoIterator<Item = &Key>,
    ) -> Result<BTreeMap<Key, Vec<Message>>, StoreError> {
        let sql = "SELECT t.key, p.messages FROM trial t JOIN prompt p ON p.key = t.prompt \
             WHERE t.key IN (?)";
        let texts = self.of_trials(trials, sql).await?;
        let parsed = |(key, text): (Key, String)| {
            let messages = self.parsed(format_args!("the prompt of {key}"), &text)?;
            Ok((key, messages))
        };
        texts.into_iter().map(parsed).collect()
    }

    /// Returns the prompts of a subject's first answered trials, in the order of their keys: each
    /// prompt once.
    pub async fn first_prompts(
        &self,
        subject: &str,
        trials: u64,
    ) -> Result<BTreeMap<Key, Vec<Message>>, StoreError> {
        // SQLite reads the tables of a cross join in their written order: first the index of the
        // answers, and so only the requested number of them.
        let sql = "SELECT key, messages FROM prompt WHERE key IN \
             (SELECT t.prompt FROM response r CROSS JOIN trial t \
             WHERE t.key = r.trial AND t.subject = $1 ORDER BY r.trial LIMIT $2)";
        let values = self.values().text(subject);
        let values = values.number(i64::try_from(trials).unwrap_or(i64::MAX));
        let prompt = |row: &DatabaseRow| {
            let key = self.key(row, 0)?;
            let messages = self.parsed(format_args!("prompt {key}"), &self.str(row, 1)?)?;
            Ok((key, messages))
        };
        self.read(sql, values, prompt).await
    }

    /// Returns a text for each of some trials; `(?)` in the statement is replaced by the list of
    /// their keys.
    async fn of_trials(
        &self,
        trials: impl IntoIterator<Item = &Key>,
        sql: &str,
    ) -> Result<BTreeMap<Key, String>, StoreError> {
        let keys: Vec<&Key> = trials.into_iter().collect();
        let text = |row: &DatabaseRow| Ok((self.key(row, 0)?, self.text(row, 1)?));
        self.read_among(sql, &keys, |values, key| values.text(&key.text()), text).await
    }
}
