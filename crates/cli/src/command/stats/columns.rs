//! Arguments of statistics on columns of a file, or on counts.

use crate::args::one_of;
use clap::Args;
use peirast_calc::{AgreementName, EffectName, IntervalName, StatisticName};
use std::path::PathBuf;

/// Columns of a file.
#[derive(Clone, Debug, Args)]
pub struct DataArgs {
    /// A file of columns that have names: CSV, Parquet, or, if its name ends in .json or .jsonl, flat
    /// JSON objects in an array or one a line; - is stdin.
    #[arg(long, value_name = "FILE", visible_alias = "csv")]
    pub data: Option<PathBuf>,
    /// Its columns, in the order in which they are taken; all of them unless given.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "data")]
    pub columns: Vec<String>,
    /// A second file, whose rows are put beside those of the first. A column that both have is called
    /// NAME.2 there.
    #[arg(long, value_name = "FILE", requires_all = ["data", "join"])]
    pub beside: Option<PathBuf>,
    /// The column that tells which row of one file is which of the other.
    #[arg(long, value_name = "NAME", requires = "beside")]
    pub join: Option<String>,
}

/// Arguments of `stats describe`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats describe --data scores.csv --columns before,after
  peirast stats describe --data scores.csv --columns score --quantile 0.9
  peirast stats describe --data scores.csv --columns score --json

Each column is a sample of its own, and what it lacks is counted. Quantiles lie on straight lines between
values, as in R and numpy.")]
pub struct StatsDescribeArgs {
    #[command(flatten)]
    pub data: DataArgs,
    /// One more quantile, from 0 to 1.
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    pub quantile: Option<f64>,
    /// JSON lines.
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

Without --method every method is shown, one a line. Where a column names what rows belong to, such as
versions of an item, the intervals that allow for it stand beside those that do not. That column is the
last of --columns, or --by. Pairs may belong to things of two kinds: --by item,model.")]
pub struct StatsIntervalArgs {
    /// What the interval is of.
    #[arg(value_parser = one_of(IntervalName::CHOICES))]
    pub of: IntervalName,
    /// Counts.
    #[arg(allow_negative_numbers = true)]
    pub numbers: Vec<String>,
    #[command(flatten)]
    pub data: DataArgs,
    /// One method instead of all; an unknown one is answered with those there are.
    #[arg(long)]
    pub method: Option<String>,
    /// Confidence.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// The column that names what rows belong to, or, for paired-difference, two: pairs may depend on
    /// one another if they share either.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "data")]
    pub by: Vec<String>,
    /// Two samples: each of the two columns is one, instead of values and their groups.
    #[arg(long)]
    pub wide: bool,
    /// JSON lines.
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

Of two groups, the first is the one whose name sorts first, or the first column with --wide; positive
effects mean that it is larger. Of pairs, they mean that the first column is.")]
pub struct StatsEffectArgs {
    /// Which effect size.
    #[arg(value_parser = one_of(EffectName::CHOICES))]
    pub effect: EffectName,
    /// Counts, or shares for cohens-h.
    #[arg(allow_negative_numbers = true)]
    pub numbers: Vec<String>,
    #[command(flatten)]
    pub data: DataArgs,
    /// Confidence of intervals.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// Two groups: each of the two columns is one, instead of values and their groups.
    #[arg(long)]
    pub wide: bool,
    /// JSON lines.
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

Rows are units, columns raters. Labels may be texts. Kappa leaves out units that a rater did not rate; alpha
and AC1 take what there is. Counts for kappa are a square table, row by row: what the first rater gave in
the rows, the second in the columns.")]
pub struct StatsAgreementArgs {
    /// Which coefficient.
    #[arg(value_parser = one_of(AgreementName::CHOICES))]
    pub coefficient: AgreementName,
    /// Counts, for kappa.
    #[arg(allow_negative_numbers = true)]
    pub numbers: Vec<String>,
    #[command(flatten)]
    pub data: DataArgs,
    /// The categories in their order, separated by commas; those that occur, as numbers or letters
    /// sort, unless given.
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    pub categories: Vec<String>,
    /// Kappa: what a disagreement counts: unweighted (unless given), linear or quadratic.
    #[arg(long, value_name = "WEIGHTS")]
    pub weights: Option<String>,
    /// Alpha: how far apart ratings are: nominal (unless given), ordinal, interval or ratio.
    #[arg(long, value_name = "METRIC")]
    pub metric: Option<String>,
    /// Confidence of the interval.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// Alpha: resamples of units for its interval.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub resamples: u64,
    /// Alpha: seed of the resamples.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `stats bootstrap`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats bootstrap mean --data scores.csv --columns score
  peirast stats bootstrap median --data scores.csv --columns score --method bca --resamples 20000
  peirast stats bootstrap difference --data scores.csv --columns after,before --by item --json

With --by, whole clusters are drawn: rows of one cluster may depend on one another in any way. The same
seed gives the same result.")]
pub struct StatsBootstrapArgs {
    /// What is estimated.
    #[arg(value_parser = one_of(StatisticName::CHOICES))]
    pub statistic: StatisticName,
    #[command(flatten)]
    pub data: DataArgs,
    /// The column that names what rows belong to.
    #[arg(long, value_name = "NAME", requires = "data")]
    pub by: Option<String>,
    /// percentile, basic, bca, or all.
    #[arg(long, default_value = "all")]
    pub method: String,
    /// Resamples.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub resamples: u64,
    /// Seed of the resamples.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Confidence.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// JSON lines.
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

The outcome comes first, then the predictors, as numbers. With --by, standard errors allow for rows that
belong together, in one way or, with two columns, in either of two, and Student's t with one degree of
freedom less than there are clusters stands for z. With --strata, what all answers of a
stratum share cancels, and standard errors allow for clusters of strata: those of --by, or the strata
themselves. With --random, each group has a random intercept, whose standard deviation and its test stand
beside every coefficient. With --conditional there is no outcome: each row is a matched pair of which one member was
answered right, and holds the predictors of that member less those of the other. `stats test logistic` tests
all predictors together.")]
pub struct StatsLogisticArgs {
    #[command(flatten)]
    pub data: DataArgs,
    /// The column that names what rows belong to, or two of them.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "data")]
    pub by: Vec<String>,
    /// Conditional regression of matched pairs.
    #[arg(long)]
    pub conditional: bool,
    /// Conditional regression within strata, such as questions: the column that names them.
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
    /// Confidence of intervals.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `stats sequential`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats sequential --data answers.csv --columns original,perturbed
  peirast stats sequential --data answers.csv --columns original,perturbed --alternative greater --alpha 0.01
  peirast stats sequential 1 1 0 1 1 1 1 1 1

Rows are pairs in the order in which they came. Without a file, each number is a discordant pair: 1 where the
perturbation mended, 0 where it broke. The p-value holds whenever one stops; what the e-value is at the
moment may go up and down. `peirast stats power sequential` says what to expect of such a study, and
`peirast stats adjust --e-values` judges many.")]
pub struct StatsSequentialArgs {
    /// Discordant pairs in order: 1 mended, 0 broken.
    #[arg(value_parser = clap::value_parser!(u8).range(0..=1), allow_negative_numbers = true)]
    pub outcomes: Vec<u8>,
    #[command(flatten)]
    pub data: DataArgs,
    /// two-sided, greater (the perturbation mends) or less.
    #[arg(long, value_name = "SIDE", default_value = "two-sided")]
    pub alternative: String,
    /// The level at which one would stop.
    #[arg(long, default_value_t = 0.05, allow_negative_numbers = true)]
    pub alpha: f64,
    /// Shape of the beta prior: above 1 it bets on small effects, below on large ones.
    #[arg(long, default_value_t = 1.0, allow_negative_numbers = true)]
    pub prior: f64,
    /// Confidence of the interval.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// Where the evidence stood after each pair, one a line.
    #[arg(long)]
    pub trace: bool,
    /// JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `stats reversal`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats reversal rows.json
  peirast stats reversal rows.json --find --most 400
  peirast stats reversal rows.json --json

The file is CSV with these columns, a JSON array of objects, or one object a line. Each row has `model`
and the counts: `x1` fallacies in the original order, `x2` in the reversed one, of `n` items in either; or
(in JSON) a list `solutions` of such, with N_min and N_max where n is known within bounds only. Where `blocked_pct`, `z` and `p` are
given as printed, they are compared. With --find, counts are searched that would print them.

z and p are those of two independent proportions, pooled, as published. The runs share their items: the
paired p is that of the exact test of McNemar, which counts cannot give without the pairs; shown are the
smallest and the largest that they allow. p_adjusted is after Benjamini and Hochberg, over the models.
Where neither order has a fallacy, or each has nothing else, no difference can be tested: the row says so,
and counts for no other.")]
pub struct StatsReversalArgs {
    /// The rows; stdin unless given.
    pub file: Option<PathBuf>,
    /// Search counts that give what was printed.
    #[arg(long)]
    pub find: bool,
    /// The most items that a search goes up to.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=5000))]
    pub most: u64,
    /// JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `stats content-effect`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats content-effect --gold gold.json --answers submission.json
  peirast stats content-effect --gold gold.json --answers submission.json --json
  peirast stats content-effect --gold gold.json --answers submission.json --by original_id

The files have the layout of SemEval-2026 Task 11. The gold data are a JSON list of items with
`id`, `validity` and `plausibility` (true or false), the answers one of items with `id` and
`validity`; other fields are not read. All values but p are in percent. The score is
accuracy / (1 + ln(1 + content effect)); its interval draws items again within the four cells.
`score by chance` is what answers of this accuracy without any content effect would score on
average: where the score is near it, score and interval are too low. An item without an answer
counts as wrong; the task's own program leaves it out.")]
pub struct StatsContentEffectArgs {
    /// The gold data.
    #[arg(long, value_name = "FILE")]
    pub gold: PathBuf,
    /// The answers.
    #[arg(long, value_name = "FILE")]
    pub answers: PathBuf,
    /// The field of the gold data that names what items belong to, such as translations of one
    /// syllogism, which are drawn together.
    #[arg(long, value_name = "FIELD")]
    pub by: Option<String>,
    /// Resamples, and random exchanges.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub resamples: u64,
    /// Their seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Confidence.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// JSON.
    #[arg(long)]
    pub json: bool,
}
