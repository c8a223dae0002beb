//! `peirast import`.

use super::import_etr::ImportEtrArgs;
use super::import_inspect::ImportInspectArgs;
use super::import_lm_eval::ImportLmEvalArgs;
use super::import_syllogism::ImportSyllogismArgs;
use super::runtime;
use crate::console;
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use peirast_exchange::token_bias::{self, TokenBiasAnswer, read_files};
use peirast_record::Problem;
use peirast_study::{ImportSummary, RunDir};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `import`.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// What to import.
    #[command(subcommand)]
    pub source: ImportSource,
}

/// Where recorded answers come from.
#[derive(Debug, Subcommand)]
pub enum ImportSource {
    /// Answers of the token-bias study: JSON lines (also gzip), or the original repository's
    /// output folders.
    TokenBias(ImportTokenBiasArgs),
    /// The syllogisms of the benchmark "Logic in LLMs", or of a file of its layout, and recorded
    /// answers to them.
    Syllogism(ImportSyllogismArgs),
    /// Answers to problems of the family etr: sample logs of the lm-evaluation-harness, data sets of
    /// the public fallacy evaluation, and replays of it.
    Etr(ImportEtrArgs),
    /// Answers to exported problems of any family: sample logs of the lm-evaluation-harness.
    LmEval(ImportLmEvalArgs),
    /// Answers in logs of Inspect: of runs of ours, or of others.
    Inspect(ImportInspectArgs),
}

/// Arguments of `import token-bias`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast import token-bias gpt-4o.jsonl.gz --questions questions.jsonl.gz --into runs/recorded
  peirast import token-bias outputs/gpt-4o --into runs/original

Lines of an answer file have the fields model, dataset, mode, question_id, response, their_grade,
and qid where it differs from \"dataset:question_id\". Output folders of the original repository
carry their questions along.")]
pub struct ImportTokenBiasArgs {
    /// Answer files, or output folders.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Question files, for answer files.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub questions: Vec<PathBuf>,
    /// Run directory.
    #[arg(long, value_name = "DIR")]
    pub into: PathBuf,
}

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
