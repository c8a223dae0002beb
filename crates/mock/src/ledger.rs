//! The ledger: what was asked and what came of it.

use crate::Fault;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Statistics since the server started, or since the last reset.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Stats {
    /// Requests for an answer, refused ones among them.
    pub requests: u64,
    /// Different questions among them: model and messages.
    pub questions: u64,
    /// Right answers sent whole to a client that was there.
    pub answered: u64,
    /// Right answers to questions that had one before.
    pub answered_again: u64,
    /// Requests whose client went away before the answer.
    pub abandoned: u64,
    /// Requests that were no questions: another path, no JSON.
    pub bad_requests: u64,
    /// Requests refused because the server was full.
    pub full: u64,
    /// Requests refused because they came too fast.
    pub too_fast: u64,
    /// Faults met, by kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// Requests worked on now.
    pub in_flight: u64,
    /// The most requests worked on at once.
    pub in_flight_max: u64,
    /// Connections opened.
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

/// Counts, and what they are counted from.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    stats: Stats,
    faults: [u64; Fault::ALL.len()],
    questions: HashMap<u128, Question, FxBuildHasher>,
    first: Option<Instant>,
    last: Option<Instant>,
}

impl Ledger {
    /// Takes note of a connection.
    pub(crate) fn connected(&mut self) {
        self.stats.connections += 1;
    }

    /// Takes note of a request that is no question.
    pub(crate) fn bad_request(&mut self) {
        self.stats.bad_requests += 1;
    }

    /// Takes note of a question; gives how often it was asked before.
    pub(crate) fn asked(&mut self, question: u128, now: Instant) -> u32 {
        self.stats.requests += 1;
        self.first.get_or_insert(now);
        let known = self.questions.entry(question).or_default();
        known.asked += 1;
        known.asked - 1
    }

    /// Takes note of a request that a full server refuses.
    pub(crate) fn full(&mut self) {
        self.stats.full += 1;
    }

    /// Takes note of a request that came too fast.
    pub(crate) fn too_fast(&mut self) {
        self.stats.too_fast += 1;
    }

    /// Takes note of a fault.
    pub(crate) fn met(&mut self, fault: Fault) {
        let counts = Fault::ALL.iter().zip(&mut self.faults);
        if let Some((_, count)) = counts.into_iter().find(|(kind, _)| **kind == fault) {
            *count += 1;
        }
    }

    /// Takes note of how many requests are worked on.
    pub(crate) fn in_flight(&mut self, now: u64) {
        self.stats.in_flight = now;
        self.stats.in_flight_max = self.stats.in_flight_max.max(now);
    }

    /// Takes note of a right answer that is sent.
    pub(crate) fn answered(&mut self, question: u128, now: Instant) {
        self.stats.answered += 1;
        self.last = Some(now);
        let known = self.questions.entry(question).or_default();
        self.stats.answered_again += u64::from(known.answered);
        known.answered = true;
    }

    /// Takes note of a client that went away.
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

    /// Forgets everything but the requests that are worked on.
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
