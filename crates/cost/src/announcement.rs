//! An announcement: what a run directory was said to cost before it was asked.

use crate::{Forecast, Kind, PriceCitation, Span, Spending, Usd};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What all questions to one subject were said to cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Announced {
    /// The day: `2026-11-22`.
    pub day: String,
    /// Its questions, without those that votes may call for.
    pub questions: u64,
    /// Those of them whose answers were taken over from another directory, and cost nothing in this one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub taken_over: u64,
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
    pub price: Option<PriceCitation>,
    /// The announcements of several run directories that this one is the sum of, once they were
    /// merged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Self>,
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
            taken_over: 0,
            input: plus(so_far.tokens.input, input),
            kind: kind_name(&rest.input.kind).to_owned(),
            output: plus(so_far.tokens.output, rest.output),
            cost,
            price: rest.price.clone(),
            parts: Vec::new(),
        }
    }

    /// The same, with so many of the questions taken over.
    #[must_use]
    pub fn with_taken_over(self, taken_over: u64) -> Self {
        Self { taken_over: taken_over.min(self.questions), ..self }
    }

    /// The questions of which it was said what they cost: without those that were taken over.
    pub fn priced(&self) -> u64 {
        self.questions.saturating_sub(self.taken_over)
    }

    /// What is announced of some of its questions, as many as these at most: a part of all as large as that.
    ///
    /// ```
    /// use peirast_cost::{Announced, TokenCount, Counter, Experience, Group, Spending, Tariff, forecast};
    /// let counted = TokenCount { text: 9600, messages: 100, prompts: 100 };
    /// let group = Group { protocol: "baseline".to_owned(), counted, max_tokens: Some(10) };
    /// let none = Experience::default();
    /// let rest = forecast(Counter::for_subject("openai:a"), &none, &Tariff::Unknown, &[group], counted, 0);
    /// let all = Announced::new("2026-11-25".to_owned(), 100, &Spending::nothing(), &rest);
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
        let counts =
            |span: Span<u64>| Span { expected: count(span.expected), most: count(span.most) };
        let money = |span: Span<Usd>| Span {
            expected: span.expected.share(share),
            most: span.most.share(share),
        };
        Self {
            questions,
            input: counts(self.input),
            output: counts(self.output),
            cost: self.cost.map(money),
            ..self
        }
    }

    /// This and the announcement of another directory, of which the answers are in one now. What was
    /// announced alike in both is of the same questions, and counts once.
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

    /// How dear its tokens are: in dollars, a million of prompts and a million of answers. By that parts
    /// are put in order, the dearest last.
    pub fn dearness(&self) -> f64 {
        self.price.as_ref().map_or(0.0, |price| price.input + price.output)
    }

    /// By what parts are put in order that are as dear as each other.
    fn order(&self) -> (&str, u64, u64, u64) {
        (&self.day, self.questions, self.input.expected, self.output.expected)
    }

    /// The sum of parts. Where they were told different prices, it has the dearest.
    fn sum(parts: Vec<Self>) -> Self {
        let plus = |a: Span<u64>, b: Span<u64>| Span {
            expected: a.expected.saturating_add(b.expected),
            most: a.most.saturating_add(b.most),
        };
        let both = |a: Self, b: &Self| Self {
            day: a.day.min(b.day.clone()),
            questions: a.questions.saturating_add(b.questions),
            taken_over: a.taken_over.saturating_add(b.taken_over),
            input: plus(a.input, b.input),
            kind: if doubt(&a.kind) > doubt(&b.kind) { a.kind } else { b.kind.clone() },
            output: plus(a.output, b.output),
            cost: a
                .cost
                .zip(b.cost)
                .map(|(a, b)| Span { expected: a.expected + b.expected, most: a.most + b.most }),
            price: b.price.clone().or(a.price),
            parts: Vec::new(),
        };
        let nothing = Self {
            day: parts.first().map(|first| first.day.clone()).unwrap_or_default(),
            questions: 0,
            taken_over: 0,
            input: Span::default(),
            kind: String::new(),
            output: Span::default(),
            cost: Some(Span::default()),
            price: None,
            parts: Vec::new(),
        };
        let sum = parts.iter().fold(nothing, both);
        Self { parts: if parts.len() > 1 { parts } else { Vec::new() }, ..sum }
    }
}

/// Whether there are none.
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// How much a kind of count leaves open.
fn doubt(kind: &str) -> usize {
    ["", "exact", "calibrated", "estimated"].iter().position(|name| *name == kind).unwrap_or(0)
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

    /// Takes in what is announced of questions that came besides: it is added to what was said before.
    pub fn add(&mut self, subject: &str, announced: Announced) {
        let all = match self.0.remove(subject) {
            Some(own) => own.with(announced),
            None => announced,
        };
        self.0.insert(subject.to_owned(), all);
    }

    /// Whether so many questions to a subject were announced.
    pub fn is_announced(&self, subject: &str, questions: u64) -> bool {
        self.0.get(subject).is_some_and(|before| before.questions == questions)
    }

    /// Takes in what was announced in another directory, whose answers are in this one now. In any
    /// order, and however often, the same comes of it.
    pub fn merge(&mut self, other: Self) {
        for (subject, announced) in other.0 {
            self.add(&subject, announced);
        }
    }

    /// What was announced of a subject.
    pub fn get(&self, subject: &str) -> Option<&Announced> {
        self.0.get(subject)
    }

    /// What each subject was said to cost; none of one without a known price.
    pub fn costs(&self) -> impl Iterator<Item = Option<Span<Usd>>> {
        self.0.values().map(|announced| announced.cost)
    }

    /// Of how many questions it was said what they cost, those to all subjects together.
    pub fn priced(&self) -> u64 {
        self.0.values().map(Announced::priced).fold(0, u64::saturating_add)
    }

    /// Whether nothing was announced.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
