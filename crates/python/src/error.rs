//! Errors as the exceptions of the package, which form a small tree: `peirast._errors`.

use pyo3::prelude::*;
use std::error::Error;

/// An error with its causes as an `InputError`: the input cannot be used.
pub fn bad_value(error: &dyn Error) -> PyErr {
    input_error(with_causes(error))
}

/// An `InputError` with this message.
pub fn input_error(message: impl Into<String>) -> PyErr {
    raised("InputError", message.into())
}

/// An error with its causes as a `PeirastError`: the operation failed.
pub fn failure(error: &dyn Error) -> PyErr {
    raised("PeirastError", with_causes(error))
}

/// An exception of the package.
fn raised(class: &str, message: String) -> PyErr {
    Python::attach(|py| {
        let made = py
            .import("peirast._errors")
            .and_then(|module| module.getattr(class)?.call1((message,)));
        made.map_or_else(|error| error, PyErr::from_value)
    })
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
