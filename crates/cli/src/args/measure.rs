//! Arguments of `peirast measure`.

use super::{GRADERS, NOTIONS, TREATMENTS, TestOptions, one_of, share};
use clap::Args;
use peirast_fallacy::Notion;
use peirast_record::Treatment;
use peirast_study::grade::Grader;
use std::path::PathBuf;

/// Arguments of `measure`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast measure runs/syllogism
  peirast measure runs/syllogism people fallacies
  peirast measure runs/syllogism accuracy --full
  peirast measure runs/syllogism belief-bias --csv > belief-bias.csv
  peirast measure runs/syllogism benchmarks --benchmarks scores.csv
  peirast measure runs/etr
  peirast measure runs/etr reversal errors --notion strict
  peirast measure runs/etr capability --benchmarks elo.csv --exclude-above 0.2")]
pub struct MeasureArgs {
    /// Run directory.
    pub dir: PathBuf,
    /// Tables, by name; the main ones unless named.
    pub tables: Vec<String>,
    /// Every table.
    #[arg(long, conflicts_with = "tables")]
    pub all: bool,
    /// With a row for every strategy and temperature, not only for subjects.
    #[arg(long)]
    pub full: bool,
    /// One table as CSV, in full.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// The tables as JSON.
    #[arg(long)]
    pub json: bool,
    /// What becomes of answers without a verdict.
    #[arg(long, value_parser = one_of(TREATMENTS))]
    pub treatment: Option<Treatment>,
    /// Which grader decides.
    #[arg(long, value_parser = one_of(GRADERS))]
    pub grader: Option<Grader>,
    /// Count the votes by another rule: published-2025, sequential or single. Only answers that are
    /// there count; `peirast run --voting` asks for those that lack.
    #[arg(long, value_name = "RULE")]
    pub voting: Option<String>,
    /// Scores of the models on other benchmarks (CSV: a column `model`, others with numbers such as
    /// lmarena_rank or mmlu), to be compared with their accuracy or their fallacies. Models with the
    /// same text in a column `family` are left out together where correlations are tried.
    #[arg(long, value_name = "FILE")]
    pub benchmarks: Option<PathBuf>,
    /// When an open answer counts as predicted by the theory; issue-insensitive unless given.
    #[arg(long, value_parser = one_of(NOTIONS))]
    pub notion: Option<Notion>,
    /// Where subjects are compared, leave out those that lost more than this share of their open
    /// answers; 0.2 in the publication.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub exclude_above: Option<f64>,
}

impl MeasureArgs {
    /// The options of the analysis.
    pub fn options(&self) -> TestOptions {
        TestOptions {
            treatment: self.treatment,
            grader: self.grader,
            voting: self.voting.clone(),
            benchmarks: self.benchmarks.clone(),
            notion: self.notion,
            exclude_above: self.exclude_above,
            ..TestOptions::default()
        }
    }
}
