//! Arguments of `peirast stats test`.

use super::columns::DataArgs;
use crate::args::one_of;
use clap::Args;
use peirast_calc::TestName;

/// Arguments of `stats test`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats test binomial 8 10
  peirast stats test mcnemar 50 4 16 30
  peirast stats test mcnemar 50 4 16 30 --rule mid-p --lost neither=2,original-right=1
  peirast stats test two-proportions 45 60 30 60 --alternative greater --pooling unpooled
  peirast stats test wilcoxon --data scores.csv --columns before,after --zeros pratt
  peirast stats test mcnemar --data answers.jsonl --columns original,perturbed,item
  peirast stats test kruskal-wallis --data scores.csv --columns score,model --json

Rows with an empty value (or NA, NaN, null, ?, -) in a requested column are left out, and counted as lost.
Right and wrong are 1 and 0, true and false, yes and no, or correct and wrong. In McNemar's test, a pair
with a missing member is a lost pair, and its other member still counts: the result gives the bounds of p
over all possible lost answers.")]
pub struct StatsTestArgs {
    /// The test.
    #[arg(value_parser = one_of(TestName::CHOICES))]
    pub test: TestName,
    /// Counts, for tests of counts.
    #[arg(allow_negative_numbers = true)]
    pub numbers: Vec<String>,
    #[command(flatten)]
    pub data: DataArgs,
    /// two-sided, greater or less.
    #[arg(long, value_name = "SIDE", default_value = "two-sided")]
    pub alternative: String,
    /// Confidence level of the intervals.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// Rule of McNemar's test: exact (default), mid-p, normal, normal-corrected, chi-square,
    /// chi-square-corrected, published-2024 or published-icml.
    #[arg(long, value_name = "RULE")]
    pub rule: Option<String>,
    /// Lost pairs of McNemar's test, by their known member: neither, original-right,
    /// original-wrong, perturbed-right, perturbed-wrong.
    #[arg(long, value_name = "KIND=COUNT", value_delimiter = ',')]
    pub lost: Vec<String>,
    /// McNemar's test of clustered pairs: sign-flip (default), obuchowski, durkalski or robust.
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,
    /// The probability of success under the null hypothesis of a binomial test [default: 0.5]
    #[arg(long, allow_negative_numbers = true)]
    pub p0: Option<f64>,
    /// Two proportions: the variance of a common share or of two shares: pooled (default) or
    /// unpooled.
    #[arg(long, value_name = "WHICH")]
    pub pooling: Option<String>,
    /// Wilcoxon test: differences of 0 are dropped before ranking (wilcox, default) or ranked
    /// (pratt).
    #[arg(long, value_name = "RULE")]
    pub zeros: Option<String>,
    /// Wilcoxon and Mann-Whitney tests: auto (default; exact up to 50), exact, normal or
    /// normal-corrected.
    #[arg(long, value_name = "METHOD")]
    pub ranks: Option<String>,
    /// Kappa: unweighted (default), linear or quadratic.
    #[arg(long, value_name = "WEIGHTS")]
    pub weights: Option<String>,
    /// Kappa: the categories in their order. Default: sorted as numbers or letters.
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    pub categories: Vec<String>,
    /// Permutation tests: number of random permutations, instead of all permutations.
    #[arg(long)]
    pub draws: Option<u64>,
    /// Seed of the random permutations.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Tests of two groups: each column is a group, instead of values and groups.
    #[arg(long)]
    pub wide: bool,
    /// Print the whole result as JSON.
    #[arg(long)]
    pub json: bool,
}
