//! `peirast`: does a language model reason, or does it follow surface tokens?
//!
//! This crate is glue: it reads arguments and files, calls the other crates, and prints. Each
//! command is a page of its own under `command`.

mod args;
mod column;
mod command;
mod console;
mod event_log;
mod interrupt;
mod observer;
mod progress;
mod run_loader;

use args::{Cli, Command, spelled_out};
use clap::Parser;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse_from(spelled_out(std::env::args_os().collect()));
    match dispatch(cli.command) {
        Ok(code) => code,
        Err(error) if console::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            console::error(&error);
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Run(args) => command::run(&args),
        Command::Worker(args) => command::worker(&args),
        Command::Batch(args) => command::batch(&args),
        Command::Merge(args) => command::merge(&args),
        Command::Cache(args) => command::cache(&args),
        Command::Doctor(args) => command::doctor(&args),
        Command::Test(args) => command::test(&args),
        Command::Measure(args) => command::measure(&args),
        Command::Report(args) => command::report(&args),
        Command::Figures(args) => command::figures(&args),
        Command::Tables(args) => command::tables(&args),
        Command::Cost(args) => command::cost(&args),
        Command::Import(args) => command::import(&args),
        Command::Export(args) => command::export(&args),
        Command::Make(args) => command::make(&args),
        Command::Verify(args) => command::verify(&args),
        Command::Explain(args) => command::explain(&args),
        Command::Translate(args) => command::translate(&args),
        Command::Studies(args) => command::studies(&args),
        Command::Study(args) => command::study(&args),
        Command::Subjects(args) => command::subjects(&args),
        Command::Models(args) => command::models(&args),
        Command::Show(args) => command::show(&args),
        Command::View(args) => command::view(&args),
        Command::Stats(args) => command::stats(&args),
        Command::Power(args) => command::power(&args),
        Command::Audit(args) => command::audit(&args),
        Command::Etr(args) => command::etr(&args),
        Command::Logic(args) => command::logic(&args),
        Command::Reference(args) => command::reference(&args),
        Command::Completions(args) => command::completions(&args),
    }
}

/// The exit code of a run that ended so. These are promised: a code never changes its meaning.
fn exit_code(outcome: peirast_study::RunOutcome) -> ExitCode {
    ExitCode::from(outcome.code())
}

/// The commit that the program was built from; none where that is not known.
fn commit() -> Option<&'static str> {
    Some(env!("PEIRAST_COMMIT")).filter(|commit| !commit.is_empty())
}
