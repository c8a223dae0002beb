//! `peirast completions`.

use crate::console;
use anyhow::Result;
use clap::{Args, Command};
use std::process::ExitCode;

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: clap_complete::Shell,
}

/// Prints a completion script.
pub fn completions(args: &CompletionsArgs, mut program: Command) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "peirast", &mut script);
    console::finish(&String::from_utf8_lossy(&script))
}
