//! The TOML form of a price table.

use crate::price::{LongPromptRates, MOST_PER_MILLION, Rates, per_token};
use crate::{Pattern, Price};
use jiff::civil::Date;
use serde::Deserialize;
use thiserror::Error;
use toml::value::Datetime;

/// A price table that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("price table {name}: {what}")]
pub struct TableError {
    /// Name of the table.
    pub name: String,
    /// Error with its place.
    pub what: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    #[serde(default)]
    pub(crate) provider: Vec<ProviderRow>,
    #[serde(default)]
    pub(crate) price: Vec<PriceRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProviderRow {
    pub(crate) id: String,
    /// A name for readers of the table.
    #[serde(rename = "name")]
    _name: Option<String>,
    #[serde(default)]
    pub(crate) hosts: Vec<Pattern>,
    pub(crate) free: Option<String>,
    source: Option<String>,
    looked_up: Option<Datetime>,
    #[serde(default)]
    pub(crate) prices: Vec<PriceRow>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PriceRow {
    provider: Option<String>,
    models: Vec<Pattern>,
    input: f64,
    cached: Option<f64>,
    output: f64,
    batch: Option<f64>,
    since: Option<Datetime>,
    until: Option<Datetime>,
    long: Option<LongRow>,
    source: Option<String>,
    looked_up: Option<Datetime>,
    note: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct LongRow {
    over: u64,
    input: f64,
    cached: Option<f64>,
    output: f64,
}

impl ProviderRow {
    /// Checks that its hosts have no scheme, port or path, which would match nothing.
    pub(crate) fn check(&self) -> Result<(), String> {
        let is_more = |host: &&Pattern| {
            let host = host.as_str();
            host.contains('/') || host.contains("]:") || host.matches(':').count() == 1
        };
        match self.hosts.iter().find(is_more) {
            None => Ok(()),
            Some(host) => Err(format!(
                "{} is not a host of {}: write the host alone, without scheme, port and path, as \
                 in api.example.org",
                host.as_str(),
                self.id
            )),
        }
    }
}

/// Converts a row to a price. Its provider and the table supply omitted fields.
pub(crate) fn price(
    row: PriceRow,
    provider: Option<&ProviderRow>,
    table: &str,
) -> Result<Price, String> {
    let names: Vec<&str> = row.models.iter().map(Pattern::as_str).collect();
    let names = names.join(", ");
    if row.models.is_empty() {
        return Err("a row names no models: give models = [\"...\"]".to_owned());
    }
    let day = |given: Option<Datetime>| given.map(|given| day(given, &names)).transpose();
    let long = row.long.map(|long| {
        let rates = rates(long.input, long.cached, long.output, &names)?;
        Ok::<_, String>(LongPromptRates { over: long.over, rates })
    });
    if let Some(share) = row.batch.filter(|share| !(0.0..=1.0).contains(share)) {
        return Err(format!("batch = {share} of {names}: give a share of the price, from 0 to 1"));
    }
    let (since, until) = (day(row.since)?, day(row.until)?);
    if let (Some(since), Some(until)) = (since, until)
        && since >= until
    {
        return Err(format!(
            "the price of {names} from {since} until {until} applies to no day: since must be \
             before until"
        ));
    }
    Ok(Price {
        provider: row.provider.or_else(|| provider.map(|one| one.id.clone())),
        rates: rates(row.input, row.cached, row.output, &names)?,
        long: long.transpose()?,
        batch: row.batch,
        since,
        until,
        looked_up: day(row.looked_up.or_else(|| provider.and_then(|one| one.looked_up)))?,
        source: row
            .source
            .or_else(|| provider.and_then(|one| one.source.clone()))
            .unwrap_or_else(|| table.to_owned()),
        note: row.note,
        models: row.models,
    })
}

fn rates(input: f64, cached: Option<f64>, output: f64, names: &str) -> Result<Rates, String> {
    let each = |price: f64| {
        per_token(price).ok_or_else(|| {
            format!(
                "{price} for {names}: a price is a number from 0 to {MOST_PER_MILLION}, in USD per million tokens"
            )
        })
    };
    if let Some(cached) = cached.filter(|cached| *cached > input) {
        return Err(format!(
            "cached = {cached} for {names} is more than input = {input}: a cached token costs no \
             more than a new one"
        ));
    }
    Ok(Rates { input: each(input)?, cached: cached.map(each).transpose()?, output: each(output)? })
}

fn day(given: Datetime, names: &str) -> Result<Date, String> {
    let date = given.date.and_then(|date| date.to_string().parse().ok());
    date.ok_or_else(|| format!("{given} for {names} is not a day: write 2026-01-31"))
}
