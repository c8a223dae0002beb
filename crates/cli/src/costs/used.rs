//! What a run directory has used, by one count for budgets, bills and whoever tells it.

use super::past::{MOST_COMPARED, past_compared};
use super::unsure::{Dealings, Unsure, may_be_unsure, unsure};
use super::{Counts, Past, Prices};
use crate::run_dir;
use anyhow::Result;
use peirast_cost::{Amount, Counted, Counter, Terms, is_simulated};
use peirast_record::{Key, Prompt, Trial};
use peirast_run::Store;
use std::collections::{BTreeMap, BTreeSet};
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
        let counting = |counter, trial: &Trial| compared.get(counter, trial);
        let pasts = past_compared(store, prices, &counting).await?;
        let mut dealings = Dealings::of(store, prices, asked).await?;
        for (subject, past) in &pasts {
            dealings.learn(subject, past);
        }
        let unsure = unsure(store, prompts, &pasts, &dealings).await?;
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
    /// The prompts of each subject's first answers.
    own: BTreeMap<String, BTreeSet<Key>>,
}

impl Compared {
    async fn of(store: &Store) -> Result<Self> {
        let subjects = run_dir::all_endpoints(store).await?.into_keys();
        let mut prompts: BTreeMap<Key, Arc<Prompt>> = BTreeMap::new();
        let mut own = BTreeMap::new();
        for subject in subjects.filter(|subject| !is_simulated(subject)) {
            let first = store.first_prompts(&subject, MOST_COMPARED).await?;
            own.insert(subject, first.keys().cloned().collect());
            for (key, messages) in first {
                prompts.entry(key).or_insert_with(|| Arc::new(Prompt::new("", "", messages)));
            }
        }
        Ok(Self { counts: Counts::of(&prompts, own.keys().map(String::as_str)), own })
    }

    fn get(&self, counter: Counter, trial: &Trial) -> Option<Counted> {
        let is_first = self.own.get(trial.subject.as_str())?.contains(&trial.prompt);
        is_first.then(|| self.counts.get(counter, &trial.prompt)).flatten()
    }
}
