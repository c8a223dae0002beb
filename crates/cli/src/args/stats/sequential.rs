use super::DataArgs;
use clap::Args;

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
