//! Entailment.

use crate::error::bad_value;
use peirast_calc::logic::{answer_argument, describe_syllogism, list_syllogisms, syllogism_terms};
use peirast_logic::categorical::Import;
use peirast_logic::syllogism::{Form, FormError};
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

/// A form of syllogism, such as AE2, as a JSON line; all 256 forms without one.
#[pyfunction]
fn syllogisms(form: Option<&str>, terms: Vec<String>, valid: bool) -> PyResult<String> {
    let Some(form) = form else { return Ok(list_syllogisms(valid).json) };
    let form: Form = form.parse().map_err(|error: FormError| bad_value(&error))?;
    let terms = syllogism_terms(&terms).map_err(|error| bad_value(&error))?;
    let described = describe_syllogism(form, terms, Import::Modern);
    Ok(described.map_err(|error| bad_value(&error))?.json)
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(decide, module)?)?;
    module.add_function(wrap_pyfunction!(syllogisms, module)?)
}
