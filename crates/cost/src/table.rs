//! The price table: rows by provider and model, with dates.

use crate::document::{self, Document};
use crate::{GivenPrices, Price, TableError, Tariff, host_of, model_of};
use jiff::civil::Date;
use peirast_record::is_simulated;
use std::sync::LazyLock;

static BUILT_IN: LazyLock<PriceTable> = LazyLock::new(|| {
    // A test reads the file. A table without rows would know no prices, and never a wrong one.
    PriceTable::parse("prices.toml", include_str!("../data/prices.toml")).unwrap_or_default()
});

/// A provider of tokens, with its hosts.
#[derive(Clone, Debug, PartialEq)]
pub struct Provider {
    /// Id of the provider in the table.
    pub id: String,
    /// Hosts of its endpoints.
    pub hosts: Vec<crate::Pattern>,
    /// The reason why its tokens are free, if they are.
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
    /// The built-in table.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// Reads a table. Errors contain `name`.
    ///
    /// # Errors
    /// If the TOML has another form, a price is not a number from 0 to [`MOST_PER_MILLION`], a row
    /// has no models, or two rows have one pattern for one day.
    ///
    /// [`MOST_PER_MILLION`]: crate::MOST_PER_MILLION
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
        if let Some((pattern, first, second)) = doubled(&prices) {
            return Err(wrong(format!(
                "two rows price `{pattern}` on the same days, {} and {}: keep one, or give their days with \
                 since and until",
                first.describe(&[pattern]),
                second.describe(&[pattern])
            )));
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
    /// The user's rows have priority over the built-in ones. Among each, the most specific pattern
    /// decides.
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
        // The endpoint already determines the provider.
        let of_any_provider = |price: &Price| Price { provider: None, ..price.clone() };
        let mut prices: Vec<&Price> =
            self.prices.iter().take(self.user_rows).filter(is_its).collect();
        // If two rows have one pattern, the row with the provider is the more specific one.
        prices.sort_by_key(|price| price.provider.is_none());
        let user_provider = provider.filter(|_| place < Some(self.user_providers));
        GivenPrices {
            free: user_provider.and_then(|one| one.free.clone()),
            prices: prices.into_iter().map(of_any_provider).collect(),
        }
    }

    /// Finds two of the user's rows that price a subject at an endpoint on one day and are equally
    /// specific, so that the price is ambiguous. Returns a message with both rows.
    ///
    /// ```
    /// use peirast_cost::PriceTable;
    /// let row = |model: &str| format!("[[price]]\nmodels = ['{model}']\ninput = 1\noutput = 2\n");
    /// let table = |text: &str| PriceTable::built_in().overridden_by(PriceTable::parse("own", text).unwrap());
    /// let (one, both) = (table(&row("moc*")), table(&(row("moc*") + &row("*ock"))));
    /// assert_eq!(one.tie("openai:mock", "http://127.0.0.1/v1"), None);
    /// let tie = both.tie("openai:mock", "http://127.0.0.1/v1").unwrap();
    /// assert!(tie.contains("`moc*`") && tie.contains("`*ock`"));
    /// assert_eq!(both.tie("openai:mocha", "http://127.0.0.1/v1"), None);
    /// ```
    pub fn tie(&self, subject: &str, endpoint: &str) -> Option<String> {
        if is_simulated(subject) {
            return None;
        }
        let (host, names) = (host_of(endpoint), names_of(subject));
        let provider = self.providers.iter().find(|one| one.is_at(host)).map(|one| one.id.as_str());
        let rows = self.prices.iter().take(self.user_rows).filter(|price| price.is_of(provider));
        let rows: Vec<&Price> = rows.collect();
        // A price given for every subject ranks below the rows of a table.
        let rank = |price: &Price| {
            let weight = price.weight(&names).filter(|weight| *weight > 0)?;
            Some((weight, price.provider.is_some()))
        };
        let (first, second) = tied(&rows, rank)?;
        Some(format!(
            "two rows of the price table fit {subject} equally well, {} and {}: name the model in full in one of \
             them, or give their days with since and until",
            first.describe(&names),
            second.describe(&names)
        ))
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

/// Finds two rows of one provider with one pattern that hold on one day.
fn doubled(prices: &[Price]) -> Option<(&str, &Price, &Price)> {
    prices.iter().flat_map(|price| price.models.iter().map(move |one| (price, one))).find_map(
        |(price, pattern)| {
            let is_alike =
                |other: &&Price| other.provider == price.provider && other.models.contains(pattern);
            let rows: Vec<&Price> = prices.iter().filter(is_alike).collect();
            let (first, second) = tied(&rows, |_| Some(()))?;
            Some((pattern.as_str(), first, second))
        },
    )
}

/// Finds two rows that share the highest rank among those that hold on some day.
fn tied<'a, R: Ord>(
    rows: &[&'a Price],
    rank: impl Fn(&Price) -> Option<R>,
) -> Option<(&'a Price, &'a Price)> {
    // The rows that hold change only on these days.
    let changes = rows.iter().flat_map(|price| [price.since, price.until]).flatten();
    changes.chain([Date::MIN]).find_map(|day| {
        let ranked = rows.iter().filter(|price| price.holds_on(day));
        let ranked: Vec<(R, &'a Price)> =
            ranked.filter_map(|price| Some((rank(price)?, *price))).collect();
        let highest = ranked.iter().map(|(rank, _)| rank).max()?;
        let mut best = ranked.iter().filter(|(rank, _)| rank == highest);
        Some((best.next()?.1, best.next()?.1))
    })
}

impl Provider {
    /// Returns true if a host belongs to this provider.
    fn is_at(&self, host: &str) -> bool {
        self.hosts.iter().any(|one| one.matches(host))
    }
}

/// Returns the names of a model that a user's table may contain: its own, and the subject's.
pub(crate) fn names_of(subject: &str) -> [&str; 2] {
    [model_of(subject), subject]
}

/// Returns the row with the most specific pattern that matches a model with these names, among
/// those that hold on a day. If two rows are equally specific, the row with a provider
/// is preferred, then the first.
pub(crate) fn best<'a>(
    prices: &'a [Price],
    provider: Option<&str>,
    names: &[&str],
    day: Date,
) -> Option<&'a Price> {
    let holds = |price: &&Price| price.is_of(provider) && price.holds_on(day);
    let ranked = |price: &'a Price| Some(((price.weight(names)?, price.provider.is_some()), price));
    // If ranks are equal, the last of the reversed list is taken.
    let fitting = prices.iter().rev().filter(holds).filter_map(ranked);
    fitting.max_by_key(|(rank, _)| *rank).map(|(_, price)| price)
}
