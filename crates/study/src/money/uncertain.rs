//! Uncertain charges: attempts that may have been charged although no answer counts for them.

use super::{Prices, SubjectHistory, exposure_rows};
use crate::error::Result;
use crate::run_dir;
use peirast_cost::{Amount, Counter, Tariff, Terms, TokenCount, Usd, may_be_charged};
use peirast_record::{Key, Prompt, Usage, is_simulated};
use peirast_store::{FailedTrial, Store};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The uncertain charges of one subject: attempts that broke off, attempts in flight when a run was
/// killed or dropped, and answers whose tokens were not reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct UncertainCharges {
    /// Number of attempts; for a killed run, the most that it may have had in flight.
    pub attempts: u64,
    /// Most that they may cost, in dollars; `None` if no price is known.
    pub cost: Option<Usd>,
    /// Most tokens that they may have taken.
    pub tokens: u64,
}

impl UncertainCharges {
    fn nothing() -> Self {
        Self { cost: Some(Usd::ZERO), ..Self::default() }
    }

    fn add(&mut self, attempts: u64, tariff: &Tariff, most: Amount) {
        self.attempts += attempts;
        self.tokens = self.tokens.saturating_add(most.tokens);
        self.cost = self.cost.filter(|_| *tariff != Tariff::Unknown).map(|usd| usd + most.usd);
    }

    /// Takes out attempts that no longer count.
    pub(crate) fn forget(&mut self, attempts: u64, usd: Option<Usd>, tokens: u64) {
        self.attempts = self.attempts.saturating_sub(attempts);
        self.tokens = self.tokens.saturating_sub(tokens);
        self.cost = self.cost.zip(usd).map(|(all, part)| all.less(part));
    }

    /// Returns dollars and tokens; attempts without a price count as 0 dollars.
    pub fn amount(&self) -> Amount {
        Amount { usd: self.cost.unwrap_or_default(), tokens: self.tokens }
    }
}

/// Terms of the subjects of a run directory: counter, price and experience.
pub struct SubjectTerms<'a> {
    prices: &'a Prices,
    endpoints: BTreeMap<String, String>,
    terms: BTreeMap<String, Terms>,
}

impl<'a> SubjectTerms<'a> {
    /// Reads the endpoints of the store. `asked` holds the terms of subjects that are asked now.
    pub async fn read(
        store: &Store,
        prices: &'a Prices,
        asked: BTreeMap<String, Terms>,
    ) -> Result<Self> {
        Ok(Self { prices, endpoints: run_dir::all_endpoints(store).await?, terms: asked })
    }

    /// Adds the experience of a subject's answers.
    pub fn learn(&mut self, subject: &str, history: &SubjectHistory) {
        let terms = Terms { experience: history.experience.clone(), ..self.terms(subject) };
        self.terms.insert(subject.to_owned(), terms);
    }

    /// Adds the usage of a failed attempt, or of an answer that was reported in part.
    fn note_failed(&mut self, subject: &str, max_tokens: Option<u32>, reported: Usage) {
        let mut terms = self.terms(subject);
        terms.experience.note_failed(max_tokens, reported);
        self.terms.insert(subject.to_owned(), terms);
    }

    fn terms(&self, subject: &str) -> Terms {
        self.terms.get(subject).cloned().unwrap_or_else(|| {
            self.prices.terms(subject, self.endpoints.get(subject).map_or("", String::as_str))
        })
    }

    /// Returns the terms of all subjects that were looked up.
    pub fn into_terms(self) -> BTreeMap<String, Terms> {
        self.terms
    }
}

/// Computes the uncertain charges by subject; prompts that are not at hand are read.
pub async fn uncertain_charges(
    store: &Store,
    prompts: &BTreeMap<Key, Arc<Prompt>>,
    histories: &BTreeMap<String, SubjectHistory>,
    subject_terms: &mut SubjectTerms<'_>,
) -> Result<BTreeMap<String, UncertainCharges>> {
    let mut all: BTreeMap<String, UncertainCharges> = BTreeMap::new();
    let mut terms: BTreeMap<String, Terms> = BTreeMap::new();
    let mut cache = TokenCache { store, prompts, known: BTreeMap::new() };
    let attempts = attempts(store, histories).await?;
    // Failed attempts may show that answers can be longer than those that arrived.
    for (subject, _, max_tokens, reported) in &attempts {
        if reported.output_tokens.is_some() {
            subject_terms.note_failed(subject, *max_tokens, *reported);
        }
    }
    for (subject, prompt, max_tokens, reported) in attempts {
        let terms = terms.entry(subject.clone()).or_insert_with(|| subject_terms.terms(&subject));
        let counted = cache.get(&terms.counter, prompt).await?;
        let most = terms.tariff.amount(terms.most_of(counted, max_tokens, reported));
        all.entry(subject).or_insert_with(UncertainCharges::nothing).add(1, &terms.tariff, most);
    }
    let left = exposure_rows::left(store).await?;
    let tariff = |subject: &str| subject_terms.terms(subject).tariff;
    for exposures in left.values() {
        for (subject, attempts, most) in exposures.most(tariff) {
            let tariff = tariff(subject);
            let charges = all.entry(subject.to_owned()).or_insert_with(UncertainCharges::nothing);
            charges.add(attempts, &tariff, most);
        }
    }
    Ok(all)
}

/// Returns whether there is any uncertain charge.
pub async fn has_uncertain_charges(
    store: &Store,
    histories: &BTreeMap<String, SubjectHistory>,
) -> Result<bool> {
    Ok(!attempts(store, histories).await?.is_empty()
        || !exposure_rows::left(store).await?.is_empty())
}

/// An attempt that may have been charged: subject, prompt, output limit, reported usage.
type Attempt = (String, Key, Option<u32>, Usage);

/// Collects answers whose tokens were not reported, and failed attempts that may have been charged.
/// Simulated subjects cost nothing and are left out.
async fn attempts(
    store: &Store,
    histories: &BTreeMap<String, SubjectHistory>,
) -> Result<Vec<Attempt>> {
    let unreported = histories.iter().flat_map(|(subject, history)| {
        history
            .unreported
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

/// Token counts of prompts, each counted once per family of models.
struct TokenCache<'a> {
    store: &'a Store,
    prompts: &'a BTreeMap<Key, Arc<Prompt>>,
    known: BTreeMap<(&'static str, Key), TokenCount>,
}

impl TokenCache<'_> {
    async fn get(&mut self, counter: &Counter, prompt: Key) -> Result<TokenCount> {
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
