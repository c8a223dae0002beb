//! Arguments of `peirast stats`.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Arguments of `stats`.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// What to compute.
    #[command(subcommand)]
    pub action: StatsAction,
}

/// What to compute.
#[derive(Debug, Subcommand)]
pub enum StatsAction {
    /// Answer many calls in one JSON document, or compare them with the answers that it records.
    Batch(StatsBatchArgs),
    /// One test on counts, or on columns of a CSV file.
    Test(StatsTestArgs),
    /// Adjust p-values for being many.
    Adjust(StatsAdjustArgs),
}

/// Arguments of `stats adjust`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast stats adjust 0.01 0.04 0.03
  peirast stats adjust 0.01 0.04 0.03 --correction holm --alpha 0.01
  peirast stats adjust --csv results.csv --column p --by hypothesis --json

The order stays. A row without a p-value stays without, and does not count towards the size of its
family, as in R's p.adjust.")]
pub struct StatsAdjustArgs {
    /// The p-values of one family.
    pub p: Vec<f64>,
    /// A CSV file with a line of names; - is stdin.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Its column of p-values.
    #[arg(long, value_name = "NAME", default_value = "p", requires = "csv")]
    pub column: String,
    /// Its column that names the families; all values are one family unless given.
    #[arg(long, value_name = "NAME", requires = "csv")]
    pub by: Option<String>,
    /// none, bonferroni, holm, hochberg, benjamini-hochberg (bh) or benjamini-yekutieli (by).
    #[arg(long, value_name = "NAME", default_value = "benjamini-hochberg")]
    pub correction: String,
    /// The level at which an adjusted p-value rejects.
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `stats test`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast stats test binomial 8 10
  peirast stats test mcnemar 50 4 16 30
  peirast stats test two-proportions 45 60 30 60 --alternative greater
  peirast stats test wilcoxon --csv scores.csv --columns before,after
  peirast stats test mcnemar --csv answers.csv --columns original,perturbed,item
  peirast stats test kruskal-wallis --csv scores.csv --columns score,model --json

Rows in which a wanted column is empty are left out, and counted as lost. Right and wrong are 1 and 0,
true and false, yes and no, or correct and wrong.")]
pub struct StatsTestArgs {
    /// The test.
    #[arg(value_enum)]
    pub test: TestName,
    /// Counts, for tests of counts.
    pub numbers: Vec<u64>,
    /// A CSV file with a line of names; - is stdin.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Its columns, in the order in which the test takes them; all of them unless given.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "csv")]
    pub columns: Vec<String>,
    /// two-sided, greater or less.
    #[arg(long, value_name = "SIDE", default_value = "two-sided")]
    pub alternative: String,
    /// Confidence of intervals.
    #[arg(long, default_value_t = 0.95)]
    pub confidence: f64,
    /// Rule of McNemar's test: exact, mid-p, normal, published-2024 or published-icml.
    #[arg(long, value_name = "RULE", default_value = "exact")]
    pub rule: String,
    /// The probability of success that a binomial test supposes.
    #[arg(long, default_value_t = 0.5)]
    pub p0: f64,
    /// So many random permutations instead of all.
    #[arg(long)]
    pub draws: Option<u64>,
    /// Seed of random permutations.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The whole result as JSON.
    #[arg(long)]
    pub json: bool,
}

/// The tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TestName {
    /// Exact binomial test: successes and trials, or a column of right and wrong.
    Binomial,
    /// McNemar's test of paired answers: n11 n12 n21 n22, or columns; a third column names what pairs
    /// belong to.
    Mcnemar,
    /// z-test of two proportions: successes and trials of either group.
    TwoProportions,
    /// Cochran's Q test: a column of right and wrong for each treatment.
    CochranQ,
    /// Paired t-test: two columns.
    PairedT,
    /// Wilcoxon's signed-rank test: two columns.
    Wilcoxon,
    /// Permutation test of paired values: two columns.
    PermutationPaired,
    /// Permutation test of two groups: values, groups.
    Permutation,
    /// Mann-Whitney test of two groups: values, groups.
    MannWhitney,
    /// Kruskal-Wallis test of groups: values, groups.
    KruskalWallis,
    /// Friedman's test: a column for each treatment.
    Friedman,
    /// Shapiro and Wilk's test of normality: one column.
    ShapiroWilk,
    /// Pearson's correlation: two columns.
    Pearson,
    /// Spearman's correlation: two columns.
    Spearman,
    /// Kendall's tau-b: two columns.
    Kendall,
    /// Cohen's kappa of two raters: two columns of labels.
    Kappa,
    /// Logistic regression: the outcome, then its predictors.
    Logistic,
}

/// Arguments of `stats batch`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast stats batch calls.json
  peirast stats batch --check < oracles.json

The document is an object with a list `suites`; each has a name `suite` (such as mcnemar) and a list
`vectors` of objects with `id` and `input`. To be compared, a vector has `expect`, numbers by field, and
`undefined`, reasons by field; `fields` of the suite and `tolerance` of the vector hold rel_tol and
abs_tol by field.")]
pub struct StatsBatchArgs {
    /// The document; stdin unless given.
    pub file: Option<PathBuf>,
    /// Compare, say how many vectors agree, and fail if any does not.
    #[arg(long)]
    pub check: bool,
    /// Show every vector that differs.
    #[arg(long, requires = "check")]
    pub all: bool,
}
