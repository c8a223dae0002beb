//! Arguments of `peirast stats power`.

use clap::{Args, Subcommand};

/// Arguments of `stats power`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast stats power two-proportions --p1 0.6 --p2 0.5 --n 100
  peirast stats power two-proportions --p1 0.6 --p2 0.5 --power 0.8
  peirast stats power wilcoxon --shift 0.5 --power 0.9
  peirast stats power mann-whitney --n 60 --power 0.8
  peirast stats power wilcoxon --shift 0.5 --n 30 --simulate 2000
  peirast stats power mann-whitney --shift 0.8 --power 0.9 --simulate 2000
  peirast stats power sequential --p12 0.02 --p21 0.12 --n 500
  peirast stats power discordant --n 20 --share 0.8

`peirast power` computes the exact power of McNemar's test if the number of discordant pairs is random.")]
pub struct StatsPowerArgs {
    /// The planned test.
    #[command(subcommand)]
    pub test: StatsPowerAction,
}

/// The planned test.
#[derive(Debug, Subcommand)]
pub enum StatsPowerAction {
    /// z-test of two independent proportions; sizes are per group.
    TwoProportions(TwoProportionsPowerArgs),
    /// Wilcoxon signed-rank test; sizes are numbers of pairs.
    Wilcoxon(RankPowerArgs),
    /// Mann-Whitney test; sizes count both groups together.
    MannWhitney(RankPowerArgs),
    /// Sequential test of matched pairs: power and expected number of pairs, by simulation.
    Sequential(SequentialPowerArgs),
    /// McNemar's test for a given number of discordant pairs.
    Discordant(DiscordantPowerArgs),
}

/// Options of every planned test.
#[derive(Clone, Debug, Args)]
pub struct PowerOptions {
    /// Significance level.
    #[arg(long, default_value_t = 0.05, allow_negative_numbers = true)]
    pub alpha: f64,
    /// two-sided, greater or less.
    #[arg(long, value_name = "SIDE", default_value = "two-sided")]
    pub alternative: String,
    /// Seed of the simulations.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Two of size, effect and power; the third is computed.
#[derive(Clone, Debug, Args)]
pub struct TwoProportionsPowerArgs {
    /// The assumed share in the first group.
    #[arg(long, allow_negative_numbers = true)]
    pub p1: Option<f64>,
    /// The assumed share in the second group.
    #[arg(long, allow_negative_numbers = true)]
    pub p2: f64,
    /// Number of trials in each group.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub n: Option<u64>,
    /// Wanted power.
    #[arg(long, allow_negative_numbers = true)]
    pub power: Option<f64>,
    #[command(flatten)]
    pub options: PowerOptions,
}

/// Two of size, effect and power; the third is computed.
#[derive(Clone, Debug, Args)]
pub struct RankPowerArgs {
    /// The effect as a probability: that the sum of two differences is positive, or that a value of
    /// the first group exceeds a value of the second. One half means no effect.
    #[arg(long, allow_negative_numbers = true, conflicts_with = "shift")]
    pub effect: Option<f64>,
    /// The effect as a shift of normal data, in standard deviations (of differences, for Wilcoxon's
    /// test).
    #[arg(long, allow_negative_numbers = true)]
    pub shift: Option<f64>,
    /// Number of pairs, or of values in both groups together.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub n: Option<u64>,
    /// Wanted power.
    #[arg(long, allow_negative_numbers = true)]
    pub power: Option<f64>,
    /// Mann-Whitney test: the share of values in the first group [default: 0.5]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub first: Option<f64>,
    /// Number of simulated studies of normal data. Up to 50 pairs, or 50 values per group, the
    /// power is simulated anyway, with 10,000 studies by default. Above, a large-sample formula is
    /// used unless this option is given.
    #[arg(long, value_name = "STUDIES",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub simulate: Option<u64>,
    #[command(flatten)]
    pub options: PowerOptions,
}

/// A study that stops at the first rejection.
#[derive(Clone, Debug, Args)]
pub struct SequentialPowerArgs {
    /// Probability that only the original is answered correctly.
    #[arg(long, allow_negative_numbers = true)]
    pub p12: f64,
    /// Probability that only the perturbed version is answered correctly.
    #[arg(long, allow_negative_numbers = true)]
    pub p21: f64,
    /// The most pairs.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub n: u64,
    /// Number of simulated studies.
    #[arg(long, value_name = "STUDIES", default_value_t = 2000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub simulate: u64,
    /// Shape of the beta prior.
    #[arg(long, default_value_t = 1.0, allow_negative_numbers = true)]
    pub prior: f64,
    #[command(flatten)]
    pub options: PowerOptions,
}

/// A number of discordant pairs.
#[derive(Clone, Debug, Args)]
pub struct DiscordantPowerArgs {
    /// Number of discordant pairs.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub n: u64,
    /// The share of them in which only the perturbed member is right.
    #[arg(long, allow_negative_numbers = true)]
    pub share: f64,
    /// Test rule: exact, mid-p or normal.
    #[arg(long, default_value = "exact")]
    pub rule: String,
    #[command(flatten)]
    pub options: PowerOptions,
}
