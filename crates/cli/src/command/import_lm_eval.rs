//! `peirast import lm-eval`, and how answers that another tool asked for are stored.

use super::runtime;
use crate::console;
use anyhow::{Result, bail};
use clap::Args;
use peirast_exchange::brought::{ForeignAnswers, KnownProblems};
use peirast_exchange::lm_eval::read_logs;
use peirast_report::escape_line;
use peirast_study::{ForeignImport, ImportSummary, RunDir, read_problems};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `import lm-eval`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast make conjunction/2 --n 100 > linda.jsonl
  peirast export lm-eval linda.jsonl --into tasks
  lm_eval --model hf --model_args pretrained=gpt2 --tasks linda --include_path tasks --log_samples --output_path out
  peirast import lm-eval out --into runs/linda
  peirast test runs/linda

Answers are read and graded here, whatever the harness scored. What the built-in studies claim of such
problems is tested, as far as the problems hold pairs for it.")]
pub struct ImportLmEvalArgs {
    /// Sample logs, plain or gzip, or folders of them.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Run directory.
    #[arg(long, value_name = "DIR")]
    pub into: PathBuf,
    /// Whose answers they are; as the results beside the logs say unless given.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// The problems, for logs whose documents do not carry them; matched by id, number or text.
    #[arg(long, value_name = "FILE")]
    pub problems: Option<PathBuf>,
}

/// The most lines that are listed.
const SHOWN: usize = 20;

/// Imports sample logs of the harness.
pub fn import(args: &ImportLmEvalArgs) -> Result<ExitCode> {
    let known = known(args.problems.as_deref())?;
    let answers = read_logs(&args.files, args.model.as_deref(), known)?;
    list(&answers.left_out, "left out");
    keep(&answers.brought, ("lm-eval-imported", "the lm-evaluation-harness"), &args.into)
}

/// The problems of a file; none without one.
pub(super) fn known(file: Option<&Path>) -> Result<KnownProblems> {
    Ok(match file {
        Some(file) => KnownProblems::new(read_problems(file)?),
        None => KnownProblems::default(),
    })
}

/// Lists the first of many lines, such as those that are left out.
pub(super) fn list(lines: &[String], what: &str) {
    for line in lines.iter().take(SHOWN) {
        console::note(&format!("{what}: {}", escape_line(line)));
    }
    if lines.len() > SHOWN {
        console::note(&format!("{what}: {} more", lines.len() - SHOWN));
    }
}

/// Stores answers as a run of a study of this id, asked for by this tool.
pub(super) fn keep(
    brought: &ForeignAnswers,
    (id, tool): (&str, &str),
    into: &Path,
) -> Result<ExitCode> {
    if brought.trials().is_empty() {
        bail!("there is no answer that could be taken");
    }
    let import = ForeignImport { answers: brought, id, tool };
    let ImportSummary { new } = runtime()?.block_on(RunDir::new(into).import(&import))?;
    console::finish(&format!(
        "{} answers of {} models to {} problems, {new} of them new, into {}\n",
        brought.trials().len(),
        brought.models(),
        brought.problems().len(),
        into.display()
    ))
}
