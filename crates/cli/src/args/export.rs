//! Arguments of `peirast export`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// Where to.
    #[command(subcommand)]
    pub target: ExportTarget,
}

/// Programs that can ask our problems.
#[derive(Debug, Subcommand)]
pub enum ExportTarget {
    /// A task for EleutherAI's lm-evaluation-harness.
    LmEval(ExportLmEvalArgs),
}

/// Arguments of `export lm-eval`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast make etr --n 100 --where order=original --where order=reversed > problems.jsonl
  peirast export lm-eval problems.jsonl --into tasks --name etr_open
  lm_eval --model hf --model_args pretrained=gpt2 --tasks etr_open --include_path tasks --log_samples --output_path out
  peirast import etr out --into runs/lm-eval
  peirast measure runs/lm-eval

The folder holds NAME.yaml, NAME.jsonl, and NAME.py, which tells the harness where the folder is; it
can be moved, and the harness be started anywhere. Answers to open questions are not scored by the
harness, but by `peirast import etr`; those to closed ones by both.")]
pub struct ExportLmEvalArgs {
    /// Problems that `peirast make etr` wrote.
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
