//! Studies: run with models and functions, and analysed.

use crate::callable::CallableSubject;
use crate::error::{bad_value, failure, input_error};
use crate::source::read_study;
use peirast_cost::{Budget, Usd};
use peirast_llm::Subject;
use peirast_report::{LazyTable, Report, figures, json_lines, lazy_tables, page};
use peirast_run::event_members;
use peirast_study::{
    Analysis, AnalysisOptions, Cancel, CustomSubjects, EventSink, ModelAccess, NoEvents,
    PlanOptions, RunDir, RunEvent, RunOptions, RunOutcome, SharedSink,
};
use peirast_table::{ColumnBuffers, Table};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Interval between checks for Python's signals, such as Ctrl-C.
const LOOK: Duration = Duration::from_millis(100);

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
}

/// A Python function as a subject: its name, the function, and its number of concurrent calls.
pub type Callable = (String, Py<PyAny>, usize);

impl RunSettings {
    /// The options of a run that includes these functions.
    pub fn options(self, callables: Vec<Callable>) -> PyResult<RunOptions> {
        let subject = |(name, function, at_once)| {
            Arc::new(CallableSubject::new(name, function, at_once)) as Arc<dyn Subject>
        };
        Ok(RunOptions {
            plan: PlanOptions {
                access: ModelAccess {
                    base_url: self.base_url,
                    base_urls: self.base_urls,
                    key_env: self.key_env,
                    ..ModelAccess::default()
                },
                timeout: Duration::try_from_secs_f64(self.timeout)
                    .map_err(|error| bad_value(&error))?,
                allow_unsent: self.allow_unsent,
                custom: CustomSubjects::new(callables.into_iter().map(subject)),
                ..PlanOptions::default()
            },
            budget: match self.budget {
                Some(dollars) => Budget { usd: Some(usd(dollars)?), ..Budget::default() },
                None => Budget::default(),
            },
            ..RunOptions::default()
        })
    }
}

/// An amount of dollars.
fn usd(dollars: f64) -> PyResult<Usd> {
    let wrong = || input_error("a budget is a number of dollars, 0 or more");
    Usd::new(dollars).ok_or_else(wrong)
}

/// Counts of the events of a run, for display.
#[derive(Default)]
pub struct Progress {
    planned: u64,
    answered: u64,
    /// Messages of the run so far.
    pub notices: Vec<String>,
    /// Events for Python, as JSON, that it was not given yet; `None` if it wants none.
    events: Option<Vec<String>>,
}

impl Progress {
    /// Keeps an event for Python.
    fn keep(&mut self, event: peirast_run::Event<'_>) {
        let Some(events) = &mut self.events else { return };
        let found = match event {
            peirast_run::Event::Answered { trial, .. } => {
                Some(("answered", json!({"subject": trial.subject, "trial": trial.key})))
            }
            other => event_members(other),
        };
        if let Some((name, mut members)) = found {
            members["event"] = name.into();
            events.push(members.to_string());
        }
    }
}

/// Counts the events of a run.
pub struct Counting(pub Arc<Mutex<Progress>>);

impl EventSink for Counting {
    fn emit(&self, event: &RunEvent<'_>) {
        let Ok(mut progress) = self.0.lock() else { return };
        if let RunEvent::Asking(event) = event {
            progress.keep(*event);
        }
        match event {
            RunEvent::Planned { questions } => progress.planned = *questions,
            RunEvent::Asking(peirast_run::Event::Answered { .. }) => progress.answered += 1,
            RunEvent::Notice { message, .. } => progress.notices.push((*message).to_owned()),
            _ => {}
        }
    }
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
    let kept = on_event.is_some().then(Vec::new);
    let progress = Arc::new(Mutex::new(Progress { events: kept, ..Progress::default() }));
    let events: SharedSink = Arc::new(Counting(Arc::clone(&progress)));
    let cancel = Cancel::new();
    let runtime = runtime()?;
    let look = || look(&progress, on_progress.as_ref(), on_event.as_ref(), &cancel);
    let mut stopped: PyResult<()> = Ok(());
    let report = py.detach(|| {
        runtime.block_on(async {
            let dir = RunDir::new(&into);
            let mut asking = Box::pin(dir.run(&study, &options, &events, &cancel));
            let mut clock = tokio::time::interval(LOOK);
            loop {
                tokio::select! {
                    report = &mut asking => return report,
                    _ = clock.tick() => if stopped.is_ok() { stopped = look() },
                }
            }
        })
    });
    let report = report.map_err(|error| failure(&error));
    stopped.and_then(|()| look())?;
    let report = report?;
    let summary = &report.summary;
    let progress = progress.lock().map(|progress| progress.notices.clone()).unwrap_or_default();
    let outcome = RunOutcome::from_summary(summary);
    Ok(json!({
        "outcome": outcome.name(),
        "trials": summary.trials,
        "asked": summary.asked,
        "answered": summary.answered,
        "already": summary.already,
        "failed": summary.last_failures.iter().map(|(kind, why)| (kind.as_str(), why)).collect::<BTreeMap<_, _>>(),
        "stopped": summary.stopped.iter().map(|one| (&one.subject, &one.reason)).collect::<BTreeMap<_, _>>(),
        "notices": progress,
    })
    .to_string())
}

/// The preregistration of a study as `markdown`, `text` or `json`; nothing is asked.
#[pyfunction]
fn register(
    py: Python<'_>,
    source: &str,
    changes: &str,
    callables: Vec<Callable>,
    date: Option<&str>,
    format: &str,
) -> PyResult<String> {
    let study = read_study(source, changes)?;
    let subject = |(name, function, at_once)| {
        Arc::new(CallableSubject::new(name, function, at_once)) as Arc<dyn Subject>
    };
    let custom = CustomSubjects::new(callables.into_iter().map(subject));
    let options = PlanOptions { custom, ..PlanOptions::default() };
    let registration = py
        .detach(|| peirast_study::register(&study, &options, date, &NoEvents))
        .map_err(|error| bad_value(&error))?;
    let document = registration.document().map_err(|error| failure(&error))?;
    match format {
        "markdown" => Ok(document.markdown()),
        "text" => Ok(document.text()),
        "json" => registration.json().map_err(|error| failure(&error)),
        other => Err(pyo3::exceptions::PyValueError::new_err(format!(
            "there is no format {other:?}: there are markdown, text and json"
        ))),
    }
}

/// Reports the progress of a run to Python, and learns if it is to stop.
fn look(
    progress: &Arc<Mutex<Progress>>,
    on_progress: Option<&Py<PyAny>>,
    on_event: Option<&Py<PyAny>>,
    cancel: &Cancel,
) -> PyResult<()> {
    let (counts, events) = match progress.lock() {
        Ok(mut progress) => {
            let events = progress.events.as_mut().map(std::mem::take).unwrap_or_default();
            ((progress.answered, progress.planned), events)
        }
        Err(_) => return Ok(()),
    };
    let heard = Python::attach(|py| {
        py.check_signals()?;
        if let Some(function) = on_event {
            for event in events {
                function.call1(py, (event,))?;
            }
        }
        match on_progress {
            Some(function) => function.call1(py, counts).map(|_| ()),
            None => Ok(()),
        }
    });
    heard.inspect_err(|_| cancel.cancel())
}

/// A runtime for one piece of work.
pub fn runtime() -> PyResult<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| failure(&error))
}

/// The analysis of a run directory.
#[pyclass]
struct RunAnalysis {
    analysis: Analysis,
}

/// Reads, grades and tests every answer of a run directory.
#[pyfunction]
fn analyse(py: Python<'_>, dir: String, rule: Option<String>) -> PyResult<RunAnalysis> {
    let options = AnalysisOptions { rule, ..AnalysisOptions::default() };
    let events: SharedSink = Arc::new(NoEvents);
    let runtime = runtime()?;
    let analysis = py.detach(|| {
        runtime.block_on(async {
            let run = RunDir::new(&dir);
            let analysis = run.analyse(&options, &events).await?;
            run.load_texts(analysis).await
        })
    });
    Ok(RunAnalysis { analysis: analysis.map_err(|error| failure(&error))? })
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
