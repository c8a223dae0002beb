//! `peirast stats`: the statistics of this program on numbers of your own.

mod adjust;
mod agreement;
mod batch;
mod bootstrap;
mod counts;
mod describe;
mod effect;
mod groups;
mod interval;
mod labels;
mod logistic;
mod mcnemar;
mod options;
mod pairs;
mod power;
mod reversal;
mod sequential;
pub mod sheet;
mod single;
mod suites;
mod table;

use crate::args::{StatsAction, StatsArgs};
use anyhow::Result;
use std::process::ExitCode;

/// Runs one of the statistics commands.
pub fn stats(args: &StatsArgs) -> Result<ExitCode> {
    match &args.action {
        StatsAction::Batch(args) => return batch::batch(args),
        StatsAction::Adjust(args) => adjust::adjust(args)?,
        StatsAction::Test(args) => single::single(args)?,
        StatsAction::Interval(args) => interval::interval(args)?,
        StatsAction::Effect(args) => effect::effect(args)?,
        StatsAction::Describe(args) => describe::describe(args)?,
        StatsAction::Logistic(args) => logistic::logistic(args)?,
        StatsAction::Agreement(args) => agreement::agreement(args)?,
        StatsAction::Bootstrap(args) => bootstrap::bootstrap(args)?,
        StatsAction::Sequential(args) => sequential::sequential(args)?,
        StatsAction::Power(args) => power::power(args)?,
        StatsAction::Reversal(args) => reversal::reversal(args)?,
    }
    Ok(ExitCode::SUCCESS)
}
