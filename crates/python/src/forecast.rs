//! Forecasts: the questions and the cost of a run, before it starts.

use crate::error::bad_value;
use crate::source::read_study;
use crate::studies::{Callable, RunSettings};
use crate::watch::Watcher;
use peirast_study::money::SubjectForecast;
use peirast_study::{Extent, RunDir};
use pyo3::prelude::*;
use serde_json::{Value, json};

/// Forecasts a run of a study into a directory, as JSON. It asks and stores nothing, and needs no
/// key.
#[pyfunction]
fn forecast(
    py: Python<'_>,
    source: &str,
    changes: &str,
    callables: Vec<Callable>,
    into: String,
    settings: &str,
) -> PyResult<String> {
    let study = read_study(source, changes)?;
    let settings: RunSettings =
        serde_json::from_str(settings).map_err(|error| bad_value(&error))?;
    let options = settings.options(callables)?;
    let watcher = Watcher::new(None, None);
    let (dir, events) = (RunDir::new(&into), watcher.events());
    let found = watcher.watch(py, || dir.forecast(&study, &options, &events))?;
    let budget = found.budget.as_ref().map(|budget| {
        json!({"usd": budget.budget.usd, "balance": budget.balance, "refused": budget.refused,
            "lacking": budget.lacking})
    });
    let subjects: Vec<Value> = found.forecasts.iter().map(SubjectForecast::record).collect();
    Ok(json!({
        "subjects": subjects,
        "extent": match found.extent {
            Extent::Fixed => "fixed",
            Extent::Sequential { .. } => "sequential",
            Extent::Votes => "votes",
        },
        "refusal": found.refusal,
        "budget": budget,
        "notices": watcher.notices(),
    })
    .to_string())
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(forecast, module)?)
}
