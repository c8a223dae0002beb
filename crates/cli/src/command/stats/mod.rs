//! `peirast stats`: the statistics of this program on numbers of your own.

mod adjust;
mod batch;
mod single;
mod suites;
mod table;

use crate::args::{StatsAction, StatsArgs};
use anyhow::Result;
use std::process::ExitCode;

/// Runs one of the statistics commands.
pub fn stats(args: &StatsArgs) -> Result<ExitCode> {
    match &args.action {
        StatsAction::Batch(args) => batch::batch(args),
        StatsAction::Adjust(args) => adjust::adjust(args),
        StatsAction::Test(args) => single::single(args.test, args),
    }
}
