//! Output of the program: results to stdout, everything else to stderr, colour only if wanted.

use anyhow::{Context as _, Result};
use peirast_report::{escape_control, escape_json};
use peirast_study::Error as StudyError;
use std::error::Error;
use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;

/// Prints an error with its causes on one line each. Omits a cause that the message before it
/// already contains.
pub fn error(error: &anyhow::Error) {
    let label = if colour() { "\u{1b}[31;1merror:\u{1b}[0m" } else { "error:" };
    let mut said = error.to_string();
    let mut text = format!("{label} {}\n", indented(&said));
    for cause in error.chain().skip(1) {
        let cause = in_words(cause);
        let cause = cause.trim_end();
        if !said.contains(cause) {
            text.push_str(&format!("  because: {}\n", indented(cause)));
            said.push_str(cause);
        }
    }
    note_raw(&text);
}

/// A cause in words, with the fix where the system has only a number for it.
fn in_words(cause: &(dyn Error + 'static)) -> String {
    let boxed = || cause.downcast_ref::<Box<StudyError>>().map(AsRef::as_ref);
    let of_system = match cause.downcast_ref::<StudyError>().or_else(boxed) {
        Some(StudyError::Cause(inner)) => inner.downcast_ref::<io::Error>(),
        _ => cause.downcast_ref::<io::Error>(),
    };
    match of_system.map(io::Error::kind) {
        Some(io::ErrorKind::NotFound) => {
            "there is no file or folder of this name: check the path".to_owned()
        }
        Some(io::ErrorKind::IsADirectory) => "it is a folder: name a file".to_owned(),
        Some(io::ErrorKind::PermissionDenied) => {
            "permission denied: check who may read or write it".to_owned()
        }
        _ => cause.to_string(),
    }
}

/// Prints a line on stderr. It may contain text from a server, so control characters are escaped.
pub fn note(text: &str) {
    note_raw(&format!("{}\n", indented(text)));
}

/// Indents all lines after the first, so that none passes for a line of the program.
fn indented(text: &str) -> String {
    escape_control(text).replace('\n', "\n  ")
}

fn note_raw(text: &str) {
    // A closed stderr cannot be handled.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Prints a result to stdout. Callers have escaped the names and texts in it. Remaining control
/// characters are escaped here, in a notation that JSON also reads.
pub fn result(text: &str) -> Result<()> {
    std::io::stdout().write_all(escape_json(text).as_bytes()).context("writing to stdout")
}

/// Writes a file to stdout unchanged.
pub fn file(bytes: &[u8]) -> Result<()> {
    std::io::stdout().write_all(bytes).context("writing to stdout")
}

/// Prints the whole output of a command.
pub fn finish(text: &str) -> Result<ExitCode> {
    result(text)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the output at the end of a run. A reader that is gone does not change how the run ended.
pub fn outcome(text: &str) -> Result<()> {
    match result(text) {
        Err(error) if is_closed_pipe(&error) => Ok(()),
        printed => printed,
    }
}

/// True if the reader of the output went away, as `head` does, which is not an error of this
/// program.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
}

fn colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) && std::io::stderr().is_terminal()
}
