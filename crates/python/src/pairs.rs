//! The user's own problems: files of items in several versions.

use crate::error::bad_value;
use crate::studies::{Callable, RunSettings, custom_subjects, summary_json};
use crate::watch::Watcher;
use peirast_record::DataPlan;
use peirast_run::Summary;
use peirast_study::{
    CheckedProblems, GRACE, ModelOptions, Paraphrases, PriceOptions, RunOutcome, check_pairs,
    written_items,
};
use peirast_throttle::Limits;
use pyo3::prelude::*;
use std::path::PathBuf;

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

/// Asks a model to paraphrase the questions of the first `limit` items of a data file (all if 0).
/// Returns the summary as JSON; the rows as [`pairs_rows`] does, unless the run ended early; and notes.
/// The directory `answers` keeps the model's answers.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "that is how Python calls")]
fn pairs_paraphrased(
    py: Python<'_>,
    plan: &str,
    limit: u32,
    seed: u64,
    writer: String,
    callables: Vec<Callable>,
    answers: PathBuf,
    settings: &str,
    on_progress: Option<Py<PyAny>>,
    on_event: Option<Py<PyAny>>,
) -> PyResult<(String, Option<String>, Vec<String>)> {
    let plan = data_plan(plan)?;
    let settings: RunSettings =
        serde_json::from_str(settings).map_err(|error| bad_value(&error))?;
    let options = ModelOptions {
        model: writer,
        budget: settings.budget()?,
        access: settings.access(),
        custom: custom_subjects(callables),
        prices: PriceOptions::default(),
        limits: Limits::default(),
        grace: GRACE,
    };
    let watcher = Watcher::new(on_progress, on_event);
    let (events, dir) = (watcher.events(), Some(answers.as_path()));
    let (summary, written) = watcher.watch(py, || async {
        let found = Paraphrases::find(&plan, limit, seed, dir, &options, &events).await?;
        watcher.plan(found.open());
        let summary = match found.open() {
            0 => Summary::default(),
            _ => found.ask(&options, &events, &watcher.cancel).await?,
        };
        // A refused paraphrase stays missing; the same call asks for all others again.
        let ended = RunOutcome::from_summary(&summary);
        let written = match ended {
            RunOutcome::Complete | RunOutcome::Partial => {
                match found.written(&options, &events).await {
                    // The reason why the writer stopped says more than the lack of answers.
                    Err(_) if !summary.stopped.is_empty() => None,
                    written => Some(written?),
                }
            }
            _ => None,
        };
        Ok((summary, written))
    })?;
    let (lines, notes) = written.unzip();
    Ok((summary_json(&summary, &watcher), lines, notes.unwrap_or_default()))
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(pairs_understood, module)?)?;
    module.add_function(wrap_pyfunction!(pairs_check, module)?)?;
    module.add_function(wrap_pyfunction!(pairs_rows, module)?)?;
    module.add_function(wrap_pyfunction!(pairs_paraphrased, module)?)
}
