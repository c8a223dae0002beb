//! Outcomes, indexed by what tests select them by.

use peirast_record::{Answer, Factors, Key, Name, Outcome};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A question that was put to a subject, or is to be, and has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// The trial.
    pub trial: Key,
    /// The problem.
    pub problem: Name,
    /// Its right answer.
    pub truth: Answer,
    /// The subject.
    pub subject: Name,
    /// The item: what the two members of a matched pair share.
    pub item: Name,
    /// Which repetition.
    pub repeat: u32,
    /// Every level that tests select by.
    pub factors: Arc<Factors>,
}

/// Graded answers, grouped by subject and by their levels.
///
/// A selection looks at each distinct combination of levels once, not at each outcome, so that
/// hundreds of contrasts over a hundred thousand outcomes take well under a second.
#[derive(Debug, Default)]
pub struct Outcomes {
    rows: Vec<Outcome>,
    groups: BTreeMap<String, Vec<Group>>,
    open: Vec<Unanswered>,
    unanswered: BTreeMap<String, BTreeMap<Arc<Factors>, BTreeSet<Place>>>,
}

/// A combination of levels, and where its outcomes stand, in order of item and repetition.
type Group = (Arc<Factors>, Vec<u32>);

/// Item and repetition: where an answer stands in a selection.
type Place = (String, u32);

impl Outcomes {
    /// Indexes `rows`.
    pub fn new(rows: Vec<Outcome>) -> Self {
        let mut by_levels: BTreeMap<&str, BTreeMap<&Arc<Factors>, Vec<u32>>> = BTreeMap::new();
        for (index, row) in (0..).zip(&rows) {
            by_levels.entry(&row.subject).or_default().entry(&row.factors).or_default().push(index);
        }
        let in_order = |(levels, mut at): (&Arc<Factors>, Vec<u32>)| {
            let place = |index: &u32| rows.get(*index as usize).map(|row| (&row.item, row.repeat));
            at.sort_by(|a, b| place(a).cmp(&place(b)));
            at.shrink_to_fit();
            (Arc::clone(levels), at)
        };
        let groups = by_levels
            .into_iter()
            .map(|(subject, groups)| {
                (subject.to_owned(), groups.into_iter().map(in_order).collect())
            })
            .collect();
        Self { rows, groups, ..Self::default() }
    }

    /// The same with the questions that have no answer, so that a pair of two such is known to be
    /// lost.
    #[must_use]
    pub fn with_unanswered(mut self, questions: impl IntoIterator<Item = Unanswered>) -> Self {
        for question in questions {
            let levels = self.unanswered.entry(question.subject.to_string()).or_default();
            let places = levels.entry(Arc::clone(&question.factors)).or_default();
            places.insert((question.item.to_string(), question.repeat));
            self.open.push(question);
        }
        self
    }

    /// Every outcome.
    pub fn rows(&self) -> &[Outcome] {
        &self.rows
    }

    /// Every question without an answer.
    pub fn open(&self) -> &[Unanswered] {
        &self.open
    }

    /// The subjects, in order of their names; also those that have answered nothing.
    pub fn subjects(&self) -> impl Iterator<Item = &str> {
        let names = self.groups.keys().chain(self.unanswered.keys());
        names.map(String::as_str).collect::<BTreeSet<&str>>().into_iter()
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
            .flat_map(|(_, indices)| indices.iter().filter_map(|i| self.rows.get(*i as usize)))
    }

    /// The questions without an answer that have every wanted level, by item and repetition.
    pub(crate) fn unanswered<'a>(
        &'a self,
        subject: &str,
        wanted: &Factors,
    ) -> impl Iterator<Item = (&'a str, u32)> {
        self.unanswered
            .get(subject)
            .into_iter()
            .flatten()
            .filter(|(levels, _)| levels.matches(wanted))
            .flat_map(|(_, places)| places.iter().map(|(item, repeat)| (item.as_str(), *repeat)))
    }

    /// Every combination of levels that an outcome or a question without an answer has; some several times.
    pub(crate) fn combinations(&self) -> impl Iterator<Item = &Factors> {
        let answered = self.groups.values().flatten().map(|(levels, _)| &**levels);
        answered.chain(self.unanswered.values().flat_map(|levels| levels.keys().map(|own| &**own)))
    }

    /// What was asked, by combinations of levels, of which some come several times: problem, item and right
    /// answer of each question, those of one item beside each other.
    pub(crate) fn asked<'a>(
        &'a self,
    ) -> impl Iterator<Item = (&'a Factors, impl Iterator<Item = (&'a str, &'a str, Answer)>)> {
        let questions = |at: &'a [u32], open: Option<(&'a str, &'a str, Answer)>| {
            let rows = at.iter().filter_map(|at| self.rows.get(*at as usize));
            rows.map(|row| (&*row.problem, &*row.item, row.truth)).chain(open)
        };
        let answered = self.groups.values().flatten();
        let answered = answered.map(move |(levels, at)| (&**levels, questions(at, None)));
        let open = self.open.iter().map(move |one| {
            (&*one.factors, questions(&[], Some((&*one.problem, &*one.item, one.truth))))
        });
        answered.chain(open)
    }

    /// The levels that some outcome has of `factor`.
    pub fn levels(&self, factor: &str) -> BTreeSet<&str> {
        let groups = self.groups.values().flatten();
        groups.filter_map(|(levels, _)| levels.get(factor)).collect()
    }
}
