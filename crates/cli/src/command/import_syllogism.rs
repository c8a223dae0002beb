//! `peirast import syllogism`.

use super::import::{ANSWERS_PER_COMMIT, check_answers};
use super::runtime;
use crate::args::{ImportSyllogismArgs, LabelsArg};
use crate::{run_dir, voice};
use anyhow::{Result, bail};
use peirast_exchange::syllogism_eval::{
    Dataset, ENDPOINT, Labels, SyllogismAnswers, read_answers, read_dataset, study,
};
use peirast_record::Problem;
use peirast_report::json_lines;
use peirast_run::{Batch, Store};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Checks a data set, prints it as problems, or imports answers to it.
pub fn import(args: &ImportSyllogismArgs) -> Result<ExitCode> {
    let labels = match args.labels {
        Some(LabelsArg::Given) => Labels::Given,
        _ => Labels::Proved,
    };
    let dataset = read_dataset(&args.dataset, labels)?;
    dataset.remarks().iter().for_each(|line| voice::note(line));
    if !dataset.contradictions.is_empty() && args.labels.is_none() {
        bail!(
            "{}: {} labels are contradicted by logic: correct them, or go on with --labels proved or \
             --labels given",
            args.dataset.display(),
            dataset.contradictions.len()
        );
    }
    if args.problems {
        voice::result(&json_lines(&dataset.problems.values().collect::<Vec<_>>()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = dataset.summary();
    if let Some(into) = &args.into {
        text.push_str(&answers(&dataset, &args.responses, into)?);
    }
    voice::result(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn answers(dataset: &Dataset, paths: &[PathBuf], into: &Path) -> Result<String> {
    let imported = read_answers(paths, dataset)?;
    if imported.trials.is_empty() {
        bail!("the files hold no answer");
    }
    imported.remarks().iter().for_each(|line| voice::note(line));
    let study = study(&imported)?;
    let problems: Vec<Problem> = dataset.problems.values().cloned().collect();
    let new = runtime()?.block_on(async {
        let store = run_dir::prepare_imported(into, &study, &problems).await?;
        store.insert_problems(&problems).await?;
        check_answers(&store, &imported.trials, &imported.responses).await?;
        let new = store_answers(&store, &imported).await?;
        store.close().await;
        anyhow::Ok(new)
    })?;
    Ok(format!(
        "{} answers of {} models in {} files read, {new} of them new, into {}\n",
        imported.responses.len(),
        imported.models.len(),
        imported.files,
        into.display()
    ))
}

async fn store_answers(store: &Store, imported: &SyllogismAnswers) -> Result<u64> {
    let mut new = 0;
    let chunks = imported.trials.chunks(ANSWERS_PER_COMMIT);
    let responses = imported.responses.chunks(ANSWERS_PER_COMMIT);
    let recorded = imported.recorded.chunks(ANSWERS_PER_COMMIT);
    for ((trials, responses), recorded) in chunks.zip(responses).zip(recorded) {
        let batch =
            Batch { trials: &[(ENDPOINT, trials)], responses, recorded, ..Batch::default() };
        // Each new answer is three rows: trial, response, recorded vote.
        new += store.write(&batch).await?.new / 3;
    }
    Ok(new)
}
