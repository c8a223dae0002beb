use super::DataArgs;
use clap::{Args, ValueEnum};

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
    #[arg(value_enum)]
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

/// The effect sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EffectName {
    /// Cohen's d of two groups, and Hedges' g: values, groups.
    CohensD,
    /// Cohen's d_z and d_av of pairs: two columns.
    PairedD,
    /// Cohen's h of two shares: p1 p2.
    CohensH,
    /// Cohen's g of matched pairs, the share mended less one half: n12 n21.
    CohensG,
    /// The odds ratio n21/n12 of matched pairs: n12 n21.
    OddsRatio,
    /// The rank-biserial correlation of pairs: two columns.
    RankBiserial,
    /// Cliff's delta of two groups, the rank-biserial correlation of independent samples, and how often
    /// a value of the first is the larger: values, groups.
    CliffsDelta,
    /// Sensitivity d' and criterion c: hits, valid ones, false alarms, invalid ones.
    DPrime,
}
