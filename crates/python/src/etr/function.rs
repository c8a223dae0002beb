//! Numeric functions from Python: terms with them are computed as soon as their arguments are
//! numbers.

use peirast_etr::NumericFunction;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    /// The exception of a function; the engine only learns that there is no value.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Takes the exception of the last function, if there was one since the last call.
pub fn raised() -> Option<PyErr> {
    RAISED.with_borrow_mut(Option::take)
}

/// A name, the number of arguments (`None` for any number), and the function that computes the
/// value.
#[derive(FromPyObject)]
pub struct GivenFunction(String, Option<usize>, Py<PyAny>);

impl GivenFunction {
    /// The function in the form that the engine calls.
    pub fn numeric(self) -> NumericFunction {
        let GivenFunction(name, arity, callable) = self;
        let apply = move |numbers: &[f64]| {
            Python::attach(|py| match value(py, &callable, numbers) {
                Ok(value) => value,
                Err(error) => {
                    RAISED.set(Some(error));
                    f64::NAN
                }
            })
        };
        NumericFunction::given(name, arity, Arc::new(apply))
    }
}

fn value(py: Python<'_>, callable: &Py<PyAny>, numbers: &[f64]) -> PyResult<f64> {
    callable.bind(py).call1(PyTuple::new(py, numbers)?)?.extract()
}
