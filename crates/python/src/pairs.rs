//! The user's own problems: files of items in several versions.

use crate::error::bad_value;
use peirast_record::DataPlan;
use peirast_study::{CheckedProblems, check_pairs, written_items};
use pyo3::prelude::*;

/// The plan for reading a data file, from JSON.
fn data_plan(text: &str) -> PyResult<DataPlan> {
    serde_json::from_str(text).map_err(|error| bad_value(&error))
}

/// The interpretation of a data file, with sample prompts, as JSON.
#[pyfunction]
fn pairs_understood(py: Python<'_>, plan: &str, seed: u64) -> PyResult<String> {
    let plan = data_plan(plan)?;
    py.detach(|| {
        let checked = check_pairs(&plan, seed).map_err(|error| bad_value(&error))?;
        serde_json::to_string(&checked).map_err(|error| bad_value(&error))
    })
}

/// Surface cues to the answers in a data file, as JSON.
#[pyfunction]
fn pairs_check(py: Python<'_>, plan: &str, seed: u64) -> PyResult<String> {
    let plan = data_plan(plan)?;
    py.detach(|| {
        let checked = CheckedProblems::new(&plan, seed).map_err(|error| bad_value(&error))?;
        serde_json::to_string(&checked).map_err(|error| bad_value(&error))
    })
}

/// The rows of the first `limit` items of a data file (all if 0) with the versions from its
/// transformations, as JSON lines; and notes.
/// make, as JSON lines; and what was noticed.
#[pyfunction]
fn pairs_rows(
    py: Python<'_>,
    plan: &str,
    limit: u32,
    seed: u64,
) -> PyResult<(String, Vec<String>)> {
    let plan = data_plan(plan)?;
    py.detach(|| written_items(&plan, limit, seed).map_err(|error| bad_value(&error)))
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(pairs_understood, module)?)?;
    module.add_function(wrap_pyfunction!(pairs_check, module)?)?;
    module.add_function(wrap_pyfunction!(pairs_rows, module)?)
}
