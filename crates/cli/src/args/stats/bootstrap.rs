use super::DataArgs;
use crate::args::one_of;
use clap::Args;
use peirast_calc::StatisticName;

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
    #[arg(long, value_name = "NAME", requires = "columns")]
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
