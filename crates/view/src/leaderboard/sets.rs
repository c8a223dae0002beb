//! Runs whose numbers can be compared.

use super::{LeaderboardCell, Paradigm, ParadigmNumber};
use crate::Run;
use crate::index::QuestionSet;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that must be equal for two numbers to be compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SetFacts {
    pub(crate) paradigm: Paradigm,
    pub(crate) study: String,
    /// Hash of the study without subjects, servers and sampling.
    pub(crate) design_hash: String,
    pub(crate) seed: Option<u64>,
    pub(crate) profile: String,
    pub(crate) grader: String,
    /// The treatment of answers without a verdict.
    pub(crate) treatment: String,
    /// The version of Peirast that made the report.
    pub(crate) version: String,
    /// The questions, by their number and digest.
    pub(crate) questions: (u64, u128),
    /// The digest of their clusters.
    pub(crate) clusters: u128,
}

impl SetFacts {
    pub(super) fn new(run: &Run, number: &ParadigmNumber) -> Self {
        let of = &run.report.provenance;
        let questions: QuestionSet = run.questions.get(&number.model).copied().unwrap_or_default();
        Self {
            paradigm: number.paradigm,
            study: of.study.clone(),
            design_hash: of.design_hash.clone(),
            seed: of.seed,
            profile: of.profile.clone().unwrap_or_default(),
            grader: of.grader.clone(),
            treatment: of.treatment.clone(),
            version: of.version.clone(),
            questions: (questions.count, questions.digest),
            clusters: questions.clusters,
        }
    }

    /// Returns true if the questions are the same and only their clusters differ.
    fn has_other_clusters(&self, other: &Self) -> bool {
        self.questions == other.questions && self.clusters != other.clusters
    }

    /// Returns the names of the facts in which another set differs.
    fn differences(&self, other: &Self) -> Vec<&'static str> {
        let all = [
            ("other study", self.study != other.study),
            ("other seed", self.seed != other.seed),
            ("other profile", self.profile != other.profile),
            ("other items", self.questions != other.questions),
            ("other clusters of items", self.has_other_clusters(other)),
            ("other hash of the design", self.design_hash != other.design_hash),
            ("other grader", self.grader != other.grader),
            ("other treatment of answers without a verdict", self.treatment != other.treatment),
            ("other version", self.version != other.version),
        ];
        all.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
    }
}

/// A column: a paradigm, and the runs whose numbers of it can be compared.
#[derive(Debug)]
pub(crate) struct ItemSet {
    pub(crate) facts: SetFacts,
    /// The number of the set among those of the paradigm, from 1.
    pub(crate) number: usize,
    /// The number of sets of the paradigm.
    pub(crate) of: usize,
    /// The runs, by name.
    pub(crate) runs: BTreeSet<String>,
    /// In what it differs from the first set of the paradigm.
    pub(crate) differences: Vec<&'static str>,
}

impl ItemSet {
    /// Returns its name in addresses.
    pub(crate) fn id(&self) -> String {
        format!("{}.{}", self.facts.paradigm.name(), self.number)
    }

    /// Returns its title.
    pub(crate) fn title(&self) -> String {
        match self.of {
            1 => self.facts.paradigm.title().to_owned(),
            of => format!("{}, set {} of {of}", self.facts.paradigm.title(), self.number),
        }
    }
}

/// Returns the sets as columns, with their numbers: paradigms in their order; of each, the set with
/// the most models first.
pub(super) fn ordered(
    found: BTreeMap<SetFacts, Vec<LeaderboardCell>>,
) -> Vec<(ItemSet, Vec<LeaderboardCell>)> {
    let models = |cells: &[LeaderboardCell]| {
        cells.iter().map(|cell| cell.number.model.as_str()).collect::<BTreeSet<_>>().len()
    };
    let mut all: Vec<(SetFacts, Vec<LeaderboardCell>)> = found.into_iter().collect();
    all.sort_by_key(|(facts, cells)| (facts.paradigm, std::cmp::Reverse(models(cells))));
    let firsts: BTreeMap<Paradigm, SetFacts> =
        all.iter().rev().map(|(facts, _)| (facts.paradigm, facts.clone())).collect();
    let mut counts: BTreeMap<Paradigm, usize> = BTreeMap::new();
    for (facts, _) in &all {
        *counts.entry(facts.paradigm).or_default() += 1;
    }
    let mut numbers: BTreeMap<Paradigm, usize> = BTreeMap::new();
    let column = |(facts, cells): (SetFacts, Vec<LeaderboardCell>)| {
        let number = numbers.entry(facts.paradigm).or_default();
        *number += 1;
        let first = firsts.get(&facts.paradigm);
        let set = ItemSet {
            number: *number,
            of: counts.get(&facts.paradigm).copied().unwrap_or(1),
            runs: cells.iter().map(|cell| cell.run.clone()).collect(),
            differences: first.map(|first| facts.differences(first)).unwrap_or_default(),
            facts,
        };
        (set, cells)
    };
    all.into_iter().map(column).collect()
}
