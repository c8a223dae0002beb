//! Settling what a killed run left in flight.

use super::RunDir;
use crate::error::{Result, bail};
use crate::money::{DirectoryUsage, Prices, UncertainCharges, left_in_flight, settle_in_flight};
use crate::options::PriceOptions;
use crate::run_dir;
use peirast_cost::{Tariff, Usd};
use peirast_store::Store;
use serde::Serialize;
use std::collections::BTreeMap;

/// Requests of one subject that a run left in flight, and that no longer count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SettledExposure {
    /// Start time of the run, and its process number.
    pub run: String,
    /// The subject; if several may have been asked, the dearest.
    pub subject: String,
    /// The most requests.
    pub attempts: u64,
    /// The most that they counted for, in dollars; `None` without a known price.
    pub usd: Option<Usd>,
    /// The most tokens that they counted for.
    pub tokens: u64,
}

/// The settled requests, and the charges that remain possible.
#[derive(Clone, Debug, PartialEq)]
pub struct SettleReport {
    /// Requests that runs left in flight.
    pub settled: Vec<SettledExposure>,
    /// Remaining possible charges by subject: attempts that broke off, and answers without reported
    /// tokens.
    pub left: BTreeMap<String, UncertainCharges>,
}

impl RunDir {
    /// Settles the requests that killed runs left in flight as never charged: they no longer count
    /// for a budget. With `dry_run`, only returns what would be settled.
    ///
    /// # Errors
    /// A store that cannot be read or written, or in which a process is at work; prices that cannot be
    /// read.
    pub async fn settle(&self, prices: &PriceOptions, dry_run: bool) -> Result<SettleReport> {
        let given = Prices::load(prices)?;
        let store = match dry_run {
            true => Store::open_read_only(&self.path).await?,
            // A file has one process that writes to it: none can be asking meanwhile.
            false => Store::open(&self.path).await?,
        };
        if !store.workers().await?.is_empty() {
            bail!(
                Conflict,
                "a process is asking questions from {}, and its requests in flight may be charged: \
                 settle when it has ended",
                store.dir().display()
            );
        }
        let known = given.knowing(&store).await?;
        let used = DirectoryUsage::read_all(&store, &known).await?;
        let endpoints = run_dir::all_endpoints(&store).await?;
        let tariff = |subject: &str| {
            known.tariff(subject, endpoints.get(subject).map_or("", String::as_str))
        };
        let mut settled = Vec::new();
        for (run, exposures) in left_in_flight(&store).await? {
            for (subject, attempts, most) in exposures.most(tariff) {
                let is_priced = tariff(subject) != Tariff::Unknown;
                settled.push(SettledExposure {
                    run: run.clone(),
                    subject: subject.to_owned(),
                    attempts,
                    usd: is_priced.then_some(most.usd),
                    tokens: most.tokens,
                });
            }
            if !dry_run {
                settle_in_flight(&store, &run).await?;
            }
        }
        let mut left = match dry_run {
            true => used.uncertain_charges,
            false => DirectoryUsage::read_all(&store, &known).await?.uncertain_charges,
        };
        if dry_run {
            for one in &settled {
                if let Some(charges) = left.get_mut(&one.subject) {
                    charges.forget(one.attempts, one.usd, one.tokens);
                }
            }
        }
        left.retain(|_, charges| charges.attempts > 0);
        store.close().await;
        Ok(SettleReport { settled, left })
    }
}
