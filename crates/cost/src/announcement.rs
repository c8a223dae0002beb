//! An announcement: what a run directory was said to cost before it was asked.

use crate::{Cited, Forecast, Kind, Span, Spending, Usd};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What all questions to one subject were said to cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Announced {
    /// The day: `2026-11-22`.
    pub day: String,
    /// Its questions, without those that votes may call for.
    pub questions: u64,
    /// Input tokens.
    pub input: Span<u64>,
    /// How they were known: `exact`, `calibrated` or `estimated`.
    pub kind: String,
    /// Output tokens.
    pub output: Span<u64>,
    /// What this costs, where a price is known.
    pub cost: Option<Span<Usd>>,
    /// The price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Cited>,
}

impl Announced {
    /// What is announced of a subject with so many questions: what its answers so far cost, and what the
    /// rest will.
    pub fn new(day: String, questions: u64, so_far: &Spending, rest: &Forecast) -> Self {
        let plus = |before: u64, span: Span<u64>| Span {
            expected: before.saturating_add(span.expected),
            most: before.saturating_add(span.most),
        };
        let input = Span { expected: rest.input.tokens, most: rest.input.high };
        let cost = so_far.cost.zip(rest.cost).map(|(before, rest)| Span {
            expected: before + rest.expected,
            most: before + rest.most,
        });
        Self {
            day,
            questions,
            input: plus(so_far.tokens.input, input),
            kind: kind_name(&rest.input.kind).to_owned(),
            output: plus(so_far.tokens.output, rest.output),
            cost,
            price: rest.price.clone(),
        }
    }
}

/// The name of a kind of count.
pub fn kind_name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Exact => "exact",
        Kind::Calibrated { .. } => "calibrated",
        Kind::Estimated { .. } => "estimated",
    }
}

/// What the subjects of a run directory were said to cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Announcement(BTreeMap<String, Announced>);

impl Announcement {
    /// Takes in what is announced now. What was said of the same questions before stays: an
    /// announcement is to be compared with what came of it, and not to be mended meanwhile.
    pub fn announce(&mut self, subject: &str, announced: Announced) {
        if !self.is_announced(subject, announced.questions) {
            self.0.insert(subject.to_owned(), announced);
        }
    }

    /// Whether so many questions to a subject were announced.
    pub fn is_announced(&self, subject: &str, questions: u64) -> bool {
        self.0.get(subject).is_some_and(|before| before.questions == questions)
    }

    /// What was announced of a subject.
    pub fn of(&self, subject: &str) -> Option<&Announced> {
        self.0.get(subject)
    }

    /// What each subject was said to cost; none of one without a known price.
    pub fn costs(&self) -> impl Iterator<Item = Option<Span<Usd>>> {
        self.0.values().map(|announced| announced.cost)
    }

    /// Whether nothing was announced.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
