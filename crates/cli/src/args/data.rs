//! Arguments about a file of the user's own problems.

use clap::Args;
use peirast_pairs::Compared;
use peirast_record::{ColumnNames, DataPlan, Problem};
use peirast_study::{SEED, Truths, read_own_problems, read_problems};
use std::path::Path;

/// Columns and versions of a data file.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "A file of your own problems")]
pub struct DataOptions {
    /// The first line of a CSV or TSV file is a row, not a header. Columns are then named 1, 2, ...
    /// by position.
    #[arg(long)]
    pub no_header: bool,
    /// Column of the item that versions share. Columns with usual names need no option. A dot names
    /// a field of an object: question.stem.
    #[arg(long, value_name = "COLUMN")]
    pub item: Option<String>,
    /// Column of the version, in a file with one row per version.
    #[arg(long, value_name = "COLUMN")]
    pub version_column: Option<String>,
    /// Columns of the versions, in a file with one column per version.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', conflicts_with = "version_column")]
    pub versions: Vec<String>,
    /// Column of the question.
    #[arg(long, value_name = "COLUMN", conflicts_with = "versions")]
    pub question: Option<String>,
    /// Column of a text that precedes the question.
    #[arg(long, value_name = "COLUMN")]
    pub context: Option<String>,
    /// Column of lists of options, or several columns with one option each, separated by commas.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub choices: Vec<String>,
    /// Column of the right answer: a letter, a number, yes or no, a text, texts with | between them, or a
    /// regular expression between slashes.
    #[arg(long, value_name = "COLUMN")]
    pub answer: Option<String>,
    /// Column of the wrong answer that the bias under test leads to.
    #[arg(long, value_name = "COLUMN")]
    pub lure: Option<String>,
    /// Column of further right answers.
    #[arg(long, value_name = "COLUMN")]
    pub alternatives: Option<String>,
    /// Column of the tolerance of a numeric answer: 0.01, or 1%.
    #[arg(long, value_name = "COLUMN")]
    pub tolerance: Option<String>,
    /// Column of clusters: tests treat the items of one cluster as related.
    #[arg(long, value_name = "COLUMN")]
    pub cluster: Option<String>,
    /// Columns to keep as factors, for grouping results. Columns with few short values are kept
    /// anyway.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub keep: Vec<String>,
    /// The version that the others are compared with. Default: the version named original, base or
    /// similar, otherwise the first.
    #[arg(long, value_name = "VERSION")]
    pub original: Option<String>,
    /// Make further versions of each item from its original and compare them with it:
    /// shuffle-options, names, irrelevant, hint=wrong, typos=0.05, ... Several are separated by
    /// commas. docs/transformations.md lists all.
    #[arg(long = "with", value_name = "TRANSFORMATIONS", value_delimiter = ',')]
    pub transformations: Vec<String>,
    /// The number of the first option, if answers are numbers of options.
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u32).range(0..=1))]
    pub first_option: Option<u32>,
}

/// The choice of versions that are compared.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "A file of your own problems")]
pub struct ComparedOptions {
    /// Compare every version with every other, not only with the original.
    #[arg(long)]
    pub all_pairs: bool,
}

impl ComparedOptions {
    /// Returns the versions to compare.
    pub fn compared(self) -> Compared {
        if self.all_pairs { Compared::AllPairs } else { Compared::WithOriginal }
    }
}

impl DataOptions {
    /// Returns the plan by which a file is read.
    pub fn plan(&self, file: &str) -> DataPlan {
        DataPlan {
            file: file.to_owned(),
            no_header: self.no_header,
            columns: ColumnNames {
                item: self.item.clone(),
                version: self.version_column.clone(),
                question: self.question.clone(),
                context: self.context.clone(),
                choices: self.choices.clone(),
                answer: self.answer.clone(),
                lure: self.lure.clone(),
                alternatives: self.alternatives.clone(),
                tolerance: self.tolerance.clone(),
                cluster: self.cluster.clone(),
                versions: self.versions.clone(),
                keep: self.keep.clone(),
            },
            original: self.original.clone(),
            first_option: self.first_option,
            transformations: self.transformations.clone(),
            ..DataPlan::default()
        }
    }

    /// True if no option about a file is given.
    pub fn is_empty(&self) -> bool {
        self.plan("") == DataPlan::default()
    }
}

/// Options for reading the rows of a file of the user's own problems.
#[derive(Clone, Debug, Args)]
pub struct ProblemRowOptions {
    #[command(flatten)]
    pub data: DataOptions,
    /// Seed of transformations.
    #[arg(long, default_value_t = SEED, help_heading = "A file of your own problems")]
    pub seed: u64,
}

impl ProblemRowOptions {
    /// Reads the problems of a file: problem lines, or rows according to these options.
    pub fn problems(&self, file: &Path, truths: Truths) -> peirast_study::Result<Vec<Problem>> {
        match self.data.is_empty() {
            true => read_problems(file, truths),
            false => read_own_problems(&self.data.plan(&file.display().to_string()), self.seed),
        }
    }
}
