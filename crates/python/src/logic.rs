//! Entailment.

use crate::error::bad_value;
use peirast_calc::logic::answer_argument;
use pyo3::prelude::*;
use pythonize::pythonize;
use serde_json::json;

/// Decides if a conclusion follows from premises, with the smallest countermodel if it does not.
#[pyfunction]
fn decide(py: Python<'_>, premises: Vec<String>, conclusion: String) -> PyResult<Py<PyAny>> {
    let row = json!({"premises": premises, "conclusion": conclusion}).to_string();
    let fields = py.detach(|| answer_argument(row.as_bytes(), false));
    let fields = fields.map_err(|error| bad_value(&error))?;
    Ok(pythonize(py, &fields)?.unbind())
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(decide, module)?)
}
