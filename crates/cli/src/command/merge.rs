//! `peirast merge`: several run directories of one study become one.

use super::planned::located;
use super::runtime;
use crate::args::MergeArgs;
use crate::patience::opening;
use crate::{run_dir, voice};
use anyhow::{Context as _, Result, bail};
use peirast_store::{MergeSummary, Store};
use std::process::ExitCode;

/// Keys of questions with two answers that are named.
const NAMED: usize = 3;

/// Merges stores.
pub fn merge(args: &MergeArgs) -> Result<ExitCode> {
    let (merged, held) = runtime()?.block_on(async {
        let mut sources = Vec::new();
        for dir in &args.dirs {
            let same = std::fs::canonicalize(dir).ok() == std::fs::canonicalize(&args.into).ok();
            if same && dir.exists() {
                bail!("{} is to be merged into itself: name it once, with --into", dir.display());
            }
            sources.push(Store::open_read_only(dir).await?);
        }
        // Before anything is made: sources that do not fit leave no target behind.
        run_dir::check_mergeable(&sources).await?;
        let target = match &args.store {
            Some(url) => {
                let address = located(url, &args.into)?;
                opening(&address, Store::open_or_create_at(&args.into, &address)).await?
            }
            None => Store::open_or_create(&args.into).await?,
        };
        run_dir::check_joins(&target, &sources).await?;
        run_dir::begin_merging(&target).await?;
        let merged = target.merge(&sources).await?;
        run_dir::join(&target, &sources)
            .await
            .with_context(|| format!("writing down what {} holds", args.into.display()))?;
        let held = target.counts().await?;
        target.close().await;
        anyhow::Ok((merged, held))
    })?;
    tell(&merged);
    voice::result(&format!(
        "{}: {} problems, {} questions, {} answers; new were {}, {} and {}\n",
        args.into.display(),
        held.problems,
        held.trials,
        held.responses,
        merged.problems,
        merged.trials,
        merged.responses,
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn tell(merged: &MergeSummary) {
    let twice = merged.answered_twice.len();
    if twice > 0 {
        let some: Vec<String> =
            merged.answered_twice.iter().take(NAMED).map(ToString::to_string).collect();
        voice::note(&format!(
            "{twice} questions had several answers (such as {}): the one received first counts, or \
             the one that was here; the others are kept beside it",
            some.join(", ")
        ));
    }
}
