//! `peirast export`.

use super::export_inspect::ExportInspectArgs;
use super::export_lm_eval::ExportLmEvalArgs;
use super::{export_inspect, export_lm_eval};
use anyhow::Result;
use clap::{Args, Subcommand};
use std::process::ExitCode;

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// Where to.
    #[command(subcommand)]
    pub target: ExportTarget,
}

/// Programs that can ask our problems, or show our answers.
#[derive(Debug, Subcommand)]
pub enum ExportTarget {
    /// The answers of a run as logs of Inspect.
    Inspect(Box<ExportInspectArgs>),
    /// A task for EleutherAI's lm-evaluation-harness.
    LmEval(ExportLmEvalArgs),
}

/// Writes problems or answers in the layout of another program.
pub fn export(args: &ExportArgs) -> Result<ExitCode> {
    match &args.target {
        ExportTarget::Inspect(args) => export_inspect::export(args),
        ExportTarget::LmEval(args) => export_lm_eval::export(args),
    }
}
