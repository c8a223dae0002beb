//! Collecting the answers of ended batches.

use super::arrived::ArrivedResults;
use super::counts::ResultCounts;
use super::open_questions::all_open_questions;
use super::results::ResultWriter;
use super::status::{ask, note_job, submissions};
use crate::error::{Error, Result, bail};
use crate::event::{NoticeCode, SharedSink};
use crate::hints::unheard_of;
use crate::options::ModelAccess;
use peirast_llm::batch::{BatchOutcome, BatchResult, Desk, Job, JobState, ResultsError};
use peirast_record::{ErrorKind, Key};
use peirast_run::Cancel;
use peirast_store::{Store, Submission, SubmissionStage};
use std::collections::BTreeSet;
use std::time::Duration;

/// Options of collecting.
#[derive(Clone, Debug, Default)]
pub struct CollectOptions {
    /// The subjects whose batches are collected; empty for all.
    pub subjects: Vec<String>,
    /// Access to live models.
    pub access: ModelAccess,
    /// Interval for asking again until every batch has ended; `None` to ask once.
    pub wait: Option<Duration>,
}

/// The result of collecting.
#[derive(Clone, Debug, Default)]
pub struct CollectReport {
    /// Counts of results.
    pub counts: ResultCounts,
    /// Number of batches that are still open.
    pub left: usize,
    /// Number of batches that failed as a whole.
    pub failed: usize,
    /// Numbers of the batches that ended with missing results.
    pub incomplete: BTreeSet<u32>,
    /// True if collecting was cancelled.
    pub interrupted: bool,
}

/// Stores the answers of batches that have ended.
///
/// # Errors
/// No batch under way, a provider that cannot be asked, a store that cannot be written.
pub async fn collect(
    store: &Store,
    options: &CollectOptions,
    events: &SharedSink,
    cancel: &Cancel,
) -> Result<CollectReport> {
    let mut all = submissions(store, &options.subjects).await?;
    let lost = all.iter().find(|one| one.stage == SubmissionStage::HandingIn).cloned();
    all.retain(|one| one.stage == SubmissionStage::UnderWay);
    match lost {
        _ if !all.is_empty() => {}
        Some(lost) => bail!(Batch, "{}", unheard_of(store, &lost, &options.access)),
        None => bail!(Batch, "no batch is under way in {}", store.dir().display()),
    }
    let mut done = CollectReport::default();
    loop {
        for one in &mut all {
            if !cancel.is_cancelled() {
                collect_one(store, one, options, &mut done, events).await?;
            }
        }
        // A batch with missing results is left to a later call.
        all.retain(|one| {
            one.stage == SubmissionStage::UnderWay && !done.incomplete.contains(&one.number)
        });
        done.left = all.len();
        done.interrupted = cancel.is_cancelled();
        let Some(every) = options.wait.filter(|_| done.left > 0 && !done.interrupted) else {
            return Ok(done);
        };
        let pause = tokio::time::sleep(every);
        tokio::select! { () = pause => {}, () = cancel.cancelled() => {} }
    }
}

/// Asks for one batch, and stores its answers if it has ended.
async fn collect_one(
    store: &Store,
    one: &mut Submission,
    options: &CollectOptions,
    done: &mut CollectReport,
    events: &SharedSink,
) -> Result<()> {
    let (desk, job) = match ask(one, &options.access, events).await {
        Ok(answer) => answer,
        // A provider that does not answer now may answer later.
        Err(error) if options.wait.is_some() => {
            events.notice(NoticeCode::Batch, &with_causes(&error));
            return Ok(());
        }
        Err(error) => return Err(error),
    };
    if one.tally != job.tally {
        let message = format!("batch {}: {}", one.number, progress(&job, one.questions));
        events.notice(NoticeCode::Batch, &message);
    }
    note_job(one, &job);
    if job.state == JobState::Running {
        return Ok(store.update(one).await?);
    }
    let (counts, arrived) = picked_up(store, one, &desk, &job).await?;
    done.counts.add(counts);
    let missing = arrived.missing(one.questions, &job);
    if missing > 0 {
        done.incomplete.insert(one.number);
        keep(store, one, missing, events);
        return Ok(store.update(one).await?);
    }
    one.stage = match job.state == JobState::Failed && arrived.is_empty() {
        true => SubmissionStage::Failed,
        false => SubmissionStage::Collected,
    };
    if one.stage == SubmissionStage::Failed {
        done.failed += 1;
        let why = one.trouble.as_deref().unwrap_or("no reason is given");
        let message = format!("batch {} failed as a whole: {why}", one.number);
        events.notice(NoticeCode::Batch, &message);
    }
    Ok(store.update(one).await?)
}

/// Keeps a batch open that has ended without all of its paid results.
fn keep(store: &Store, one: &mut Submission, missing: u64, events: &SharedSink) {
    let (dir, number) = (store.dir().display(), one.number);
    events.notice(NoticeCode::Batch, &format!(
        "batch {number} has ended, and results of {missing} of its questions are missing or cannot \
         be read: they may be paid for, so the batch is kept; collect it again later; if they \
         never arrive, open its questions again with `peirast batch forget {dir} {number}`"
    ));
    one.trouble = Some(format!("ended, and {missing} results are missing or cannot be read"));
}

fn progress(job: &Job, questions: u64) -> String {
    let failed = match job.tally.failed {
        0 => String::new(),
        n => format!(", {n} failed"),
    };
    format!("{} of {questions} answered{failed}", job.tally.answered)
}

/// Fetches and stores the results of a batch that has ended.
async fn picked_up(
    store: &Store,
    one: &Submission,
    desk: &Desk,
    job: &Job,
) -> Result<(ResultCounts, ArrivedResults)> {
    let order = store.submitted(one.number).await?;
    let submitted: BTreeSet<_> = order.iter().collect();
    let its = (&*one.subject, &*one.endpoint);
    let questions = all_open_questions(store, its, desk.hosted().clone()).await?;
    let mut answered = store.answered_keys_at(its).await?;
    let mut stored = ResultWriter::new(store, &questions, &mut answered, one.handed_in_us);
    let (mut counts, mut arrived, mut place) =
        (ResultCounts::default(), ArrivedResults::default(), 0);
    let trouble = |failure: peirast_llm::Failure| {
        Error::Batch(format!("fetching the results of batch {}: {}", one.number, failure.message))
    };
    let mut results = desk.results(job, &order).await.map_err(trouble)?;
    loop {
        place += 1;
        match results.next().await {
            Ok(Some(result))
                if result.trial.as_ref().is_some_and(|key| !submitted.contains(key)) =>
            {
                counts.unknown += 1;
            }
            Ok(Some(result)) => {
                arrived.note(&result);
                stored.take(place, result, &mut counts).await?;
            }
            Ok(None) => break,
            Err(ResultsError::Unreadable(line)) => {
                arrived.unreadable += 1;
                counts.cannot_read(line.to_string());
            }
            Err(ResultsError::Fetch(failure)) => {
                // Results so far are kept; the rest is fetched next time.
                stored.flush(&mut counts).await?;
                return Err(trouble(failure));
            }
        }
    }
    if is_final(&arrived, one.questions, job) {
        for key in arrived.without(&order) {
            if stored.trial(key).is_some() {
                place += 1;
                stored.take(place, lost(key, job), &mut counts).await?;
            }
        }
    }
    stored.finish(&mut counts, |_, key| format!("question {key}")).await?;
    Ok((counts, arrived))
}

/// Returns true if no result is missing. A batch that failed as a whole has its own reason.
fn is_final(arrived: &ArrivedResults, questions: u64, job: &Job) -> bool {
    let as_a_whole = job.state == JobState::Failed && arrived.is_empty();
    arrived.missing(questions, job) == 0 && !as_a_whole
}

/// Returns the failure of a question without a result, which the provider does not charge.
fn lost(key: &Key, job: &Job) -> BatchResult {
    let why = match job.state {
        JobState::Stopped => "the batch expired or was cancelled before this question was answered",
        _ => "the batch ended without a result for this question, and without a reason",
    };
    let message = match &job.trouble {
        Some(trouble) => format!("{why}: {trouble}"),
        None => why.to_owned(),
    };
    let outcome = BatchOutcome::Failed {
        kind: ErrorKind::Server,
        status: None,
        message,
        body: String::new(),
    };
    BatchResult { trial: Some(key.clone()), outcome }
}

/// Renders an error with its causes on one line.
fn with_causes(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text.push_str(&format!(": {error}"));
        cause = error.source();
    }
    text
}
