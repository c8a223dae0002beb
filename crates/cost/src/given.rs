//! Prices that the user gave for a subject, which are stored with its answers.

use crate::table::{best, names_of};
use crate::{Price, Tariff, Usd};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// The rows of a user's table for one subject, for all days.
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
    /// The reason why the subject is free, if the user's table says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) free: Option<String>,
    /// Rows of the table.
    #[serde(default)]
    pub(crate) prices: Vec<Price>,
}

impl GivenPrices {
    /// Returns true if no price was given.
    pub fn is_empty(&self) -> bool {
        self.free.is_none() && self.prices.is_empty()
    }

    /// Returns the price of the subject's tokens on a day, if one was given.
    pub fn tariff(&self, subject: &str, day: Date) -> Option<Tariff> {
        let price = best(&self.prices, None, &names_of(subject), day);
        let price = price.map(|price| Tariff::Priced(Box::new(price.clone())));
        price.or_else(|| self.free.clone().map(Tariff::Free))
    }

    /// Describes a row for the subject that does not hold on a day, with the dates when it does.
    /// `None` if some row holds on that day, or the subject is given as free.
    ///
    /// ```
    /// use jiff::civil::date;
    /// use peirast_cost::PriceTable;
    /// let table = "[[price]]\nmodels = ['mine']\ninput = 10\noutput = 20\nuntil = 2026-06-30";
    /// let table = PriceTable::built_in().overridden_by(PriceTable::parse("own", table).unwrap());
    /// let given = table.given("openai:mine", "https://example.org/v1");
    /// assert_eq!(given.out_of_date("openai:mine", date(2026, 6, 29)), None);
    /// let row = given.out_of_date("openai:mine", date(2026, 6, 30)).unwrap();
    /// assert_eq!(row, "`mine` at 10 / 20 USD per million tokens until 2026-06-30");
    /// ```
    pub fn out_of_date(&self, subject: &str, day: Date) -> Option<String> {
        if self.prices.is_empty() || self.tariff(subject, day).is_some() {
            return None;
        }
        let names = names_of(subject);
        let row = self.prices.iter().rev().max_by_key(|price| price.weight(&names));
        row.map(|price| price.describe(&names))
    }

    /// Returns the price of one input and one output token, by the dearest row.
    pub fn dearness(&self) -> Usd {
        let each = |price: &Price| price.rates.input + price.rates.output;
        self.prices.iter().map(each).max().unwrap_or_default()
    }
}
