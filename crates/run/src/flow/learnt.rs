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
    pub(super) since: Instant,
    /// How long of it nobody asked for anything.
    pub(super) idle: Duration,
    pub(super) answers: u32,
    /// Whether it answered all the time before.
    pub(super) is_first: bool,
}

/// What was known of a server when something first failed of what was sent since the latest answer. Answers to what
/// was in flight then do not count: they may come for long after it began to refuse all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learnt {
    /// The number of the next attempt then.
    pub(super) next: u64,
    /// Refusals of what was sent from then on.
    pub(super) refused: u32,
    /// Those of them since the latest answer.
    pub(super) row: u32,
    /// Whether there was a long row of them after which nothing was in flight: no answer is on its way, either.
    pub(super) refused_all: bool,
    pub(super) window: Known,
    pub(super) pace: Pace,
}
