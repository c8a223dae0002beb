//! Arguments of `peirast export`.

use super::{LOG_FORMATS, TestOptions, one_of};
use clap::{Args, Subcommand};
use peirast_exchange::inspect::LogFormat;
use std::path::PathBuf;

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// Where to.
    #[command(subcommand)]
    pub target: ExportTarget,
}

/// Programs that can ask our problems, or show our answers.
#[derive(Debug, Subcommand)]
pub enum ExportTarget {
    /// The answers of a run as logs of Inspect.
    Inspect(Box<ExportInspectArgs>),
    /// A task for EleutherAI's lm-evaluation-harness.
    LmEval(ExportLmEvalArgs),
}

/// Arguments of `export inspect`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast run token-bias --n 20 --into runs/token-bias
  peirast export inspect runs/token-bias --into logs
  inspect view --log-dir logs
  peirast import inspect logs --into runs/again

There is a log for each subject and hypothesis, with the answers that its pairs are made of: prompts
and answers in full, what was read and why it is right or wrong, what became of the pair, and the
tests. Answers in no pair stand in a log of their own. The same run gives the same bytes.")]
pub struct ExportInspectArgs {
    /// A run directory, finished or not.
    pub dir: PathBuf,
    /// The folder of the logs.
    #[arg(long, value_name = "LOGDIR")]
    pub into: PathBuf,
    /// Archives, of which Inspect reads only what it shows, or plain JSON.
    #[arg(long, value_parser = one_of(LOG_FORMATS), default_value = "eval")]
    pub format: LogFormat,
    #[command(flatten)]
    pub options: TestOptions,
}

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
