//! What a run directory has used, by one count for budgets, bills and whoever tells it.

use super::past::{MOST_COMPARED, past_summed};
use super::unsure::{Dealings, Unsure, may_be_unsure, unsure};
use super::{Counts, Past, Prices};
use crate::error::Result;
use crate::run_dir;
use peirast_cost::{Amount, Terms, is_simulated};
use peirast_record::{Key, Prompt, Trial};
use peirast_store::Store;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a run directory has used.
pub struct Used {
    /// What each subject's answers cost, and what they teach.
    pub pasts: BTreeMap<String, Past>,
    /// What may have been charged besides, batches under way apart.
    pub unsure: BTreeMap<String, Unsure>,
    /// On which terms subjects answer, by what their answers have taught.
    pub terms: BTreeMap<String, Terms>,
}

impl Used {
    /// By what the store holds. `asked` are the terms of subjects that are asked now, and `prompts` those
    /// that are at hand.
    pub async fn of(
        store: &Store,
        prices: &Prices,
        asked: BTreeMap<String, Terms>,
        prompts: &BTreeMap<Key, Arc<Prompt>>,
    ) -> Result<Self> {
        let compared = Compared::of(store).await?;
        let counting = |counter, trial: &Trial| compared.counts.get(counter, &trial.prompt);
        let subjects = compared.subjects.iter().map(String::as_str);
        let pasts = past_summed(store, prices, subjects, &counting).await?;
        let mut dealings = Dealings::of(store, prices, asked).await?;
        for (subject, past) in &pasts {
            dealings.learn(subject, past);
        }
        let unsure = unsure(store, prompts, &pasts, &mut dealings).await?;
        Ok(Self { pasts, unsure, terms: dealings.into_terms() })
    }

    /// What may have been charged, where it is known what the answers cost. They are not looked through
    /// once more unless there is any doubt.
    pub async fn unsure_of(
        store: &Store,
        prices: &Prices,
        pasts: &BTreeMap<String, Past>,
    ) -> Result<BTreeMap<String, Unsure>> {
        if !may_be_unsure(store, pasts).await? {
            return Ok(BTreeMap::new());
        }
        Ok(Self::of(store, prices, BTreeMap::new(), &BTreeMap::new()).await?.unsure)
    }

    /// A subject of which something was used that has no known price.
    pub fn unpriced(&self) -> Option<&str> {
        let is_unpriced = |past: &Past| past.spent.cost.is_none() || past.second.cost.is_none();
        let is_unsure = |unsure: &Unsure| unsure.attempts > 0 && unsure.cost().is_none();
        let answered =
            self.pasts.iter().filter(|(_, past)| is_unpriced(past)).map(|(name, _)| name);
        let unsure = self.unsure.iter().filter(|(_, one)| is_unsure(one)).map(|(name, _)| name);
        answered.chain(unsure).next().map(String::as_str)
    }

    /// What the answers cost, those that came second too.
    pub fn settled(&self) -> Amount {
        self.pasts.values().fold(Amount::default(), |sum, past| sum + past.paid())
    }

    /// What may have been charged besides.
    pub fn uncertain(&self) -> Amount {
        self.unsure.values().fold(Amount::default(), |sum, one| sum + one.amount())
    }
}

/// The tokens of the prompts by whose answers counts are corrected: the same whoever asks, so that all
/// come to the same bounds.
struct Compared {
    counts: Counts,
    subjects: Vec<String>,
}

impl Compared {
    async fn of(store: &Store) -> Result<Self> {
        let subjects = run_dir::all_endpoints(store).await?.into_keys();
        let subjects: Vec<String> = subjects.filter(|subject| !is_simulated(subject)).collect();
        let mut prompts: BTreeMap<Key, Arc<Prompt>> = BTreeMap::new();
        for subject in &subjects {
            for (key, messages) in store.first_prompts(subject, MOST_COMPARED).await? {
                prompts.entry(key).or_insert_with(|| Arc::new(Prompt::new("", "", messages)));
            }
        }
        Ok(Self { counts: Counts::of(&prompts, subjects.iter().map(String::as_str)), subjects })
    }
}
