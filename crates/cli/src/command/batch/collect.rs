//! `peirast batch collect`: the answers of batches that have ended, into the store.

use super::arrived::Arrived;
use super::counts::Counts;
use super::lane::{opened, whole_lane};
use super::status::{asked, heard, of};
use super::stored::Stored;
use crate::args::BatchCollectArgs;
use crate::command::runtime;
use crate::ending::Ending;
use crate::hints::unheard_of;
use crate::interrupt::Interrupts;
use crate::voice;
use anyhow::{Result, bail};
use peirast_llm::batch::{BatchResult, Came, Desk, Job, JobState, ResultsError};
use peirast_record::{ErrorKind, Key};
use peirast_report::counted;
use peirast_store::{Store, Submission, SubmissionStage};
use std::collections::BTreeSet;
use std::process::ExitCode;
use std::time::Duration;

/// What collecting came to.
#[derive(Default)]
struct Collected {
    counts: Counts,
    /// Batches that are still under way.
    left: usize,
    /// Batches that ended with nothing.
    failed: usize,
    /// Batches that ended, and of which results are missing.
    incomplete: BTreeSet<u32>,
    interrupted: bool,
}

/// Stores the answers of batches that have ended.
pub(super) fn collect(args: &BatchCollectArgs) -> Result<ExitCode> {
    let done = runtime()?.block_on(async {
        let store = opened(&args.of.dir, true).await?;
        let done = collect_all(&store, args).await;
        store.close().await;
        done
    })?;
    done.counts.tell();
    if done.left > 0 {
        let left = counted(done.left as u64, "batch is", "batches are");
        voice::note(&format!("{left} still under way: collect again later, or with --wait"));
    } else {
        voice::note("run the study's command again, or `peirast test`, to test what came");
    }
    let open = done.left + done.failed + done.incomplete.len();
    Ok(match (done.interrupted, open > 0 || !done.counts.is_whole()) {
        (true, _) => Ending::Interrupted.into(),
        (false, true) => Ending::Partial.into(),
        (false, false) => ExitCode::SUCCESS,
    })
}

async fn collect_all(store: &Store, args: &BatchCollectArgs) -> Result<Collected> {
    let mut all = of(store, &args.of.models).await?;
    let lost = all.iter().find(|one| one.stage == SubmissionStage::HandingIn).cloned();
    all.retain(|one| one.stage == SubmissionStage::UnderWay);
    if let (Some(lost), true) = (lost, all.is_empty()) {
        bail!("{}", unheard_of(store, &lost, &args.of.live));
    }
    if all.is_empty() {
        bail!("no batch is under way in {}", args.of.dir.display());
    }
    let interrupts = Interrupts::asking(voice::note);
    let cancel = interrupts.cancel();
    let mut done = Collected::default();
    loop {
        for one in &mut all {
            if !cancel.is_cancelled() {
                collect_one(store, one, args, &mut done).await?;
            }
        }
        // One of which results are missing is left to another time.
        all.retain(|one| {
            one.stage == SubmissionStage::UnderWay && !done.incomplete.contains(&one.number)
        });
        done.left = all.len();
        done.interrupted = cancel.is_cancelled();
        if done.left == 0 || !args.wait || done.interrupted {
            return Ok(done);
        }
        let pause = tokio::time::sleep(Duration::from_secs(args.every));
        tokio::select! { () = pause => {}, () = cancel.cancelled() => {} }
    }
}

/// Looks after one batch, and stores its answers if it has ended.
async fn collect_one(
    store: &Store,
    one: &mut Submission,
    args: &BatchCollectArgs,
    done: &mut Collected,
) -> Result<()> {
    let (desk, job) = match asked(one, &args.of.live).await {
        Ok(heard) => heard,
        // A provider that does not answer now may do so later.
        Err(error) if args.wait => {
            voice::note(&format!("{error:#}"));
            return Ok(());
        }
        Err(error) => return Err(error),
    };
    if one.tally != job.tally {
        voice::note(&format!("batch {}: {}", one.number, progress(&job, one.questions)));
    }
    heard(one, &job);
    if job.state == JobState::Running {
        return Ok(store.update(one).await?);
    }
    let (counts, arrived) = picked_up(store, one, &desk, &job).await?;
    done.counts.add(counts);
    let missing = arrived.missing(one.questions, &job);
    if missing > 0 {
        done.incomplete.insert(one.number);
        keep(store, one, missing);
        return Ok(store.update(one).await?);
    }
    one.stage = match job.state == JobState::Failed && arrived.is_empty() {
        true => SubmissionStage::Failed,
        false => SubmissionStage::Collected,
    };
    if one.stage == SubmissionStage::Failed {
        done.failed += 1;
        let why = one.trouble.as_deref().unwrap_or("no reason is given");
        voice::note(&format!("batch {} failed as a whole: {why}", one.number));
    }
    Ok(store.update(one).await?)
}

/// Keeps a batch under way that has ended without results that are paid for.
fn keep(store: &Store, one: &mut Submission, missing: u64) {
    let (dir, number) = (store.dir().display(), one.number);
    voice::note(&format!(
        "batch {number} has ended, and results of {missing} of its questions are missing or cannot be \
         read: they may be paid for, so that the batch is kept; collect it again later, and if they never \
         come, open its questions again with `peirast batch forget {dir} {number}`"
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
) -> Result<(Counts, Arrived)> {
    let order = store.submitted(one.number).await?;
    let own: BTreeSet<_> = order.iter().collect();
    let its = (&*one.subject, &*one.endpoint);
    let lane = whole_lane(store, its, desk.hosted().clone()).await?;
    let mut answered = store.answered_keys_at(its).await?;
    let mut stored = Stored::new(store, &lane, &mut answered, one.handed_in_us);
    let (mut counts, mut arrived, mut place) = (Counts::default(), Arrived::default(), 0);
    let trouble = |failure: peirast_llm::Failure| {
        anyhow::anyhow!("fetching the results of batch {}: {}", one.number, failure.message)
    };
    let mut results = desk.results(job, &order).await.map_err(trouble)?;
    loop {
        place += 1;
        match results.next().await {
            Ok(Some(result)) if result.trial.as_ref().is_some_and(|key| !own.contains(key)) => {
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
                // What came is kept; the rest is fetched next time.
                stored.flush(&mut counts).await?;
                return Err(trouble(failure));
            }
        }
    }
    if is_final(&arrived, one.questions, job) {
        for key in arrived.without(&order) {
            if stored.lacks(key) {
                place += 1;
                stored.take(place, lost(key, job), &mut counts).await?;
            }
        }
    }
    stored.finish(&mut counts, |_, key| format!("question {key}")).await?;
    Ok((counts, arrived))
}

/// Whether no result is to come any more. A batch that failed as a whole says why itself.
fn is_final(arrived: &Arrived, questions: u64, job: &Job) -> bool {
    let as_a_whole = job.state == JobState::Failed && arrived.is_empty();
    arrived.missing(questions, job) == 0 && !as_a_whole
}

/// What came of a question that the provider gave no result of. It says of none that it answered it, so
/// that it charges for none.
fn lost(key: &Key, job: &Job) -> BatchResult {
    let mut message = match job.state {
        JobState::Stopped => "the batch expired or was cancelled before this question was answered",
        _ => "the batch ended without a result of this question, and without a reason",
    }
    .to_owned();
    if let Some(trouble) = &job.trouble {
        message.push_str(&format!(": {trouble}"));
    }
    let came = Came::Failed { kind: ErrorKind::Server, status: None, message, body: String::new() };
    BatchResult { trial: Some(key.clone()), came }
}
