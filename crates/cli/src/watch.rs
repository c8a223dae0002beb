//! Watching a run: what all rounds of a command share of its accounts, its events and its display.

use crate::args::FlowOptions;
use crate::costs::{RunPurse, Spent};
use crate::ear::Ear;
use crate::ending::Ending;
use crate::event_log::EventLog;
use crate::open_files;
use crate::progress::{Progress, Row};
use crate::voice;
use anyhow::Result;
use peirast_cost::Usd;
use peirast_llm::Subject;
use peirast_record::ErrorKind;
use peirast_report::{counted, escape_line};
use peirast_run::{Event, Runner, Summary};
use peirast_throttle::{AccountStatistics, Accounts, Limits};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tokio::sync::Notify;

/// Under this name a store says what each account achieved in its last run.
pub const FLOW: &str = "flow";

/// Who pays for a run, as soon as that is known; nobody where nothing costs anything.
pub type Payer = Arc<OnceLock<Option<Arc<RunPurse>>>>;

/// What is spent, as members of an event: unknown as long as it is not known who pays.
pub fn spending(payer: &Payer) -> serde_json::Map<String, serde_json::Value> {
    let spent = match payer.get() {
        None => Spent::default(),
        Some(None) => Spent::nothing(),
        Some(Some(purse)) => purse.spent(),
    };
    spent.members()
}

/// What the answers of a subject cost; none where that is not known.
pub fn paid(payer: &Payer, subject: &str) -> Option<Usd> {
    match payer.get()? {
        Some(purse) => purse.paid(subject),
        None => Some(Usd::ZERO),
    }
}

/// What all rounds of a command share: the accounts, so that each goes on from where the last one
/// stopped, and who is told of events.
#[derive(Clone)]
pub struct Watch {
    accounts: Accounts,
    log: Option<Arc<EventLog>>,
    payer: Payer,
    /// The answers of earlier runs that no round asks about, by subject.
    besides: Arc<OnceLock<BTreeMap<String, u64>>>,
    /// The display of the last round, from which the next one counts on.
    last: Arc<Mutex<Option<Arc<Progress>>>>,
    /// Rings when nothing of a round is in flight any more.
    landed: Arc<Notify>,
}

impl Watch {
    /// As the command line says.
    pub fn new(options: &FlowOptions) -> Result<Self> {
        let log = options.json_events.as_deref().map(EventLog::open).transpose()?;
        let limits = options.limits();
        let concurrency = usize::from(open_files::connections(options.concurrency));
        let accounts = Accounts::new(Limits { concurrency, ..limits });
        Ok(Self { log: log.map(Arc::new), ..Self::of(accounts) })
    }

    /// With nothing but a bound on what is in flight.
    pub fn plain(concurrency: u16) -> Self {
        let limits = Limits { concurrency: usize::from(concurrency), ..Limits::default() };
        Self::of(Accounts::new(limits))
    }

    fn of(accounts: Accounts) -> Self {
        let (payer, besides, last, landed) = Default::default();
        Self { accounts, log: None, payer, besides, last, landed }
    }

    /// Shows from now on what is spent, or tells that nothing costs anything. A command has one purse.
    pub fn costing(&self, purse: Option<&Arc<RunPurse>>) {
        self.payer.get_or_init(|| purse.cloned());
    }

    /// Counts answers of earlier runs that no round will ask about, by subject.
    pub fn counting_besides(&self, answers: BTreeMap<String, u64>) {
        self.besides.get_or_init(|| answers);
    }

    /// So many questions more are to be asked of an account of which none was yet.
    pub fn anticipate(&self, account: &str, questions: usize) {
        self.accounts.expect_requests(account, questions);
    }

    /// Tells of the beginning.
    pub fn begun(&self, command: &str, dir: &Path, study: Option<&str>) {
        if let Some(log) = &self.log {
            let dir = dir.display().to_string();
            let version = peirast_record::VERSION;
            let members =
                json!({ "peirast": version, "command": command, "dir": dir, "study": study });
            log.write("begun", members);
        }
    }

    /// The runner of a round, which this watches; and the display, to be finished after it. An `ear` hears
    /// every answer.
    pub fn over(
        &self,
        runner: Runner,
        subjects: &[(Arc<dyn Subject>, u64)],
        ear: Option<Ear>,
    ) -> (Runner, Arc<Progress>) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let row = |(subject, trials): &(Arc<dyn Subject>, u64)| {
            let besides = self.besides.get().and_then(|all| all.get(subject.name()).copied());
            let next = last.as_ref().and_then(|last| last.next(subject.name(), *trials));
            next.unwrap_or_else(|| Row::new(subject.as_ref(), *trials, besides.unwrap_or(0)))
        };
        let progress = Progress::start(
            subjects.iter().map(row).collect(),
            self.accounts.clone(),
            Arc::clone(&self.payer),
            self.log.clone(),
            last.as_deref(),
        );
        *last = Some(Arc::clone(&progress));
        drop(last);
        let (shown, log) = (Arc::clone(&progress), self.log.clone());
        let landed = Arc::clone(&self.landed);
        let runner = runner.accounts(self.accounts.clone()).on_event(move |event| {
            if let Some(log) = &log {
                log.note(shown.in_all(event));
            }
            shown.note(event);
            match (event, &ear) {
                (Event::Answered { trial, response }, Some(ear)) => ear.hear(trial, response),
                (Event::Drained, _) => landed.notify_one(),
                _ => {}
            }
        });
        (runner, progress)
    }

    /// Says something, above what is shown.
    pub fn say(&self, text: &str) {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match last {
            Some(shown) => shown.say(text),
            None => voice::note(text),
        }
    }

    /// Waits until nothing of a round is in flight any more.
    pub async fn landed(&self) {
        self.landed.notified().await;
    }

    /// Tells of the end.
    pub fn finished(&self, summary: &Summary) {
        if let Some(log) = &self.log {
            let ending = Ending::of(summary);
            let mut members = spending(&self.payer);
            members.extend([
                ("outcome".to_owned(), ending.name().into()),
                ("exit_code".to_owned(), ending.code().into()),
                ("summary".to_owned(), summed_up(summary)),
            ]);
            if ending == Ending::Failed {
                members.insert("message".to_owned(), refused(summary).into());
            }
            log.write("finished", members.into());
        }
    }

    /// Tells that the command was interrupted while nothing was asked.
    pub fn interrupted(&self) {
        if let Some(log) = &self.log {
            let ending = Ending::Interrupted;
            log.write("finished", json!({ "outcome": ending.name(), "exit_code": ending.code() }));
        }
    }

    /// Tells that the run could not be carried out.
    pub fn failed(&self, error: &anyhow::Error) {
        if let Some(log) = &self.log {
            let message = format!("{error:#}");
            log.write(
                "finished",
                json!({ "outcome": "failed", "exit_code": 1, "message": message }),
            );
        }
    }
}

/// Says what each account achieved, and what ended the run if a limit or the budget did.
pub fn tell(summary: &Summary) {
    for (account, achieved) in summary.accounts.iter().filter(|(_, achieved)| achieved.sent > 0) {
        voice::note(&said(account, achieved));
    }
    if let Some(reason) = &summary.spent {
        voice::note(&format!("{reason}: run the same command with a larger budget to go on"));
    }
    if summary.limited {
        voice::note("a limit ended the run, as --on-limit stop asks");
    }
}

/// Says how many questions have no answer, if some have none, and what to do to ask them.
pub fn tell_lacking(summary: &Summary, again: &str) {
    if !summary.is_complete() {
        voice::note(&lacking(summary, again));
    }
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

/// How many attempts were made again; and how many failed that were to be, where that is not the same: a
/// run that ends early does not come to it.
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

/// Counts by why attempts failed, in brackets.
fn by_kind(counts: &BTreeMap<ErrorKind, u64>) -> String {
    let each: Vec<String> =
        counts.iter().map(|(kind, count)| format!("{count} {}", kind.as_str())).collect();
    if each.is_empty() { String::new() } else { format!(" ({})", each.join(", ")) }
}

/// Why nothing was answered that the same command would be answered either.
fn refused(summary: &Summary) -> String {
    match summary.stopped.first() {
        Some(stopped) => format!("{} stopped: {}", stopped.subject, stopped.reason),
        None => {
            format!("nothing was answered: all that was asked failed{}", by_kind(&summary.failed))
        }
    }
}

/// What a run came to, for programs.
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
        "stopped": stopped.collect::<Vec<_>>(),
        "budget": summary.spent,
        "accounts": achieved(summary),
    })
}

/// What each account achieved, as events and the store hold it.
pub fn achieved(summary: &Summary) -> serde_json::Value {
    let account = |(name, achieved): (&String, &AccountStatistics)| {
        let of = json!({
            "sent": achieved.sent,
            "refused": achieved.refused,
            "mean_in_flight": tenth(achieved.mean_in_flight),
            "most_in_flight": achieved.most_in_flight,
            "limit": achieved.limit,
            "cuts": achieved.cuts,
            "outages": achieved.outages,
            "paused_s": tenth(achieved.paused.as_secs_f64()),
        });
        (name.clone(), of)
    };
    summary.accounts.iter().map(account).collect::<serde_json::Map<_, _>>().into()
}

fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// What an account achieved, in a line.
fn said(account: &str, achieved: &AccountStatistics) -> String {
    let AccountStatistics { sent, refused, most_in_flight, mean_in_flight, limit, .. } = achieved;
    // What was never lowered is no limit of the server's.
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
        let share = 100.0 * *refused as f64 / (*sent).max(1) as f64;
        line += &format!("; {refused} refused ({share:.1} %)");
    }
    match (achieved.cuts, *refused) {
        (0, _) => {}
        (_, 0) => line += &format!("; none refused, {} since answers came too late", lowered()),
        _ => line += &format!(", {}", lowered()),
    }
    // As events have it.
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
    use std::time::Duration;

    #[test]
    fn why_questions_were_given_up_is_said() {
        let run = Summary { trials: 50, answered: 10, ..Summary::default() };
        let said = "40 questions are still without an answer; run again to ask them";
        assert_eq!(lacking(&run, "run again"), said);
        let failed = BTreeMap::from([(ErrorKind::Server, 30), (ErrorKind::Timeout, 2)]);
        let with_kinds = format!("{said}; given up: 32 (30 server, 2 timeout)");
        assert_eq!(lacking(&Summary { failed, ..run }, "run again"), with_kinds);
    }

    #[test]
    fn what_an_account_achieved_is_a_line() {
        let plain = AccountStatistics {
            sent: 200,
            most_in_flight: 64,
            mean_in_flight: 41.25,
            limit: 64,
            ..Achieved::default()
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
