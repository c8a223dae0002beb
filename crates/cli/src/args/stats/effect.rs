use super::DataArgs;
use crate::args::one_of;
use clap::Args;
use peirast_calc::EffectName;

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
