//! Arguments of `peirast explain` and `peirast translate`.

use super::{BudgetOptions, FlowOptions, LiveArgs, NOTIONS, PriceOptions, one_of};
use clap::Args;
use peirast_fallacy::Notion;
use std::path::PathBuf;

/// Arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast explain --premise '{A()B(), C()D()}' --premise '{A()}' '{B()}'
  peirast make etr --n 1 > one.jsonl
  peirast explain one.jsonl 'Answer: Nothing follows.'
  peirast explain choice.jsonl --id etr/choice/00002
  peirast explain runs/etr 3f2a     the answer whose key begins so

The answer is read as a view, and judged by both engines: logic says whether it follows, from which
premises, or where it fails; the theory says what people are predicted to conclude, step by step,
and whether the answer is that. Of a question for yes or no, or of several options, every answer is
explained so: why it is right or wrong, and which is the predicted fallacy. What letters stand for
is listed.")]
pub struct ExplainArgs {
    /// A run directory, or a file of problems (JSON lines); beside --premise, the answer.
    pub source: Option<String>,
    /// The answer: the key of a stored one, or a text; a text that begins with { is a view. Without
    /// one, a problem of a file is explained by itself.
    pub answer: Option<String>,
    /// Which problem of the file, or which item; the first unless given.
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
    /// A premise, as a view; may be repeated. There is no file then.
    #[arg(long = "premise", value_name = "VIEW", conflicts_with = "id")]
    pub premises: Vec<String>,
    /// When an answer counts as predicted; issue-insensitive unless given.
    #[arg(long, value_parser = one_of(NOTIONS))]
    pub notion: Option<Notion>,
    /// JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `translate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast translate runs/etr --model openai:gpt-4.1-mini --dry-run
  peirast translate runs/etr --model openai:llama3 --base-url http://localhost:11434/v1

A translator restates an answer in the words of its problem. It is told the words and never the
premises. What it gives is stored, asked for once, and read as any answer is: only what is wholly made of
those words counts. `peirast measure` says how many answers were read so.")]
pub struct TranslateArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// The model that translates.
    #[arg(long, value_name = "SUBJECT")]
    pub model: String,
    #[command(flatten)]
    pub live: LiveArgs,
    /// Say what would be asked and what it would cost, and ask nothing.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub prices: PriceOptions,
    #[command(flatten)]
    pub budget: BudgetOptions,
    #[command(flatten)]
    pub flow: FlowOptions,
}
