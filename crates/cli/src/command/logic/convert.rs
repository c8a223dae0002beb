//! `peirast logic parse` and `convert`.

use super::given;
use crate::args::{ConvertArgs, FormulaArgs, LogicFormat};
use crate::voice;
use anyhow::Result;
use peirast_logic::{Signature, show, smt_lib, tptp};
use serde_json::json;
use std::process::ExitCode;

/// Reads a formula or view and writes it as a formula.
pub fn parse(args: &FormulaArgs, json: bool) -> Result<ExitCode> {
    let mut signature = Signature::default();
    let formula = given::one(&args.formula, &mut signature)?;
    let shown = show(&formula, &signature);
    voice::result(&if json { format!("{}\n", json!({"formula": shown})) } else { shown + "\n" })?;
    Ok(ExitCode::SUCCESS)
}

/// Writes an argument for another program.
pub fn convert(args: &ConvertArgs, json: bool) -> Result<ExitCode> {
    let argument = given::argument(&args.argument)?;
    let written = match args.to {
        LogicFormat::SmtLib => smt_lib(&argument),
        LogicFormat::Tptp => tptp(&argument),
    };
    voice::result(&if json { format!("{}\n", json!({"out": written})) } else { written })?;
    Ok(ExitCode::SUCCESS)
}
