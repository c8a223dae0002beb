//! Output of the program: results to stdout, everything else to stderr, colour only where it
//! is wanted.

use anyhow::{Context as _, Result};
use peirast_report::{escape_control, escape_json};
use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

/// Prints an error with its causes on one line each. A cause that stands in what was said before
/// is not said again.
pub fn error(error: &anyhow::Error) {
    let label = if colour() { "\u{1b}[31;1merror:\u{1b}[0m" } else { "error:" };
    let mut said = error.to_string();
    let mut text = format!("{label} {}\n", indented(&said));
    for cause in error.chain().skip(1) {
        let cause = cause.to_string();
        let cause = cause.trim_end();
        if !said.contains(cause) {
            text.push_str(&format!("  because: {}\n", indented(cause)));
            said.push_str(cause);
        }
    }
    note_raw(&text);
}

/// A line on stderr. What a server says stands in it: no character of it steers the terminal.
pub fn note(text: &str) {
    note_raw(&format!("{}\n", indented(text)));
}

/// A text whose further lines are set in, so that no line of it passes for one of ours.
fn indented(text: &str) -> String {
    escape_control(text).replace('\n', "\n  ")
}

fn note_raw(text: &str) {
    // Nothing can be done about a closed stderr.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Prints a result to stdout. Whoever puts names and texts into it has made them visible; what
/// slipped through is made visible here, in a notation that JSON also reads.
pub fn result(text: &str) -> Result<()> {
    std::io::stdout().write_all(escape_json(text).as_bytes()).context("writing to stdout")
}

/// Writes a file to stdout, as it is.
pub fn file(bytes: &[u8]) -> Result<()> {
    std::io::stdout().write_all(bytes).context("writing to stdout")
}

/// Prints all that a command comes to.
pub fn finish(text: &str) -> Result<ExitCode> {
    result(text)?;
    Ok(ExitCode::SUCCESS)
}

/// The same of what ends a run: that nobody reads it any more changes nothing about how the run ended.
pub fn outcome(text: &str) -> Result<()> {
    match result(text) {
        Err(error) if is_closed_pipe(&error) => Ok(()),
        printed => printed,
    }
}

/// Whether the reader of our output went away, as `head` does: no error of ours.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
}

fn colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) && std::io::stderr().is_terminal()
}
