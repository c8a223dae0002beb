//! Progress of a run on stderr: live lines on a terminal, an occasional line elsewhere.
//!
//! Events only update counts. A thread reads the counts a few times per second, and draws.

mod bars;
mod pace;
mod row;
mod wording;

pub use row::Row;

use crate::event_log::EventLog;
use bars::{BarContents, Bars};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use peirast_cost::Usd;
use peirast_decimals::counted;
use peirast_record::ErrorKind;
use peirast_run::Event;
use peirast_study::{SpendingMeter, SpendingSummary};
use peirast_throttle::{AccountEvent, AccountStatus, Accounts};
use row::Snapshot;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use wording::{cost, pausing, seconds, state, waits};

/// The bar of a plan that is made in chunks.
pub const PLANNING: &str =
    "planning {bar:30} {human_pos} of about {human_len} questions, {eta} left";

/// Time between two drawings.
const TICK: Duration = Duration::from_millis(200);
/// Time between two progress events.
const LOGGED: Duration = Duration::from_secs(1);
/// Time until the first line without a terminal; each further wait doubles.
const FIRST_LINE: Duration = Duration::from_secs(10);
/// The longest wait between two lines.
const LONGEST_LINE: Duration = Duration::from_secs(300);

/// The meter of a run's cost, once known; none if the run is free.
pub type Payer = Arc<OnceLock<Option<Arc<dyn SpendingMeter>>>>;

/// Spending as members of an event; unknown until a meter exists.
pub fn spending(payer: &Payer) -> Map<String, Value> {
    let spent = match payer.get() {
        None => SpendingSummary::default(),
        Some(None) => SpendingSummary::nothing(),
        Some(Some(tracker)) => tracker.spent(),
    };
    spent.members()
}

/// The cost of the answers of a subject, if it is known.
fn paid(payer: &Payer, subject: &str) -> Option<Usd> {
    match payer.get()? {
        Some(tracker) => tracker.paid(subject),
        None => Some(Usd::ZERO),
    }
}

/// Shows the progress of a run, until finished or dropped.
pub struct Progress {
    rows: BTreeMap<String, Row>,
    accounts: Accounts,
    payer: Payer,
    log: Option<Arc<EventLog>>,
    bars: Bars,
    refused: AtomicBool,
    /// Start of the command.
    begun: Instant,
    lines: Mutex<Lines>,
    over: Mutex<bool>,
    end: Condvar,
    painter: Mutex<Option<JoinHandle<()>>>,
}

impl Progress {
    /// Starts to show the progress of these subjects, in the first round of a command or after the
    /// `last` one.
    pub fn start(
        rows: Vec<Row>,
        accounts: Accounts,
        payer: Payer,
        log: Option<Arc<EventLog>>,
        last: Option<&Self>,
    ) -> Arc<Self> {
        let lines = last.map(|last| *last.lines.lock().unwrap_or_else(PoisonError::into_inner));
        let refused = last.is_some_and(|last| last.refused.load(Ordering::Relaxed));
        let terminal = std::io::stderr().is_terminal();
        let rows: BTreeMap<String, Row> =
            rows.into_iter().map(|row| (row.subject.clone(), row)).collect();
        let names: Vec<&str> = rows.keys().map(String::as_str).collect();
        let bars = Bars::new(&names, terminal);
        let progress = Arc::new(Self {
            rows,
            accounts,
            payer,
            log,
            bars,
            refused: AtomicBool::new(refused),
            begun: last.map_or_else(Instant::now, |last| last.begun),
            lines: Mutex::new(lines.unwrap_or(Lines { next: FIRST_LINE, wait: FIRST_LINE })),
            over: Mutex::new(false),
            end: Condvar::new(),
            painter: Mutex::new(None),
        });
        let painted = Arc::clone(&progress);
        let painter = std::thread::Builder::new().name("progress".to_owned());
        // Without a thread there is no display, and the run continues.
        let painter = painter.spawn(move || painted.paint(terminal)).ok();
        *progress.painter.lock().unwrap_or_else(PoisonError::into_inner) = painter;
        progress
    }

    /// Returns the row of a subject in the next round, with `trials` questions; none if the subject
    /// was not asked before.
    pub fn next(&self, subject: &str, trials: u64) -> Option<Row> {
        self.rows.get(subject).map(|row| row.next(trials))
    }

    /// Converts an event that counts the questions of a round into one that counts all rounds so
    /// far.
    pub fn in_all<'e>(&self, event: Event<'e>) -> Event<'e> {
        match event {
            Event::Planned { subject, trials, already } => {
                let in_all = self.rows.get(subject).map(|row| row.in_all(trials, already));
                let (trials, already) = in_all.unwrap_or((trials, already));
                Event::Planned { subject, trials, already }
            }
            other => other,
        }
    }

    /// Records an event.
    pub fn note(&self, event: Event<'_>) {
        match event {
            Event::Planned { subject, trials, already } => {
                if let Some(row) = self.rows.get(subject) {
                    row.planned(trials, already);
                }
            }
            Event::SharedProgress { subject, trials, answered } => {
                self.row(subject, |row| row.planned(trials, answered));
            }
            Event::PlanGrown { subject, trials } => self.row(subject, |row| row.grown(trials)),
            Event::Started { trial, attempt } => {
                self.row(&trial.subject, |row| row.started(attempt > 1));
            }
            Event::Received { trial } => self.row(&trial.subject, Row::received),
            Event::Answered { trial, .. } => self.row(&trial.subject, Row::answered),
            Event::DuplicateAnswer { trial } => self.row(&trial.subject, Row::outrun),
            Event::Retrying { trial, .. } | Event::RetryAbandoned { trial, .. } => {
                self.row(&trial.subject, Row::broken_off);
            }
            Event::Failed { trial, kind, message, .. } => {
                self.row(&trial.subject, Row::failed);
                // The others are in the store; printing all of them would hide everything else.
                if kind == ErrorKind::BadRequest && !self.refused.swap(true, Ordering::Relaxed) {
                    let (subject, key) = (&trial.subject, &trial.key);
                    self.say(&format!("{subject} refused question {key}: {message}"));
                }
            }
            other => self.tell(other),
        }
    }

    /// Reports an event of an account.
    fn tell_of_account(&self, host: &str, event: &AccountEvent) {
        match event {
            &AccountEvent::Paused { status, asked, wait } => {
                self.say(&pausing(host, status, asked, wait));
            }
            AccountEvent::Outage { attempts, message } => self.say(&format!(
                "{host} answered none of the last {attempts} requests and is tried now and then; the \
                 last: {message}"
            )),
            &AccountEvent::Recovered { after } => {
                self.say(&format!("{host} answers again, after {}", seconds(after)));
            }
            AccountEvent::SubjectIsolated { subject, rejected } => {
                let what = if *rejected { "is refused" } else { "does not answer in time" };
                self.say(&format!(
                    "{subject} {what} while {host} answers others: it is asked apart from them from now on, at its \
                     own pace"
                ));
            }
            AccountEvent::LimitChanged { .. } => {}
        }
    }

    /// Prints the events that are worth a line.
    fn tell(&self, event: Event<'_>) {
        match event {
            Event::Account { host, event, .. } => self.tell_of_account(host, event),
            Event::FormChanged { subject, from, to } => self.say(&format!(
                "{subject} does not take {from}: it is sent as {to} from now on, with the same value"
            )),
            Event::Stopped { subject, reason, .. } => {
                self.row(subject, Row::stopped);
                self.say(&format!("{subject} stopped: {reason}"));
            }
            Event::Cancelling { subject, in_flight, grace } => {
                self.row(subject, Row::stopped);
                self.lines
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .soon(self.begun.elapsed());
                if in_flight > 0 {
                    let requests = counted(in_flight as u64, "request", "requests");
                    self.say(&format!(
                        "stopping; waiting up to {} for {requests} to {subject} in flight",
                        seconds(grace)
                    ));
                }
            }
            Event::Dropped { subject, in_flight, grace, may_cost } => {
                let requests = counted(in_flight as u64, "request", "requests");
                let (were, they) = if in_flight == 1 { ("was", "it") } else { ("were", "they") };
                let cost = if may_cost { "may have been charged for, and " } else { "" };
                self.say(&format!(
                    "{requests} to {subject} {were} dropped after {}, unanswered: {they} {cost}will be asked \
                     again by the same command; --grace SECONDS waits longer",
                    seconds(grace)
                ));
            }
            _ => {}
        }
    }

    /// Number of requests in flight at all accounts.
    pub fn in_flight(&self) -> usize {
        self.accounts.statuses().iter().map(|account| account.in_flight).sum()
    }

    /// Ends the display.
    pub fn finish(&self) {
        *self.over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.end.notify_all();
        let painter = self.painter.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(painter) = painter {
            // A panic of the display must not end a run.
            let _ = painter.join();
        }
        self.bars.clear();
    }

    fn row(&self, subject: &str, note: impl Fn(&Row)) {
        if let Some(row) = self.rows.get(subject) {
            note(row);
        }
    }

    /// Shows a line above the bars.
    pub fn say(&self, text: &str) {
        self.bars.suspend(|| crate::console::note(text));
    }

    /// Draws until the end.
    fn paint(&self, terminal: bool) {
        let mut logged = (Instant::now(), Vec::new());
        loop {
            let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = self.end.wait_timeout_while(over, TICK, |over| !*over);
            let over = *waited.unwrap_or_else(PoisonError::into_inner).0;
            let standings = self.accounts.statuses();
            if terminal {
                self.draw(&standings);
            } else if !over && self.is_line_due() {
                let (left, elapsed) = (self.left(&standings), self.begun.elapsed());
                let line = wording::line(self.all(), left, elapsed, &self.state(&standings));
                crate::console::note(&line);
            }
            if over || logged.0.elapsed() >= LOGGED {
                self.log(&mut logged.1, &standings);
                logged.0 = Instant::now();
            }
            if over {
                return;
            }
        }
    }

    fn is_line_due(&self) -> bool {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.is_due(self.begun.elapsed())
    }

    fn draw(&self, standings: &[AccountStatus]) {
        let elapsed = self.begun.elapsed();
        let subjects = self.rows.iter().map(|(name, row)| {
            let account = of_account(standings, &row.account);
            let (seen, paid) = (row.seen(elapsed), paid(&self.payer, name));
            let left = seen.left(waits(&account));
            BarContents { name, seen, left, state: state(seen, &account, paid.map(cost)) }
        });
        let name = match self.rows.len() {
            1 => self.rows.keys().next().map_or("", String::as_str),
            _ => "all",
        };
        let (seen, left, state) = (self.all(), self.left(standings), self.state(standings));
        self.bars.draw(subjects.collect(), &BarContents { name, seen, left, state });
    }

    /// Describes the state of all subjects together.
    fn state(&self, standings: &[AccountStatus]) -> String {
        let all: Vec<_> = standings.iter().collect();
        state(self.all(), &all, self.spent().as_ref().and_then(SpendingSummary::render))
    }

    fn log(&self, before: &mut Vec<Snapshot>, standings: &[AccountStatus]) {
        let Some(log) = &self.log else { return };
        let elapsed = self.begun.elapsed();
        let seen: Vec<Snapshot> = self.rows.values().map(|row| row.seen(elapsed)).collect();
        if seen.len() == before.len() && seen.iter().zip(&*before).all(|(a, b)| a.counts_as(b)) {
            return;
        }
        let subjects = self.rows.values().zip(&seen).map(|(row, seen)| {
            let waits = waits(&of_account(standings, &row.account));
            json!({
                "subject": row.subject, "account": row.account, "trials": seen.total,
                "answered": seen.done, "in_flight": seen.in_flight, "storing": seen.storing,
                "retries": seen.retries,
                "failed": seen.failed, "per_s": thousandth(seen.rate),
                "left_s": seen.left(waits).map(|left| left.as_secs_f64().ceil()),
                "cost_usd": paid(&self.payer, &row.subject),
            })
        });
        let accounts = standings.iter().map(|one| {
            json!({
                "account": one.account, "in_flight": one.in_flight, "limit": one.limit,
                "waits_s": one.waits.map(|wait| wait.as_secs_f64().ceil()),
            })
        });
        let mut members = spending(&self.payer);
        members.extend([
            ("elapsed_s".to_owned(), thousandth(elapsed.as_secs_f64()).into()),
            ("subjects".to_owned(), subjects.collect()),
            ("accounts".to_owned(), accounts.collect()),
        ]);
        log.write("progress", Value::Object(members));
        *before = seen;
    }

    fn all(&self) -> Snapshot {
        let elapsed = self.begun.elapsed();
        self.rows.values().fold(Snapshot::default(), |all, row| all.plus(row.seen(elapsed)))
    }

    /// Estimates the remaining time: the longest over the accounts, because accounts do not help
    /// each other. Stopped subjects do not count. Unknown while a subject answers nothing.
    fn left(&self, standings: &[AccountStatus]) -> Option<Duration> {
        let elapsed = self.begun.elapsed();
        let mut accounts: BTreeMap<&str, Snapshot> = BTreeMap::new();
        for row in self.rows.values() {
            let seen = row.seen(elapsed);
            if seen.is_stuck() {
                return None;
            }
            if !seen.stops {
                accounts
                    .entry(&row.account)
                    .and_modify(|all| *all = all.plus(seen))
                    .or_insert(seen);
            }
        }
        wording::longest(
            accounts.iter().map(|(account, seen)| (*seen, waits(&of_account(standings, account)))),
        )
    }

    fn spent(&self) -> Option<SpendingSummary> {
        self.payer.get()?.as_ref().map(|tracker| tracker.spent())
    }
}

/// The times of lines without a terminal.
#[derive(Clone, Copy)]
struct Lines {
    next: Duration,
    wait: Duration,
}

impl Lines {
    fn is_due(&mut self, elapsed: Duration) -> bool {
        let due = elapsed >= self.next;
        if due {
            self.wait = (self.wait * 2).min(LONGEST_LINE);
            self.next = elapsed + self.wait;
        }
        due
    }

    /// Schedules the next line soon, as at the beginning.
    fn soon(&mut self, elapsed: Duration) {
        *self = Self { next: elapsed + FIRST_LINE, wait: FIRST_LINE };
    }
}

fn of_account<'a>(standings: &'a [AccountStatus], account: &str) -> Vec<&'a AccountStatus> {
    standings.iter().filter(|standing| standing.account == account).collect()
}

fn thousandth(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

/// Creates a bar towards `total`; hidden without a terminal.
pub fn bar(total: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), target(std::io::stderr().is_terminal()));
    bar.set_style(style(template));
    bar
}

fn target(terminal: bool) -> ProgressDrawTarget {
    if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() }
}

/// Templates are constants; if one is wrong, the plain bar is used.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_fewer() {
        let mut lines = Lines { next: FIRST_LINE, wait: FIRST_LINE };
        let due: Vec<u64> =
            (0..3600).filter(|second| lines.is_due(Duration::from_secs(*second))).collect();
        assert_eq!(due[..6], [10, 30, 70, 150, 310, 610]);
        assert_eq!(due.windows(2).map(|pair| pair[1] - pair[0]).max(), Some(300));
        lines.soon(Duration::from_secs(3600));
        let due = |second| lines.is_due(Duration::from_secs(second));
        assert_eq!([3609, 3610, 3629, 3630].map(due), [false, true, false, true]);
    }
}
