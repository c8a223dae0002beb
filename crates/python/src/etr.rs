//! Operations of the erotetic theory of reasoning.

mod error;
mod function;
mod question;
mod view;

use crate::error::input_error;
use peirast_calc::etr::{EtrSettings, RowOptions, answer_row};
use peirast_etr::{Case, Limits, Reading};
use peirast_report::json_lines;
use pyo3::prelude::*;

/// The settings of the command, which are the defaults of calls.
fn settings() -> EtrSettings {
    EtrSettings {
        reading: Reading::default(),
        limits: Limits::default(),
        functions: Vec::new(),
        tolerant: false,
        conditional: None,
    }
}

/// Answers a call: from a JSON object with `op` and its arguments to a JSON object with `out`.
#[pyfunction]
fn call(py: Python<'_>, row: &str) -> PyResult<String> {
    let options = RowOptions { keep: false, time: false, words: true };
    let answer = py.detach(|| answer_row(row.as_bytes(), "call", options, &settings()));
    match answer.fault {
        Some(why) => Err(input_error(why)),
        None => Ok(answer.line),
    }
}

/// The worked examples of the theory, as JSON lines.
#[pyfunction]
fn etr_cases() -> String {
    json_lines(Case::all())
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    error::add(module)?;
    view::add(module)?;
    question::add(module)?;
    module.add_function(wrap_pyfunction!(etr_cases, module)?)?;
    module.add_function(wrap_pyfunction!(call, module)?)
}
