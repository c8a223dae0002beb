//! Arguments of `peirast show`.

use clap::Args;
use std::path::PathBuf;

/// Arguments of `show`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  peirast show runs/token-bias 3f9a

Keys stand in the first column of outcomes.csv; a beginning that no other key shares is enough.")]
pub struct ShowArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// The beginning of a trial's key.
    pub key: String,
    /// JSON.
    #[arg(long)]
    pub json: bool,
}
