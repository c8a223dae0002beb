//! A ticket: what an attempt asks, whether it may go out, and what is remembered of it until it ends.

use super::signal::Over;
use std::time::Duration;
use tokio::time::Instant;

/// Whether an attempt may go out.
#[derive(Debug)]
pub(crate) enum Entry {
    /// It goes out.
    Go(Ticket),
    /// Not before this moment.
    Later(Instant),
    /// Not before this moment for whom it is asked; it may be another's turn.
    Aside(Instant),
    /// Not before another ends.
    Full,
    /// No more in this run for whom it is asked: a limit was to end that.
    Spent(Over),
    /// No more in this run.
    Over,
}

/// What an attempt asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    /// Bytes of the prompt.
    pub(crate) bytes: usize,
    /// Tokens of the answer at most, where that is set.
    pub(crate) most_tokens: Option<u32>,
    /// Whether it failed before, while others were answered: then it may be the question.
    pub(crate) tainted: bool,
    /// For whom it is asked: a number for each subject of the account.
    pub(crate) who: usize,
    /// Whether a control of its own counts it as sent.
    pub(crate) is_apart: bool,
}

/// An attempt that went out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ticket {
    pub(super) number: u64,
    pub(super) bytes: usize,
    /// What was charged for it.
    pub(super) tokens: u64,
    pub(super) request_mark: u64,
    pub(super) token_mark: u64,
    /// Whether its trial failed before by its own fault, as far as one can know.
    pub(super) tainted: bool,
    pub(super) who: usize,
    pub(super) is_apart: bool,
    pub(super) sent: Instant,
}

impl Ticket {
    /// The number of the attempt, from 0.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }
}

/// What a failure means for its trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Struck {
    /// Whether it counts as one of the trial's attempts: not while the server answers nobody.
    pub(crate) counts: bool,
    /// Whether it was a limit that refused it.
    pub(crate) refused: bool,
    /// What the first wait should be at most, if it is a limit that passes as quickly as answers come.
    pub(crate) base: Option<Duration>,
}
