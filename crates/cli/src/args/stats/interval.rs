use super::DataArgs;
use crate::args::one_of;
use clap::Args;
use peirast_calc::IntervalName;

/// Arguments of `stats interval`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast stats interval proportion 8 10
  peirast stats interval proportion 8 10 --method wilson --confidence 0.9
  peirast stats interval paired-difference 50 4 16 30
  peirast stats interval odds-ratio 4 16 --json
  peirast stats interval proportion --data answers.csv --columns right,item
  peirast stats interval mean --data scores.csv --columns score,item
  peirast stats interval shift --data scores.csv --columns score,model

Without --method every method is shown, one a line. Where a column names what rows belong to, such as
versions of an item, the intervals that allow for it stand beside those that do not. With --by, pairs may
belong to things of two kinds.")]
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
    /// Two columns that name what pairs belong to, for paired-difference: pairs may depend on one
    /// another if they share either.
    #[arg(long, value_name = "A,B", value_delimiter = ',', requires = "columns")]
    pub by: Vec<String>,
    /// Two samples: each of the two columns is one, instead of values and their groups.
    #[arg(long)]
    pub wide: bool,
    /// JSON lines.
    #[arg(long)]
    pub json: bool,
}
