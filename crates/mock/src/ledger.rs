//! The ledger of requests and their results.

use crate::Fault;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Statistics since the server started, or since the last reset.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Stats {
    /// Number of requests for an answer, including refused ones.
    pub requests: u64,
    /// Number of different questions among them, by model and messages.
    pub questions: u64,
    /// Number of right answers sent completely to a connected client.
    pub answered: u64,
    /// Number of right answers to questions that already had one.
    pub answered_again: u64,
    /// Number of requests whose client disconnected before the answer.
    pub abandoned: u64,
    /// Number of requests that were not questions: another path, or invalid JSON.
    pub bad_requests: u64,
    /// Number of requests refused because the server was full.
    pub full: u64,
    /// Number of requests refused because they came too fast.
    pub too_fast: u64,
    /// Number of faults, by kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// Number of requests in progress.
    pub in_flight: u64,
    /// Largest number of requests in progress.
    pub in_flight_max: u64,
    /// Number of opened connections.
    pub connections: u64,
    /// Seconds from the first request to the last answer.
    pub span_s: f64,
}

/// The history of one question.
#[derive(Clone, Copy, Debug, Default)]
struct Question {
    asked: u32,
    answered: bool,
}

/// The counts, with the data behind them.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    stats: Stats,
    faults: [u64; Fault::ALL.len()],
    questions: HashMap<u128, Question, FxBuildHasher>,
    first: Option<Instant>,
    last: Option<Instant>,
}

impl Ledger {
    /// Records a connection.
    pub(crate) fn connected(&mut self) {
        self.stats.connections += 1;
    }

    /// Records a request that is not a question.
    pub(crate) fn bad_request(&mut self) {
        self.stats.bad_requests += 1;
    }

    /// Records a question. Returns how often it was asked before.
    pub(crate) fn asked(&mut self, question: u128, now: Instant) -> u32 {
        self.stats.requests += 1;
        self.first.get_or_insert(now);
        let known = self.questions.entry(question).or_default();
        known.asked += 1;
        known.asked - 1
    }

    /// Records a request that a full server refuses.
    pub(crate) fn full(&mut self) {
        self.stats.full += 1;
    }

    /// Records a request that came too fast.
    pub(crate) fn too_fast(&mut self) {
        self.stats.too_fast += 1;
    }

    /// Records a fault.
    pub(crate) fn met(&mut self, fault: Fault) {
        let counts = Fault::ALL.iter().zip(&mut self.faults);
        if let Some((_, count)) = counts.into_iter().find(|(kind, _)| **kind == fault) {
            *count += 1;
        }
    }

    /// Records the number of requests in progress.
    pub(crate) fn in_flight(&mut self, now: u64) {
        self.stats.in_flight = now;
        self.stats.in_flight_max = self.stats.in_flight_max.max(now);
    }

    /// Records a right answer that is sent.
    pub(crate) fn answered(&mut self, question: u128, now: Instant) {
        self.stats.answered += 1;
        self.last = Some(now);
        let known = self.questions.entry(question).or_default();
        self.stats.answered_again += u64::from(known.answered);
        known.answered = true;
    }

    /// Records a client that disconnected.
    pub(crate) fn abandoned(&mut self) {
        self.stats.abandoned += 1;
    }

    pub(crate) fn stats(&self) -> Stats {
        let span = self.first.zip(self.last).map(|(first, last)| last.duration_since(first));
        Stats {
            questions: self.questions.len() as u64,
            faults: Fault::ALL.iter().map(|fault| fault.name()).zip(self.faults).collect(),
            span_s: span.unwrap_or(Duration::ZERO).as_secs_f64(),
            ..self.stats.clone()
        }
    }

    /// Resets everything but the requests in progress.
    pub(crate) fn reset(&mut self) {
        let in_flight = self.stats.in_flight;
        *self = Self::default();
        self.in_flight(in_flight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_answered_twice_is_counted() {
        let (mut ledger, now) = (Ledger::default(), Instant::now());
        assert_eq!([ledger.asked(1, now), ledger.asked(1, now), ledger.asked(2, now)], [0, 1, 0]);
        ledger.answered(1, now);
        ledger.answered(2, now);
        assert_eq!(ledger.stats().answered_again, 0);
        ledger.answered(1, now);
        let stats = ledger.stats();
        assert_eq!((stats.requests, stats.questions), (3, 2));
        assert_eq!((stats.answered, stats.answered_again), (3, 1));
        ledger.reset();
        assert_eq!(ledger.asked(1, now), 0);
    }
}
