//! Arguments of `peirast import`.

use super::{LABELS, VIEWS, one_of};
use clap::{Args, Subcommand};
use peirast_exchange::etr_eval::Views;
use peirast_exchange::syllogism_eval::Labels;
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
    /// Answers to problems of the family etr: sample logs of the lm-evaluation-harness, data sets of
    /// the public fallacy evaluation, and replays of it.
    Etr(ImportEtrArgs),
    /// Answers to exported problems of any family: sample logs of the lm-evaluation-harness.
    LmEval(ImportLmEvalArgs),
    /// Answers in logs of Inspect: of runs of ours, or of others.
    Inspect(ImportInspectArgs),
}

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

/// Arguments of `import inspect`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast import inspect logs --into runs/again
  peirast import inspect theirs.eval --problems linda.jsonl --into runs/theirs
  peirast import inspect before.eval after.eval --pair-by id > counts.csv
  peirast import inspect pairs.eval --pair-by pair --members variant=original,perturbed > counts.csv
  peirast test --counts counts.csv

Logs that `peirast export inspect` wrote come back as the answers that they were. Samples of other logs
are matched with --problems by the field `problem` or `problem_id` of their metadata, by their id, or
by the text that was asked; their answers are read and graded here. With --pair-by, the scores in the
logs count as they are, and the counts of each scorer's pairs are printed as CSV.")]
pub struct ImportInspectArgs {
    /// Logs (.eval, .json), or folders of them.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Run directory.
    #[arg(long, value_name = "DIR", required_unless_present = "pair_by")]
    pub into: Option<PathBuf>,
    /// The problems that samples of other logs are matched with.
    #[arg(long, value_name = "FILE", conflicts_with = "pair_by")]
    pub problems: Option<PathBuf>,
    /// Count pairs instead: samples with the same value of `id`, or of a field of their metadata. Of
    /// two logs, the first has the originals.
    #[arg(long, value_name = "FIELD", conflicts_with = "into")]
    pub pair_by: Option<String>,
    /// Pairs within one log: the field that tells originals from perturbed ones, and its values for
    /// both.
    #[arg(long, value_name = "FIELD=ORIGINAL,PERTURBED", requires = "pair_by")]
    pub members: Option<String>,
}

/// Arguments of `import etr`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast import etr out --into runs/lm-eval
  peirast import etr samples_mine.jsonl --model my-model --into runs/mine
  peirast import etr dataset.jsonl --check > labels.csv
  peirast import etr answers.jsonl.gz --with-recorded-views all --into runs/replay
  peirast measure runs/replay --notion strict

Lines are sample logs of the harness (doc, resps), bare data sets (question, scoring_guide), or
replays (prompt, premises, response). Every label is worked out again; what is wrong stands in
labels.csv beside the answers, with countermodels. Lines that cannot be understood are listed, and
the others imported. Documents with reversed premises are paired with those that are not.")]
pub struct ImportEtrArgs {
    /// Files of JSON lines, plain or gzip, or folders of them.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Run directory.
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    pub into: Option<PathBuf>,
    /// Whose answers they are; as the files, or the results beside them, say unless given.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Only check labels, and print those that are wrong as CSV; the exit code is 1 if any is.
    #[arg(long, conflicts_with = "into")]
    pub check: bool,
    /// Use the views that answers were read as elsewhere: for answers that are not read here, or, with
    /// `all`, for all answers and nothing else.
    #[arg(long, value_name = "WHICH", value_parser = one_of(VIEWS), num_args = 0..=1,
          default_missing_value = "unread")]
    pub with_recorded_views: Option<Views>,
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
    #[arg(long, value_parser = one_of(LABELS))]
    pub labels: Option<Labels>,
    /// Print the syllogisms as problems, for `peirast run --problems`.
    #[arg(long, conflicts_with_all = ["responses", "into"])]
    pub problems: bool,
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
