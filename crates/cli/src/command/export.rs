//! `peirast export`.

use super::{export_inspect, export_lm_eval};
use crate::args::{ExportArgs, ExportTarget};
use anyhow::Result;
use std::process::ExitCode;

/// Writes problems or answers in the layout of another program.
pub fn export(args: &ExportArgs) -> Result<ExitCode> {
    match &args.target {
        ExportTarget::Inspect(args) => export_inspect::export(args),
        ExportTarget::LmEval(args) => export_lm_eval::export(args),
    }
}
