//! Forecasts: the questions and the cost of a run, before it starts.

use crate::error::{bad_value, failure};
use crate::source::read_study;
use crate::studies::{Callable, Counting, Progress, RunSettings, runtime};
use peirast_study::money::SubjectForecast;
use peirast_study::{Extent, RunDir, SharedSink};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

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
    let progress = Arc::new(Mutex::new(Progress::default()));
    let events: SharedSink = Arc::new(Counting(Arc::clone(&progress)));
    let runtime = runtime()?;
    let found = py
        .detach(|| runtime.block_on(RunDir::new(&into).forecast(&study, &options, &events)))
        .map_err(|error| failure(&error))?;
    let budget = found.budget.as_ref().map(|budget| {
        json!({"usd": budget.budget.usd, "balance": budget.balance, "refused": budget.refused,
            "lacking": budget.lacking})
    });
    let subjects: Vec<Value> = found.forecasts.iter().map(SubjectForecast::record).collect();
    let notices = progress.lock().map(|progress| progress.notices.clone()).unwrap_or_default();
    Ok(json!({
        "subjects": subjects,
        "extent": match found.extent {
            Extent::Fixed => "fixed",
            Extent::Sequential { .. } => "sequential",
            Extent::Votes => "votes",
        },
        "refusal": found.refusal,
        "budget": budget,
        "notices": notices,
    })
    .to_string())
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(forecast, module)?)
}
