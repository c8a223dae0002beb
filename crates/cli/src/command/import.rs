//! `peirast import`.

use super::runtime;
use crate::args::{ImportArgs, ImportSource, ImportTokenBiasArgs};
use crate::import::token_bias;
use crate::{run_dir, voice};
use anyhow::{Result, bail};
use peirast_run::Batch;
use std::process::ExitCode;

/// Answers stored in one transaction.
const ANSWERS_PER_COMMIT: usize = 10_000;

/// Imports recorded answers.
pub fn import(args: &ImportArgs) -> Result<ExitCode> {
    match &args.source {
        ImportSource::TokenBias(args) => token_bias_answers(args),
    }
}

fn token_bias_answers(args: &ImportTokenBiasArgs) -> Result<ExitCode> {
    let imported = token_bias::read(&args.files, &args.questions)?;
    if imported.answers.is_empty() {
        bail!("the files hold no answer");
    }
    let new = runtime()?.block_on(async {
        let store = run_dir::prepare_recorded(&args.into).await?;
        store.insert_problems(&imported.problems).await?;
        let mut new = 0;
        for chunk in imported.answers.chunks(ANSWERS_PER_COMMIT) {
            let trials: Vec<_> = chunk.iter().map(|a| a.trial.clone()).collect();
            let responses: Vec<_> = chunk.iter().map(|a| a.response.clone()).collect();
            let recorded: Vec<_> = chunk.iter().map(|a| a.recorded.clone()).collect();
            let batch = Batch {
                trials: &[(token_bias::ENDPOINT, &trials)],
                responses: &responses,
                recorded: &recorded,
                ..Batch::default()
            };
            // Each new answer is three rows: trial, response, recorded grade.
            new += store.write(&batch).await? / 3;
        }
        store.close().await;
        anyhow::Ok(new)
    })?;
    voice::result(&format!(
        "{} answers to {} questions read, {new} of them new, into {}\n",
        imported.answers.len(),
        imported.problems.len(),
        args.into.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}
