//! Events for programs: one JSON object per line, described in docs/events.md.

use crate::console;
use anyhow::{Context as _, Result};
use jiff::Timestamp;
use peirast_report::escape_json;
use peirast_run::{Event, event_members};
use peirast_study::artifact;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

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
        if let Some((name, members)) = event_members(event) {
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
