//! The tokens of a plan: the questions to all subjects of a plan, counted while it is made.

use crate::money::{Beside, Counts, Outlook, Prices, Standing, TokenCensus};
use peirast_llm::Subject;
use peirast_record::{Key, Prompt, Trial};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A census of each subject that is counted.
pub(crate) struct PlanTokenCounter(Vec<Option<(String, TokenCensus)>>);

impl PlanTokenCounter {
    /// Of subjects, without questions yet: whether each is counted.
    pub(crate) fn new<'a>(subjects: impl Iterator<Item = (&'a Arc<dyn Subject>, bool)>) -> Self {
        let census = |(subject, is_counted): (&Arc<dyn Subject>, bool)| {
            let census = TokenCensus::of(subject.name(), subject.endpoint());
            is_counted.then(|| (subject.name().to_owned(), census))
        };
        Self(subjects.map(census).collect())
    }

    /// Takes in questions: trials of each subject, with their prompts.
    pub(crate) fn add(&mut self, prompts: &BTreeMap<Key, Arc<Prompt>>, trials: &[Arc<Vec<Trial>>]) {
        let names = self.0.iter().flatten().map(|(name, _)| name.as_str());
        let counts = Counts::of(prompts, names);
        for (census, trials) in self.0.iter_mut().zip(trials) {
            let Some((_, census)) = census else { continue };
            trials.iter().for_each(|trial| census.add(trial, Standing::Open, &counts));
        }
    }

    /// What asking them all costs, as long as none is answered.
    pub(crate) fn outlooks(self, prices: &Prices) -> Vec<Outlook> {
        let outlook =
            |(_, census): (String, TokenCensus)| census.outlook(Beside::default(), prices);
        self.0.into_iter().flatten().map(outlook).collect()
    }
}
