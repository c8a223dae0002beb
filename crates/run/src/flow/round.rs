//! A round: what was in flight when the last one ended, and what came of what was sent since.

use super::cohort::Cohort;
use super::sign::Sign;

/// What an attempt counts that was too late or whose connection broke, in refusals: either can happen by itself.
const UNCLEAR: f64 = 0.2;

/// A round so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Round {
    /// Its first attempt.
    pub(super) begin: u64,
    /// The first attempt after this round: its answer ends it.
    pub(super) end: u64,
    /// Whether there was no room for more.
    pub(super) used: bool,
    /// The most that were held, and the most that were in flight.
    pub(super) widest: usize,
    pub(super) most: usize,
    pub(super) answered: usize,
    refused: usize,
    late: usize,
    broken: usize,
}

impl Round {
    /// One that begins with this number for the next attempt while so many are out.
    pub(super) fn new(next: u64, out: usize, used: bool) -> Self {
        let begin = next.saturating_sub(out as u64);
        Self { begin, end: next, used, widest: out, most: out, ..Self::default() }
    }

    /// An attempt went out, with which so many slots are held and so many attempts out.
    pub(super) fn sent(&mut self, held: usize, out: usize, limit: usize) {
        self.used |= held >= limit;
        self.widest = self.widest.max(held);
        self.most = self.most.max(out);
    }

    /// An attempt was not taken, by this sign.
    pub(super) fn lost(&mut self, sign: Sign) {
        match sign {
            Sign::Late => self.late += 1,
            Sign::Broken => self.broken += 1,
            _ => self.refused += 1,
        }
    }

    /// What the server refused or seems to have refused, in refusals.
    pub(super) fn strain(&self) -> f64 {
        self.refused as f64 + (self.late + self.broken) as f64 * UNCLEAR
    }

    /// Whether nothing was lost but by broken connections.
    pub(super) fn is_broken(&self) -> bool {
        self.refused + self.late == 0
    }

    /// What the server seems to have taken, with so many in flight still: what was answered a moment ago was taken too,
    /// even if nothing was asked in its place yet.
    pub(super) fn taken(&self, in_flight: usize) -> usize {
        let lost = self.refused + self.late + self.broken;
        self.most.saturating_sub(lost).max(in_flight)
    }

    /// What came of its requests.
    pub(super) fn so_far(&self, next: u64, calm: bool) -> Cohort {
        let (answered, refused) = (self.answered, self.refused + self.broken);
        Cohort { answered, refused, sent: next.saturating_sub(self.begin), calm }
    }
}
