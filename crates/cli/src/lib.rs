//! `peirast`: does a language model reason, or does it follow surface tokens?
//!
//! This crate is glue: it reads arguments and files, calls the other crates, and prints. Each
//! command is a module under `command`.

mod args;
mod cli;
mod column;
mod command;
mod console;
mod event_log;
mod interrupt;
mod observer;
mod progress;
mod run_loader;

use clap::{CommandFactory as _, FromArgMatches as _};
use cli::{Cli, Command};
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the program with these arguments, the first of which is its name, and returns its exit
/// code. Wrong usage and `--help` end the process.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    let words = command::stats::spelled_out(arguments);
    let mut matches = Cli::command().get_matches_from(&words);
    let checked =
        args::check_servers(&matches).and_then(|()| Cli::from_arg_matches_mut(&mut matches));
    let cli = checked.unwrap_or_else(|error| error.format(&mut Cli::command()).exit());
    match dispatch(cli.command, &words) {
        Ok(code) => code,
        Err(error) if console::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => match error.downcast::<clap::Error>() {
            Ok(usage) => usage.format(&mut Cli::command()).exit(),
            Err(error) => {
                console::error(&error);
                ExitCode::FAILURE
            }
        },
    }
}

/// Carries out a command. `given` are the arguments of the program, which a run repeats when it ends
/// early.
fn dispatch(command: Command, given: &[OsString]) -> anyhow::Result<ExitCode> {
    match command {
        Command::Run(args) => command::run::run(&args, given),
        Command::Worker(args) => command::worker::worker(&args),
        Command::Batch(args) => command::batch::batch(&args),
        Command::Merge(args) => command::merge::merge(&args),
        Command::Cache(args) => command::cache::cache(&args),
        Command::Doctor(args) => command::doctor::doctor(&args),
        Command::Test(args) => command::test::test(&args),
        Command::Compare(args) => command::compare::compare(&args),
        Command::Measure(args) => command::measure::measure(&args),
        Command::Report(args) => command::report::report(&args),
        Command::Figures(args) => command::figures::figures(&args),
        Command::Tables(args) => command::tables::tables(&args),
        Command::Cost(args) => command::cost::cost(&args),
        Command::Import(args) => command::import::import(&args),
        Command::Export(args) => command::export::export(&args),
        Command::Make(args) => command::make::make(&args),
        Command::Pairs(args) => command::pairs::pairs(&args),
        Command::Verify(args) => command::verify::verify(&args),
        Command::Explain(args) => command::explain::explain(&args),
        Command::Translate(args) => command::translate::translate(&args),
        Command::Studies(args) => command::studies::studies(&args),
        Command::Study(args) => command::studies::study(&args),
        Command::Subjects(args) => command::subjects::subjects(&args),
        Command::Models(args) => command::models::models(&args),
        Command::Show(args) => command::show::show(&args),
        Command::Prompts(args) => command::prompts::prompts(&args),
        Command::Read(args) => command::read::read(&args),
        Command::View(args) => command::view::view(&args),
        Command::Stats(args) => command::stats::stats(&args),
        Command::Power(args) => command::power::power(&args),
        Command::Audit(args) => command::audit::audit(&args),
        Command::Etr(args) => command::etr::etr(&args),
        Command::Logic(args) => command::logic::logic(&args),
        Command::Reference(args) => command::reference::reference(&args, Cli::command()),
        Command::Completions(args) => command::completions::completions(&args, Cli::command()),
    }
}
