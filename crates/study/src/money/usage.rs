//! Usage of a run directory: one count for budgets, bills and reports.

use super::history::{MOST_COMPARED, subject_histories};
use super::uncertain::{SubjectTerms, UncertainCharges, uncertain_charges};
use super::{Prices, PromptTokens, SubjectHistory};
use crate::error::Result;
use crate::run_dir;
use peirast_cost::{Amount, Terms};
use peirast_record::{Key, Prompt, Trial, is_simulated};
use peirast_store::Store;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The usage of a run directory.
pub struct DirectoryUsage {
    /// Answers, their cost and the experience drawn from them, by subject.
    pub histories: BTreeMap<String, SubjectHistory>,
    /// Uncertain charges by subject, without open batches.
    pub uncertain_charges: BTreeMap<String, UncertainCharges>,
    /// Terms of the subjects, with the experience of their answers.
    pub terms: BTreeMap<String, Terms>,
}

impl DirectoryUsage {
    /// Reads the usage of a store, with the terms of subjects asked now and the prompts at hand.
    pub async fn read(
        store: &Store,
        prices: &Prices,
        asked: BTreeMap<String, Terms>,
        prompts: &BTreeMap<Key, Arc<Prompt>>,
    ) -> Result<Self> {
        let counts = calibration_tokens(store).await?;
        let counting = |counter, trial: &Trial| counts.get(counter, &trial.prompt);
        let histories = subject_histories(store, prices, &counting).await?;
        let mut subject_terms = SubjectTerms::read(store, prices, asked).await?;
        for (subject, history) in &histories {
            subject_terms.learn(subject, history);
        }
        let uncertain_charges =
            uncertain_charges(store, prompts, &histories, &mut subject_terms).await?;
        Ok(Self { histories, uncertain_charges, terms: subject_terms.into_terms() })
    }

    /// Reads the usage of a store, with no terms or prompts at hand.
    pub async fn read_all(store: &Store, prices: &Prices) -> Result<Self> {
        Self::read(store, prices, BTreeMap::new(), &BTreeMap::new()).await
    }

    /// Returns a subject whose usage has no known price, if there is one.
    pub fn unpriced(&self) -> Option<&str> {
        let is_unpriced = |history: &SubjectHistory| {
            history.spent.cost.is_none() || history.second.cost.is_none()
        };
        let is_unsure = |one: &UncertainCharges| one.attempts > 0 && one.cost.is_none();
        let answered =
            self.histories.iter().filter(|(_, history)| is_unpriced(history)).map(|(name, _)| name);
        let uncertain =
            self.uncertain_charges.iter().filter(|(_, one)| is_unsure(one)).map(|(name, _)| name);
        answered.chain(uncertain).next().map(String::as_str)
    }

    /// Returns the cost of all answers, duplicates included.
    pub fn settled(&self) -> Amount {
        self.histories.values().fold(Amount::default(), |sum, history| sum + history.paid())
    }

    /// Returns the sum of uncertain charges.
    pub fn uncertain(&self) -> Amount {
        self.uncertain_charges.values().fold(Amount::default(), |sum, one| sum + one.amount())
    }
}

/// Counts the tokens of the prompts that calibrate the counters. The sample is the same for every
/// caller, so that all compute the same bounds.
async fn calibration_tokens(store: &Store) -> Result<PromptTokens> {
    let subjects = run_dir::all_endpoints(store).await?.into_keys();
    let subjects: Vec<String> = subjects.filter(|subject| !is_simulated(subject)).collect();
    let mut prompts: BTreeMap<Key, Arc<Prompt>> = BTreeMap::new();
    for subject in &subjects {
        for (key, messages) in store.first_prompts(subject, MOST_COMPARED).await? {
            prompts.entry(key).or_insert_with(|| Arc::new(Prompt::new("", "", messages)));
        }
    }
    Ok(PromptTokens::count(&prompts, subjects.iter().map(String::as_str)))
}
