//! Progress of a run on stderr: lines that are drawn anew on a terminal, a line now and then elsewhere.
//!
//! Events only count. A thread looks at the counts a few times a second, and draws.

use crate::event_log::EventLog;
use crate::watch::Cost;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use peirast_record::ErrorKind;
use peirast_report::escape_line;
use peirast_run::{Accounts, Event, Standing, Subject};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Between two drawings.
const TICK: Duration = Duration::from_millis(200);
/// Between two progress events.
const LOGGED: Duration = Duration::from_secs(1);
/// Until the first line where no terminal shows bars; each further wait is twice as long.
const FIRST_LINE: Duration = Duration::from_secs(10);
/// The longest wait between two lines.
const LONGEST_LINE: Duration = Duration::from_secs(300);
/// The most subjects with a bar of their own.
const BARS: usize = 16;
/// Characters of a subject's name that a bar shows.
const NAME: usize = 28;

/// A subject and how far it has come.
pub struct Row {
    subject: String,
    account: String,
    total: AtomicU64,
    done: AtomicU64,
    in_flight: AtomicI64,
    retries: AtomicU64,
    failed: AtomicU64,
}

impl Row {
    /// A subject that is asked `trials` questions.
    pub fn new(subject: &dyn Subject, trials: u64) -> Self {
        Self {
            subject: subject.name().to_owned(),
            account: subject.account().to_owned(),
            total: AtomicU64::new(trials),
            done: AtomicU64::new(0),
            in_flight: AtomicI64::new(0),
            retries: AtomicU64::new(0),
            failed: AtomicU64::new(0),
        }
    }

    fn seen(&self) -> Seen {
        let get = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Seen {
            total: get(&self.total),
            done: get(&self.done),
            // What was abandoned does not end.
            in_flight: u64::try_from(self.in_flight.load(Ordering::Relaxed)).unwrap_or(0),
            retries: get(&self.retries),
            failed: get(&self.failed),
        }
    }
}

/// The counts of a row at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    total: u64,
    done: u64,
    in_flight: u64,
    retries: u64,
    failed: u64,
}

impl Seen {
    fn plus(self, other: Self) -> Self {
        Self {
            total: self.total + other.total,
            done: self.done + other.done,
            in_flight: self.in_flight + other.in_flight,
            retries: self.retries + other.retries,
            failed: self.failed + other.failed,
        }
    }
}

/// Shows how far a run has come, until it is finished or dropped.
pub struct Progress {
    rows: BTreeMap<String, Row>,
    accounts: Accounts,
    cost: Option<Cost>,
    log: Option<Arc<EventLog>>,
    bars: MultiProgress,
    refused: AtomicBool,
    begun: Instant,
    over: Mutex<bool>,
    end: Condvar,
    painter: Mutex<Option<JoinHandle<()>>>,
}

impl Progress {
    /// Begins to show how far these subjects have come.
    pub fn start(
        rows: Vec<Row>,
        accounts: Accounts,
        cost: Option<Cost>,
        log: Option<Arc<EventLog>>,
    ) -> Arc<Self> {
        let terminal = std::io::stderr().is_terminal();
        let bars = MultiProgress::with_draw_target(target(terminal));
        let progress = Arc::new(Self {
            rows: rows.into_iter().map(|row| (row.subject.clone(), row)).collect(),
            accounts,
            cost,
            log,
            bars,
            refused: AtomicBool::new(false),
            begun: Instant::now(),
            over: Mutex::new(false),
            end: Condvar::new(),
            painter: Mutex::new(None),
        });
        let painted = Arc::clone(&progress);
        let painter = std::thread::Builder::new().name("progress".to_owned());
        // Without a thread nothing is shown, and the run goes on.
        let painter = painter.spawn(move || painted.paint(terminal)).ok();
        *progress.painter.lock().unwrap_or_else(PoisonError::into_inner) = painter;
        progress
    }

    /// Takes note of an event.
    pub fn note(&self, event: Event<'_>) {
        match event {
            Event::Planned { subject, trials, already } => {
                if let Some(row) = self.rows.get(subject) {
                    row.total.store(trials, Ordering::Relaxed);
                    row.done.fetch_add(already, Ordering::Relaxed);
                }
            }
            Event::Started { trial, .. } => self.count(&trial.subject, 1, |_| {}),
            Event::Answered { trial, .. } => self.count(&trial.subject, -1, |row| add(&row.done)),
            Event::Retrying { trial, .. } => {
                self.count(&trial.subject, -1, |row| add(&row.retries));
            }
            Event::Failed { trial, kind, message, .. } => {
                self.count(&trial.subject, -1, |row| add(&row.failed));
                // The others are in the store; were all of them told, nothing else would be seen.
                if kind == ErrorKind::BadRequest && !self.refused.swap(true, Ordering::Relaxed) {
                    let (subject, key) = (&trial.subject, &trial.key);
                    self.line(&format!("{subject} refused question {key}: {message}"));
                }
            }
            other => self.tell(other),
        }
    }

    /// Tells in words what is worth a line.
    fn tell(&self, event: Event<'_>) {
        match event {
            Event::Pausing { host, status, asked, wait, .. } => {
                self.line(&pausing(host, status, asked, wait));
            }
            Event::Outage { host, attempts, message, .. } => self.line(&format!(
                "{host} answered none of the last {attempts} requests and is tried now and then; the \
                 last: {message}"
            )),
            Event::Recovered { host, after, .. } => {
                self.line(&format!("{host} answers again, after {}", seconds(after)));
            }
            Event::Spent { reason } => self.line(&format!("nothing more is paid for: {reason}")),
            Event::Stopped { subject, reason, .. } => {
                self.line(&format!("{subject} stopped: {reason}"));
            }
            Event::Cancelling { in_flight, .. } if in_flight > 0 => {
                self.line(&format!("stopping; waiting for {in_flight} answers in flight"));
            }
            _ => {}
        }
    }

    /// Ends the display.
    pub fn finish(&self) {
        *self.over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.end.notify_all();
        let painter = self.painter.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(painter) = painter {
            // A display that panicked is no reason to end a run.
            let _ = painter.join();
        }
        let _ = self.bars.clear();
    }

    fn count(&self, subject: &str, in_flight: i64, what: impl Fn(&Row)) {
        if let Some(row) = self.rows.get(subject) {
            row.in_flight.fetch_add(in_flight, Ordering::Relaxed);
            what(row);
        }
    }

    fn line(&self, text: &str) {
        self.bars.suspend(|| crate::voice::note(text));
    }

    /// Draws until the end.
    fn paint(&self, terminal: bool) {
        let bars = if terminal { self.hang_up() } else { Bars::default() };
        let mut lines = Lines { next: FIRST_LINE, wait: FIRST_LINE };
        let mut logged = (Instant::now(), Vec::new());
        loop {
            let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = self.end.wait_timeout_while(over, TICK, |over| !*over);
            let over = *waited.unwrap_or_else(PoisonError::into_inner).0;
            let standings = self.accounts.standings();
            if terminal {
                self.draw(&bars, &standings);
            } else if !over && lines.is_due(self.begun.elapsed()) {
                let cost = self.cost();
                let words = said(self.all(), self.begun.elapsed(), &standings, cost);
                crate::voice::note(&words);
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

    /// A bar for each subject, as far as there is room, and one for all.
    fn hang_up(&self) -> Bars {
        let add = |name: &str| {
            let bar = self.bars.add(ProgressBar::new(0).with_prefix(shortened(name)));
            bar.set_style(style("{prefix:28} {bar:20} {pos}/{len} {per_sec} {eta} left {msg}"));
            bar
        };
        let own = match self.rows.len() {
            2..=BARS => self.rows.keys().map(|name| (name.clone(), add(name))).collect(),
            _ => Vec::new(),
        };
        let name = match self.rows.len() {
            1 => self.rows.keys().next().map_or("", String::as_str),
            _ => "all",
        };
        Bars { own, all: Some(add(name)) }
    }

    fn draw(&self, bars: &Bars, standings: &[Standing]) {
        for (name, bar) in &bars.own {
            if let Some(row) = self.rows.get(name) {
                let account: Vec<_> = of_account(standings, &row.account);
                move_to(bar, row.seen(), state(row.seen(), &account, None));
            }
        }
        if let Some(bar) = &bars.all {
            let all: Vec<_> = standings.iter().collect();
            move_to(bar, self.all(), state(self.all(), &all, self.cost()));
        }
    }

    fn log(&self, before: &mut Vec<Seen>, standings: &[Standing]) {
        let Some(log) = &self.log else { return };
        let seen: Vec<Seen> = self.rows.values().map(Row::seen).collect();
        if seen == *before {
            return;
        }
        let subjects = self.rows.values().zip(&seen).map(|(row, seen)| {
            json!({
                "subject": row.subject, "account": row.account, "trials": seen.total,
                "answered": seen.done, "in_flight": seen.in_flight, "retries": seen.retries,
                "failed": seen.failed,
            })
        });
        let accounts = standings.iter().map(|one| {
            json!({
                "account": one.account, "in_flight": one.in_flight, "limit": one.limit,
                "waits_s": one.waits.map(|wait| wait.as_secs_f64().ceil()),
            })
        });
        log.write(
            "progress",
            json!({
                "elapsed_s": (self.begun.elapsed().as_secs_f64() * 10.0).round() / 10.0,
                "subjects": subjects.collect::<Vec<_>>(),
                "accounts": accounts.collect::<Vec<_>>(),
                "cost_usd": self.cost(),
            }),
        );
        *before = seen;
    }

    fn all(&self) -> Seen {
        self.rows.values().fold(Seen::default(), |all, row| all.plus(row.seen()))
    }

    fn cost(&self) -> Option<f64> {
        self.cost.as_ref().and_then(|cost| cost())
    }
}

/// The bars of a terminal.
#[derive(Default)]
struct Bars {
    own: Vec<(String, ProgressBar)>,
    all: Option<ProgressBar>,
}

/// When lines are due where no terminal shows bars.
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
}

fn add(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

fn of_account<'a>(standings: &'a [Standing], account: &str) -> Vec<&'a Standing> {
    standings.iter().filter(|standing| standing.account == account).collect()
}

fn move_to(bar: &ProgressBar, seen: Seen, state: String) {
    bar.set_length(seen.total);
    // What was there before came at no rate.
    if bar.position() == 0 && seen.done > 0 {
        bar.set_position(seen.done);
        bar.reset_eta();
    }
    bar.set_position(seen.done);
    bar.set_message(state);
}

/// What goes on beside the count.
fn state(seen: Seen, accounts: &[&Standing], cost: Option<f64>) -> String {
    let limit: usize = accounts.iter().map(|account| account.limit).sum();
    let mut parts = vec![format!("{} of {limit} in flight", seen.in_flight)];
    if seen.retries > 0 {
        parts.push(format!("{} retries", seen.retries));
    }
    if seen.failed > 0 {
        parts.push(format!("{} failed", seen.failed));
    }
    if let Some(cost) = cost {
        parts.push(format!("{cost:.2} USD"));
    }
    // Of several accounts, the one that goes on first.
    let waits = accounts.iter().map(|account| account.waits).min().flatten();
    if let Some(wait) = waits {
        parts.push(format!("waiting {}", seconds(wait)));
    }
    parts.join(", ")
}

/// How far a run has come, in a line.
fn said(seen: Seen, elapsed: Duration, standings: &[Standing], cost: Option<f64>) -> String {
    let accounts: Vec<_> = standings.iter().collect();
    let share = 100 * seen.done / seen.total.max(1);
    let rate = seen.done as f64 / elapsed.as_secs_f64().max(1e-3);
    let left = Duration::try_from_secs_f64(seen.total.saturating_sub(seen.done) as f64 / rate);
    let left = left.map_or("unknown time".to_owned(), lasting);
    format!(
        "{} of {} answers ({share} %) after {}, {}; about {left} left",
        seen.done,
        seen.total,
        lasting(elapsed),
        state(seen, &accounts, cost)
    )
}

/// A bar towards `total`; hidden where no terminal shows it.
pub fn bar(total: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), target(std::io::stderr().is_terminal()));
    bar.set_style(style(template));
    bar
}

fn target(terminal: bool) -> ProgressDrawTarget {
    if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() }
}

/// Templates are constants; if one were wrong, the plain bar would do.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A name that moves no cursor, and fits before a bar.
fn shortened(name: &str) -> String {
    let name = escape_line(name);
    match name.chars().count() > NAME {
        true => name.chars().take(NAME - 1).chain(['…']).collect(),
        false => name,
    }
}

/// Says how long a server makes the run wait; and, if it asks for more than is heeded, for how long.
fn pausing(host: &str, status: Option<u16>, asked: Duration, wait: Duration) -> String {
    let more = if asked > wait { format!(" for {}", seconds(asked)) } else { String::new() };
    let asks = match status {
        Some(status) => format!("asked{more} (HTTP {status})"),
        None => "says that nothing is left of its limits until then".to_owned(),
    };
    format!("waiting {} because {host} {asks}", seconds(wait))
}

fn seconds(wait: Duration) -> String {
    format!("{:.0} s", wait.as_secs_f64().ceil())
}

/// A longer time, in words.
fn lasting(time: Duration) -> String {
    match time.as_secs() {
        s if s < 120 => format!("{s} s"),
        s if s < 7200 => format!("{} min", s / 60),
        s => format!("{:.1} h", s as f64 / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_names_who_asked_for_it() {
        let (short, long) = (Duration::from_millis(20_500), Duration::from_secs(3600));
        let told = pausing("host:80", Some(429), short, short);
        assert_eq!(told, "waiting 21 s because host:80 asked (HTTP 429)");
        let told = pausing("host", Some(503), long, Duration::from_secs(300));
        assert_eq!(told, "waiting 300 s because host asked for 3600 s (HTTP 503)");
        let told = pausing("host", None, short, short);
        assert_eq!(
            told,
            "waiting 21 s because host says that nothing is left of its limits until then"
        );
    }

    #[test]
    fn lines_become_fewer() {
        let mut lines = Lines { next: FIRST_LINE, wait: FIRST_LINE };
        let due: Vec<u64> =
            (0..3600).filter(|second| lines.is_due(Duration::from_secs(*second))).collect();
        assert_eq!(due[..6], [10, 30, 70, 150, 310, 610]);
        assert_eq!(due.windows(2).map(|pair| pair[1] - pair[0]).max(), Some(300));
    }

    #[test]
    fn a_line_says_how_far_it_has_come() {
        let account = |limit, wait| Standing {
            account: "https://host/v1".to_owned(),
            in_flight: 90,
            limit,
            waits: wait,
        };
        let seen = Seen { total: 20_000, done: 5000, in_flight: 90, retries: 0, failed: 0 };
        let line = said(seen, Duration::from_secs(100), &[account(128, None)], None);
        assert_eq!(
            line,
            "5000 of 20000 answers (25 %) after 100 s, 90 of 128 in flight; about 5 min left"
        );
        let seen = Seen { done: 0, retries: 3, failed: 1, ..seen };
        let waiting = [account(64, Some(Duration::from_millis(1500)))];
        let line = said(seen, Duration::from_secs(7), &waiting, Some(1.234));
        assert_eq!(
            line,
            "0 of 20000 answers (0 %) after 7 s, 90 of 64 in flight, 3 retries, 1 failed, 1.23 USD, \
             waiting 2 s; about unknown time left"
        );
    }

    #[test]
    fn a_name_moves_no_cursor() {
        assert_eq!(shortened("openai:\u{1b}[2J\n"), r"openai:\u{1b}[2J\n");
        assert_eq!(shortened(&"x".repeat(99)).chars().count(), NAME);
    }
}
