//! `peirast import inspect`.

use super::import::{ANSWERS_PER_COMMIT, check_answers};
use super::import_lm_eval::{keep, known, list};
use super::runtime;
use crate::args::ImportInspectArgs;
use crate::{run_dir, voice};
use anyhow::{Context as _, Result, bail};
use peirast_exchange::inspect::{RunAnswers, log_files, pair_counts, read_logs};
use peirast_record::{Problem, Response, Study};
use peirast_report::escape_line;
use peirast_run::{Batch, Store};
use peirast_task::Narrowed;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Imports logs, or counts the pairs of their samples.
pub fn import(args: &ImportInspectArgs) -> Result<ExitCode> {
    let files = log_files(&args.files)?;
    if let Some(by) = &args.pair_by {
        voice::result(&pair_counts(&files, by, args.members.as_deref())?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let into = args.into.as_deref().context("--into names the run directory")?;
    let import = read_logs(&files, known(args.problems.as_deref())?)?;
    list(&import.left_out);
    let is_own = !import.own.trials.is_empty();
    if is_own && !import.brought.trials().is_empty() {
        bail!(
            "the logs hold answers of a run of ours, and others: import them one after the other, into \
             directories of their own"
        );
    }
    match is_own {
        true => restore(import.own, into, files.len()),
        false => keep(&import.brought, ("inspect-imported", "Inspect"), into),
    }
}

/// Stores the answers of a run of ours as they were.
fn restore(own: RunAnswers, into: &Path, logs: usize) -> Result<ExitCode> {
    let study = own.study.clone().context("a log of ours names its study")?;
    let problems: Vec<Problem> = own.problems.values().cloned().collect();
    let new = runtime()?.block_on(async {
        let store = run_dir::prepare_imported(into, &study, &problems).await?;
        let new = put(&store, &own, &problems).await?;
        let endpoints = own.endpoints.iter().map(|(subject, url)| (subject.as_str(), url.as_str()));
        run_dir::set_endpoints(&store, endpoints).await?;
        run_dir::set_claims(&store, |study, problems| Ok(claimed(study, problems))).await?;
        store.close().await;
        anyhow::Ok(new)
    })?;
    voice::result(&format!(
        "{} answers to {} problems of the study `{}` in {logs} logs, {new} of them new, into {}\n",
        own.responses.len(),
        problems.len(),
        escape_line(&study.id),
        into.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// The hypotheses of a study, as far as the problems that came back hold pairs for them.
fn claimed(study: &Study, problems: &[Problem]) -> Vec<peirast_record::Hypothesis> {
    Narrowed::of(study, problems).study.hypotheses
}

async fn put(store: &Store, own: &RunAnswers, problems: &[Problem]) -> Result<usize> {
    store.insert_problems(problems).await?;
    let known = store.answered_keys().await?;
    let prompts: Vec<Arc<_>> = own.prompts.values().cloned().collect();
    for prompts in prompts.chunks(ANSWERS_PER_COMMIT) {
        store.write(&Batch { prompts, ..Batch::default() }).await?;
    }
    for (endpoint, trials) in &own.trials {
        for trials in trials.chunks(ANSWERS_PER_COMMIT) {
            let responses: Vec<Response> =
                trials.iter().filter_map(|trial| own.responses.get(&trial.key)).cloned().collect();
            let answered: Vec<_> = trials
                .iter()
                .filter(|trial| own.responses.contains_key(&trial.key))
                .cloned()
                .collect();
            check_answers(store, &answered, &responses).await?;
            let trials = [(endpoint.as_str(), trials)];
            let batch = Batch { trials: &trials, responses: &responses, ..Batch::default() };
            store.write(&batch).await?;
        }
    }
    Ok(own.responses.keys().filter(|key| !known.contains(*key)).count())
}
