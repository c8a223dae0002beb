//! Merging: several stores of one study become one, which holds what any of them holds.
//!
//! The union is by key. Where two stores have different answers to one trial, the one received first
//! is the answer and the others are duplicates, whatever the order in which the stores are named; but
//! what the target holds already stays, since a stored answer is never replaced.

use super::common::Common;
use super::row::{RawPrompt, TakenOver};
use super::{Batch, FailedAttempt, Store, StoreError};
use futures::stream::{BoxStream, Peekable, StreamExt as _, TryStreamExt as _};
use peirast_record::{Key, Problem, Prompt, Recorded, Response, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::sync::Arc;
use thiserror::Error;

/// Rows in one transaction.
const GROUP: usize = 1000;
/// Names in one message.
const NAMED: usize = 5;

const PROMPTS: &str = "SELECT key, messages FROM prompt ORDER BY key";
const TRIALS: &str = "SELECT key, prompt, problem, protocol, subject, sampling, repeat, endpoint \
     FROM trial ORDER BY key";
const RESPONSES: &str = "SELECT trial, attempts, finish, input_tokens, output_tokens, model, \
     sent_us, elapsed_us, text, request, body, reasoning_tokens, cached_tokens \
     FROM response ORDER BY trial";
const DUPLICATES: &str = "SELECT trial, attempts, finish, input_tokens, output_tokens, model, \
     sent_us, elapsed_us, text, request, body, reasoning_tokens, cached_tokens \
     FROM duplicate ORDER BY trial, digest";
const FAILURES: &str = "SELECT trial, attempt, kind, status, message, at_us, body FROM failure \
     ORDER BY trial, at_us, attempt";
const NOT_REUSED: &str = "DELETE FROM reused WHERE trial = $1";
const REUSED: &str = "SELECT trial, source FROM reused ORDER BY trial";

/// What a merge added to its target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Problems that were new.
    pub problems: u64,
    /// Trials that were new.
    pub trials: u64,
    /// Responses that were new.
    pub responses: u64,
    /// Failed attempts that were new.
    pub failures: u64,
    /// Trials with more than one answer, of which one counts.
    pub answered_twice: BTreeSet<Key>,
}

/// Why stores cannot become one.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The same names for different things.
    #[error(
        "the stores differ in {what} under the same name: {}: they are not of one study, and nothing \
         was merged",
        named(.names)
    )]
    Differ {
        /// What differs: problems, or recorded grades.
        what: &'static str,
        /// Their names.
        names: Vec<String>,
    },
}

fn named(names: &[String]) -> String {
    let more = names.len().saturating_sub(NAMED);
    let first = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{first} and {more} more") } else { first }
}

impl Store {
    /// Takes over everything that `sources` hold, but for the facts about their runs
    /// ([`Store::meta`]), which only the caller can bring together.
    ///
    /// Into an empty store this is commutative and associative, and idempotent: naming a store twice,
    /// or merging the result with a source again, changes nothing.
    ///
    /// # Errors
    /// Different problems under one id, or different recorded grades of one trial: nothing is written
    /// then. A store that cannot be read or written: what was merged before stays, and merging again
    /// goes on.
    pub async fn merge(&self, sources: &[Store]) -> Result<Merged, MergeError> {
        let mut merged = Merged::default();
        let problems = self.united_problems(sources).await?;
        let recorded = self.united_recorded(sources).await?;
        merged.problems = self.insert_problems(&problems).await?;
        for source in sources {
            let mut prompts = source.rows(PROMPTS, source.values()).try_chunks(GROUP);
            while let Some(some) = next_chunk(&mut prompts).await? {
                let mut rows = Vec::with_capacity(some.len());
                for row in &some {
                    rows.push(RawPrompt(source.text(row, 0)?, source.text(row, 1)?));
                }
                self.insert_alone(&rows).await?;
            }
        }
        self.merge_trials(sources, &mut merged).await?;
        // Before the answers: afterwards those of the sources would be taken for this store's own.
        self.merge_reused(sources).await?;
        self.merge_responses(sources, &mut merged).await?;
        for source in sources {
            self.merge_duplicates(source, &mut merged).await?;
        }
        self.merge_failures(sources, &mut merged).await?;
        self.insert_recorded(&recorded).await?;
        Ok(merged)
    }

    async fn united_problems(&self, sources: &[Store]) -> Result<Vec<Problem>, MergeError> {
        let mut all = self.load_problems().await?;
        let mut differ = BTreeSet::new();
        for source in sources {
            for (id, problem) in source.load_problems().await? {
                let known = all.entry(id).or_insert_with(|| problem.clone());
                if *known != problem {
                    differ.insert(problem.id.to_string());
                }
            }
        }
        match differ.is_empty() {
            true => Ok(all.into_values().collect()),
            false => Err(differing("problems", differ)),
        }
    }

    async fn united_recorded(&self, sources: &[Store]) -> Result<Vec<Recorded>, MergeError> {
        let by_key = |rows: Vec<Recorded>| rows.into_iter().map(|row| (row.trial.clone(), row));
        let mut all: BTreeMap<Key, Recorded> = by_key(self.load_recorded().await?).collect();
        let mut differ = BTreeSet::new();
        for source in sources {
            for (key, row) in by_key(source.load_recorded().await?) {
                let known = all.entry(key).or_insert_with(|| row.clone());
                if *known != row {
                    differ.insert(row.trial.to_string());
                }
            }
        }
        match differ.is_empty() {
            true => Ok(all.into_values().collect()),
            false => Err(differing("recorded grades", differ)),
        }
    }

    /// The trials of all sources. A trial is its key; of several labels for one the first by name
    /// stays.
    async fn merge_trials(&self, sources: &[Store], merged: &mut Merged) -> Result<(), MergeError> {
        let stream = |source| trials_of(source).peekable();
        let mut streams: Vec<_> = sources.iter().map(stream).collect();
        let mut group: Vec<(String, Trial)> = Vec::new();
        loop {
            let same = next_key(&mut streams, |(_, trial)| trial.key.clone()).await?;
            let label =
                |(_, trial): &(String, Trial)| (trial.problem.clone(), trial.protocol.clone());
            let first = same.into_iter().min_by_key(label);
            let at_end = first.is_none();
            group.extend(first);
            if group.len() >= GROUP || (at_end && !group.is_empty()) {
                let mut by_endpoint: BTreeMap<String, Vec<Trial>> = BTreeMap::new();
                for (endpoint, trial) in group.drain(..) {
                    by_endpoint.entry(endpoint).or_default().push(trial);
                }
                let trials: Vec<(&str, &[Trial])> =
                    by_endpoint.iter().map(|(at, some)| (at.as_str(), some.as_slice())).collect();
                merged.trials +=
                    self.write(&Batch { trials: &trials, ..Batch::default() }).await?.new;
            }
            if at_end {
                return Ok(());
            }
        }
    }

    async fn merge_responses(
        &self,
        sources: &[Store],
        merged: &mut Merged,
    ) -> Result<(), MergeError> {
        let stream = |source| responses_of(source, RESPONSES).peekable();
        let mut streams: Vec<_> = sources.iter().map(stream).collect();
        let mut group: Vec<Response> = Vec::new();
        loop {
            let mut same = next_key(&mut streams, |response| response.trial.clone()).await?;
            let at_end = same.is_empty();
            // The first of equal keys is stored, the others are kept as duplicates.
            same.sort_by_cached_key(|one| {
                (one.sent_us.saturating_add(one.elapsed_us), one.digest())
            });
            same.dedup();
            group.append(&mut same);
            if group.len() >= GROUP || (at_end && !group.is_empty()) {
                let batch = Batch { responses: &group, ..Batch::default() };
                let written = self.write(&batch).await?;
                merged.responses += written.new;
                merged.answered_twice.extend(written.second);
                group.clear();
            }
            if at_end {
                return Ok(());
            }
        }
    }

    async fn merge_duplicates(
        &self,
        source: &Store,
        merged: &mut Merged,
    ) -> Result<(), MergeError> {
        if source.schema() < 2 {
            return Ok(());
        }
        let mut rows = responses_of(source, DUPLICATES).try_chunks(GROUP);
        while let Some(some) = next_chunk(&mut rows).await? {
            let written = self.write(&Batch { responses: &some, ..Batch::default() }).await?;
            merged.answered_twice.extend(written.second);
        }
        Ok(())
    }

    async fn merge_failures(
        &self,
        sources: &[Store],
        merged: &mut Merged,
    ) -> Result<(), MergeError> {
        let mut known: BTreeSet<Key> = BTreeSet::new();
        let mut own = failures_of(self);
        while let Some(failure) = own.try_next().await? {
            known.insert(failure.digest());
        }
        drop(own);
        for source in sources {
            let mut rows = failures_of(source).try_chunks(GROUP);
            while let Some(mut some) = next_chunk(&mut rows).await? {
                some.retain(|failure| known.insert(failure.digest()));
                let batch = Batch { failures: &some, ..Batch::default() };
                merged.failures += self.write(&batch).await?.new;
            }
        }
        Ok(())
    }

    /// An answer stays one that was taken over only if no source asked for it.
    async fn merge_reused(&self, sources: &[Store]) -> Result<(), MergeError> {
        let mut all: BTreeMap<Key, String> = BTreeMap::new();
        for source in sources.iter().filter(|source| source.schema() >= 2) {
            let mut rows = source.rows(REUSED, source.values());
            while let Some(row) = rows.try_next().await? {
                let (key, from) = (source.key(&row, 0)?, source.text(&row, 1)?);
                let known = all.entry(key).or_insert_with(|| from.clone());
                if from < *known {
                    *known = from;
                }
            }
        }
        let own = self.reused_keys().await?;
        if all.is_empty() && own.is_empty() {
            return Ok(());
        }
        let mut paid = self.paid_keys(&own).await?;
        for source in sources {
            paid.append(&mut source.paid_keys(&source.reused_keys().await?).await?);
        }
        let taken = all.iter().filter(|(key, _)| !paid.contains(*key));
        let rows: Vec<TakenOver<'_>> = taken.map(|(key, from)| TakenOver(key, from)).collect();
        self.insert_alone(&rows).await?;
        let mut transaction = self.begin().await?;
        for key in own.intersection(&paid) {
            let values = transaction.values().text(key.as_str());
            transaction.execute(NOT_REUSED, values).await.map_err(|e| self.failed(e))?;
        }
        Ok(transaction.commit().await.map_err(|e| self.failed(e))?)
    }

    /// The trials whose answers were asked for here: all but those `reused`.
    async fn paid_keys(&self, reused: &BTreeSet<Key>) -> Result<BTreeSet<Key>, StoreError> {
        let mut keys = self.answered_keys().await?;
        keys.retain(|key| !reused.contains(key));
        Ok(keys)
    }

    /// Takes over the answers to `wanted` that `source` has and this store has not, and notes from
    /// where. Gives their number.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub async fn reuse(
        &self,
        source: &Store,
        name: &str,
        endpoint: &str,
        wanted: &[Trial],
        prompts: &BTreeMap<Key, Arc<Prompt>>,
    ) -> Result<u64, StoreError> {
        let (here, there) = (self.answered_keys().await?, source.answered_keys().await?);
        let takes = |trial: &&Trial| there.contains(&trial.key) && !here.contains(&trial.key);
        let taken: Vec<Trial> = wanted.iter().filter(takes).cloned().collect();
        let mut new = 0;
        for some in taken.chunks(GROUP) {
            let put: Vec<Arc<Prompt>> =
                some.iter().filter_map(|trial| prompts.get(&trial.prompt).cloned()).collect();
            let mut responses = Vec::with_capacity(some.len());
            for trial in some {
                responses.extend(source.response(&trial.key).await?);
            }
            let batch = Batch {
                prompts: &put,
                trials: &[(endpoint, some)],
                responses: &responses,
                reused_from: Some(name),
                ..Batch::default()
            };
            self.write(&batch).await?;
            new += responses.len() as u64;
        }
        Ok(new)
    }
}

fn differing(what: &'static str, names: BTreeSet<String>) -> MergeError {
    MergeError::Differ { what, names: names.into_iter().collect() }
}

type Rows<'a, T> = BoxStream<'a, Result<T, StoreError>>;

fn trials_of(source: &Store) -> Rows<'_, (String, Trial)> {
    let rows = source.rows(TRIALS, source.values());
    let mut common = Common::default();
    let trial = move |row| {
        let row = row?;
        Ok((source.text(&row, 7)?, source.trial_from(&row, &mut common)?))
    };
    rows.map(trial).boxed()
}

fn responses_of<'a>(source: &'a Store, sql: &'static str) -> Rows<'a, Response> {
    let rows = source.rows(source.sql(sql), source.values());
    rows.map(|row| source.response_from(&row?)).boxed()
}

fn failures_of(source: &Store) -> Rows<'_, FailedAttempt> {
    let rows = source.rows(FAILURES, source.values());
    rows.map(|row| source.failure_from(&row?)).boxed()
}

/// What all streams have under the smallest key that comes next; nothing at their end. Every stream
/// is in the order of its keys.
async fn next_key<T>(
    streams: &mut [Peekable<Rows<'_, T>>],
    key: impl Fn(&T) -> Key,
) -> Result<Vec<T>, StoreError> {
    let mut least: Option<Key> = None;
    for stream in streams.iter_mut() {
        if let Some(Ok(row)) = Pin::new(stream).peek().await {
            let own = key(row);
            if least.as_ref().is_none_or(|least| own < *least) {
                least = Some(own);
            }
        }
    }
    let mut same = Vec::new();
    for stream in streams {
        let is_next = |row: &Result<T, StoreError>| match row {
            Ok(row) => Some(key(row)) == least,
            Err(_) => true,
        };
        while let Some(row) = Pin::new(&mut *stream).next_if(is_next).await {
            same.push(row?);
        }
    }
    Ok(same)
}

/// The next rows of a stream that comes in groups.
async fn next_chunk<S, T>(stream: &mut S) -> Result<Option<Vec<T>>, StoreError>
where
    S: futures::Stream<Item = Result<Vec<T>, futures::stream::TryChunksError<T, StoreError>>>
        + Unpin,
{
    stream.try_next().await.map_err(|e| e.1)
}
