//! Studies: run with models and functions, and analysed.

use crate::callable::CallableSubject;
use crate::error::{bad_value, failure, input_error};
use crate::source::read_study;
use crate::watch::Watcher;
use peirast_cost::{Budget, Usd};
use peirast_llm::Subject;
use peirast_report::{LazyTable, Registration, Report, figures, json_lines, lazy_tables, page};
use peirast_run::Summary;
use peirast_study::{
    Analysis, AnalysisOptions, CustomSubjects, ModelAccess, PlanOptions, RunDir, RunOptions,
    RunOutcome,
};
use peirast_table::{ColumnBuffers, Table};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Settings of a run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSettings {
    budget: Option<f64>,
    base_url: Option<String>,
    base_urls: BTreeMap<String, String>,
    key_env: Option<String>,
    timeout: f64,
    allow_unsent: bool,
    /// The text of a preregistration.
    registration: Option<String>,
}

/// A Python function as a subject: its name, the function, and its number of concurrent calls.
pub type Callable = (String, Py<PyAny>, usize);

impl RunSettings {
    /// The options of a run that includes these functions.
    pub fn options(self, callables: Vec<Callable>) -> PyResult<RunOptions> {
        Ok(RunOptions {
            budget: self.budget()?,
            registration: self.registration.as_deref().map(registration).transpose()?,
            plan: PlanOptions {
                timeout: Duration::try_from_secs_f64(self.timeout)
                    .map_err(|error| bad_value(&error))?,
                allow_unsent: self.allow_unsent,
                custom: custom_subjects(callables),
                access: self.access(),
                ..PlanOptions::default()
            },
            ..RunOptions::default()
        })
    }

    /// The access to live models.
    pub fn access(self) -> ModelAccess {
        let Self { base_url, base_urls, key_env, .. } = self;
        ModelAccess { base_url, base_urls, key_env, ..ModelAccess::default() }
    }

    /// The most that answers may cost.
    pub fn budget(&self) -> PyResult<Budget> {
        Ok(match self.budget {
            Some(dollars) => Budget { usd: Some(usd(dollars)?), ..Budget::default() },
            None => Budget::default(),
        })
    }
}

/// Functions as subjects.
pub fn custom_subjects(callables: Vec<Callable>) -> CustomSubjects {
    let subject = |(name, function, at_once)| {
        Arc::new(CallableSubject::new(name, function, at_once)) as Arc<dyn Subject>
    };
    CustomSubjects::new(callables.into_iter().map(subject))
}

/// The registration in a text.
fn registration(text: &str) -> PyResult<Registration> {
    Registration::read(text).map_err(|error| input_error(format!("the registration: {error}")))
}

/// An amount of dollars.
fn usd(dollars: f64) -> PyResult<Usd> {
    let wrong = || input_error("a budget is a number of dollars, 0 or more");
    Usd::new(dollars).ok_or_else(wrong)
}

/// Runs a study: asks the questions without answers, and returns the summary as JSON. Ctrl-C stops
/// it without losses.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "that is how Python calls")]
fn run(
    py: Python<'_>,
    source: &str,
    changes: &str,
    callables: Vec<Callable>,
    into: String,
    settings: &str,
    on_progress: Option<Py<PyAny>>,
    on_event: Option<Py<PyAny>>,
) -> PyResult<String> {
    let study = read_study(source, changes)?;
    let settings: RunSettings =
        serde_json::from_str(settings).map_err(|error| bad_value(&error))?;
    let options = settings.options(callables)?;
    let watcher = Watcher::new(on_progress, on_event);
    let (dir, events) = (RunDir::new(&into), watcher.events());
    let report = watcher.watch(py, || dir.run(&study, &options, &events, &watcher.cancel))?;
    Ok(summary_json(&report.summary, &watcher))
}

/// The summary of what was asked, as JSON.
pub fn summary_json(summary: &Summary, watcher: &Watcher) -> String {
    let failures = summary.last_failures.iter().map(|(kind, why)| (kind.as_str(), why));
    let stopped = summary.stopped.iter().map(|one| (&one.subject, &one.reason));
    json!({
        "outcome": RunOutcome::from_summary(summary).name(),
        "trials": summary.trials,
        "asked": summary.asked,
        "answered": summary.answered,
        "already": summary.already,
        "failed": failures.collect::<BTreeMap<_, _>>(),
        "stopped": stopped.collect::<BTreeMap<_, _>>(),
        "notices": watcher.notices(),
    })
    .to_string()
}

/// The preregistration of a study as `markdown`, `text` or `json`, and messages about it; nothing is asked.
#[pyfunction]
fn register(
    py: Python<'_>,
    source: &str,
    changes: &str,
    callables: Vec<Callable>,
    date: Option<&str>,
    format: &str,
) -> PyResult<(String, Vec<String>)> {
    let study = read_study(source, changes)?;
    let custom = custom_subjects(callables);
    let options = PlanOptions { custom, ..PlanOptions::default() };
    let watcher = Watcher::new(None, None);
    let events = watcher.events();
    let registration = py
        .detach(|| peirast_study::register(&study, &options, date, events.as_ref()))
        .map_err(|error| bad_value(&error))?;
    let document = registration.document().map_err(|error| failure(&error))?;
    let text = match format {
        "markdown" => document.markdown(),
        "text" => document.text(),
        "json" => registration.json().map_err(|error| failure(&error))?,
        other => {
            return Err(input_error(format!(
                "there is no format {other:?}: there are markdown, text and json"
            )));
        }
    };
    Ok((text, watcher.notices()))
}

/// The analysis of a run directory.
#[pyclass]
struct RunAnalysis {
    analysis: Analysis,
}

/// Reads, grades and tests every answer of a run directory. `registered` is the text of a
/// preregistration, in place of the one that the directory recorded.
#[pyfunction]
fn analyse(
    py: Python<'_>,
    dir: String,
    rule: Option<String>,
    registered: Option<&str>,
) -> PyResult<RunAnalysis> {
    let registration = registered.map(registration).transpose()?;
    let options = AnalysisOptions { rule, registration, ..AnalysisOptions::default() };
    let watcher = Watcher::new(None, None);
    let (run, events) = (RunDir::new(&dir), watcher.events());
    let analysis = watcher.watch(py, || async {
        let analysis = run.analyse(&options, &events).await?;
        run.load_texts(analysis).await
    })?;
    Ok(RunAnalysis { analysis })
}

#[pymethods]
impl RunAnalysis {
    /// The title of the study.
    fn title(&self) -> &str {
        &self.report().title
    }

    /// The rows of the tests, as JSON lines.
    fn tests(&self) -> String {
        json_lines(&self.report().rows)
    }

    /// The verdicts, as JSON lines.
    fn verdicts(&self) -> String {
        json_lines(&self.report().findings)
    }

    /// The comparison with the preregistration as JSON, if there is one.
    fn registration(&self) -> PyResult<Option<String>> {
        let check = self.report().registration.as_ref().map(serde_json::to_string).transpose();
        check.map_err(|error| failure(&error))
    }

    /// The names of the tables.
    fn tables(&self) -> Vec<String> {
        let all = lazy_tables(self.report(), &self.analysis.outcomes);
        all.iter().map(|table| table.head().name.clone()).collect()
    }

    /// The names of the tables of measures.
    fn measures(&self) -> Vec<String> {
        self.report().measured.iter().map(|measured| measured.name.to_owned()).collect()
    }

    /// A table as Parquet, if there is one of this name.
    fn table_parquet(&self, py: Python<'_>, name: &str) -> PyResult<Option<Vec<u8>>> {
        py.detach(|| {
            let table = self.table(name).map(|table| {
                let (head, columns) = table.into_columns();
                peirast_print::parquet_of_columns(&head, &columns)
            });
            table.transpose().map_err(|error| failure(&error))
        })
    }

    /// The columns of a table as buffers of Arrow, with what they mean as JSON, if there is one of this name.
    fn table_columns<'py>(
        &self,
        py: Python<'py>,
        name: &str,
    ) -> Option<(String, Vec<ColumnParts<'py>>)> {
        let (head, columns) = py.detach(|| self.table(name).map(LazyTable::into_columns))?;
        let names = head.columns.iter().map(|column| column.name.clone());
        let parts = names.zip(columns).map(|(name, column)| column_parts(py, name, &column));
        Some((head.json(), parts.collect()))
    }

    /// A table as JSON rows, if there is one of this name.
    fn table_json(&self, py: Python<'_>, name: &str) -> Option<String> {
        py.detach(|| self.table(name).map(LazyTable::into_table).as_ref().map(Table::json))
    }

    /// The figures: name, title and SVG.
    fn figures(&self, py: Python<'_>) -> Vec<(String, String, String)> {
        py.detach(|| {
            let drawn = figures(self.report()).into_iter().filter_map(|figure| {
                let svg = figure.svg(&peirast_figure::Sheet::default()).ok()?;
                Some((figure.stem(), figure.title, svg))
            });
            drawn.collect()
        })
    }

    /// The report as a page.
    fn page(&self, py: Python<'_>) -> String {
        py.detach(|| page(self.report()))
    }
}

impl RunAnalysis {
    const fn report(&self) -> &Report {
        &self.analysis.report
    }

    /// The table of this name.
    fn table(&self, name: &str) -> Option<LazyTable<'_>> {
        let all = lazy_tables(self.report(), &self.analysis.outcomes);
        all.into_iter().find(|table| table.head().name == name)
    }
}

/// A column for pyarrow: its name and kind, the numbers of its values and of its gaps, and its
/// buffers: validity, offsets and data.
type ColumnParts<'py> = (
    String,
    &'static str,
    usize,
    usize,
    Option<Bound<'py, PyBytes>>,
    Option<Bound<'py, PyBytes>>,
    Bound<'py, PyBytes>,
);

fn column_parts<'py>(py: Python<'py>, name: String, column: &ColumnBuffers) -> ColumnParts<'py> {
    let bytes = |buffer: &[u8]| PyBytes::new(py, buffer);
    (
        name,
        column.kind().name(),
        column.len(),
        column.null_count(),
        column.validity().map(bytes),
        column.offsets().map(bytes),
        bytes(column.data()),
    )
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<RunAnalysis>()?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(register, module)?)?;
    module.add_function(wrap_pyfunction!(analyse, module)?)
}
