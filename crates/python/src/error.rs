//! Errors as Python exceptions: a small hierarchy whose messages name the fix.

use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use std::error::Error;

pyo3::create_exception!(
    peirast,
    PeirastError,
    PyException,
    "An error of Peirast. Its message says the fix."
);

/// An error with its causes as a `ValueError`: the input cannot be used.
pub fn bad_value(error: &dyn Error) -> PyErr {
    PyValueError::new_err(with_causes(error))
}

/// An error with its causes as a `PeirastError`: the operation failed.
pub fn failure(error: &dyn Error) -> PyErr {
    PeirastError::new_err(with_causes(error))
}

fn with_causes(error: &dyn Error) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        said = format!("{said}: {error}");
        cause = error.source();
    }
    said
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("PeirastError", module.py().get_type::<PeirastError>())
}
