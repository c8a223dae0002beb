//! `peirast stats`: the statistics of this program on numbers of your own.

mod batch;
mod suites;

use crate::args::{StatsAction, StatsArgs};
use anyhow::Result;
use std::process::ExitCode;

/// Runs one of the statistics commands.
pub fn stats(args: &StatsArgs) -> Result<ExitCode> {
    match &args.action {
        StatsAction::Batch(args) => batch::batch(args),
    }
}
