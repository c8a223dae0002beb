//! `peirast import`.

use super::runtime;
use crate::args::{ImportArgs, ImportSource, ImportTokenBiasArgs};
use crate::{run_dir, voice};
use anyhow::{Result, bail};
use peirast_exchange::token_bias::{self, TokenBiasAnswer, read_files};
use peirast_record::{Problem, Response, Trial};
use peirast_report::escape_line;
use peirast_run::{Batch, Store};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Answers stored in one transaction.
pub(super) const ANSWERS_PER_COMMIT: usize = 10_000;

/// Imports recorded answers.
pub fn import(args: &ImportArgs) -> Result<ExitCode> {
    match &args.source {
        ImportSource::TokenBias(args) => token_bias_answers(args),
        ImportSource::Syllogism(args) => super::import_syllogism::import(args),
        ImportSource::Etr(args) => super::import_etr::import(args),
        ImportSource::LmEval(args) => super::import_lm_eval::import(args),
        ImportSource::Inspect(args) => super::import_inspect::import(args),
    }
}

fn token_bias_answers(args: &ImportTokenBiasArgs) -> Result<ExitCode> {
    let imported = read_files(&args.files, &args.questions)?;
    if imported.answers.is_empty() {
        bail!("the files hold no answer");
    }
    let new = runtime()?.block_on(async {
        let store = run_dir::prepare_recorded(&args.into).await?;
        run_dir::check_problems(&store, &imported.problems).await?;
        check_recorded(&store, &imported.answers).await?;
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
            new += store.write(&batch).await?.new / 3;
        }
        store.close().await;
        anyhow::Ok(new)
    })?;
    for line in token_bias::unused(&imported.problems, &imported.answers)? {
        voice::note(&line);
    }
    let problems: BTreeMap<&str, &Problem> =
        imported.problems.iter().map(|problem| (problem.id.as_str(), problem)).collect();
    let answers =
        imported.answers.iter().filter_map(|TokenBiasAnswer { trial, response, .. }| {
            let problem = *problems.get(trial.problem.as_str())?;
            Some((problem, trial.subject.as_str(), trial.protocol.as_str(), response.text.as_str()))
        });
    for file in token_bias::misprompted(answers) {
        voice::note(&file.to_string());
    }
    voice::result(&format!(
        "{} answers to {} questions read, {new} of them new, into {}\n",
        imported.answers.len(),
        imported.problems.len(),
        args.into.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses another answer to a question whose answer is stored: which one counts would depend on
/// the order of the imports.
async fn check_recorded(store: &Store, answers: &[TokenBiasAnswer]) -> Result<()> {
    let stored = store.load_answered().await?;
    let texts: BTreeMap<_, _> = stored.iter().map(|a| (&a.trial.key, a.text.as_str())).collect();
    let recorded = store.load_recorded().await?;
    let grades: BTreeMap<_, _> = recorded.iter().map(|r| (&r.trial, r.grade)).collect();
    let differs = |answer: &&TokenBiasAnswer| {
        let key = &answer.trial.key;
        texts.get(key).is_some_and(|text| *text != answer.response.text)
            || grades.get(key).is_some_and(|grade| *grade != answer.recorded.grade)
    };
    match answers.iter().find(differs) {
        None => Ok(()),
        Some(TokenBiasAnswer { trial, .. }) => bail!(
            "{} holds another answer of {} to `{}` under {}: choose another directory with --into",
            store.dir().display(),
            trial.subject,
            trial.problem,
            trial.protocol
        ),
    }
}

/// Refuses another answer to a question whose answer is stored, whatever grade was recorded.
pub(super) async fn check_answers(
    store: &Store,
    trials: &[Trial],
    responses: &[Response],
) -> Result<()> {
    let stored = store.load_answered().await?;
    let texts: BTreeMap<_, _> = stored.iter().map(|a| (&a.trial.key, a.text.as_str())).collect();
    let mut answers = trials.iter().zip(responses);
    let differs =
        answers.find(|(t, r)| texts.get(&t.key).is_some_and(|text| *text != r.text.as_str()));
    match differs {
        None => Ok(()),
        Some((trial, _)) => bail!(
            "{} holds another answer of {} to `{}` under {}: choose another directory with --into",
            store.dir().display(),
            escape_line(&trial.subject),
            trial.problem,
            escape_line(&trial.protocol)
        ),
    }
}
