//! `peirast logic`: what follows from what.

mod batch;
mod check;
mod convert;
mod given;
mod syllogism;

use crate::args::{LogicArgs, LogicCommand};
use anyhow::Result;
use std::process::ExitCode;

/// Answers a question of logic.
pub fn logic(args: &LogicArgs) -> Result<ExitCode> {
    match &args.command {
        LogicCommand::Check(argument) => check::check(argument, args.json),
        LogicCommand::Countermodel(argument) => check::countermodel(argument, args.json),
        LogicCommand::Syllogism(form) => syllogism::syllogism(form, args.json),
        LogicCommand::Syllogisms(which) => syllogism::syllogisms(which, args.json),
        LogicCommand::Parse(formula) => convert::parse(formula, args.json),
        LogicCommand::Convert(what) => convert::convert(what, args.json),
        LogicCommand::Batch(rows) if rows.check => batch::check(rows),
        LogicCommand::Batch(rows) => batch::batch(rows),
    }
}
