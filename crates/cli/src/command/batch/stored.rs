//! Results of a batch on their way into the store.

use super::lane::Lane;
use crate::voice;
use anyhow::Result;
use peirast_record::{ErrorKind, Key, Response, Trial};
use peirast_run::batch::BatchResult;
use peirast_run::{Batch, FailedAttempt, Store};
use std::collections::{BTreeMap, BTreeSet};

/// Results that are stored together.
const GROUP: usize = 1000;

/// Results of one lane on their way into the store.
pub(super) struct Stored<'l> {
    store: &'l Store,
    lane: &'l Lane,
    open: BTreeMap<&'l Key, &'l Trial>,
    answered: &'l BTreeSet<Key>,
    /// When the questions were handed in.
    at_us: i64,
    responses: Vec<Response>,
    failures: Vec<FailedAttempt>,
    /// Whose answers were stored.
    pub(super) kept: Vec<Key>,
    pub(super) counts: Counts,
}

/// What became of results.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// Answers that were stored.
    pub(super) answers: u64,
    /// Results to questions that had an answer.
    pub(super) before: u64,
    /// Results to questions that nobody asked.
    pub(super) unknown: u64,
    /// Lines that are no result.
    pub(super) unreadable: u64,
    /// Questions without an answer, by kind.
    pub(super) failed: BTreeMap<ErrorKind, u64>,
    /// What the first of them came with.
    pub(super) first: Option<String>,
}

impl Counts {
    /// Adds another count.
    pub(super) fn add(&mut self, more: &Self) {
        self.answers += more.answers;
        self.before += more.before;
        self.unknown += more.unknown;
        self.unreadable += more.unreadable;
        for (kind, count) in &more.failed {
            *self.failed.entry(*kind).or_default() += count;
        }
        if self.first.is_none() {
            self.first.clone_from(&more.first);
        }
    }

    /// Whether every line brought an answer.
    pub(super) fn is_whole(&self) -> bool {
        self.failed.is_empty() && self.unreadable + self.unknown == 0
    }

    /// Says what there is to say.
    pub(super) fn tell(&self) {
        let mut parts = vec![format!("{} answers stored", self.answers)];
        let mut add = |count: u64, what: &str| {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        };
        add(self.before, "to questions that were answered before");
        add(self.unknown, "to questions that were not asked here");
        add(self.unreadable, "lines that are no result");
        for (kind, count) in &self.failed {
            parts.push(format!("{count} failed ({})", kind.as_str()));
        }
        voice::note(&parts.join(", "));
        if let Some(first) = &self.first {
            voice::note(&format!("the first that failed: {first}"));
        }
    }
}

impl<'l> Stored<'l> {
    /// Nothing yet of a lane; `answered` are the keys that had an answer before.
    pub(super) fn new(
        store: &'l Store,
        lane: &'l Lane,
        answered: &'l BTreeSet<Key>,
        at_us: i64,
    ) -> Self {
        let open = lane.trials.iter().map(|trial| (&trial.key, trial)).collect();
        let (responses, failures, kept) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            store,
            lane,
            open,
            answered,
            at_us,
            responses,
            failures,
            kept,
            counts: Counts::default(),
        }
    }

    /// Whether a question of this lane has a result coming.
    pub(super) fn knows(&self, key: &Key) -> bool {
        self.open.contains_key(key)
    }

    /// Whether a question is of this lane and had no answer before.
    pub(super) fn asked(&self, key: &Key) -> bool {
        self.lane.trials.binary_search_by(|trial| trial.key.cmp(key)).is_ok()
    }

    /// Takes a result.
    pub(super) async fn take(&mut self, result: BatchResult) -> Result<()> {
        let Some(key) = result.trial else {
            self.counts.unknown += 1;
            return Ok(());
        };
        // A second result to one question counts as answered before.
        let Some(trial) = self.open.remove(&key) else {
            match self.answered.contains(&key) || self.asked(&key) {
                true => self.counts.before += 1,
                false => self.counts.unknown += 1,
            }
            return Ok(());
        };
        let request = self.lane.body(trial)?;
        match self.lane.hosted.reply_from_batch(request, result.came) {
            Ok(reply) => {
                self.responses.push(Response {
                    trial: key,
                    attempts: 1,
                    request: reply.request,
                    body: reply.body,
                    text: reply.text,
                    finish: reply.finish,
                    usage: reply.usage,
                    model: reply.model,
                    sent_us: self.at_us,
                    // Nobody says how long one question of a batch took.
                    elapsed_us: 0,
                });
            }
            Err(failure) => {
                *self.counts.failed.entry(failure.kind).or_default() += 1;
                if self.counts.first.is_none() {
                    self.counts.first = Some(failure.message.clone());
                }
                self.failures.push(FailedAttempt {
                    trial: key,
                    attempt: 1,
                    kind: failure.kind,
                    status: failure.status,
                    message: failure.message,
                    at_us: self.at_us,
                    body: failure.body,
                });
            }
        }
        match self.responses.len() + self.failures.len() >= GROUP {
            true => self.flush().await,
            false => Ok(()),
        }
    }

    /// Stores what was taken.
    pub(super) async fn flush(&mut self) -> Result<()> {
        let (responses, failures) = (&self.responses[..], &self.failures[..]);
        self.store.write(&Batch { responses, failures, ..Batch::default() }).await?;
        self.counts.answers += self.responses.len() as u64;
        self.kept.extend(self.responses.drain(..).map(|response| response.trial));
        self.failures.clear();
        Ok(())
    }
}
