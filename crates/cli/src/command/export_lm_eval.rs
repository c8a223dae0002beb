//! `peirast export lm-eval`.

use crate::console;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use peirast_exchange::lm_eval::{TaskFolder, TaskName, TaskOptions};
use peirast_study::artifact::write;
use peirast_study::read_problems;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `export lm-eval`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast make etr --n 100 --where order=original --where order=reversed > problems.jsonl
  peirast export lm-eval problems.jsonl --into tasks --name etr_open
  lm_eval --model hf --model_args pretrained=gpt2 --tasks etr_open --include_path tasks --log_samples --output_path out
  peirast import etr out --into runs/lm-eval
  peirast measure runs/lm-eval

  peirast make conjunction/2 --n 100 > linda.jsonl
  peirast export lm-eval linda.jsonl --into tasks
  peirast import lm-eval out --into runs/linda

The folder holds NAME.yaml, NAME.jsonl, and NAME.py, which tells the harness where the folder is; it
can be moved, and the harness be started anywhere. Answers to open questions are not scored by the
harness, but by `peirast import`; those to closed ones by both.")]
pub struct ExportLmEvalArgs {
    /// Problems of one kind of question, as `peirast make` writes them.
    pub problems: PathBuf,
    /// The folder of the task.
    #[arg(long, value_name = "DIR")]
    pub into: PathBuf,
    /// The name of the task; that of the file of problems unless given.
    #[arg(long)]
    pub name: Option<String>,
    /// Ask for a few paragraphs of thinking before the answer, instead of an answer at once.
    #[arg(long)]
    pub cot: bool,
    /// The most tokens of an answer.
    #[arg(long, value_name = "TOKENS", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_gen_toks: u32,
}

/// Writes a task folder of the lm-evaluation-harness.
pub fn export(args: &ExportLmEvalArgs) -> Result<ExitCode> {
    let name = match &args.name {
        Some(name) => TaskName::given(name)?,
        None => TaskName::of_file(&args.problems),
    };
    let problems = read_problems(&args.problems)?;
    let options = TaskOptions { cot: args.cot, max_tokens: args.max_gen_toks };
    let task = TaskFolder::new(&name, &problems, &args.into, options)?;
    std::fs::create_dir_all(&args.into)
        .with_context(|| format!("cannot make {}", args.into.display()))?;
    // Another task of this name would be lost; the same one again is the same files.
    if let Some(taken) = task.conflict() {
        bail!(
            "{} is there already and holds something else: give the task another --name, or remove it",
            taken.display()
        );
    }
    task.files.iter().try_for_each(|(path, text)| write(path, text))?;
    let (documents, into) = (task.documents, task.configuration.display());
    console::finish(&format!("{documents} documents, into {into}\n"))
}
