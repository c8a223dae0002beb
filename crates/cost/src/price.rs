//! Prices of tokens, as rows of the table.

use crate::{Amount, Pattern, Usd};
use jiff::civil::Date;
use peirast_record::Usage;
use serde::{Deserialize, Serialize};

/// Days after which a price is outdated.
const OLD: i32 = 365;

/// The most dollars that a million tokens may cost: a dollar a token. The dearest model costs less
/// than a thousandth of it, so a larger number is probably in the wrong unit.
pub const MOST_PER_MILLION: f64 = 1e6;

/// Returns the price of a token; `None` if the price of a million is not a number from 0 to
/// [`MOST_PER_MILLION`].
pub(crate) fn per_token(dollars_per_million: f64) -> Option<Usd> {
    let is_price = (0.0..=MOST_PER_MILLION).contains(&dollars_per_million);
    is_price.then(|| Usd::per_million(dollars_per_million)).flatten()
}

/// Prices per token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rates {
    /// A token of the prompt.
    pub input: Usd,
    /// A token of the prompt from the provider's cache, if it has a price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<Usd>,
    /// A token of the answer, including reasoning.
    pub output: Usd,
}

impl Rates {
    /// Returns the cost of tokens at these rates.
    fn cost(&self, tokens: Tokens) -> Usd {
        let cached = tokens.cached.min(tokens.input);
        self.input * (tokens.input - cached)
            + self.cached.unwrap_or(self.input) * cached
            + self.output * tokens.output
    }
}

/// Rates of prompts beyond a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LongPromptRates {
    /// Number of tokens above which a prompt is long.
    pub over: u64,
    /// Rates of all its tokens.
    pub rates: Rates,
}

/// One row of a price table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// Id of the provider; `None` in a user's row for any provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Patterns of the models' names.
    pub models: Vec<Pattern>,
    /// Prices of their tokens.
    pub rates: Rates,
    /// Prices in long prompts, if they differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long: Option<LongPromptRates>,
    /// Batch price as a share of the price, if the provider has batches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<f64>,
    /// First day on which it holds.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::day")]
    pub since: Option<Date>,
    /// First day on which it no longer holds.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::day")]
    pub until: Option<Date>,
    /// Source of the price.
    pub source: String,
    /// Day on which it was looked up.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::day")]
    pub looked_up: Option<Date>,
    /// Remark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Price {
    /// Creates a price in dollars per million tokens, from 0 to [`MOST_PER_MILLION`], for any model; `None`
    /// for another number.
    ///
    /// ```
    /// use peirast_cost::{Price, Tokens};
    /// let price = Price::given(2.5, 10.0, "--price-input and --price-output").unwrap();
    /// assert_eq!(price.cost(Tokens::new(1000, 100)).to_string(), "0.00350 USD");
    /// ```
    pub fn given(input: f64, output: f64, source: &str) -> Option<Self> {
        let (input, output) = (per_token(input)?, per_token(output)?);
        Some(Self {
            models: vec![Pattern::new("*")],
            rates: Rates { input, cached: None, output },
            source: source.to_owned(),
            ..Self::default()
        })
    }

    /// Returns the cost of one question and its answer.
    pub fn cost(&self, tokens: Tokens) -> Usd {
        let long = self.long.filter(|long| tokens.input > long.over);
        long.map_or(self.rates, |long| long.rates).cost(tokens)
    }

    /// Returns the price in batches; unchanged if the provider has none.
    ///
    /// ```
    /// use peirast_cost::{Price, Tokens};
    /// let given = Price::given(2.5, 10.0, "given").unwrap();
    /// let half = Price { batch: Some(0.5), ..given.clone() };
    /// assert_eq!(half.in_batch().cost(Tokens::new(1000, 100)).to_string(), "0.00175 USD");
    /// assert_eq!(given.in_batch(), given);
    /// ```
    #[must_use]
    pub fn in_batch(&self) -> Self {
        let Some(share) = self.batch else { return self.clone() };
        let batch = |rates: Rates| Rates {
            input: rates.input.share(share),
            cached: rates.cached.map(|cached| cached.share(share)),
            output: rates.output.share(share),
        };
        let long = self.long.map(|long| LongPromptRates { rates: batch(long.rates), ..long });
        Self { rates: batch(self.rates), long, batch: None, ..self.clone() }
    }

    /// Returns true if it applies to a provider.
    pub(crate) fn is_of(&self, provider: Option<&str>) -> bool {
        self.provider.as_deref().is_none_or(|id| Some(id) == provider)
    }

    /// Returns its most specific pattern that matches one of these names.
    fn pattern(&self, names: &[&str]) -> Option<&Pattern> {
        let is_its = |pattern: &&Pattern| names.iter().any(|name| pattern.matches(name));
        self.models.iter().filter(is_its).max_by_key(|pattern| pattern.weight())
    }

    /// Returns the weight of the most specific pattern that matches one of these names.
    pub(crate) fn weight(&self, names: &[&str]) -> Option<usize> {
        self.pattern(names).map(Pattern::weight)
    }

    /// Describes the row for one model: its pattern, its price, its dates.
    pub(crate) fn describe(&self, names: &[&str]) -> String {
        let pattern = self.pattern(names).map_or("", Pattern::as_str);
        let dollars = |usd: Usd| (usd * 1_000_000).dollars();
        let (input, output) = (dollars(self.rates.input), dollars(self.rates.output));
        format!("`{pattern}` at {input} / {output} USD per million tokens{}", self.days())
    }

    /// Describes the days on which it holds, with a leading space; empty if it always holds.
    pub(crate) fn days(&self) -> String {
        let since = self.since.map(|day| format!(" from {day}")).unwrap_or_default();
        let until = self.until.map(|day| format!(" until {day}")).unwrap_or_default();
        since + &until
    }

    /// Returns true if it holds on a day.
    pub(crate) fn holds_on(&self, day: Date) -> bool {
        self.since.is_none_or(|since| since <= day) && self.until.is_none_or(|until| day < until)
    }

    /// Returns its age on a day, in days, if this is more than a year.
    pub fn is_old_on(&self, day: Date) -> Option<i32> {
        let days = (day - self.looked_up?).get_days();
        (days > OLD).then_some(days)
    }
}

/// Numbers of tokens of one question or of many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    /// Input tokens, including cached ones.
    pub input: u64,
    /// Input tokens from the provider's cache.
    pub cached: u64,
    /// Output tokens, including reasoning.
    pub output: u64,
}

impl Tokens {
    /// Creates counts of input and output tokens, none of them cached.
    pub const fn new(input: u64, output: u64) -> Self {
        Self { input, cached: 0, output }
    }

    /// Returns the reported tokens, if both input and output were reported. An input of 0 is not a
    /// report, because gateways that count nothing send zeros.
    ///
    /// ```
    /// use peirast_cost::Tokens;
    /// use peirast_record::Usage;
    /// let usage = Usage { input_tokens: Some(9), output_tokens: Some(5), ..Usage::default() };
    /// assert_eq!(Tokens::reported(usage), Some(Tokens::new(9, 5)));
    /// assert_eq!(Tokens::reported(Usage { input_tokens: Some(0), ..usage }), None);
    /// let cached = Usage { cached_tokens: Some(8), ..usage };
    /// assert_eq!(Tokens::reported(cached).unwrap().cached, 8);
    /// ```
    pub fn reported(usage: Usage) -> Option<Self> {
        let (input, output) = (usage.input_tokens.filter(|n| *n > 0)?, usage.output_tokens?);
        Some(Self { input, cached: usage.cached_tokens.unwrap_or(0).min(input), output })
    }

    /// Returns the sum of input and output tokens.
    pub fn total(self) -> u64 {
        self.input.saturating_add(self.output)
    }

    /// Returns the sum of two counts.
    #[must_use]
    pub fn plus(self, more: Self) -> Self {
        Self {
            input: self.input.saturating_add(more.input),
            cached: self.cached.saturating_add(more.cached),
            output: self.output.saturating_add(more.output),
        }
    }
}

/// The price of a subject's tokens.
#[derive(Clone, Debug, PartialEq)]
pub enum Tariff {
    /// Free, with the reason: simulated, or on the user's own machine.
    Free(String),
    /// A row of the table.
    Priced(Box<Price>),
    /// Not known.
    Unknown,
}

impl Tariff {
    /// Returns the cost of one question and its answer; `None` if no price is known.
    pub fn cost(&self, tokens: Tokens) -> Option<Usd> {
        match self {
            Self::Free(_) => Some(Usd::ZERO),
            Self::Priced(price) => Some(price.cost(tokens)),
            Self::Unknown => None,
        }
    }

    /// Returns the cost and tokens of one question and its answer. Without a known price the cost
    /// is 0, for a budget in tokens only.
    pub fn amount(&self, tokens: Tokens) -> Amount {
        Amount { usd: self.cost(tokens).unwrap_or_default(), tokens: tokens.total() }
    }

    /// Returns the price in batches.
    #[must_use]
    pub fn in_batch(&self) -> Self {
        match self {
            Self::Priced(price) => Self::Priced(Box::new(price.in_batch())),
            other => other.clone(),
        }
    }

    /// Returns the row, if there is one.
    pub fn price(&self) -> Option<&Price> {
        match self {
            Self::Priced(price) => Some(price),
            Self::Free(_) | Self::Unknown => None,
        }
    }
}
