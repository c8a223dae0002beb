//! Arguments of `peirast batch`.

use super::{LiveArgs, PriceOptions, price};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Arguments of `batch`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast run etr --model openai/gpt-4o --max-tokens 500 --plan-only
  peirast batch submit runs/etr --dry-run
  peirast batch submit runs/etr
  peirast batch collect runs/etr --wait
  peirast run etr --model openai/gpt-4o --max-tokens 500      the same command, to test what came

  peirast run etr --model vllm/meta-llama/Llama-3.1-8B-Instruct --plan-only
  peirast batch export runs/etr > questions.jsonl
  vllm run-batch -i questions.jsonl -o results.jsonl --model meta-llama/Llama-3.1-8B-Instruct
  peirast batch import runs/etr results.jsonl

A batch is asked under the keys that single questions have: whatever it answers is not asked again, and
what it leaves can be asked alone.")]
pub struct BatchesArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: BatchAction,
}

/// What to do with batches.
#[derive(Debug, Subcommand)]
pub enum BatchAction {
    /// Print the open questions as a file that `vllm run-batch` and other engines execute.
    Export(BatchExportArgs),
    /// Store the answers that such a file came back with.
    Import(BatchImportArgs),
    /// Hand the open questions in to their provider.
    Submit(BatchSubmitArgs),
    /// How far the batches are.
    Status(BatchStatusArgs),
    /// Store the answers of batches that have ended.
    Collect(BatchCollectArgs),
    /// Ask the provider to stop a batch. What it answered already can still be collected.
    Cancel(BatchOneArgs),
    /// Say which of the provider's batches one is whose handing in broke off.
    Adopt(BatchAdoptArgs),
    /// Take a batch for lost: its questions are open again.
    Forget(BatchOneArgs),
}

/// Whose questions.
#[derive(Debug, Args)]
pub struct BatchOf {
    /// A run directory.
    pub dir: PathBuf,
    /// Only this subject; may be repeated. All unless given.
    #[arg(long = "model", value_name = "SUBJECT")]
    pub models: Vec<String>,
    #[command(flatten)]
    pub live: LiveArgs,
}

/// Arguments of `batch export`.
#[derive(Debug, Args)]
pub struct BatchExportArgs {
    #[command(flatten)]
    pub of: BatchOf,
    /// The most questions.
    #[arg(long, value_name = "N")]
    pub most: Option<usize>,
}

/// Arguments of `batch import`.
#[derive(Debug, Args)]
pub struct BatchImportArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// Files of results, in the form of OpenAI's batches; `-` for stdin.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub live: LiveArgs,
}

/// Arguments of `batch submit`.
#[derive(Debug, Args)]
pub struct BatchSubmitArgs {
    #[command(flatten)]
    pub of: BatchOf,
    /// The most questions.
    #[arg(long, value_name = "N")]
    pub most: Option<usize>,
    /// Say what would be handed in and what it would cost, and hand in nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// The most that the answers of the run directory may cost together. Batches that could cost more
    /// are not handed in.
    #[arg(long, value_name = "USD", value_parser = price, allow_negative_numbers = true)]
    pub budget: Option<f64>,
    #[command(flatten)]
    pub prices: PriceOptions,
    /// JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `batch status`.
#[derive(Debug, Args)]
pub struct BatchStatusArgs {
    #[command(flatten)]
    pub of: BatchOf,
    /// Do not ask the providers: what was last heard.
    #[arg(long)]
    pub offline: bool,
    /// JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `batch collect`.
#[derive(Debug, Args)]
pub struct BatchCollectArgs {
    #[command(flatten)]
    pub of: BatchOf,
    /// Wait until every batch has ended.
    #[arg(long)]
    pub wait: bool,
    /// Seconds between two questions to the provider.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub every: u64,
}

/// Arguments of commands on one batch.
#[derive(Debug, Args)]
pub struct BatchOneArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// The number of the batch, as `peirast batch status` shows it.
    pub number: u32,
    #[command(flatten)]
    pub live: LiveArgs,
}

/// Arguments of `batch adopt`.
#[derive(Debug, Args)]
pub struct BatchAdoptArgs {
    #[command(flatten)]
    pub one: BatchOneArgs,
    /// The provider's name for it.
    pub job: String,
}
