//! The costs of a run directory that were announced before its questions were asked.

use crate::{Forecast, Kind, PriceCitation, Span, Spending, Usd};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Add as _;

/// The announced cost of all questions to one subject.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AnnouncedCost {
    /// Day of the announcement: `2026-11-22`.
    pub day: String,
    /// Number of questions, without further ones for votes.
    pub questions: u64,
    /// Number of questions whose answers another directory paid for.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub taken_over: u64,
    /// Input tokens.
    pub input: Span<u64>,
    /// Kind of the input count: `exact`, `calibrated` or `estimated`.
    pub kind: String,
    /// Output tokens.
    pub output: Span<u64>,
    /// Cost, if a price is known.
    pub cost: Option<Span<Usd>>,
    /// The price in this cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceCitation>,
    /// After a merge: the announcements of the run directories whose sum this is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Self>,
}

impl AnnouncedCost {
    /// Creates an announcement: the cost of the answers so far, and the forecast of the rest.
    pub fn new(day: String, questions: u64, so_far: &Spending, rest: &Forecast) -> Self {
        let plus = |before: u64, span: Span<u64>| span.map(|more| before.saturating_add(more));
        let input = Span { expected: rest.input.tokens, most: rest.input.high };
        let cost = so_far.cost.zip(rest.cost).map(|(before, rest)| rest.map(|more| before + more));
        Self {
            day,
            questions,
            input: plus(so_far.tokens.input, input),
            kind: kind_name(&rest.input.kind).to_owned(),
            output: plus(so_far.tokens.output, rest.output),
            cost,
            price: rest.price.clone(),
            ..Self::default()
        }
    }

    /// Returns the same announcement with this number of reused answers.
    #[must_use]
    pub fn with_taken_over(self, taken_over: u64) -> Self {
        Self { taken_over: taken_over.min(self.questions), ..self }
    }

    /// Returns the number of questions whose cost was announced, without those with reused answers.
    pub fn priced(&self) -> u64 {
        self.questions.saturating_sub(self.taken_over)
    }

    /// Returns the announcement of at most this number of its questions, in proportion.
    ///
    /// ```
    /// use peirast_cost::{AnnouncedCost, TokenCount, Counter, Experience, Group, Spending, Tariff, forecast};
    /// let counted = TokenCount { text: 9600, messages: 100, prompts: 100 };
    /// let group = Group { protocol: "baseline".to_owned(), counted, max_tokens: Some(10) };
    /// let none = Experience::default();
    /// let rest = forecast(Counter::for_subject("openai:a"), &none, &Tariff::Unknown, &[group], counted, 0);
    /// let all = AnnouncedCost::new("2026-11-25".to_owned(), 100, &Spending::nothing(), &rest);
    /// let part = all.clone().part(25);
    /// assert_eq!((part.questions, part.output.most), (25, all.output.most / 4));
    /// assert_eq!(all.clone().part(200), all);
    /// ```
    #[must_use]
    pub fn part(self, questions: u64) -> Self {
        if questions >= self.questions {
            return self;
        }
        let share = questions as f64 / self.questions as f64;
        let count = |count: u64| (count as f64 * share).round() as u64;
        Self {
            questions,
            input: self.input.map(count),
            output: self.output.map(count),
            cost: self.cost.map(|cost| cost.map(|usd| usd.share(share))),
            ..self
        }
    }

    /// Merges the announcement of another directory. Equal parts describe the same questions.
    #[must_use]
    fn with(self, other: Self) -> Self {
        let mut parts = self.into_parts();
        for part in other.into_parts() {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts.sort_by(|a, b| {
            a.dearness().total_cmp(&b.dearness()).then_with(|| a.order().cmp(&b.order()))
        });
        Self::sum(parts)
    }

    fn into_parts(self) -> Vec<Self> {
        if self.parts.is_empty() { vec![self] } else { self.parts }
    }

    /// Returns the price in dollars of a million input and a million output tokens.
    pub fn dearness(&self) -> f64 {
        self.price.as_ref().map_or(0.0, |price| price.input + price.output)
    }

    /// Order of parts with equal prices.
    fn order(&self) -> (&str, u64, u64, u64) {
        (&self.day, self.questions, self.input.expected, self.output.expected)
    }

    /// Returns the sum of parts. If their prices differ, it has the highest one.
    fn sum(parts: Vec<Self>) -> Self {
        let both = |a: Self, b: &Self| Self {
            day: a.day.min(b.day.clone()),
            questions: a.questions.saturating_add(b.questions),
            taken_over: a.taken_over.saturating_add(b.taken_over),
            input: a.input.plus(b.input, u64::saturating_add),
            kind: if doubt(&a.kind) > doubt(&b.kind) { a.kind } else { b.kind.clone() },
            output: a.output.plus(b.output, u64::saturating_add),
            cost: a.cost.zip(b.cost).map(|(a, b)| a.plus(b, Usd::add)),
            price: b.price.clone().or(a.price),
            parts: Vec::new(),
        };
        let nothing = Self {
            day: parts.first().map(|first| first.day.clone()).unwrap_or_default(),
            cost: Some(Span::default()),
            ..Self::default()
        };
        let sum = parts.iter().fold(nothing, both);
        Self { parts: if parts.len() > 1 { parts } else { Vec::new() }, ..sum }
    }
}

/// Returns true if a count is 0.
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Rank of a kind of count by its uncertainty.
fn doubt(kind: &str) -> usize {
    ["", "exact", "calibrated", "estimated"].iter().position(|name| *name == kind).unwrap_or(0)
}

/// Returns the name of a kind of count.
fn kind_name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Exact => "exact",
        Kind::Calibrated { .. } => "calibrated",
        Kind::Estimated { .. } => "estimated",
    }
}

/// The announced cost of a run directory, by subject.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Announcement(BTreeMap<String, AnnouncedCost>);

impl Announcement {
    /// Adds an announcement. An earlier one of the same questions is kept, because announcements
    /// are compared with actual costs and not corrected in between.
    pub fn announce(&mut self, subject: &str, announced: AnnouncedCost) {
        if !self.is_announced(subject, announced.questions) {
            self.0.insert(subject.to_owned(), announced);
        }
    }

    /// Adds the announcement of further questions to the earlier one.
    pub fn add(&mut self, subject: &str, announced: AnnouncedCost) {
        let all = match self.0.remove(subject) {
            Some(before) => before.with(announced),
            None => announced,
        };
        self.0.insert(subject.to_owned(), all);
    }

    /// Returns true if this number of questions to a subject was announced.
    pub fn is_announced(&self, subject: &str, questions: u64) -> bool {
        self.0.get(subject).is_some_and(|before| before.questions == questions)
    }

    /// Merges the announcements of another directory, in any order and any number of times.
    pub fn merge(&mut self, other: Self) {
        for (subject, announced) in other.0 {
            self.add(&subject, announced);
        }
    }

    /// Returns the announcement of a subject.
    pub fn get(&self, subject: &str) -> Option<&AnnouncedCost> {
        self.0.get(subject)
    }

    /// Returns the announced cost of each subject; `None` for one without a known price.
    pub fn costs(&self) -> impl Iterator<Item = Option<Span<Usd>>> {
        self.0.values().map(|announced| announced.cost)
    }

    /// Returns the number of questions whose cost was announced, of all subjects.
    pub fn priced(&self) -> u64 {
        self.0.values().map(AnnouncedCost::priced).fold(0, u64::saturating_add)
    }

    /// Returns true if nothing was announced.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
