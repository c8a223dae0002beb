//! `peirast etr`: what the erotetic theory of reasoning makes of views.

mod ask;
mod batch;
mod cases;
mod check;
mod clock;
mod equilibrium;
mod explain;
mod mermaid;
mod parse;
mod settings;
mod shown;
mod texts;
mod trace;

use crate::args::{EtrArgs, EtrCommand};
use anyhow::Result;
use settings::Settings;
use std::process::ExitCode;
pub(super) use texts::in_text;

/// Answers one question to the theory.
pub fn etr(args: &EtrArgs) -> Result<ExitCode> {
    let settings = Settings::of(&args.options);
    match &args.command {
        EtrCommand::Procedure(command) => ask::procedure(command, &settings),
        EtrCommand::Operation(command) => ask::operation(command, &settings),
        EtrCommand::Trace(args) => trace::trace(args, &settings),
        EtrCommand::Explain(args) => explain::explain(args, &settings),
        EtrCommand::Equilibrium(args) => equilibrium::equilibrium(args, &settings),
        EtrCommand::Parse(args) => parse::parse(args, &settings),
        EtrCommand::Cases => cases::cases(&settings),
        EtrCommand::Case(args) => cases::case(args, &settings),
        EtrCommand::Batch(batch) if batch.check => check::check(batch, args.options.reading),
        EtrCommand::Batch(args) => batch::batch(args, &settings),
    }
}
