//! Work that Python watches: it gets progress and events meanwhile, and Ctrl-C stops the work.

use crate::error::failure;
use peirast_run::event_members;
use peirast_study::{Cancel, EventSink, RunEvent, SharedSink};
use pyo3::prelude::*;
use serde_json::json;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Interval between checks for Python's signals, such as Ctrl-C.
const LOOK: Duration = Duration::from_millis(100);

/// Counts of the events of a run, for display.
#[derive(Default)]
struct Progress {
    planned: u64,
    answered: u64,
    /// Messages of the run so far.
    notices: Vec<String>,
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
struct Counting(Arc<Mutex<Progress>>);

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

/// The functions that watch a piece of work, and the switch that ends it early.
pub struct Watcher {
    progress: Arc<Mutex<Progress>>,
    on_progress: Option<Py<PyAny>>,
    on_event: Option<Py<PyAny>>,
    /// Ends the work early.
    pub cancel: Cancel,
}

impl Watcher {
    /// Creates a watcher that calls these functions, if they are given.
    pub fn new(on_progress: Option<Py<PyAny>>, on_event: Option<Py<PyAny>>) -> Self {
        let events = on_event.is_some().then(Vec::new);
        let progress = Arc::new(Mutex::new(Progress { events, ..Progress::default() }));
        Self { progress, on_progress, on_event, cancel: Cancel::new() }
    }

    /// The receiver of the events of the work.
    pub fn events(&self) -> SharedSink {
        Arc::new(Counting(Arc::clone(&self.progress)))
    }

    /// Sets the number of questions, for work that does not plan a study.
    pub fn plan(&self, questions: usize) {
        if let Ok(mut progress) = self.progress.lock() {
            progress.planned = questions as u64;
        }
    }

    /// The messages so far.
    pub fn notices(&self) -> Vec<String> {
        self.progress.lock().map(|progress| progress.notices.clone()).unwrap_or_default()
    }

    /// Does the work without the GIL. An exception of a watching function, or Ctrl-C, cancels it;
    /// the exception is raised when the work has ended.
    pub fn watch<T, F>(&self, py: Python<'_>, work: impl FnOnce() -> F + Send) -> PyResult<T>
    where
        T: Send,
        F: Future<Output = peirast_study::Result<T>>,
    {
        let runtime = runtime()?;
        let mut stopped: PyResult<()> = Ok(());
        let done = py.detach(|| {
            runtime.block_on(async {
                let mut work = Box::pin(work());
                let mut clock = tokio::time::interval(LOOK);
                loop {
                    tokio::select! {
                        done = &mut work => return done,
                        _ = clock.tick() => if stopped.is_ok() { stopped = self.look() },
                    }
                }
            })
        });
        let done = done.map_err(|error| failure(&error));
        stopped.and_then(|()| self.look())?;
        done
    }

    /// Reports the progress to Python, and learns if the work is to stop.
    fn look(&self) -> PyResult<()> {
        let (counts, events) = match self.progress.lock() {
            Ok(mut progress) => {
                let events = progress.events.as_mut().map(std::mem::take).unwrap_or_default();
                ((progress.answered, progress.planned), events)
            }
            Err(_) => return Ok(()),
        };
        let heard = Python::attach(|py| {
            py.check_signals()?;
            if let Some(function) = &self.on_event {
                for event in events {
                    function.call1(py, (event,))?;
                }
            }
            match &self.on_progress {
                Some(function) => function.call1(py, counts).map(|_| ()),
                None => Ok(()),
            }
        });
        heard.inspect_err(|_| self.cancel.cancel())
    }
}

/// A runtime for one piece of work.
fn runtime() -> PyResult<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| failure(&error))
}
