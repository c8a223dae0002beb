//! The price table: rows by provider and model, with dates.

use crate::document::{self, Document};
use crate::{GivenPrices, Price, TableError, Tariff, host_of, is_simulated, model_of};
use jiff::civil::Date;
use std::sync::LazyLock;

static BUILT_IN: LazyLock<PriceTable> = LazyLock::new(|| {
    // A test reads it; a table without rows would know no price, and never a wrong one.
    PriceTable::parse("prices.toml", include_str!("../data/prices.toml")).unwrap_or_default()
});

/// A provider of tokens, with its hosts.
#[derive(Clone, Debug, PartialEq)]
pub struct Provider {
    /// Id of the provider in the table.
    pub id: String,
    /// Hosts of its endpoints.
    pub hosts: Vec<crate::Pattern>,
    /// Reason for which its tokens are free, if they are.
    pub free: Option<String>,
}

/// Providers and prices.
///
/// ```
/// use jiff::civil::date;
/// use peirast_cost::{PriceTable, Tariff, Tokens};
/// let table = PriceTable::built_in();
/// let day = date(2026, 11, 22);
/// let tariff = table.tariff("openai:gpt-4o", "https://api.openai.com/v1", day);
/// assert_eq!(tariff.cost(Tokens::new(1_000_000, 0)).unwrap().to_string(), "2.50 USD");
/// assert!(matches!(table.tariff("openai:llama", "http://localhost:8080/v1", day), Tariff::Free(_)));
/// assert_eq!(table.tariff("openai:gpt-4o", "https://example.org/v1", day), Tariff::Unknown);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PriceTable {
    providers: Vec<Provider>,
    /// The user's rows, then the built-in ones.
    prices: Vec<Price>,
    /// Number of the user's rows.
    user_rows: usize,
    /// Number of the user's providers.
    user_providers: usize,
}

impl PriceTable {
    /// The table that comes with the program.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// Reads a table. `name` names it in errors.
    ///
    /// # Errors
    /// TOML that is not of this form, a price that is no number from 0, a row without models.
    pub fn parse(name: &str, text: &str) -> Result<Self, TableError> {
        let wrong = |what: String| TableError { name: name.to_owned(), what };
        let document: Document = toml::from_str(text).map_err(|e| wrong(e.to_string()))?;
        let (mut providers, mut prices) = (Vec::new(), Vec::new());
        for row in document.price {
            prices.push(document::price(row, None, name).map_err(wrong)?);
        }
        for provider in document.provider {
            provider.check().map_err(wrong)?;
            for row in &provider.prices {
                prices.push(document::price(row.clone(), Some(&provider), name).map_err(wrong)?);
            }
            providers.push(Provider {
                id: provider.id,
                hosts: provider.hosts,
                free: provider.free,
            });
        }
        Ok(Self { providers, prices, user_rows: 0, user_providers: 0 })
    }

    /// Returns this table, overridden by the rows of another.
    #[must_use]
    pub fn overridden_by(&self, other: Self) -> Self {
        let user_rows = other.prices.len() + self.user_rows;
        let user_providers = other.providers.len() + self.user_providers;
        let prices = other.prices.into_iter().chain(self.prices.iter().cloned()).collect();
        let providers = other.providers.into_iter().chain(self.providers.iter().cloned()).collect();
        Self { providers, prices, user_rows, user_providers }
    }

    /// Returns this table with one price for every subject that is not simulated.
    #[must_use]
    pub fn all_at(&self, price: Price) -> Self {
        self.overridden_by(Self { prices: vec![price], ..Self::default() })
    }

    /// Returns the price of a subject's tokens at an endpoint, on a day.
    ///
    /// The user's rows have priority over the built-in ones; among either, the most specific
    /// pattern decides.
    pub fn tariff(&self, subject: &str, endpoint: &str, day: Date) -> Tariff {
        if is_simulated(subject) {
            return Tariff::Free("simulated".to_owned());
        }
        let host = host_of(endpoint);
        let provider = self.providers.iter().find(|one| one.is_at(host));
        let (user_rows, built_in) = self.prices.split_at(self.user_rows.min(self.prices.len()));
        let find =
            |prices, names: &[&str]| best(prices, provider.map(|p| p.id.as_str()), names, day);
        if let Some(price) = find(user_rows, &names_of(subject)) {
            return Tariff::Priced(Box::new(price.clone()));
        }
        match provider.and_then(|provider| provider.free.as_ref()) {
            Some(why) => Tariff::Free(why.clone()),
            None => find(built_in, &[model_of(subject)])
                .map_or(Tariff::Unknown, |price| Tariff::Priced(Box::new(price.clone()))),
        }
    }

    /// Returns the user's rows for a subject at an endpoint, for all days.
    pub fn given(&self, subject: &str, endpoint: &str) -> GivenPrices {
        if is_simulated(subject) {
            return GivenPrices::default();
        }
        let (host, names) = (host_of(endpoint), names_of(subject));
        let place = self.providers.iter().position(|one| one.is_at(host));
        let provider = place.and_then(|place| self.providers.get(place));
        let is_its = |price: &&Price| {
            price.is_of(provider.map(|one| one.id.as_str())) && price.weight(&names).is_some()
        };
        // The provider is settled by the endpoint.
        let of_any_provider = |price: &Price| Price { provider: None, ..price.clone() };
        let prices = self.prices.iter().take(self.user_rows).filter(is_its);
        let user_provider = provider.filter(|_| place < Some(self.user_providers));
        GivenPrices {
            free: user_provider.and_then(|one| one.free.clone()),
            prices: prices.map(of_any_provider).collect(),
        }
    }

    /// Returns the providers.
    pub fn providers(&self) -> &[Provider] {
        &self.providers
    }

    /// Returns the rows.
    pub fn prices(&self) -> &[Price] {
        &self.prices
    }
}

impl Provider {
    /// Whether a host is one of this provider's.
    fn is_at(&self, host: &str) -> bool {
        self.hosts.iter().any(|one| one.matches(host))
    }
}

/// Returns the names that a user's table may have for a model: its own, and the subject's.
pub(crate) fn names_of(subject: &str) -> [&str; 2] {
    [model_of(subject), subject]
}

/// Returns the row with the most specific pattern that matches a model of these names, of those
/// that hold on a day; of two equally specific ones, the first.
pub(crate) fn best<'a>(
    prices: &'a [Price],
    provider: Option<&str>,
    names: &[&str],
    day: Date,
) -> Option<&'a Price> {
    let holds = |price: &&Price| price.is_of(provider) && price.holds_on(day);
    let weighted = |price: &'a Price| Some((price.weight(names)?, price));
    // Of equal weights, the last of the reversed list is taken.
    let fitting = prices.iter().rev().filter(holds).filter_map(weighted);
    fitting.max_by_key(|(weight, _)| *weight).map(|(_, price)| price)
}
