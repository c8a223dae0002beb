use super::DataArgs;
use clap::Args;

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
