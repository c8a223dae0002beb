//! `peirast import`.

use super::runtime;
use crate::args::{ImportArgs, ImportSource, ImportTokenBiasArgs};
use crate::console;
use anyhow::{Result, bail};
use peirast_exchange::token_bias::{self, TokenBiasAnswer, read_files};
use peirast_record::Problem;
use peirast_study::{ImportSummary, RunDir};
use std::collections::BTreeMap;
use std::process::ExitCode;

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
    let dir = RunDir::new(&args.into);
    let ImportSummary { new } = runtime()?.block_on(dir.import(&imported))?;
    for line in token_bias::unused(&imported.problems, &imported.answers)? {
        console::note(&line);
    }
    let problems: BTreeMap<&str, &Problem> =
        imported.problems.iter().map(|problem| (problem.id.as_str(), problem)).collect();
    let answers =
        imported.answers.iter().filter_map(|TokenBiasAnswer { trial, response, .. }| {
            let problem = *problems.get(trial.problem.as_str())?;
            Some((problem, trial.subject.as_str(), trial.protocol.as_str(), response.text.as_str()))
        });
    for file in token_bias::misprompted(answers) {
        console::note(&file.to_string());
    }
    console::finish(&format!(
        "{} answers to {} questions read, {new} of them new, into {}\n",
        imported.answers.len(),
        imported.problems.len(),
        args.into.display()
    ))
}
