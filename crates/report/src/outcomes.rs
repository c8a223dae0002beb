//! Outcomes, indexed by what tests select them by.

use peirast_record::{Answer, Factors, Key, Name, Outcome, ResponseText, Version};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A question that was put to a subject, or is to be, and has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// The trial.
    pub trial: Key,
    /// The item, which both members of a matched pair have.
    pub item: Name,
    /// The version of the item.
    pub version: Version,
    /// Its right answer.
    pub truth: Answer,
    /// The subject.
    pub subject: Name,
    /// The repetition.
    pub repeat: u32,
    /// Every level that tests select by.
    pub factors: Arc<Factors>,
}

impl Unanswered {
    /// The id of the problem.
    pub fn problem(&self) -> Cow<'_, str> {
        self.version.problem(&self.item)
    }
}

/// A question that was put, by its place among the outcomes or, behind them, among those without an answer:
/// there may be a million.
pub(crate) type Place = u32;

/// A problem: an item, and which of its versions.
pub(crate) type Posed<'a> = (&'a Name, &'a Version);

/// Graded answers, grouped by subject and by their levels.
///
/// A selection looks at each distinct combination of levels once, not at each outcome, so that
/// hundreds of contrasts over a hundred thousand outcomes take well under a second.
#[derive(Debug, Default)]
pub struct Outcomes {
    rows: Vec<Outcome>,
    groups: BTreeMap<String, Vec<Group>>,
    open: Vec<Unanswered>,
    unanswered: BTreeMap<String, BTreeMap<Arc<Factors>, BTreeSet<Spot>>>,
    /// The texts of the rows where a table in memory shows them; else empty.
    texts: Vec<Option<ResponseText>>,
}

/// A combination of levels, and the places of its outcomes, in order of item and repetition.
type Group = (Arc<Factors>, Vec<Place>);

/// Item and repetition of a question.
type Spot = (String, u32);

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

    /// The same with the texts of answers, one for each row, for a table that shows them. Nothing
    /// else needs them in memory.
    #[must_use]
    pub fn with_texts(self, texts: Vec<Option<ResponseText>>) -> Self {
        Self { texts, ..self }
    }

    /// The text of the answer of a row, if it is in memory.
    pub(crate) fn text(&self, row: usize) -> Option<&ResponseText> {
        self.texts.get(row)?.as_ref()
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

    /// The same combinations, and for each question the place of its own among them: answered ones first, then
    /// those that are open.
    pub(crate) fn placed_combinations(&self) -> (Vec<&Factors>, Vec<Place>) {
        let (mut all, mut places) = (Vec::new(), vec![0; self.rows.len()]);
        for (levels, rows) in self.groups.values().flatten() {
            for row in rows {
                if let Some(place) = places.get_mut(*row as usize) {
                    *place = all.len() as Place;
                }
            }
            all.push(&**levels);
        }
        for question in &self.open {
            places.push(all.len() as Place);
            all.push(&*question.factors);
        }
        (all, places)
    }

    /// The questions asked, by combinations of levels, some of which come several times; questions
    /// about one item are next to each other.
    pub(crate) fn asked<'a>(
        &'a self,
    ) -> impl Iterator<Item = (&'a Factors, impl Iterator<Item = Place> + use<'a>)> {
        let questions = |of: &'a [Place], open: Option<Place>| of.iter().copied().chain(open);
        let answered = self.groups.values().flatten();
        let answered = answered.map(move |(levels, of)| (&**levels, questions(of, None)));
        let open = (self.rows.len() as Place..).zip(&self.open);
        let open = open.map(move |(place, one)| (&*one.factors, questions(&[], Some(place))));
        answered.chain(open)
    }

    /// The problem of a question, and its right answer.
    pub(crate) fn posed(&self, place: Place) -> Option<(Posed<'_>, Answer)> {
        let place = place as usize;
        if let Some(row) = self.rows.get(place) {
            return Some(((&row.item, &row.version), row.truth));
        }
        let open = self.open.get(place.checked_sub(self.rows.len())?)?;
        Some(((&open.item, &open.version), open.truth))
    }

    /// The problem of a question.
    pub(crate) fn problem(&self, place: Place) -> Option<Posed<'_>> {
        self.posed(place).map(|(problem, _)| problem)
    }

    /// The levels that some outcome has of `factor`.
    pub fn levels(&self, factor: &str) -> BTreeSet<&str> {
        let groups = self.groups.values().flatten();
        groups.filter_map(|(levels, _)| levels.get(factor)).collect()
    }
}
