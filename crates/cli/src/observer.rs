//! Observer of a run: the sink of its events, which feeds the display and the event log.

use crate::args::FlowOptions;
use crate::console;
use crate::event_log::EventLog;
use crate::progress::{PLANNING, Payer, Progress, Row, bar, spending};
use anyhow::Result;
use indicatif::ProgressBar;
use peirast_decimals::{counted, percent_decimals};
use peirast_record::ErrorKind;
use peirast_report::escape_line;
use peirast_run::{Event, Summary};
use peirast_study::{EventSink, RoundSubject, RunEvent, RunOutcome, accounts_achieved};
use peirast_throttle::{AccountStatistics, Accounts};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The phase of a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Planning: nothing is stored yet.
    #[default]
    Planning,
    /// Asking, or storing the questions.
    Asking,
    /// Testing the stored answers.
    Reporting,
}

/// Requests that are dropped if the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Droppable {
    /// The most that may have been charged: the number that `peirast cost` counts afterwards.
    Metered(u64),
    /// This number of requests, free of charge.
    Free(u64),
    /// This number of requests, at a cost that is not counted here.
    Unknown(u64),
}

impl fmt::Display for Droppable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Metered(count) | Self::Free(count) | Self::Unknown(count)) = *self;
        let are = if count == 1 { "is" } else { "are" };
        let requests = counted(count, "request", "requests");
        match self {
            _ if count == 0 => f.write_str("nothing was in flight"),
            Self::Metered(_) => {
                write!(f, "up to {requests} in flight {are} dropped, and may have been charged for")
            }
            Self::Free(_) => write!(f, "{requests} in flight {are} dropped"),
            Self::Unknown(_) => {
                write!(f, "{requests} in flight {are} dropped, and may have been charged for")
            }
        }
    }
}

/// Receives the events of a run, shows them, and logs them for programs.
#[derive(Default)]
pub struct RunObserver {
    log: Option<Arc<EventLog>>,
    payer: Payer,
    /// The display of the last round, from which the next one continues.
    last: Mutex<Option<Arc<Progress>>>,
    planning: Mutex<Option<ProgressBar>>,
    phase: Mutex<Phase>,
}

impl RunObserver {
    /// Creates an observer that logs to the place given on the command line.
    pub fn new(options: &FlowOptions) -> Result<Arc<Self>> {
        let log = options.json_events.as_deref().map(EventLog::open).transpose()?;
        Ok(Arc::new(Self { log: log.map(Arc::new), ..Self::default() }))
    }

    /// Creates an observer that only shows.
    pub fn plain() -> Arc<Self> {
        Arc::default()
    }

    /// The requests that are dropped if the program ends now.
    pub fn droppable(&self) -> Droppable {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let in_flight = last.as_ref().map_or(0, |progress| progress.in_flight() as u64);
        match self.payer.get() {
            Some(Some(meter)) => Droppable::Metered(meter.possibly_charged()),
            Some(None) => Droppable::Free(in_flight),
            None => Droppable::Unknown(in_flight),
        }
    }

    /// The phase of the command.
    pub fn phase(&self) -> Phase {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters a phase.
    pub fn enter(&self, phase: Phase) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    /// Logs the start.
    pub fn begun(&self, command: &str, dir: &Path, study: Option<&str>) {
        if let Some(log) = &self.log {
            let dir = dir.display().to_string();
            let version = peirast_record::VERSION;
            let members =
                json!({ "peirast": version, "command": command, "dir": dir, "study": study });
            log.write("begun", members);
        }
    }

    /// Shows a message above the display.
    pub fn say(&self, text: &str) {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match last {
            Some(shown) => shown.say(text),
            None => console::note(text),
        }
    }

    /// Logs the end.
    pub fn finished(&self, summary: &Summary) {
        if let Some(log) = &self.log {
            let outcome = RunOutcome::from_summary(summary);
            let mut members = spending(&self.payer);
            members.extend([
                ("outcome".to_owned(), outcome.name().into()),
                ("exit_code".to_owned(), outcome.code().into()),
                ("summary".to_owned(), summed_up(summary)),
            ]);
            if outcome == RunOutcome::Failed {
                members.insert("message".to_owned(), refused(summary).into());
            }
            log.write("finished", members.into());
        }
    }

    /// Logs that the command was interrupted while asking nothing.
    pub fn interrupted(&self) {
        if let Some(log) = &self.log {
            let outcome = RunOutcome::Interrupted;
            let members = json!({ "outcome": outcome.name(), "exit_code": outcome.code() });
            log.write("finished", members);
        }
    }

    /// Logs that the run failed.
    pub fn failed(&self, error: &anyhow::Error) {
        if let Some(log) = &self.log {
            let message = format!("{error:#}");
            log.write(
                "finished",
                json!({ "outcome": "failed", "exit_code": 1, "message": message }),
            );
        }
    }

    fn round(&self, subjects: &[RoundSubject], accounts: &Accounts) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let row = |subject: &RoundSubject| {
            let next = last.as_ref().and_then(|last| last.next(&subject.name, subject.trials));
            next.unwrap_or_else(|| Row::new(subject))
        };
        let progress = Progress::start(
            subjects.iter().map(row).collect(),
            accounts.clone(),
            Arc::clone(&self.payer),
            self.log.clone(),
            last.as_deref(),
        );
        *last = Some(progress);
    }

    fn asking(&self, event: Event<'_>) {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(shown) = last else { return };
        if let Some(log) = &self.log {
            log.note(shown.in_all(event));
        }
        shown.note(event);
    }

    /// Advances the bar of a plan; hidden without a terminal.
    fn planning(&self, questions: u64, total: u64) {
        let mut planning = self.planning.lock().unwrap_or_else(PoisonError::into_inner);
        match total {
            0 => planning.take().iter().for_each(ProgressBar::finish_and_clear),
            total => planning.get_or_insert_with(|| bar(total, PLANNING)).inc(questions),
        }
    }
}

impl EventSink for RunObserver {
    fn emit(&self, event: &RunEvent<'_>) {
        match event {
            RunEvent::Planning { questions, total } => self.planning(*questions, *total),
            RunEvent::Planned { .. } => self.enter(Phase::Asking),
            RunEvent::BudgetOpened { meter } => {
                self.payer.get_or_init(|| meter.clone());
            }
            RunEvent::RoundStarted { subjects, accounts } => self.round(subjects, accounts),
            RunEvent::Asking(event) => self.asking(*event),
            RunEvent::RoundEnded => {
                let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
                if let Some(shown) = last {
                    shown.finish();
                }
            }
            RunEvent::Notice { message, .. } => self.say(message),
            _ => {}
        }
    }
}

/// Reports the throughput of each account, and the limit or budget that ended the run, if any.
pub fn tell(summary: &Summary) {
    for (account, achieved) in summary.accounts.iter().filter(|(_, achieved)| achieved.sent > 0) {
        console::note(&said(account, achieved));
    }
    if let Some(reason) = &summary.spent {
        console::note(&format!("{reason}: run the same command with a larger budget to go on"));
    }
    if summary.limited {
        console::note("a limit ended the run, as --on-limit stop asks");
    }
}

/// Reports the number of questions without an answer, if any, and how to ask them.
pub fn tell_lacking(summary: &Summary, again: &str) {
    if !summary.is_complete() {
        console::note(&lacking(summary, again));
        unsaid(summary).iter().for_each(|line| console::note(line));
    }
}

/// The reasons why questions were given up, by kind of failure, for subjects that were not stopped.
fn unsaid(summary: &Summary) -> Vec<String> {
    let is_said = |kind: &ErrorKind| summary.stopped.iter().any(|stopped| stopped.kind == *kind);
    let last = summary.last_failures.iter().filter(|(kind, _)| !is_said(kind));
    last.map(|(kind, why)| {
        format!("the last that was given up ({}): {}", kind.as_str(), escape_line(why))
    })
    .collect()
}

fn lacking(summary: &Summary, again: &str) -> String {
    let count = summary.unanswered();
    let lack = counted(count, "question is", "questions are");
    let them = if count == 1 { "it" } else { "them" };
    let why = match summary.failed.values().sum::<u64>() {
        0 => String::new(),
        failed => format!("; given up: {failed}{}", by_kind(&summary.failed)),
    };
    format!("{lack} still without an answer; {again} to ask {them}{why}")
}

/// Describes the number of repeated attempts, and the number of failed attempts to repeat if it
/// differs, because a run that ends early does not repeat all.
pub fn retries(summary: &Summary) -> String {
    let failed: u64 = summary.retried.values().sum();
    let made = match failed == summary.retries {
        true => counted(summary.retries, "retry", "retries"),
        false => {
            let failed = counted(failed, "failed attempt", "failed attempts");
            format!("{} of {failed} made again", summary.retries)
        }
    };
    made + &by_kind(&summary.retried)
}

/// Lists counts by kind of failure, in brackets.
fn by_kind(counts: &BTreeMap<ErrorKind, u64>) -> String {
    let each: Vec<String> =
        counts.iter().map(|(kind, count)| format!("{count} {}", kind.as_str())).collect();
    if each.is_empty() { String::new() } else { format!(" ({})", each.join(", ")) }
}

/// The reason why nothing was answered, if the same command would fail again.
fn refused(summary: &Summary) -> String {
    match summary.stopped.first() {
        Some(stopped) => format!("{} stopped: {}", stopped.subject, stopped.reason),
        None => {
            let last = summary.last_failures.values().next();
            let last = last.map(|why| format!("; the last: {why}")).unwrap_or_default();
            let failed = by_kind(&summary.failed);
            format!("nothing was answered: all that was asked failed{failed}{last}")
        }
    }
}

/// The summary of a run, for programs.
fn summed_up(summary: &Summary) -> serde_json::Value {
    let stopped = summary.stopped.iter().map(|stopped| {
        json!({ "subject": stopped.subject, "kind": stopped.kind, "reason": stopped.reason })
    });
    json!({
        "trials": summary.trials,
        "asked": summary.asked,
        "answered": summary.answered,
        "already": summary.already,
        "elsewhere": summary.elsewhere,
        "wasted": summary.wasted,
        "unanswered": summary.unanswered(),
        "retries": summary.retries,
        "retried": summary.retried,
        "failed": summary.failed,
        "dropped": summary.dropped,
        "stopped": stopped.collect::<Vec<_>>(),
        "budget": summary.spent,
        "accounts": accounts_achieved(summary),
    })
}

fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Describes the throughput of an account in one line.
fn said(account: &str, achieved: &AccountStatistics) -> String {
    let AccountStatistics { sent, refused, most_in_flight, mean_in_flight, limit, .. } = achieved;
    // A limit that was never lowered is not a limit of the server.
    let found = match achieved.cuts {
        0 => "no limit found".to_owned(),
        _ => format!("limit {limit}"),
    };
    let mut line = format!(
        "{}: {sent} requests, {mean_in_flight:.1} in flight on average, {most_in_flight} at most, {found}",
        escape_line(account)
    );
    let lowered = || format!("limit lowered {}", counted(achieved.cuts, "time", "times"));
    if *refused > 0 {
        let share = percent_decimals(*refused as f64 / (*sent).max(1) as f64, 1);
        line += &format!("; {refused} refused ({share} %)");
    }
    match (achieved.cuts, *refused) {
        (0, _) => {}
        (_, 0) => line += &format!("; none refused, {} since answers came too late", lowered()),
        _ => line += &format!(", {}", lowered()),
    }
    // As in the events.
    let paused = tenth(achieved.paused.as_secs_f64());
    if paused > 0.0 {
        line += &format!("; paused {paused} s");
    }
    if achieved.outages > 0 {
        line += &format!("; {}", counted(achieved.outages, "outage", "outages"));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_run::SubjectStop;
    use std::time::Duration;

    #[test]
    fn why_questions_were_given_up_is_said() {
        let run = Summary { trials: 50, answered: 10, ..Summary::default() };
        let said = "40 questions are still without an answer; run again to ask them";
        assert_eq!(lacking(&run, "run again"), said);
        let failed = BTreeMap::from([(ErrorKind::Server, 30), (ErrorKind::Timeout, 2)]);
        let with_kinds = format!("{said}; given up: 32 (30 server, 2 timeout)");
        let last = [(ErrorKind::Server, "HTTP 500"), (ErrorKind::Timeout, "no answer")];
        let last_failures = last.map(|(kind, why)| (kind, why.to_owned())).into();
        let mut failing = Summary { failed, last_failures, ..run };
        assert_eq!(lacking(&failing, "run again"), with_kinds);
        let timeout = "the last that was given up (timeout): no answer";
        assert_eq!(unsaid(&failing), ["the last that was given up (server): HTTP 500", timeout]);
        assert!(refused(&failing).ends_with("; the last: HTTP 500"), "{}", refused(&failing));
        // A subject that was stopped for this reason is reported already.
        let (subject, reason) = ("openai:m".to_owned(), "HTTP 500".to_owned());
        failing.stopped.push(SubjectStop { subject, kind: ErrorKind::Server, reason });
        assert_eq!(unsaid(&failing), [timeout]);
    }

    #[test]
    fn what_is_dropped_is_told_as_it_is_counted() {
        for (dropped, words) in [
            (Droppable::Metered(0), "nothing was in flight"),
            (
                Droppable::Metered(1),
                "up to 1 request in flight is dropped, and may have been charged for",
            ),
            (Droppable::Free(4), "4 requests in flight are dropped"),
            (
                Droppable::Unknown(2),
                "2 requests in flight are dropped, and may have been charged for",
            ),
        ] {
            assert_eq!(dropped.to_string(), words);
        }
    }

    #[test]
    fn what_an_account_achieved_is_a_line() {
        let plain = AccountStatistics {
            sent: 200,
            most_in_flight: 64,
            mean_in_flight: 41.25,
            limit: 64,
            ..AccountStatistics::default()
        };
        assert_eq!(
            said("https://host/v1", &plain),
            "https://host/v1: 200 requests, 41.2 in flight on average, 64 at most, no limit found"
        );
        let troubled = AccountStatistics {
            refused: 5,
            cuts: 2,
            outages: 1,
            paused: Duration::from_millis(1500),
            ..plain
        };
        let line = said("a\nb", &troubled);
        assert!(line.starts_with(r"a\nb: ") && line.contains(" at most, limit 64; "), "{line}");
        assert!(
            line.ends_with("; 5 refused (2.5 %), limit lowered 2 times; paused 1.5 s; 1 outage"),
            "{line}"
        );
    }
}
