//! Arguments of statistics on columns of a file, or on counts.

use crate::args::one_of;
use clap::Args;
use peirast_calc::{AgreementName, EffectName, IntervalName, StatisticName};
use std::path::PathBuf;

/// Columns of a file.
#[derive(Clone, Debug, Args)]
pub struct DataArgs {
    /// A file with named columns: CSV, Parquet, or, if its name ends in .json or .jsonl, flat JSON
    /// objects in an array or one per line; - is stdin.
    #[arg(long, value_name = "FILE", visible_alias = "csv")]
    pub data: Option<PathBuf>,
    /// Columns of the file, in the order of the arguments of the statistic. Default: all columns.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "data")]
    pub columns: Vec<String>,
    /// A second file, whose rows are joined to those of the first. A column that both files have is
    /// called NAME.2 in the second.
    #[arg(long, value_name = "FILE", requires_all = ["data", "join"])]
    pub beside: Option<PathBuf>,
    /// The column that matches the rows of the two files.
    #[arg(long, value_name = "NAME", requires = "beside")]
    pub join: Option<String>,
}

/// Arguments of `stats describe`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats describe --data scores.csv --columns before,after
  peirast stats describe --data scores.csv --columns score --quantile 0.9
  peirast stats describe --data scores.csv --columns score --json

Each column is a separate sample; its missing values are counted. Quantiles are interpolated linearly, as
in R and numpy.")]
pub struct StatsDescribeArgs {
    #[command(flatten)]
    pub data: DataArgs,
    /// An additional quantile, from 0 to 1.
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    pub quantile: Option<f64>,
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `stats interval`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats interval proportion 8 10
  peirast stats interval proportion 8 10 --method wilson --confidence 0.9
  peirast stats interval paired-difference 50 4 16 30
  peirast stats interval odds-ratio 4 16 --json
  peirast stats interval proportion --data answers.csv --columns right,item
  peirast stats interval mean --data scores.csv --columns score --by item
  peirast stats interval shift --data scores.csv --columns score,model

Without --method, every method is shown, one per line. If a column names clusters of rows, such as the
versions of an item, the output shows intervals with and without clustering. The column of clusters is the
last of --columns, or --by. Pairs can have two kinds of clusters: --by item,model.")]
pub struct StatsIntervalArgs {
    /// The quantity of the interval.
    #[arg(value_parser = one_of(IntervalName::CHOICES))]
    pub of: IntervalName,
    /// Counts.
    #[arg(allow_negative_numbers = true)]
    pub numbers: Vec<String>,
    #[command(flatten)]
    pub data: DataArgs,
    /// One method instead of all. An unknown name is answered with a list of the methods.
    #[arg(long)]
    pub method: Option<String>,
    /// Confidence level.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// The column that names the clusters of rows. For paired-difference, one or two columns: pairs
    /// may depend on one another if they share either.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "data")]
    pub by: Vec<String>,
    /// For two samples: each column is a sample, instead of values and groups.
    #[arg(long)]
    pub wide: bool,
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `stats effect`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats effect cohens-h 0.75 0.5
  peirast stats effect cohens-g 4 16
  peirast stats effect odds-ratio 4 16 --confidence 0.9
  peirast stats effect d-prime 18 20 12 20
  peirast stats effect cohens-d --data scores.csv --columns score,model
  peirast stats effect cliffs-delta --data scores.csv --columns before,after --wide
  peirast stats effect paired-d --data scores.csv --columns after,before --json

The first of two groups is the one whose name sorts first, or, with --wide, the first column. A positive
effect means that the first group is larger, or, for pairs, the first column.")]
pub struct StatsEffectArgs {
    /// The effect size.
    #[arg(value_parser = one_of(EffectName::CHOICES))]
    pub effect: EffectName,
    /// Counts, or shares for cohens-h.
    #[arg(allow_negative_numbers = true)]
    pub numbers: Vec<String>,
    #[command(flatten)]
    pub data: DataArgs,
    /// Confidence level of the intervals.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// For two groups: each column is a group, instead of values and groups.
    #[arg(long)]
    pub wide: bool,
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `stats agreement`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats agreement kappa 20 5 10 15
  peirast stats agreement kappa --data ratings.csv --columns anna,ben --weights linear
  peirast stats agreement alpha --data ratings.csv --columns anna,ben,carl --metric ordinal
  peirast stats agreement ac1 --data ratings.csv --columns anna,ben,carl --json

Rows are units, and columns are raters. Labels may be texts. Kappa leaves out units without both ratings;
alpha and AC1 use all ratings. Counts for kappa are a square table, row by row: rows are labels of the
first rater, columns labels of the second.")]
pub struct StatsAgreementArgs {
    /// The coefficient.
    #[arg(value_parser = one_of(AgreementName::CHOICES))]
    pub coefficient: AgreementName,
    /// Counts, for kappa.
    #[arg(allow_negative_numbers = true)]
    pub numbers: Vec<String>,
    #[command(flatten)]
    pub data: DataArgs,
    /// The categories in their order, separated by commas. Default: those that occur, sorted as
    /// numbers or letters.
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    pub categories: Vec<String>,
    /// For kappa: the weight of a disagreement: unweighted (default), linear or quadratic.
    #[arg(long, value_name = "WEIGHTS")]
    pub weights: Option<String>,
    /// For alpha: the distance between ratings: nominal (default), ordinal, interval or ratio.
    #[arg(long, value_name = "METRIC")]
    pub metric: Option<String>,
    /// Confidence level of the interval.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// For alpha: number of resamples of units for the interval.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub resamples: u64,
    /// For alpha: seed of the resamples.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `stats bootstrap`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats bootstrap mean --data scores.csv --columns score
  peirast stats bootstrap median --data scores.csv --columns score --method bca --resamples 20000
  peirast stats bootstrap difference --data scores.csv --columns after,before --by item --json

With --by, whole clusters are resampled, so rows of one cluster may depend on one another in any way. The
same seed gives the same result.")]
pub struct StatsBootstrapArgs {
    /// The statistic.
    #[arg(value_parser = one_of(StatisticName::CHOICES))]
    pub statistic: StatisticName,
    #[command(flatten)]
    pub data: DataArgs,
    /// The column that names the clusters of rows.
    #[arg(long, value_name = "NAME", requires = "data")]
    pub by: Option<String>,
    /// percentile, basic, bca, or all.
    #[arg(long, default_value = "all")]
    pub method: String,
    /// Number of resamples.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub resamples: u64,
    /// Seed of the resamples.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Confidence level.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `stats logistic`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats logistic --data answers.csv --columns right,length
  peirast stats logistic --data answers.csv --columns right,length --by item
  peirast stats logistic --data answers.csv --columns right,length --by item,model
  peirast stats logistic --data answers.csv --columns right,length --strata item
  peirast stats logistic --data answers.csv --columns right,length --random item
  peirast stats logistic --data differences.csv --columns perturbed,length --conditional --json

The first column is the outcome. The others are the predictors, as numbers.
- With --by, standard errors allow for clusters, of one kind or, with two columns, of two kinds. Student's t
  replaces z, with one degree of freedom less than there are clusters.
- With --strata, everything that a stratum shares cancels out. Standard errors allow for clusters of strata: those
  of --by, or the strata themselves.
- With --random, each group has a random intercept. Its standard deviation and its test are shown with
  every coefficient.
- With --conditional, there is no outcome. Each row is a matched pair with exactly one right member. It
  contains the predictors of that member minus those of the other member.
`stats test logistic` tests all predictors together.")]
pub struct StatsLogisticArgs {
    #[command(flatten)]
    pub data: DataArgs,
    /// The column that names the clusters of rows, or two such columns.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "data")]
    pub by: Vec<String>,
    /// Conditional regression of matched pairs.
    #[arg(long)]
    pub conditional: bool,
    /// Conditional regression within strata, such as questions: the column that names the strata.
    #[arg(long, value_name = "NAME", requires = "columns", conflicts_with = "conditional")]
    pub strata: Option<String>,
    /// Mixed regression with random intercepts: the column that names the groups.
    #[arg(
        long,
        value_name = "NAME",
        requires = "columns",
        conflicts_with_all = ["conditional", "strata", "by"]
    )]
    pub random: Option<String>,
    /// Confidence level of the intervals.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `stats sequential`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats sequential --data answers.csv --columns original,perturbed
  peirast stats sequential --data answers.csv --columns original,perturbed --alternative greater --alpha 0.01
  peirast stats sequential 1 1 0 1 1 1 1 1 1

Rows are pairs in the order of their answers. Without a file, each number is a discordant pair: 1 if only
the perturbed member is right, 0 if only the original is right. The p-value is valid at any stopping time.
The e-value can rise and fall. `peirast stats power sequential` predicts the outcome of such a study, and
`peirast stats adjust --e-values` combines several.")]
pub struct StatsSequentialArgs {
    /// Discordant pairs in order: 1 if only the perturbed member is right, 0 if only the original
    /// is.
    #[arg(value_parser = clap::value_parser!(u8).range(0..=1), allow_negative_numbers = true)]
    pub outcomes: Vec<u8>,
    #[command(flatten)]
    pub data: DataArgs,
    /// two-sided, greater (the perturbed member is right more often) or less.
    #[arg(long, value_name = "SIDE", default_value = "two-sided")]
    pub alternative: String,
    /// The level at which to stop.
    #[arg(long, default_value_t = 0.05, allow_negative_numbers = true)]
    pub alpha: f64,
    /// Shape of the beta prior: values above 1 expect small effects, values below 1 large ones.
    #[arg(long, default_value_t = 1.0, allow_negative_numbers = true)]
    pub prior: f64,
    /// Confidence level of the interval.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// Print the evidence after each pair, one per line.
    #[arg(long)]
    pub trace: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `stats reversal`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats reversal rows.json
  peirast stats reversal rows.json --find --most 400
  peirast stats reversal rows.json --json

The file is CSV, a JSON array of objects, or one object per line. Each row has `model` and these counts:
- `x1`: fallacies in the original order;
- `x2`: fallacies in the reversed order;
- `n`: items in each order.
In JSON, a row can have a list `solutions` of such counts instead, with N_min and N_max if n is known only
within bounds. If a row has `blocked_pct`, `z` and `p` as printed, they are compared. With --find, Peirast
searches for counts that would print these values.

z and p come from the pooled test of two independent proportions, as published. The two orders share their
items, so the paired p comes from McNemar's exact test. It depends on the pairs, which the counts do not
give: the output shows the smallest and the largest possible p. p_adjusted is adjusted by
Benjamini-Hochberg over the models. If neither order has a fallacy, or every answer is one, there is no
difference to test: the row says so, and is left out of the adjustment.")]
pub struct StatsReversalArgs {
    /// The rows. Default: stdin.
    pub file: Option<PathBuf>,
    /// Search counts that give the printed values.
    #[arg(long)]
    pub find: bool,
    /// The largest number of items in the search.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=5000))]
    pub most: u64,
    /// Print JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `stats content-effect`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats content-effect --gold gold.json --answers submission.json
  peirast stats content-effect --gold gold.json --answers submission.json --json
  peirast stats content-effect --gold gold.json --answers submission.json --by original_id

The files have the layout of SemEval-2026 Task 11. The gold data are a JSON list of items with `id`,
`validity` and `plausibility` (true or false). The answers are a JSON list of items with `id` and
`validity`. Other fields are not read. All values except p are in percent.

The score is accuracy / (1 + ln(1 + content effect)). Its interval resamples items within the four cells.
`score by chance` is the average score of answers with this accuracy and no content effect. If the score
is near this value, score and interval are too low. An item without an answer counts as wrong; the
task's own program leaves it out.")]
pub struct StatsContentEffectArgs {
    /// The gold data.
    #[arg(long, value_name = "FILE")]
    pub gold: PathBuf,
    /// The answers.
    #[arg(long, value_name = "FILE")]
    pub answers: PathBuf,
    /// The field of the gold data that names clusters of items, such as translations of one
    /// syllogism. Clusters are resampled together.
    #[arg(long, value_name = "FIELD")]
    pub by: Option<String>,
    /// Number of resamples, and of random exchanges.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub resamples: u64,
    /// Seed of the resamples and exchanges.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Confidence level.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
