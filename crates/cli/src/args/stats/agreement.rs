use super::DataArgs;
use crate::args::one_of;
use clap::Args;
use peirast_calc::AgreementName;

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
    /// Alpha: how far apart ratings are: nominal (unless given), ordinal, interval and others that an
    /// unknown name is answered with.
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
