//! Storing the results of a batch.

use super::counts::ResultCounts;
use super::open_questions::OpenQuestions;
use crate::error::Result;
use peirast_llm::batch::{BatchOutcome, BatchResult};
use peirast_llm::{Failure, Reply};
use peirast_record::{BatchTally, ErrorKind, Key, Prompt, Response, Sampling, Trial};
use peirast_store::{Batch, FailedAttempt, Store, TrialDetails};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Results that are stored in one transaction.
const GROUP: usize = 1000;

/// Writer of one subject's results.
pub(crate) struct ResultWriter<'l> {
    store: &'l Store,
    questions: &'l OpenQuestions,
    /// Questions of the subject that had an answer before.
    answered: &'l mut BTreeSet<Key>,
    /// Time at which the questions were handed in, in microseconds since 1970.
    at_us: i64,
    responses: Vec<Response>,
    failures: Vec<FailedAttempt>,
    /// Questions that had a result.
    results: BTreeMap<Key, QuestionResult>,
    /// Number of rows that were new to the store.
    new: u64,
}

/// The result of a question so far.
enum QuestionResult {
    Answered,
    /// A later result may still answer it.
    Failed {
        kind: ErrorKind,
        place: u64,
        message: String,
    },
}

impl<'l> ResultWriter<'l> {
    /// Creates a writer. `answered` has the questions with an answer; `finish` adds to it.
    pub(crate) fn new(
        store: &'l Store,
        questions: &'l OpenQuestions,
        answered: &'l mut BTreeSet<Key>,
        at_us: i64,
    ) -> Self {
        let (responses, failures, results) = (Vec::new(), Vec::new(), BTreeMap::new());
        Self { store, questions, answered, at_us, responses, failures, results, new: 0 }
    }

    /// Returns true if a question is one of this subject.
    pub(crate) fn asked(&self, key: &Key) -> bool {
        self.trial(key).is_some() || self.answered.contains(key)
    }

    /// Returns the trial of a question, if it had no answer when the questions were read.
    pub(crate) fn trial(&self, key: &Key) -> Option<&'l Trial> {
        let trials = &self.questions.trials;
        let place = trials.binary_search_by(|trial| trial.key.cmp(key)).ok()?;
        trials.get(place)
    }

    /// Adds the result in a place of a file. A later result may answer a question that failed. A
    /// second answer that differs is stored as a duplicate, whenever the first arrived.
    pub(crate) async fn take(
        &mut self,
        place: u64,
        result: BatchResult,
        counts: &mut ResultCounts,
    ) -> Result<()> {
        let Some(key) = result.trial.filter(|key| self.asked(key)) else {
            counts.unknown += 1;
            return Ok(());
        };
        // The request is reconstructed below, for answers that are stored.
        let sampling = self.sampling(&key, &result.outcome).await?;
        match self.questions.hosted.reply_from_batch(String::new(), &sampling, result.outcome) {
            Ok(reply) => self.answer(key, reply, counts).await?,
            Err(_) if self.answered.contains(&key) => counts.before += 1,
            Err(failure) => self.fail(key, place, failure).await?,
        }
        match self.responses.len() + self.failures.len() >= GROUP {
            true => self.flush(counts).await,
            false => Ok(()),
        }
    }

    async fn answer(&mut self, key: Key, reply: Reply, counts: &mut ResultCounts) -> Result<()> {
        let is_second = self.answered.contains(&key)
            || matches!(self.results.get(&key), Some(QuestionResult::Answered));
        if is_second {
            // The store detects duplicates by question, so both may not be in one transaction.
            if self.responses.iter().any(|one| one.trial == key) {
                self.flush(counts).await?;
            }
            if self.store.holds_body(&key, &reply.body).await? {
                counts.before += 1;
                return Ok(());
            }
        }
        let reply = Reply { request: self.request(&key).await?, ..reply };
        self.results.insert(key.clone(), QuestionResult::Answered);
        // Providers do not report the time of one question in a batch.
        self.responses.push(reply.into_response(key, 1, self.at_us, 0));
        Ok(())
    }

    /// Returns the settings of a question, by which its answer may be as large as in a run.
    async fn sampling(&self, key: &Key, outcome: &BatchOutcome) -> Result<Arc<Sampling>> {
        match self.trial(key) {
            Some(trial) => Ok(Arc::clone(&trial.sampling)),
            // A question with an answer is looked up only if it matters.
            None if !outcome.is_large() => Ok(Arc::default()),
            None => Ok(self.store.find(&key.text()).await?.trial.sampling),
        }
    }

    /// Returns the body that asks a question.
    async fn request(&self, key: &Key) -> Result<String> {
        if let Some(trial) = self.trial(key) {
            return self.questions.body(trial);
        }
        let TrialDetails { trial, messages, .. } = self.store.find(&key.text()).await?;
        let prompt = Prompt::new(trial.problem.clone(), trial.protocol.clone(), messages);
        self.questions.puts(&trial, &prompt)
    }

    async fn fail(&mut self, key: Key, place: u64, failure: Failure) -> Result<()> {
        let was_sent = failure.was_sent();
        let Failure { kind, status, message, body, .. } = failure;
        if !self.results.contains_key(&key) {
            let message = message.clone();
            self.results.insert(key.clone(), QuestionResult::Failed { kind, place, message });
        }
        let at_us = self.at_us;
        let (trial, attempt) = (key, 1);
        let failed = FailedAttempt { trial, attempt, kind, status, message, at_us, body, was_sent };
        // Failures that are stored already are not stored again.
        if !self.failures.contains(&failed) && !self.store.holds_failure(&failed).await? {
            self.failures.push(failed);
        }
        Ok(())
    }

    /// Stores the results added so far.
    pub(crate) async fn flush(&mut self, counts: &mut ResultCounts) -> Result<()> {
        let (responses, failures) = (&self.responses[..], &self.failures[..]);
        let written = self.store.write(&Batch { responses, failures, ..Batch::default() }).await?;
        let answers = written.new - failures.len() as u64;
        let second = written.second.len() as u64;
        counts.answers += answers;
        counts.second += second;
        counts.before += responses.len() as u64 - answers - second;
        self.new += written.new;
        self.responses.clear();
        self.failures.clear();
        Ok(())
    }

    /// Stores the rest, and counts the questions without an answer; `named` renders the place of a
    /// question's result. Returns the questions with a result and their tally, if anything of it is
    /// new.
    pub(crate) async fn finish(
        mut self,
        counts: &mut ResultCounts,
        named: impl Fn(u64, &Key) -> String,
    ) -> Result<Option<(Vec<Key>, BatchTally)>> {
        self.flush(counts).await?;
        let mut tally =
            BatchTally { total: Some(self.results.len() as u64), ..BatchTally::default() };
        for (key, result) in &self.results {
            match result {
                QuestionResult::Answered => {
                    tally.answered += 1;
                    self.answered.insert(key.clone());
                }
                QuestionResult::Failed { kind, place, message } => {
                    tally.failed += 1;
                    counts.fail(*kind, *place, &format!("{}: {message}", named(*place, key)));
                }
            }
        }
        Ok((self.new > 0).then(|| (self.results.into_keys().collect(), tally)))
    }
}
