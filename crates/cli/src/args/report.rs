//! Arguments of `peirast report`.

use super::{PriceOptions, TestOptions};
use clap::Args;
use std::path::PathBuf;

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast report runs/token-bias --out report.html
  peirast report runs/token-bias --text
  peirast report runs/token-bias --json | jq '.limitations.found[].meaning'

The abstract, the limitations and the methods are made from what was really done and found: --text
prints them alone, to be read or pasted into a paper.")]
pub struct ReportArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// Where to write the page; `report.html` in the run directory unless given.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print abstract, limitations and methods as text, and write nothing.
    #[arg(long, conflicts_with_all = ["out", "json"])]
    pub text: bool,
    /// Print the report as JSON, and write nothing.
    #[arg(long, conflicts_with = "out")]
    pub json: bool,
    #[command(flatten)]
    pub options: TestOptions,
    #[command(flatten)]
    pub prices: PriceOptions,
}
