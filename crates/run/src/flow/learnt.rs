//! What was learnt of a server, and since when.

use super::pace::Pace;
use super::window::Known;
use std::time::Duration;
use tokio::time::Instant;

/// A time in which nobody is answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outage {
    pub(super) since: Instant,
    pub(super) told: bool,
}

/// The time since a server last answered nobody.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spell {
    since: Instant,
    /// How long of it nobody asked for anything.
    idle: Duration,
    /// Until when somebody is known to have wanted to ask.
    wanted_until: Instant,
    answers: u32,
    /// Whether it answered all the time before.
    is_first: bool,
}

impl Spell {
    /// The first, which begins with the run.
    pub(super) fn first(now: Instant) -> Self {
        Self { since: now, idle: Duration::ZERO, wanted_until: now, answers: 0, is_first: true }
    }

    /// The next.
    pub(super) fn next(self, now: Instant) -> Self {
        Self { wanted_until: self.wanted_until, is_first: false, ..Self::first(now) }
    }

    /// Nothing is in flight, and somebody asks.
    pub(super) fn asked(&mut self, now: Instant) {
        self.idle += now.saturating_duration_since(self.wanted_until);
    }

    /// Somebody wants to ask until then.
    pub(super) fn wanted(&mut self, until: Instant) {
        self.wanted_until = self.wanted_until.max(until);
    }

    /// A request was answered.
    pub(super) fn answered(&mut self) {
        self.answers += 1;
    }

    /// Answers that came.
    pub(super) fn answers(&self) -> u32 {
        self.answers
    }

    /// Whether the server never answered long enough for it to say anything.
    pub(super) fn says_nothing(&self) -> bool {
        self.is_first && self.answers < 2
    }

    /// Seconds between answers on average, of the time in which anybody asked.
    pub(super) fn between(&self, now: Instant) -> f64 {
        let asked = now.saturating_duration_since(self.since).saturating_sub(self.idle);
        asked.as_secs_f64() / f64::from(self.answers.max(1))
    }
}

/// So many refusals without an answer between them, when one request at a time was too much in the end or nothing else is
/// in flight any more, show that nobody was answered for a while.
const ROW: u32 = 16;

/// What was known of a server when something first failed of what was sent since the latest answer. Answers to what
/// was in flight then do not count: they may come for long after it began to refuse all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learnt {
    /// The number of the next attempt then.
    next: u64,
    /// Refusals of what was sent from then on.
    refused: u32,
    /// Those of them since the latest answer.
    row: u32,
    /// Whether there was a long row of them after which nothing was in flight: no answer is on its way, either.
    refused_all: bool,
    window: Known,
    pace: Pace,
}

impl Learnt {
    /// What is known now, with this number for the next attempt.
    pub(super) fn new(next: u64, window: Known, pace: Pace) -> Self {
        Self { next, refused: 0, row: 0, refused_all: false, window, pace }
    }

    /// Whether the attempt with this number was made since.
    pub(super) fn is_before(&self, number: u64) -> bool {
        number >= self.next
    }

    /// An attempt that was made since was refused; whether nothing else was in flight.
    pub(super) fn refused(&mut self, is_last: bool) {
        self.refused += 1;
        self.row += 1;
        self.refused_all |= is_last && self.row >= ROW;
    }

    /// An attempt was answered that was made before.
    pub(super) fn answered(&mut self) {
        self.row = 0;
    }

    /// Whether so much was refused that no window was narrow enough, of which this is known now.
    pub(super) fn was_refused_all(&self, window: Known) -> bool {
        let is_row = self.refused_all || (window.is_narrowest() && self.refused >= ROW);
        is_row && window.is_narrower(self.window)
    }

    /// What was known of how many the server bears.
    pub(super) fn window(&self) -> Known {
        self.window
    }

    /// The pace that was kept.
    pub(super) fn pace(&self) -> Pace {
        self.pace
    }
}
