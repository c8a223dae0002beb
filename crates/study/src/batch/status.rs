//! Progress of batches, as their providers report it.

use super::open_questions::{factory, sender};
use crate::error::{Error, Result};
use crate::event::SharedSink;
use crate::options::ModelAccess;
use peirast_llm::batch::{Desk, Job};
use peirast_store::{Store, Submission, SubmissionStage};

/// Returns the batches of these subjects; of all, if none is named.
///
/// # Errors
/// A store that cannot be read.
pub async fn submissions(store: &Store, subjects: &[String]) -> Result<Vec<Submission>> {
    let mut all = store.submissions().await?;
    all.retain(|one| subjects.is_empty() || subjects.contains(&one.subject));
    Ok(all)
}

/// Asks the providers for the progress of open batches.
///
/// # Errors
/// A provider that cannot be asked.
pub async fn refresh(
    all: &mut [Submission],
    access: &ModelAccess,
    events: &SharedSink,
) -> Result<()> {
    for one in all.iter_mut().filter(|one| one.stage == SubmissionStage::UnderWay) {
        let (_, job) = ask(one, access, events).await?;
        note_job(one, &job);
    }
    Ok(())
}

/// Returns the provider's status of a batch.
pub(super) async fn ask(
    submission: &Submission,
    access: &ModelAccess,
    events: &SharedSink,
) -> Result<(Desk, Job)> {
    let desk = desk(submission, access, events)?;
    let id = submission.job.clone().unwrap_or_default();
    let job = desk.job(&id, submission.questions).await.map_err(|failure| {
        Error::Batch(format!("asking about batch {}: {}", submission.number, failure.message))
    })?;
    Ok((desk, job))
}

/// Returns the batch service where a batch was handed in.
pub(super) fn desk(
    submission: &Submission,
    access: &ModelAccess,
    events: &SharedSink,
) -> Result<Desk> {
    let Submission { subject, endpoint, .. } = submission;
    let hosted = sender(subject, endpoint, &factory(access, true, events)?)?;
    Desk::new(&hosted)
        .ok_or_else(|| Error::Batch(format!("the provider of {subject} no longer takes batches")))
}

/// Copies the provider's status of a batch.
pub(super) fn note_job(submission: &mut Submission, job: &Job) {
    submission.tally = job.tally;
    submission.trouble.clone_from(&job.trouble);
}
