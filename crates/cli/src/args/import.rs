//! Arguments of `peirast import`.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

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
}

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
    #[arg(long, value_enum)]
    pub labels: Option<LabelsArg>,
    /// Print the syllogisms as problems, for `peirast run --problems`.
    #[arg(long, conflicts_with_all = ["responses", "into"])]
    pub problems: bool,
}

/// Whose labels count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LabelsArg {
    /// What is proved; the data set's where a text cannot be read.
    Proved,
    /// The data set's.
    Given,
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
