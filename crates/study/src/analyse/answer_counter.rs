//! Counts of stored answers while they are read.

use super::setup::reached;
use crate::error::Result;
use crate::grade::{Order, SubjectCounts};
use crate::money::{Prices, SpendingHistory};
use crate::run_dir;
use peirast_cost::AnswerCost;
use peirast_record::Name;
use peirast_report::Provenance;
use peirast_store::{AnsweredTrial, ServingModel, ServingModels, Store};
use std::collections::{BTreeMap, BTreeSet};

/// Provenance, servers and costs of the answers so far.
pub(crate) struct AnswerCounter<'p> {
    subjects: SubjectCounts,
    servers: ServingModels,
    pub(crate) histories: SpendingHistory<'p>,
    /// Tokens and cost of answers, as they were read; after `arrange`, as their outcomes come.
    pub(crate) taken: Vec<AnswerCost>,
}

impl<'p> AnswerCounter<'p> {
    /// Creates the counter of a store, without answers yet.
    pub(crate) async fn open(store: &Store, prices: &'p Prices) -> Result<Self> {
        Ok(Self {
            subjects: SubjectCounts::default(),
            servers: ServingModels::default(),
            histories: SpendingHistory::open(store, prices).await?,
            taken: Vec::new(),
        })
    }

    /// Adds an answer with the mark of its server, and the place of its outcome if it has one.
    pub(crate) fn count(
        &mut self,
        answered: &AnsweredTrial,
        mark: Option<&Name>,
        place: Option<usize>,
    ) {
        let AnsweredTrial { trial, sent_us, usage, .. } = answered;
        if place.is_some() || trial.is_control() {
            self.subjects.add(answered);
        }
        self.servers.add(answered, mark);
        let taken = self.histories.add(trial, *sent_us, *usage, &|_, _| None);
        if let (Some(place), Some(taken)) = (place, taken) {
            // Answers of simulated subjects cost nothing and may precede it.
            self.taken.resize(place, AnswerCost::default());
            self.taken.push(taken);
        }
    }

    /// Reorders the costs of answers by the order of their outcomes.
    pub(crate) fn arrange(&mut self, order: &Order, outcomes: usize) {
        if !self.taken.is_empty() {
            // Answers of simulated subjects may follow it.
            self.taken.resize(outcomes, AnswerCost::default());
            order.arrange(&mut self.taken);
        }
    }

    /// Completes the provenance of a report by subjects and command; returns the servers.
    pub(crate) async fn complete(
        &mut self,
        store: &Store,
        provenance: &mut Provenance,
    ) -> Result<Vec<ServingModel>> {
        let served = std::mem::take(&mut self.servers).into_list();
        let endpoints = run_dir::endpoints(store).await?;
        let unsent = run_dir::unsent(store).await?;
        let mut marks = fingerprints(&served);
        provenance.subjects = std::mem::take(&mut self.subjects).into_list(&endpoints);
        for subject in &mut provenance.subjects {
            let names = unsent.get(&subject.model).into_iter().flatten();
            subject.not_sent = names.map(ToString::to_string).collect();
            let marks = marks.remove(subject.model.as_str()).unwrap_or_default();
            subject.fingerprints = marks.into_iter().cloned().collect();
        }
        let asked = endpoints.iter().map(|(subject, url)| (subject.as_str(), url.as_str()));
        provenance.command.push_str(&reached(asked));
        Ok(served)
    }
}

/// Returns the fingerprints that servers reported of their configuration, by subject.
fn fingerprints(served: &[ServingModel]) -> BTreeMap<&str, BTreeSet<&String>> {
    let mut marks: BTreeMap<&str, BTreeSet<&String>> = BTreeMap::new();
    for one in served {
        marks.entry(&one.subject).or_default().extend(&one.fingerprint);
    }
    marks
}
