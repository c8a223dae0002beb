//! Progress of a run on stderr: a bar on a terminal, a line now and then elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use peirast_record::ErrorKind;
use peirast_run::Event;
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Questions between two lines where no terminal shows a bar.
const LINE_EVERY: u64 = 10_000;

/// Shows how far a run has come.
pub struct Progress {
    bar: ProgressBar,
    terminal: bool,
    total: u64,
    done: AtomicU64,
    retries: AtomicU64,
    failed: AtomicU64,
    refused: AtomicBool,
}

impl Progress {
    /// Progress towards `total` answers.
    pub fn new(total: u64) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let bar = bar(total, "{bar:30} {pos}/{len} answers, {per_sec}, {eta} left {msg}");
        let zero = || AtomicU64::new(0);
        let refused = AtomicBool::new(false);
        Self { bar, terminal, total, done: zero(), retries: zero(), failed: zero(), refused }
    }

    /// Takes note of an event.
    pub fn note(&self, event: Event<'_>) {
        match event {
            Event::Planned { already, .. } => self.advance(already),
            Event::Answered { .. } => self.advance(1),
            Event::Retrying { .. } => {
                self.retries.fetch_add(1, Ordering::Relaxed);
                self.show_trouble();
            }
            Event::Pausing { host, status, asked, wait, .. } => {
                self.line(&pausing(host, status, asked, wait));
            }
            Event::Failed { trial, kind, message, .. } => {
                self.failed.fetch_add(1, Ordering::Relaxed);
                self.show_trouble();
                // The others are in the store; were all of them told, nothing else would be seen.
                if kind == ErrorKind::BadRequest && !self.refused.swap(true, Ordering::Relaxed) {
                    let (subject, key) = (&trial.subject, &trial.key);
                    self.line(&format!("{subject} refused question {key}: {message}"));
                }
            }
            Event::Stopped { subject, reason, .. } => {
                self.line(&format!("{subject} stopped: {reason}"));
            }
            Event::Cancelling { in_flight, .. } if in_flight > 0 => {
                self.line(&format!("stopping; waiting for {in_flight} answers in flight"));
            }
            _ => {}
        }
    }

    /// Clears the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn advance(&self, by: u64) {
        let before = self.done.fetch_add(by, Ordering::Relaxed);
        self.bar.inc(by);
        let crossed = (before + by) / LINE_EVERY > before / LINE_EVERY;
        if !self.terminal && crossed {
            crate::voice::note(&format!("{} of {} answers", before + by, self.total));
        }
    }

    fn show_trouble(&self) {
        let retries = self.retries.load(Ordering::Relaxed);
        let failed = self.failed.load(Ordering::Relaxed);
        self.bar.set_message(format!("({retries} retries, {failed} failed)"));
    }

    fn line(&self, text: &str) {
        self.bar.suspend(|| crate::voice::note(text));
    }
}

/// A bar towards `total`; hidden where no terminal shows it.
pub fn bar(total: u64, template: &str) -> ProgressBar {
    let terminal = std::io::stderr().is_terminal();
    let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(total), target);
    // Templates are constants; if one were wrong, the plain bar would do.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Says how long a server makes the run wait; and, if it asks for more than is heeded, for how long.
fn pausing(host: &str, status: Option<u16>, asked: Duration, wait: Duration) -> String {
    let seconds = |wait: Duration| format!("{:.0} s", wait.as_secs_f64().ceil());
    let more = if asked > wait { format!(" for {}", seconds(asked)) } else { String::new() };
    let status = status.map(|status| format!(" (HTTP {status})")).unwrap_or_default();
    format!("waiting {} because {host} asked{more}{status}", seconds(wait))
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
    }
}
