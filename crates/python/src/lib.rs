//! Peirast as a Python module: thin functions over the libraries, and the entry point of the
//! program.
//!
//! The public interface for Python is in `python/peirast`; this module, `peirast._peirast`, is its
//! private part. Values are passed as plain data: numbers, texts, lists and dictionaries.

mod calculate;
mod callable;
mod compare;
mod error;
mod etr;
mod forecast;
mod logic;
mod pairs;
mod problems;
mod read;
mod source;
mod stats;
mod studies;
mod watch;

use pyo3::prelude::*;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command with these arguments, the first of which is its name; returns its exit code.
#[pyfunction]
fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let code = py.detach(|| peirast_cli::run(arguments));
    // The standard library does not return the number of an exit code.
    (0..=u8::MAX).find(|number| ExitCode::from(*number) == code).unwrap_or(1)
}

/// The private part of the package `peirast`.
#[pymodule]
fn _peirast(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(run_command, module)?)?;
    stats::add(module)?;
    calculate::add(module)?;
    compare::add(module)?;
    read::add(module)?;
    logic::add(module)?;
    etr::add(module)?;
    problems::add(module)?;
    pairs::add(module)?;
    source::add(module)?;
    forecast::add(module)?;
    studies::add(module)
}
