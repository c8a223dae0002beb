use super::DataArgs;
use clap::Args;

/// Arguments of `stats logistic`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast stats logistic --data answers.csv --columns right,length
  peirast stats logistic --data answers.csv --columns right,length --by item
  peirast stats logistic --data differences.csv --columns perturbed,length --conditional --json

The outcome comes first, then the predictors, as numbers. With --by, standard errors allow for rows that
belong together. With --conditional there is no outcome: each row is a matched pair of which one member was
answered right, and holds the predictors of that member less those of the other. `stats test logistic` tests
all predictors together.")]
pub struct StatsLogisticArgs {
    #[command(flatten)]
    pub data: DataArgs,
    /// The column that names what rows belong to.
    #[arg(long, value_name = "NAME", requires = "columns")]
    pub by: Option<String>,
    /// Conditional regression of matched pairs.
    #[arg(long)]
    pub conditional: bool,
    /// Confidence of intervals.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub confidence: f64,
    /// JSON lines.
    #[arg(long)]
    pub json: bool,
}
