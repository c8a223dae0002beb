//! What may have been charged although no answer is counted for it.

use super::{Past, Prices, Tariffs, in_flight};
use crate::run_dir;
use anyhow::Result;
use peirast_cost::{
    Amount, Announcement, Counted, Tariff, Terms, Usd, is_simulated, may_be_charged,
};
use peirast_record::{Key, Prompt};
use peirast_run::Store;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What attempts at one subject may have been charged, at most: those that broke off, those in flight
/// when a run was killed or dropped, and answers whose tokens were not reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Unsure {
    /// How many there are. Of a run that was killed, as many as there could be.
    pub attempts: u64,
    /// The most that they may cost; none where no price is known.
    #[serde(rename = "cost")]
    usd: Option<Usd>,
    /// The most tokens that they may have taken.
    pub tokens: u64,
}

impl Unsure {
    fn nothing() -> Self {
        Self { usd: Some(Usd::ZERO), ..Self::default() }
    }

    fn add(&mut self, attempts: u64, tariff: &Tariff, most: Amount) {
        self.attempts += attempts;
        self.tokens = self.tokens.saturating_add(most.tokens);
        self.usd = self.usd.filter(|_| *tariff != Tariff::Unknown).map(|usd| usd + most.usd);
    }

    /// The most that they may cost, if a price is known.
    pub fn cost(&self) -> Option<Usd> {
        self.usd
    }

    /// Money and tokens; what has no price counts as 0 dollars.
    pub fn amount(&self) -> Amount {
        Amount { usd: self.usd.unwrap_or_default(), tokens: self.tokens }
    }
}

/// On which terms the subjects of a run directory answer: those that are asked now, and all others.
pub struct Dealings<'a> {
    prices: &'a Prices,
    endpoints: BTreeMap<String, String>,
    told: Announcement,
    terms: BTreeMap<String, Terms>,
}

impl<'a> Dealings<'a> {
    /// By what the store says. `asked` are the terms of subjects that are asked now.
    pub async fn of(
        store: &Store,
        prices: &'a Prices,
        asked: BTreeMap<String, Terms>,
    ) -> Result<Self> {
        Ok(Self {
            prices,
            endpoints: run_dir::all_endpoints(store).await?,
            told: run_dir::announcement(store).await?,
            terms: asked,
        })
    }

    /// Takes in what the answers of a subject have taught.
    pub fn learn(&mut self, subject: &str, past: &Past) {
        let terms = Terms { experience: past.experience.clone(), ..self.terms(subject) };
        self.terms.insert(subject.to_owned(), terms);
    }

    fn terms(&self, subject: &str) -> Terms {
        self.terms.get(subject).cloned().unwrap_or_else(|| {
            let endpoint = self.endpoints.get(subject).map_or("", String::as_str);
            let cited = self.told.of(subject).and_then(|told| told.price.as_ref());
            let tariff = Tariffs::of(self.prices, subject, endpoint, cited).today(
                self.prices,
                subject,
                endpoint,
            );
            Terms::new(subject, tariff).at(endpoint)
        })
    }

    /// The terms of all that were met.
    pub fn into_terms(self) -> BTreeMap<String, Terms> {
        self.terms
    }
}

/// What may have been charged, by subject. `prompts` are those that are at hand; others are read.
pub async fn unsure(
    store: &Store,
    prompts: &BTreeMap<Key, Arc<Prompt>>,
    pasts: &BTreeMap<String, Past>,
    dealings: &Dealings<'_>,
) -> Result<BTreeMap<String, Unsure>> {
    let mut all: BTreeMap<String, Unsure> = BTreeMap::new();
    let mut attempts: Vec<(String, Key, Option<u32>)> = Vec::new();
    for (subject, past) in pasts {
        let unreported = past.unreported.iter();
        attempts.extend(unreported.map(|(prompt, most)| (subject.clone(), prompt.clone(), *most)));
    }
    for failed in store.load_failed().await? {
        if failed.was_sent && may_be_charged(failed.kind, failed.status) {
            let trial = failed.trial;
            attempts.push((trial.subject.to_string(), trial.prompt, trial.sampling.max_tokens));
        }
    }
    let mut terms: BTreeMap<String, Terms> = BTreeMap::new();
    let mut counts: BTreeMap<(&'static str, Key), Counted> = BTreeMap::new();
    for (subject, prompt, max_tokens) in attempts {
        if is_simulated(&subject) {
            continue;
        }
        let terms = terms.entry(subject.clone()).or_insert_with(|| dealings.terms(&subject));
        let place = (terms.counter.family().name.as_str(), prompt);
        let counted = match counts.get(&place) {
            Some(counted) => *counted,
            None => {
                let counted = match prompts.get(&place.1) {
                    Some(prompt) => terms.counter.count(&prompt.messages),
                    None => {
                        let messages = store.load_messages(&place.1).await?.unwrap_or_default();
                        terms.counter.count(&messages)
                    }
                };
                *counts.entry(place).or_insert(counted)
            }
        };
        let most = terms.bound(counted, max_tokens);
        all.entry(subject).or_insert_with(Unsure::nothing).add(1, &terms.tariff, most);
    }
    for flight in in_flight::left(store).await? {
        if let Some((subject, most)) = flight.most(|subject| dealings.terms(subject).tariff) {
            let tariff = dealings.terms(subject).tariff;
            let own = all.entry(subject.to_owned()).or_insert_with(Unsure::nothing);
            own.add(flight.attempts, &tariff, most);
        }
    }
    Ok(all)
}
