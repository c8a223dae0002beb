use super::DataArgs;
use clap::Args;

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
belong together, in one way or, with two columns, in either of two. With --strata, what all answers of a
stratum share cancels, and standard errors allow for clusters of strata: those of --by, or the strata
themselves. With --random, each group has a random intercept, whose standard deviation and its test stand
beside every coefficient. With --conditional there is no outcome: each row is a matched pair of which one member was
answered right, and holds the predictors of that member less those of the other. `stats test logistic` tests
all predictors together.")]
pub struct StatsLogisticArgs {
    #[command(flatten)]
    pub data: DataArgs,
    /// The column that names what rows belong to, or two of them.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "columns")]
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
