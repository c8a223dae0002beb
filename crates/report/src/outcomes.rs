//! Outcomes, indexed by what tests select them by.

use peirast_record::{Factors, Outcome};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Graded answers, grouped by subject and by their levels.
///
/// A selection looks at each distinct combination of levels once, not at each outcome, so that
/// hundreds of contrasts over a hundred thousand outcomes take well under a second.
#[derive(Debug, Default)]
pub struct Outcomes {
    rows: Vec<Outcome>,
    groups: BTreeMap<String, Vec<Group>>,
}

/// A combination of levels, and where its outcomes stand.
type Group = (Arc<Factors>, Vec<usize>);

impl Outcomes {
    /// Indexes `rows`.
    pub fn new(rows: Vec<Outcome>) -> Self {
        let mut by_levels: BTreeMap<&str, BTreeMap<&Arc<Factors>, Vec<usize>>> = BTreeMap::new();
        for (index, row) in rows.iter().enumerate() {
            by_levels.entry(&row.subject).or_default().entry(&row.factors).or_default().push(index);
        }
        let groups = by_levels
            .into_iter()
            .map(|(subject, groups)| {
                let groups = groups.into_iter().map(|(levels, at)| (levels.clone(), at));
                (subject.to_owned(), groups.collect())
            })
            .collect();
        Self { rows, groups }
    }

    /// Every outcome.
    pub fn rows(&self) -> &[Outcome] {
        &self.rows
    }

    /// The subjects, in order of their names.
    pub fn subjects(&self) -> impl Iterator<Item = &str> {
        self.groups.keys().map(String::as_str)
    }

    /// The outcomes of `subject` that have every wanted level.
    pub fn select<'a>(
        &'a self,
        subject: &str,
        wanted: &'a Factors,
    ) -> impl Iterator<Item = &'a Outcome> {
        self.groups
            .get(subject)
            .into_iter()
            .flatten()
            .filter(|(levels, _)| levels.matches(wanted))
            .flat_map(|(_, indices)| indices.iter().filter_map(|i| self.rows.get(*i)))
    }

    /// The levels that some outcome has of `factor`.
    pub fn levels(&self, factor: &str) -> BTreeSet<&str> {
        let groups = self.groups.values().flatten();
        groups.filter_map(|(levels, _)| levels.get(factor)).collect()
    }
}
