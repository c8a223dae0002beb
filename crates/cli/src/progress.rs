//! Progress of a run on stderr: a bar on a terminal, a line now and then elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use peirast_run::Event;
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicU64, Ordering};

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
}

impl Progress {
    /// Progress towards `total` answers.
    pub fn new(total: u64) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let target =
            if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let template = "{bar:30} {pos}/{len} answers, {per_sec}, {eta} left {msg}";
        // The template is a constant; if it were wrong, the plain bar would do.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let zero = || AtomicU64::new(0);
        Self { bar, terminal, total, done: zero(), retries: zero(), failed: zero() }
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
            Event::Failed { .. } => {
                self.failed.fetch_add(1, Ordering::Relaxed);
                self.show_trouble();
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
