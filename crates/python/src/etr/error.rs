//! Errors of the theory's engine, with their class, for their translation.

use super::function::raised;
use peirast_calc::etr::error_class;
use peirast_etr::Error;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::create_exception!(
    peirast,
    EtrError,
    PyValueError,
    "An error of the theory's engine: its class and its message."
);

/// The error as a Python exception; an exception of a Python function is raised again.
pub fn etr_error(error: &Error) -> PyErr {
    raised().unwrap_or_else(|| EtrError::new_err((error_class(error), error.to_string())))
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("EtrError", module.py().get_type::<EtrError>())
}
