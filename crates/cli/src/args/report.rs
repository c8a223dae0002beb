//! Arguments of `peirast report`.

use super::{PriceOptions, TestOptions};
use clap::Args;
use std::path::PathBuf;

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  peirast report runs/token-bias --out report.html")]
pub struct ReportArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// Where to write the page; `report.html` in the run directory unless given.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub options: TestOptions,
    #[command(flatten)]
    pub prices: PriceOptions,
}
