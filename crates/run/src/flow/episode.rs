//! An episode: what was in flight when a server refused more than it took.

use super::cohort::Cohort;

/// Of what a server took when it refused more, this share is asked of it next.
const KEPT: f64 = 0.95;
/// A server that asks for a wait, took nothing of what was in flight, and answered so many times as much before has a limit
/// by time.
const BEFORE: usize = 4;

/// What was in flight when the window closed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Episode {
    /// The first attempt after it.
    pub(super) end: u64,
    /// Attempts that the server seems to have taken.
    pub(super) taken: usize,
    /// Those of them that were in flight.
    pub(super) in_flight: usize,
    /// What it took the time before.
    pub(super) took_before: Option<usize>,
    /// One episode does not close the window further than this.
    pub(super) floor: usize,
    /// The limit when it began, and how many answers came since the one before.
    pub(super) from: usize,
    pub(super) answers: usize,
    /// Of the requests of the round that it closed: those that ended.
    pub(super) cohort: Cohort,
    /// Whether it closed for broken connections alone.
    pub(super) is_broken: bool,
    /// Whether the server asks for a wait.
    pub(super) waits: bool,
    /// Whether what was asked since is answered.
    pub(super) is_over: bool,
}

impl Episode {
    /// Whether the attempt with this number belongs to it.
    pub(super) fn has(&self, number: u64) -> bool {
        number < self.end
    }

    /// One more of its attempts was not taken, and counts as refused or not.
    pub(super) fn lost(&mut self, counts: bool) {
        self.taken = self.taken.saturating_sub(1);
        self.in_flight = self.in_flight.saturating_sub(1);
        self.cohort.refused += usize::from(counts);
    }

    /// One more of its attempts was answered.
    pub(super) fn answered(&mut self) {
        self.cohort.answered += usize::from(!self.is_over);
    }

    /// What becomes of its attempts says nothing any more; what the server took does.
    pub(super) fn let_go(&mut self) {
        (self.end, self.is_over) = (0, true);
    }

    /// What the server took before the next episode. One that begins before this is over is no second time.
    pub(super) fn took_before_next(self) -> Option<usize> {
        if self.is_over { Some(self.taken) } else { self.took_before }
    }

    /// Whether the server took about as much the time before: the one at most so many times the other.
    pub(super) fn took_alike(&self, times: f64) -> bool {
        let (taken, before) = (self.taken as f64, self.took_before.unwrap_or(0) as f64);
        taken <= before * times && before <= taken * times
    }

    /// How many may be in flight after it.
    pub(super) fn kept(&self) -> usize {
        let kept = (self.taken as f64 * KEPT) as usize;
        kept.max(self.floor).max(1)
    }

    /// Whether it says nothing of how many may be in flight, since there is a limit by time.
    pub(super) fn is_by_time(&self) -> bool {
        self.waits && self.in_flight == 0 && self.answers >= BEFORE * self.from
    }

    /// Whether it says nothing of that, since the server was away.
    pub(super) fn was_away(&self) -> bool {
        self.is_broken && self.in_flight == 0
    }
}
