//! Events for programs: one JSON object per line, described in docs/events.md.

use crate::console;
use anyhow::{Context as _, Result};
use jiff::Timestamp;
use peirast_report::escape_json;
use peirast_run::Event;
use peirast_study::artifact;
use peirast_throttle::AccountEvent;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The version of the event format. New events and new members keep it; every other change raises
/// it.
const VERSION: u32 = 1;

/// A log of events.
pub struct EventLog {
    /// A name that separates the events of this run from those of other runs in the same file.
    run: String,
    sink: Mutex<Sink>,
}

enum Sink {
    Stdout,
    File(File),
    /// Writing failed, and the log was closed.
    Closed,
}

impl EventLog {
    /// Opens a log at the end of a file, or on stdout if the path is `-`.
    pub fn open(path: &Path) -> Result<Self> {
        let sink = match path.as_os_str() == "-" {
            true => Sink::Stdout,
            false => {
                let spared = artifact::spare(path);
                let file =
                    spared.and_then(|()| OpenOptions::new().append(true).create(true).open(path));
                let shown = || format!("cannot write events to {}", path.display());
                Sink::File(file.with_context(shown)?)
            }
        };
        Ok(Self { run: run(), sink: Mutex::new(sink) })
    }

    /// Writes an event of the run.
    pub fn note(&self, event: Event<'_>) {
        if let Some((name, members)) = members(event) {
            self.write(name, members);
        }
    }

    /// Writes one event with these members. If the reader goes away, the run continues.
    pub fn write(&self, event: &str, members: Value) {
        let mut line = json!({ "v": VERSION, "event": event, "at": now(), "run": self.run });
        if let (Some(line), Value::Object(members)) = (line.as_object_mut(), members) {
            line.extend(members);
        }
        let text = escape_json(&format!("{line}\n"));
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        let written = match &mut *sink {
            Sink::Stdout => console::result(&text),
            Sink::File(file) => file.write_all(text.as_bytes()).map_err(anyhow::Error::from),
            Sink::Closed => Ok(()),
        };
        if let Err(error) = written {
            *sink = Sink::Closed;
            console::note(&format!("events are no longer written: {error:#}"));
        }
    }
}

/// A name for this run: no other process has the same id at the same moment.
fn run() -> String {
    format!("{:x}-{:x}", Timestamp::now().as_millisecond(), std::process::id())
}

/// The current time. Milliseconds are precise enough.
fn now() -> String {
    let now = Timestamp::now();
    Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now).to_string()
}

/// The name and the members of an event; none for events that progress events sum up.
fn members(event: Event<'_>) -> Option<(&'static str, Value)> {
    Some(match event {
        Event::Planned { subject, trials, already } => {
            ("planned", json!({ "subject": subject, "trials": trials, "already": already }))
        }
        Event::Retrying { trial, attempt, kind, message, wait } => (
            "retry",
            json!({
                "subject": trial.subject, "trial": trial.key, "attempt": attempt, "kind": kind,
                "message": message, "wait_s": seconds(wait),
            }),
        ),
        Event::FormChanged { subject, from, to } => {
            ("form", json!({ "subject": subject, "from": from, "to": to }))
        }
        Event::RetryAbandoned { trial, attempt, kind, message } => (
            "left",
            json!({
                "subject": trial.subject, "trial": trial.key, "attempt": attempt, "kind": kind,
                "message": message,
            }),
        ),
        Event::Account { account, host, event } => account_event(account, host, event),
        Event::Failed { trial, attempts, kind, message } => (
            "failed",
            json!({
                "subject": trial.subject, "trial": trial.key, "attempts": attempts, "kind": kind,
                "message": message,
            }),
        ),
        Event::Stopped { subject, kind, reason } => {
            ("stopped", json!({ "subject": subject, "kind": kind, "reason": reason }))
        }
        Event::BudgetExhausted { reason } => ("budget", json!({ "reason": reason })),
        Event::Cancelling { subject, in_flight, grace } => (
            "cancelling",
            json!({ "subject": subject, "in_flight": in_flight, "grace_s": seconds(grace) }),
        ),
        Event::Dropped { subject, in_flight, grace, may_cost } => (
            "dropped",
            json!({
                "subject": subject, "in_flight": in_flight, "waited_s": seconds(grace),
                "may_cost": may_cost,
            }),
        ),
        _ => return None,
    })
}

/// The name and the members of an account's event.
fn account_event(account: &str, host: &str, event: &AccountEvent) -> (&'static str, Value) {
    match event {
        &AccountEvent::Paused { status, asked, wait } => (
            "pause",
            json!({
                "account": account, "host": host, "status": status, "asked_s": seconds(asked),
                "wait_s": seconds(wait),
            }),
        ),
        AccountEvent::LimitChanged { from, to } => {
            ("limit", json!({ "account": account, "from": from, "to": to }))
        }
        AccountEvent::Outage { attempts, message } => (
            "outage",
            json!({ "account": account, "host": host, "attempts": attempts, "message": message }),
        ),
        &AccountEvent::Recovered { after } => {
            ("recovered", json!({ "account": account, "host": host, "after_s": seconds(after) }))
        }
        AccountEvent::SubjectIsolated { subject, rejected } => {
            let why = if *rejected { "refused" } else { "late" };
            ("apart", json!({ "account": account, "host": host, "subject": subject, "why": why }))
        }
    }
}

fn seconds(wait: Duration) -> f64 {
    (wait.as_secs_f64() * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_record::ErrorKind;

    #[test]
    fn an_event_is_a_line_that_steers_nothing() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("events.jsonl");
        let log = EventLog::open(&path).expect("a log");
        let reason = "down\n\u{1b}[2J\u{202e}";
        log.note(Event::Stopped { subject: "openai:m", kind: ErrorKind::Auth, reason });
        log.write("finished", json!({ "outcome": "partial" }));
        let text = std::fs::read_to_string(&path).expect("a text");
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
        let lines: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0]["v"], VERSION);
        assert_eq!(lines[0]["event"], "stopped");
        assert_eq!(lines[0]["kind"], "auth");
        assert_eq!(lines[0]["reason"], reason);
        assert!(lines[1]["at"].as_str().is_some_and(|at| at.ends_with('Z')));
        assert!(lines[0]["run"].is_string());
        assert_eq!(lines[0]["run"], lines[1]["run"]);
    }
}
