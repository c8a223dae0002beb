//! `peirast import syllogism`.

use super::runtime;
use crate::args::{LABELS, one_of};
use crate::console;
use anyhow::{Result, bail};
use clap::Args;
use peirast_exchange::syllogism_eval::{Dataset, Labels, read_answers, read_dataset};
use peirast_report::json_lines;
use peirast_study::{ImportSummary, RunDir, SyllogismImport};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `import syllogism`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast import syllogism syllogisms_master_dataset.json
  peirast import syllogism syllogisms_master_dataset.json --problems > problems.jsonl
  peirast run syllogism --problems problems.jsonl --model openai:gpt-4o
  peirast import syllogism syllogisms_master_dataset.json --responses raw_responses --into runs/published
  peirast measure runs/published --grader published-2025

Every label is held against logic, as far as its text can be read. Labels that are contradicted are
listed with their countermodels, and the import stops until --labels says whose count.")]
pub struct ImportSyllogismArgs {
    /// The data set, a JSON document.
    pub dataset: PathBuf,
    /// Recorded answers: the folder raw_responses, or files of it.
    #[arg(long, value_name = "PATH", num_args = 1.., requires = "into")]
    pub responses: Vec<PathBuf>,
    /// Run directory of the answers.
    #[arg(long, value_name = "DIR", requires = "responses")]
    pub into: Option<PathBuf>,
    /// Whose labels count where logic contradicts the data set.
    #[arg(long, value_parser = one_of(LABELS))]
    pub labels: Option<Labels>,
    /// Print the syllogisms as problems, for `peirast run --problems`.
    #[arg(long, conflicts_with_all = ["responses", "into"])]
    pub problems: bool,
}

/// Checks a data set, prints it as problems, or imports answers to it.
pub fn import(args: &ImportSyllogismArgs) -> Result<ExitCode> {
    let dataset = read_dataset(&args.dataset, args.labels.unwrap_or(Labels::Proved))?;
    dataset.remarks().iter().for_each(|line| console::note(line));
    if !dataset.contradictions.is_empty() && args.labels.is_none() {
        bail!(
            "{}: {} labels are contradicted by logic: correct them, or go on with --labels proved or \
             --labels given",
            args.dataset.display(),
            dataset.contradictions.len()
        );
    }
    if args.problems {
        return console::finish(&json_lines(&dataset.problems.values().collect::<Vec<_>>()));
    }
    let mut text = dataset.summary();
    if let Some(into) = &args.into {
        text.push_str(&answers(&dataset, &args.responses, into)?);
    }
    console::finish(&text)
}

fn answers(dataset: &Dataset, paths: &[PathBuf], into: &Path) -> Result<String> {
    let imported = read_answers(paths, dataset)?;
    if imported.trials.is_empty() {
        bail!("the files hold no answer");
    }
    imported.remarks().iter().for_each(|line| console::note(line));
    let import = SyllogismImport { dataset, answers: &imported };
    let ImportSummary { new } = runtime()?.block_on(RunDir::new(into).import(&import))?;
    Ok(format!(
        "{} answers of {} models in {} files read, {new} of them new, into {}\n",
        imported.responses.len(),
        imported.models.len(),
        imported.files,
        into.display()
    ))
}
