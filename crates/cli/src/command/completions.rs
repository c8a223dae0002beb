//! `peirast completions`.

use crate::args::{Cli, CompletionsArgs};
use crate::console;
use anyhow::Result;
use clap::CommandFactory as _;
use std::process::ExitCode;

/// Prints a completion script.
pub fn completions(args: &CompletionsArgs) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "peirast", &mut script);
    console::finish(&String::from_utf8_lossy(&script))
}
