//! `peirast power`.

use super::print_one;
use crate::console;
use anyhow::{Context as _, Result};
use clap::Args;
use peirast_calc::mcnemar_power;
use peirast_report::power_curve;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `power`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  peirast power --n 100 --p12 0.02 --p21 0.2 --alternative greater
  peirast power --p12 0.02 --p21 0.12 --power 0.9          the pairs that are needed
  peirast power --p12 0.02 --p21 0.12 --power 0.9 --tests 6    the same for one of six tests
  peirast power --n 100 --p12 0.05 --power 0.8             the smallest effect with this power
  peirast power --p12 0.02 --p21 0.12 --curve 20..200      power against pairs
  peirast power --p12 0.02 --p21 0.12 --curve 50,100,150 --formula all --simulate 2000
  peirast power --p12 0.02 --p21 0.12 --curve 20..200 --svg power.svg

Power is an exact sum over all tables. --formula and --simulate add formulas and simulated studies for
comparison. For other tests see `peirast stats power`.")]
pub struct PowerArgs {
    /// Number of pairs.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub n: Option<u64>,
    /// Probability that only the original is answered correctly.
    #[arg(long, allow_negative_numbers = true)]
    pub p12: f64,
    /// Probability that only the perturbed version is answered correctly.
    #[arg(long, allow_negative_numbers = true)]
    pub p21: Option<f64>,
    /// Wanted power. Gives the pairs needed, or, with --n, the smallest effect with this power.
    #[arg(long)]
    pub power: Option<f64>,
    /// Significance level.
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// Number of tests that are corrected together: each is planned at alpha/M (Bonferroni). This
    /// is conservative for Benjamini-Hochberg, which rejects every hypothesis that Bonferroni
    /// rejects.
    #[arg(long, value_name = "M", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub tests: u64,
    /// two-sided, greater (p21 > p12) or less.
    #[arg(long, default_value = "two-sided")]
    pub alternative: String,
    /// Test rule: exact, mid-p or normal.
    #[arg(long, default_value = "exact")]
    pub rule: String,
    /// The power for several numbers of pairs: a list such as 50,100,150, or a range such as
    /// 20..200, shown in about twenty steps.
    #[arg(long, value_name = "PAIRS", requires = "p21", conflicts_with_all = ["n", "power"])]
    pub curve: Option<String>,
    /// A textbook formula to compare with the exact power: connor (unconditional variance),
    /// miettinen (conditional variance), or all.
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "p21")]
    pub formula: Vec<String>,
    /// Number of simulated studies; shows the share that rejects, to compare with the exact power.
    #[arg(long, value_name = "STUDIES", requires = "p21",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub simulate: Option<u64>,
    /// Seed of the simulation.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Draw the power curve into this SVG file.
    #[arg(long, value_name = "FILE", requires = "curve", conflicts_with_all = ["n", "power"])]
    pub svg: Option<PathBuf>,
    /// Print JSON; for a curve, one object per line.
    #[arg(long)]
    pub json: bool,
}

/// Computes the power of McNemar's test, the pairs that a power needs, or the smallest effect
/// found.
pub fn power(args: &PowerArgs) -> Result<ExitCode> {
    let answer = mcnemar_power(&args.clone().into())?;
    if let (Some(file), Some((points, settings))) = (&args.svg, &answer.curve) {
        let note =
            format!("peirast {}: power of McNemar's test, {settings}.", env!("CARGO_PKG_VERSION"));
        std::fs::write(file, power_curve(points, &note)?)
            .with_context(|| format!("writing {}", file.display()))?;
        console::note(&format!("wrote {}", file.display()));
    }
    print_one(answer.printout, args.json)
}
