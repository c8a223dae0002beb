//! A forecast: what asking questions will cost, before the first of them is put.

use crate::{Counter, Estimate, Experience, Price, Tariff, TokenCount, Tokens, Usd};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Questions of one subject that are alike in what bounds their answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The protocol.
    pub protocol: String,
    /// What was counted of their prompts.
    pub counted: TokenCount,
    /// The limit on each answer that is sent along.
    pub max_tokens: Option<u32>,
}

/// A row of the price table, as it is cited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PriceCitation {
    /// Dollars per million tokens of prompts.
    pub input: f64,
    /// Dollars per million tokens of answers.
    pub output: f64,
    /// What a batch costs, as a share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<f64>,
    /// Where it stands.
    pub source: String,
    /// When it was looked up: `2026-11-22`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked_up: Option<String>,
    /// What to know about it.
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
    /// The price as it is cited, for any model: without prices of long prompts.
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

/// What is expected, and what it may be at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span<T> {
    /// What is expected.
    pub expected: T,
    /// The most.
    pub most: T,
}

/// What asking questions of one subject will cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// Questions to ask, and the most that there may be if votes call for more.
    pub questions: Span<u64>,
    /// Input tokens of the questions to ask.
    pub input: Estimate,
    /// Output tokens.
    pub output: Span<u64>,
    /// Stored answers that the expected output was worked out from; without any it is assumed.
    pub output_from: u64,
    /// Whether every answer is held to its limit.
    pub is_limited: bool,
    /// The longest stored answer that went beyond its limit: then limits hold none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beyond: Option<u64>,
    /// What this costs; none where no price is known.
    pub cost: Option<Span<Usd>>,
    /// The same in batches, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch: Option<Span<Usd>>,
    /// Why it costs nothing, where it costs nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free: Option<String>,
    /// The price that was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceCitation>,
}

/// Forecasts what questions will cost, of which votes may call for `more` than there are now. Those
/// are taken to be of the mean size of `whole`, everything that the subject may be asked.
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
    let each = |of: fn(&crate::Length) -> f64| -> f64 {
        lengths.iter().map(|(answers, length)| of(length) * *answers as f64).sum()
    };
    let expected = each(|length| length.expected.mean).round() as u64;
    let longest = lengths.iter().map(|(_, length)| length.most).max();
    let longest = longest.unwrap_or_else(|| experience.length("", 1, None).most);
    let most = lengths.iter().fold(0, |sum: u64, (answers, length)| {
        sum.saturating_add(length.most.saturating_mul(*answers))
    });
    let most = most.saturating_add(longest.saturating_mul(more));
    let beyond = experience.input(counter, whole.scaled_to(more));
    let questions = Span { expected: counted.prompts, most: counted.prompts.saturating_add(more) };
    let cost = Span {
        expected: tariff.cost(Tokens::new(input.tokens, expected)),
        most: tariff.cost(Tokens::new(input.high.saturating_add(beyond.high), most)),
    };
    let cost = match (cost.expected, cost.most) {
        (Some(expected), Some(most)) => Some(Span { expected, most }),
        _ => None,
    };
    let share = tariff.price().and_then(|price| price.batch);
    let batch = cost.zip(share).map(|(cost, share)| Span {
        expected: cost.expected.share(share),
        most: cost.most.share(share),
    });
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
