//! What may have been charged although no answer is counted for it.

use super::{Past, Prices, exposure_rows};
use crate::error::Result;
use crate::run_dir;
use peirast_cost::{Amount, Counted, Counter, Tariff, Terms, Usd, is_simulated, may_be_charged};
use peirast_record::{Key, Prompt, Usage};
use peirast_store::{FailedTrial, Store};
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
    terms: BTreeMap<String, Terms>,
}

impl<'a> Dealings<'a> {
    /// By what the store says. `asked` are the terms of subjects that are asked now.
    pub async fn of(
        store: &Store,
        prices: &'a Prices,
        asked: BTreeMap<String, Terms>,
    ) -> Result<Self> {
        Ok(Self { prices, endpoints: run_dir::all_endpoints(store).await?, terms: asked })
    }

    /// Takes in what the answers of a subject have taught.
    pub fn learn(&mut self, subject: &str, past: &Past) {
        let terms = Terms { experience: past.experience.clone(), ..self.terms(subject) };
        self.terms.insert(subject.to_owned(), terms);
    }

    /// Takes in what was reported of an attempt that failed, or of an answer of which not all is known.
    fn note_failed(&mut self, subject: &str, max_tokens: Option<u32>, reported: Usage) {
        let mut own = self.terms(subject);
        own.experience.note_failed(max_tokens, reported);
        self.terms.insert(subject.to_owned(), own);
    }

    fn terms(&self, subject: &str) -> Terms {
        self.terms.get(subject).cloned().unwrap_or_else(|| {
            let endpoint = self.endpoints.get(subject).map_or("", String::as_str);
            Terms::new(subject, self.prices.tariff(subject, endpoint)).at(endpoint)
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
    dealings: &mut Dealings<'_>,
) -> Result<BTreeMap<String, Unsure>> {
    let mut all: BTreeMap<String, Unsure> = BTreeMap::new();
    let mut terms: BTreeMap<String, Terms> = BTreeMap::new();
    let mut counts = Counts { store, prompts, known: BTreeMap::new() };
    let attempts = attempts(store, pasts).await?;
    // What failed may show that answers can be longer than those that came.
    for (subject, _, max_tokens, reported) in &attempts {
        if reported.output_tokens.is_some() {
            dealings.note_failed(subject, *max_tokens, *reported);
        }
    }
    for (subject, prompt, max_tokens, reported) in attempts {
        let terms = terms.entry(subject.clone()).or_insert_with(|| dealings.terms(&subject));
        let counted = counts.of(&terms.counter, prompt).await?;
        let most = terms.tariff.amount(terms.most_of(counted, max_tokens, reported));
        all.entry(subject).or_insert_with(Unsure::nothing).add(1, &terms.tariff, most);
    }
    for exposures in exposure_rows::left(store).await? {
        for (subject, attempts, most) in exposures.most(|subject| dealings.terms(subject).tariff) {
            let tariff = dealings.terms(subject).tariff;
            let own = all.entry(subject.to_owned()).or_insert_with(Unsure::nothing);
            own.add(attempts, &tariff, most);
        }
    }
    Ok(all)
}

/// Whether anything may have been charged.
pub async fn may_be_unsure(store: &Store, pasts: &BTreeMap<String, Past>) -> Result<bool> {
    Ok(!attempts(store, pasts).await?.is_empty() || !exposure_rows::left(store).await?.is_empty())
}

/// An attempt that may have been charged: its subject, its prompt, the most tokens of an answer, and what was
/// reported of it.
type Attempt = (String, Key, Option<u32>, Usage);

/// Answers whose tokens were not reported, and attempts that failed when they may have been charged. What
/// is simulated costs nothing.
async fn attempts(store: &Store, pasts: &BTreeMap<String, Past>) -> Result<Vec<Attempt>> {
    let unreported = pasts.iter().flat_map(|(subject, past)| {
        past.unreported
            .iter()
            .map(|(prompt, most, usage)| (subject.clone(), prompt.clone(), *most, *usage))
    });
    let failed = store.load_failed(peirast_llm::wire::reported).await?.into_iter();
    let charged =
        |one: &FailedTrial| one.reported.is_some() || may_be_charged(one.kind, one.status);
    let failed = failed.filter(|one| one.was_sent && charged(one));
    let failed = failed.map(|one| {
        let most = one.trial.sampling.max_tokens;
        (one.trial.subject.to_string(), one.trial.prompt, most, one.reported.unwrap_or_default())
    });
    Ok(unreported.chain(failed).filter(|(subject, ..)| !is_simulated(subject)).collect())
}

/// The tokens of prompts, each counted once in each way of counting.
struct Counts<'a> {
    store: &'a Store,
    prompts: &'a BTreeMap<Key, Arc<Prompt>>,
    known: BTreeMap<(&'static str, Key), Counted>,
}

impl Counts<'_> {
    async fn of(&mut self, counter: &Counter, prompt: Key) -> Result<Counted> {
        let place = (counter.family().name.as_str(), prompt);
        if let Some(counted) = self.known.get(&place) {
            return Ok(*counted);
        }
        let counted = match self.prompts.get(&place.1) {
            Some(prompt) => counter.count(&prompt.messages),
            None => {
                let messages = self.store.load_messages(&place.1).await?.unwrap_or_default();
                counter.count(&messages)
            }
        };
        Ok(*self.known.entry(place).or_insert(counted))
    }
}
