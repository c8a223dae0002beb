//! Merging: several stores of one study become one, with the content of all.
//!
//! The union is by key. If two stores have different answers to one trial, the answer received
//! first counts and the others are duplicates, in any order of the stores; but an answer in the
//! target stays, because a stored answer is never replaced. Each answer, not its question, is
//! marked as paid for or reused: it is paid for if one of the stores paid for this answer.

use super::common::Common;
use super::row::{RawPrompt, columns};
use super::{Batch, FailedAttempt, Store, StoreError};
use futures::stream::{BoxStream, Peekable, StreamExt as _, TryStreamExt as _};
use peirast_record::{Key, Problem, Recorded, Response, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use thiserror::Error;

/// Rows in one transaction.
const GROUP: usize = 1000;
/// Names in one message.
const NAMED: usize = 5;

const PROMPTS: &str = "SELECT key, messages FROM prompt ORDER BY key";
const TRIALS: &str = "SELECT key, prompt, problem, protocol, subject, sampling, repeat, endpoint \
     FROM trial ORDER BY key";
const RESPONSES: &str = concat!("SELECT ", columns!(response), " FROM response ORDER BY trial");
const DUPLICATES: &str =
    concat!("SELECT ", columns!(response), " FROM duplicate ORDER BY trial, digest");
const FAILURES: &str =
    concat!("SELECT ", columns!(failure), " FROM failure ORDER BY trial, at_us, attempt");

/// The records that a merge added to its target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergeSummary {
    /// Problems that were new.
    pub problems: u64,
    /// Trials that were new.
    pub trials: u64,
    /// Responses that were new.
    pub responses: u64,
    /// Failed attempts that were new.
    pub failures: u64,
    /// Trials with more than one answer, only one of which counts.
    pub answered_twice: BTreeSet<Key>,
}

/// The reason why stores cannot become one.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The same names for different records.
    #[error(
        "the stores differ in {what} under the same name: {}: they are not of one study, and nothing \
         was merged",
        named(.names)
    )]
    Differ {
        /// The kind of record: problems, or recorded grades.
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
    /// Adds all content of `sources`, except the facts about their runs ([`Store::meta`]), which
    /// only the caller can merge.
    ///
    /// Into an empty store this is commutative and associative, and idempotent: a store that is
    /// named twice, or a source that is merged again, changes nothing.
    ///
    /// # Errors
    /// Different problems under one id, or different recorded grades of one trial: then nothing is
    /// written. A store that cannot be read or written: the rows merged before stay, and another
    /// merge continues.
    pub async fn merge(&self, sources: &[Store]) -> Result<MergeSummary, MergeError> {
        let mut merged = MergeSummary::default();
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
        self.merge_responses(sources, &mut merged).await?;
        self.merge_failures(sources, &mut merged).await?;
        self.write(&Batch { recorded: &recorded, ..Batch::default() }).await?;
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

    /// Merges the trials of all sources. A trial is identified by its key; if labels differ, the
    /// first in alphabetical order stays.
    async fn merge_trials(
        &self,
        sources: &[Store],
        merged: &mut MergeSummary,
    ) -> Result<(), MergeError> {
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

    /// Merges the answers of all sources. A reused answer becomes the answer or is dropped: as a
    /// duplicate it would be useless, and would count as paid for.
    async fn merge_responses(
        &self,
        sources: &[Store],
        merged: &mut MergeSummary,
    ) -> Result<(), MergeError> {
        let mut streams = Vec::with_capacity(sources.len());
        let mut answered = BTreeSet::new();
        for source in sources {
            let reused = source.reused().await?;
            if !reused.is_empty() && answered.is_empty() {
                answered = self.answered_keys().await?;
            }
            streams.push(answers_of(source, reused).peekable());
        }
        let mut reused = self.reused_keys().await?;
        let (mut paid, mut taken) = (Vec::new(), Vec::new());
        loop {
            let mut same = next_key(&mut streams, |(response, _)| response.trial.clone()).await?;
            let at_end = same.is_empty();
            // The first of equal keys is stored, the others are kept as duplicates. Of two equal
            // answers, the paid one comes first.
            same.sort_by_cached_key(|(one, from)| {
                (one.sent_us.saturating_add(one.elapsed_us), one.digest(), from.clone())
            });
            same.dedup_by(|later, first| later.0 == first.0);
            for (place, (response, from)) in same.into_iter().enumerate() {
                match from {
                    None => paid.push(response),
                    Some(from) if place == 0 && !answered.contains(&response.trial) => {
                        taken.push((from, response));
                    }
                    Some(_) => {}
                }
            }
            if paid.len() + taken.len() >= GROUP || at_end {
                // A reused answer is first among those of its question.
                reused.extend(taken.iter().map(|(_, response)| response.trial.clone()));
                merged.responses += self.write_taken(std::mem::take(&mut taken)).await?;
                self.write_paid(&paid, &mut reused, merged).await?;
                paid.clear();
            }
            if at_end {
                break;
            }
        }
        for source in sources {
            self.merge_duplicates(source, &mut reused, merged).await?;
        }
        Ok(())
    }

    /// Stores reused answers, with their origin. Returns the number of new ones.
    async fn write_taken(&self, taken: Vec<(String, Response)>) -> Result<u64, StoreError> {
        let mut by_source: BTreeMap<String, Vec<Response>> = BTreeMap::new();
        for (from, response) in taken {
            by_source.entry(from).or_default().push(response);
        }
        let mut new = 0;
        for (from, responses) in &by_source {
            let (responses, reused_from) = (responses.as_slice(), Some(from.as_str()));
            new += self.write(&Batch { responses, reused_from, ..Batch::default() }).await?.new;
        }
        Ok(new)
    }

    /// Stores paid answers.
    async fn write_paid(
        &self,
        paid: &[Response],
        reused: &mut BTreeSet<Key>,
        merged: &mut MergeSummary,
    ) -> Result<(), StoreError> {
        if paid.is_empty() {
            return Ok(());
        }
        let written = self.write(&Batch { responses: paid, ..Batch::default() }).await?;
        merged.responses += written.new;
        merged.answered_twice.extend(written.second);
        self.note_paid(paid, reused).await
    }

    async fn merge_duplicates(
        &self,
        source: &Store,
        reused: &mut BTreeSet<Key>,
        merged: &mut MergeSummary,
    ) -> Result<(), MergeError> {
        if source.schema() < 2 {
            return Ok(());
        }
        let mut rows = responses_of(source, DUPLICATES).try_chunks(GROUP);
        while let Some(some) = next_chunk(&mut rows).await? {
            self.write_paid(&some, reused, merged).await?;
        }
        Ok(())
    }

    async fn merge_failures(
        &self,
        sources: &[Store],
        merged: &mut MergeSummary,
    ) -> Result<(), MergeError> {
        let mut known: BTreeSet<Key> = BTreeSet::new();
        let mut stored = failures_of(self);
        while let Some(failure) = stored.try_next().await? {
            known.insert(failure.digest());
        }
        drop(stored);
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

/// Returns the answers of a store; reused ones with their origin.
fn answers_of(
    source: &Store,
    mut reused: BTreeMap<Key, String>,
) -> Rows<'_, (Response, Option<String>)> {
    let answers = responses_of(source, RESPONSES);
    let with_source = move |response: Response| {
        let from = reused.remove(&response.trial);
        (response, from)
    };
    answers.map_ok(with_source).boxed()
}

fn responses_of<'a>(source: &'a Store, sql: &'static str) -> Rows<'a, Response> {
    let rows = source.rows(source.sql(sql), source.values());
    rows.map(|row| source.response_from(&row?)).boxed()
}

fn failures_of(source: &Store) -> Rows<'_, FailedAttempt> {
    let rows = source.rows(source.sql(FAILURES), source.values());
    rows.map(|row| source.failure_from(&row?)).boxed()
}

/// Returns the records of all streams with the smallest next key; `None` at their end. Every stream
/// is in the order of its keys.
async fn next_key<T>(
    streams: &mut [Peekable<Rows<'_, T>>],
    key: impl Fn(&T) -> Key,
) -> Result<Vec<T>, StoreError> {
    let mut least: Option<Key> = None;
    for stream in streams.iter_mut() {
        if let Some(Ok(row)) = Pin::new(stream).peek().await {
            let next = key(row);
            if least.as_ref().is_none_or(|least| next < *least) {
                least = Some(next);
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

/// Returns the next rows of a stream that comes in groups.
async fn next_chunk<S, T>(stream: &mut S) -> Result<Option<Vec<T>>, StoreError>
where
    S: futures::Stream<Item = Result<Vec<T>, futures::stream::TryChunksError<T, StoreError>>>
        + Unpin,
{
    stream.try_next().await.map_err(|e| e.1)
}
