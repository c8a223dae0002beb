//! Forecasts of the cost of questions, before the first is asked.

use crate::{Counter, Estimate, Experience, Price, Tariff, TokenCount, Tokens, Usd};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Questions of one subject whose answers have the same bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The protocol.
    pub protocol: String,
    /// Token count of their prompts.
    pub counted: TokenCount,
    /// Output limit sent with each question, in tokens.
    pub max_tokens: Option<u32>,
}

/// The citation of a row of the price table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PriceCitation {
    /// Dollars per million tokens of prompts.
    pub input: f64,
    /// Dollars per million tokens of answers.
    pub output: f64,
    /// Batch price as a share of the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<f64>,
    /// Source of the price.
    pub source: String,
    /// Day on which it was looked up: `2026-11-22`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked_up: Option<String>,
    /// Remark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl From<&Price> for PriceCitation {
    fn from(price: &Price) -> Self {
        let million = |each: Usd| (each * 1_000_000).dollars();
        Self {
            input: million(price.rates.input),
            output: million(price.rates.output),
            batch: price.batch,
            source: price.source.clone(),
            looked_up: price.looked_up.map(|day| day.to_string()),
            note: price.note.clone(),
        }
    }
}

impl PriceCitation {
    /// Returns the cited price, for any model, without prices of long prompts.
    pub fn price(&self) -> Option<Price> {
        let price = Price::given(self.input, self.output, &self.source)?;
        let looked_up = self.looked_up.as_ref().and_then(|day| day.parse().ok());
        Some(Price { batch: self.batch, looked_up, note: self.note.clone(), ..price })
    }
}

/// `2.5 / 10 USD per million tokens (https://..., looked up 2026-11-22)`.
impl fmt::Display for PriceCitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} / {} USD per million tokens", self.input, self.output)?;
        match &self.looked_up {
            Some(day) => write!(f, " ({}, looked up {day})", self.source)?,
            None => write!(f, " ({})", self.source)?,
        }
        match &self.note {
            Some(note) => write!(f, "; {note}"),
            None => Ok(()),
        }
    }
}

/// An expected value, and the largest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span<T> {
    /// Expected value.
    pub expected: T,
    /// Largest value.
    pub most: T,
}

impl<T> Span<T> {
    /// Applies a function to both values.
    pub(crate) fn map<U>(self, f: impl Fn(T) -> U) -> Span<U> {
        Span { expected: f(self.expected), most: f(self.most) }
    }

    /// Returns the sum of two spans.
    pub(crate) fn plus(self, other: Self, add: impl Fn(T, T) -> T) -> Self {
        Self { expected: add(self.expected, other.expected), most: add(self.most, other.most) }
    }
}

/// The forecast cost of questions to one subject.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// Number of questions, and the largest number if votes need more.
    pub questions: Span<u64>,
    /// Input tokens of the questions to ask.
    pub input: Estimate,
    /// Output tokens.
    pub output: Span<u64>,
    /// Number of stored answers for the expected output; if 0, it is assumed.
    pub output_from: u64,
    /// True if every answer is bounded by its limit.
    pub is_limited: bool,
    /// Longest stored answer that exceeded its limit. Then limits do not bound answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beyond: Option<u64>,
    /// Cost; `None` if no price is known.
    pub cost: Option<Span<Usd>>,
    /// Cost in batches, if the provider has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch: Option<Span<Usd>>,
    /// The reason why it is free, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free: Option<String>,
    /// The price in this cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceCitation>,
}

/// Forecasts the cost of questions. Votes may need `more` questions, which are assumed to have the
/// mean size of `whole`, all questions to the subject.
pub fn forecast(
    counter: Counter,
    experience: &Experience,
    tariff: &Tariff,
    groups: &[Group],
    whole: TokenCount,
    more: u64,
) -> Forecast {
    let counted = groups.iter().fold(TokenCount::default(), |sum, group| sum.plus(group.counted));
    let input = experience.input(counter, counted);
    let lengths: Vec<_> = groups
        .iter()
        .map(|group| {
            let answers = group.counted.prompts;
            (answers, experience.length(&group.protocol, answers, group.max_tokens))
        })
        .collect();
    let expected: f64 =
        lengths.iter().map(|(answers, length)| length.expected.mean * *answers as f64).sum();
    let expected = expected.round() as u64;
    let longest = lengths.iter().map(|(_, length)| length.most).max();
    let longest = longest.unwrap_or_else(|| experience.length("", 1, None).most);
    let most = lengths.iter().fold(0, |sum: u64, (answers, length)| {
        sum.saturating_add(length.most.saturating_mul(*answers))
    });
    let most = most.saturating_add(longest.saturating_mul(more));
    let beyond = experience.input(counter, whole.scaled_to(more));
    let questions = Span { expected: counted.prompts, most: counted.prompts.saturating_add(more) };
    let dearest = Tokens::new(input.high.saturating_add(beyond.high), most);
    let cost = tariff.cost(Tokens::new(input.tokens, expected)).zip(tariff.cost(dearest));
    let cost = cost.map(|(expected, most)| Span { expected, most });
    let share = tariff.price().and_then(|price| price.batch);
    let batch = cost.zip(share).map(|(cost, share)| cost.map(|usd: Usd| usd.share(share)));
    Forecast {
        questions,
        input,
        output: Span { expected, most },
        output_from: lengths.iter().map(|(_, length)| length.expected.n).max().unwrap_or(0),
        beyond: experience.beyond(),
        is_limited: lengths.iter().all(|(_, length)| length.is_limited),
        cost,
        batch,
        free: match tariff {
            Tariff::Free(why) => Some(why.clone()),
            Tariff::Priced(_) | Tariff::Unknown => None,
        },
        price: tariff.price().map(PriceCitation::from),
    }
}
