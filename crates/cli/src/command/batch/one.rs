//! `peirast batch cancel`, `adopt` and `forget`: one batch.

use super::lane::opened;
use super::status::desk;
use crate::args::{BatchAdoptArgs, BatchOneArgs};
use crate::command::runtime;
use crate::costs::note_forgotten;
use crate::voice;
use anyhow::{Context as _, Result, bail};
use peirast_store::{Store, Submission, SubmissionStage};
use std::process::ExitCode;

/// Asks the provider to stop a batch.
pub(super) fn cancel(args: &BatchOneArgs) -> Result<ExitCode> {
    runtime()?.block_on(async {
        let store = opened(&args.dir, false).await?;
        let one = under_way(&store, args).await?;
        let job = one.job.clone().unwrap_or_default();
        let asked = desk(&one, &args.live)?.cancel(&job).await;
        asked.map_err(|failure| {
            anyhow::anyhow!("cancelling batch {}: {}", one.number, failure.message)
        })
    })?;
    voice::note(&format!(
        "asked to stop; what it answered can be picked up with: peirast batch collect {}{}",
        args.dir.display(),
        args.live.repeated()
    ));
    Ok(ExitCode::SUCCESS)
}

/// Says which of the provider's batches one is.
pub(super) fn adopt(args: &BatchAdoptArgs) -> Result<ExitCode> {
    runtime()?.block_on(async {
        let store = opened(&args.one.dir, true).await?;
        let mut one = numbered(&store, args.one.number).await?;
        if one.stage != SubmissionStage::HandingIn {
            bail!("batch {} is {}: there is nothing to adopt", one.number, one.stage.as_str());
        }
        let desk = desk(&one, &args.one.live)?;
        let job = desk.job(&args.job, one.questions).await;
        let job = job.map_err(|failure| anyhow::anyhow!("{}: {}", args.job, failure.message))?;
        if job.tally.total.is_some_and(|total| total > 0 && total != one.questions) {
            bail!(
                "{} has {} questions, and batch {} has {}: it is another",
                job.id,
                job.tally.total.unwrap_or(0),
                one.number,
                one.questions
            );
        }
        (one.job, one.stage, one.tally, one.trouble) =
            (Some(job.id), SubmissionStage::UnderWay, job.tally, None);
        store.update(&one).await?;
        store.close().await;
        Ok(())
    })?;
    let live = args.one.live.repeated();
    voice::note(&format!("adopted; peirast batch collect {}{live}", args.one.dir.display()));
    Ok(ExitCode::SUCCESS)
}

/// Takes a batch for lost.
pub(super) fn forget(args: &BatchOneArgs) -> Result<ExitCode> {
    let questions = runtime()?.block_on(async {
        let store = opened(&args.dir, true).await?;
        let mut one = numbered(&store, args.number).await?;
        if !one.stage.is_open() {
            bail!("batch {} is {}: there is nothing to forget", one.number, one.stage.as_str());
        }
        // Before it is forgotten: what is written down twice is counted twice, and what is not, never.
        note_forgotten(&store, &one).await?;
        one.stage = SubmissionStage::Forgotten;
        store.update(&one).await?;
        store.close().await;
        Ok(one.questions)
    })?;
    voice::note(&format!(
        "forgotten: those of its {questions} questions that have no answer are open again; if the \
         provider has the batch after all, it is paid for and its other answers are lost: it counts against \
         a budget as what may have been charged"
    ));
    Ok(ExitCode::SUCCESS)
}

async fn under_way(store: &Store, args: &BatchOneArgs) -> Result<Submission> {
    let one = numbered(store, args.number).await?;
    match one.stage {
        SubmissionStage::UnderWay => Ok(one),
        SubmissionStage::HandingIn => bail!(
            "nobody knows whether batch {} reached the provider: adopt or forget it first",
            one.number
        ),
        stage => bail!("batch {} is {}: there is nothing to cancel", one.number, stage.as_str()),
    }
}

async fn numbered(store: &Store, number: u32) -> Result<Submission> {
    let mut all = store.submissions().await?.into_iter();
    let dir = store.dir().display().to_string();
    all.find(|one| one.number == number)
        .with_context(|| format!("{dir} has no batch {number}: see `peirast batch status {dir}`"))
}
