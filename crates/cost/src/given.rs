//! Prices that somebody gave for a subject, to be kept with its answers.

use crate::table::{best, names_of};
use crate::{Price, Tariff, Usd};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// What a user's table says of one subject: all that its rows say, for whatever day.
///
/// ```
/// use jiff::civil::date;
/// use peirast_cost::{GivenPrices, PriceTable, Tokens};
/// let table = "[[price]]\nmodels = ['mine']\ninput = 10.0\ncached = 1.0\noutput = 20.0\n\
///              until = 2026-12-01\nsource = 'the contract'";
/// let table = PriceTable::built_in().overridden_by(PriceTable::parse("own", table).unwrap());
/// let given = table.given("openai:mine", "https://example.org/v1");
/// let text = serde_json::to_string(&given).unwrap();
/// let kept: GivenPrices = serde_json::from_str(&text).unwrap();
/// let tariff = kept.tariff("openai:mine", date(2026, 11, 22)).unwrap();
/// let cached = Tokens { cached: 1000, ..Tokens::new(1000, 0) };
/// assert_eq!(tariff.cost(cached).unwrap().to_string(), "0.00100 USD");
/// assert_eq!(kept.tariff("openai:mine", date(2026, 12, 1)), None, "it holds no longer");
/// assert!(table.given("openai:other", "https://example.org/v1").is_empty());
/// // A row may also call it as reports do.
/// let whole = "[[price]]\nmodels = ['openai:mine']\ninput = 10.0\noutput = 20.0\nsource = 'the contract'";
/// let table = PriceTable::parse("own", whole).unwrap();
/// let table = PriceTable::built_in().overridden_by(table);
/// assert!(!table.given("openai:mine", "http://127.0.0.1/v1").is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GivenPrices {
    /// Why it costs nothing, where the user's table says so of whoever serves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) free: Option<String>,
    /// The rows.
    #[serde(default)]
    pub(crate) prices: Vec<Price>,
}

impl GivenPrices {
    /// Whether nothing was given.
    pub fn is_empty(&self) -> bool {
        self.free.is_none() && self.prices.is_empty()
    }

    /// What the subject's tokens cost on a day, if that was given.
    pub fn tariff(&self, subject: &str, day: Date) -> Option<Tariff> {
        let price = best(&self.prices, None, &names_of(subject), day);
        let price = price.map(|price| Tariff::Priced(Box::new(price.clone())));
        price.or_else(|| self.free.clone().map(Tariff::Free))
    }

    /// How dear it is: a token of a prompt and one of an answer, by the dearest of its rows.
    pub fn dearness(&self) -> Usd {
        let each = |price: &Price| price.rates.input + price.rates.output;
        self.prices.iter().map(each).max().unwrap_or_default()
    }

    /// The same without the names of providers: whose the rows are is settled.
    pub(crate) fn for_any_provider(mut self) -> Self {
        self.prices.iter_mut().for_each(|price| price.provider = None);
        self
    }
}
