//! One batch: cancelled, adopted or forgotten.

use super::status::desk;
use crate::error::{Context as _, Error, Result, bail};
use crate::event::SharedSink;
use crate::money::note_forgotten;
use crate::options::ModelAccess;
use peirast_store::{Store, Submission, SubmissionStage};

/// Asks the provider to stop a batch.
///
/// # Errors
/// A batch that is not under way, a provider that cannot be asked.
pub async fn cancel(
    store: &Store,
    number: u32,
    access: &ModelAccess,
    events: &SharedSink,
) -> Result<()> {
    let one = numbered(store, number).await?;
    match one.stage {
        SubmissionStage::UnderWay => {}
        SubmissionStage::HandingIn => bail!(
            Batch,
            "it is unknown whether batch {} reached the provider: adopt or forget it first",
            one.number
        ),
        stage => {
            bail!(Batch, "batch {} is {}: there is nothing to cancel", one.number, stage.as_str())
        }
    }
    let job = one.job.clone().unwrap_or_default();
    desk(&one, access, events)?.cancel(&job).await.map_err(|failure| {
        Error::Batch(format!("cancelling batch {}: {}", one.number, failure.message))
    })?;
    Ok(())
}

/// Links a batch whose hand-in broke off to a batch of the provider.
///
/// # Errors
/// A batch that is known already, or a provider's batch with other questions.
pub async fn adopt(
    store: &Store,
    number: u32,
    job: &str,
    access: &ModelAccess,
    events: &SharedSink,
) -> Result<()> {
    let mut one = numbered(store, number).await?;
    if one.stage != SubmissionStage::HandingIn {
        bail!(Batch, "batch {} is {}: there is nothing to adopt", one.number, one.stage.as_str());
    }
    let found = desk(&one, access, events)?.job(job, one.questions).await;
    let found = found.map_err(|failure| Error::Batch(format!("{job}: {}", failure.message)))?;
    if found.tally.total.is_some_and(|total| total > 0 && total != one.questions) {
        bail!(
            Batch,
            "{} has {} questions, and batch {} has {}: it is another",
            found.id,
            found.tally.total.unwrap_or(0),
            one.number,
            one.questions
        );
    }
    (one.job, one.stage, one.tally, one.trouble) =
        (Some(found.id), SubmissionStage::UnderWay, found.tally, None);
    Ok(store.update(&one).await?)
}

/// Forgets a batch, whose questions are open again; returns their number.
///
/// # Errors
/// A batch that has ended.
pub async fn forget(store: &Store, number: u32) -> Result<u64> {
    let mut one = numbered(store, number).await?;
    if !one.stage.is_open() {
        bail!(Batch, "batch {} is {}: there is nothing to forget", one.number, one.stage.as_str());
    }
    // This comes first: exposure stored twice is counted twice, exposure not stored is never
    // counted.
    note_forgotten(store, &one).await?;
    one.stage = SubmissionStage::Forgotten;
    store.update(&one).await?;
    Ok(one.questions)
}

async fn numbered(store: &Store, number: u32) -> Result<Submission> {
    let mut all = store.submissions().await?.into_iter();
    let dir = store.dir().display().to_string();
    all.find(|one| one.number == number)
        .with_context(|| format!("{dir} has no batch {number}: see `peirast batch status {dir}`"))
}
