//! The answers of a run as columns of small numbers, for filters, sorting and counts.
//!
//! A million answers take 46 MB and their names, and a pass over all of them takes a few
//! milliseconds. Their texts stay in the store, and are fetched when a page shows them.

mod beginning;
mod filter;
mod matched;
mod names;
mod order;
mod question_set;

pub(crate) use beginning::Beginning;
pub(crate) use filter::Filter;
pub(crate) use matched::{Fate, Match, Matches, Tally};
pub(crate) use order::Sort;
pub(crate) use question_set::QuestionSet;

use names::{Interner, Names};
use peirast_record::{Answer, Factors, Grade, Key, Outcome, Scoring};
use peirast_report::Outcomes;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use thiserror::Error;

/// A key that is not a Peirast key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not the key of a trial, which has 32 hexadecimal digits: the store was not written \
     by this program"
)]
pub struct ForeignKey(String);

/// The state of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    /// Answered, with this grade.
    Graded(Grade),
    /// Not answered.
    Open,
}

impl Standing {
    /// All states, in the order in which they are listed.
    pub(crate) const ALL: [Self; 4] = [
        Self::Graded(Grade::Correct),
        Self::Graded(Grade::Wrong),
        Self::Graded(Grade::Unscored),
        Self::Open,
    ];

    /// Returns its name in addresses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Graded(grade) => grade.as_str(),
            Self::Open => "unanswered",
        }
    }

    /// Returns it in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Graded(Grade::Correct) => "right",
            Self::Graded(Grade::Wrong) => "wrong",
            Self::Graded(Grade::Unscored) => "no verdict",
            Self::Open => "unanswered",
        }
    }
}

/// The questions of a run with their states, in order of their keys.
#[derive(Debug, Default)]
pub struct Index {
    keys: Vec<u128>,
    subjects: Column,
    items: Column,
    problems: Column,
    /// Number of the combination of levels.
    levels: Vec<u32>,
    repeats: Vec<u32>,
    answers: Column,
    truths: Column,
    standings: Vec<u8>,
    scorings: Vec<u8>,
    /// All combinations of levels.
    combinations: Vec<Arc<Factors>>,
    /// The levels of every factor.
    factors: BTreeMap<String, BTreeSet<String>>,
}

/// A column of names, as their numbers. Numbers are in the order of the names.
#[derive(Debug, Default)]
struct Column {
    names: Names,
    numbers: Vec<u32>,
}

/// One row for display.
#[derive(Clone, Debug)]
pub(crate) struct Row<'a> {
    pub(crate) key: Key,
    pub(crate) subject: &'a str,
    pub(crate) item: &'a str,
    pub(crate) problem: &'a str,
    pub(crate) levels: &'a Factors,
    pub(crate) repeat: u32,
    /// The answer as read; empty if there is none.
    pub(crate) answer: &'a str,
    pub(crate) truth: &'a str,
    pub(crate) standing: Standing,
    pub(crate) scoring: Option<Scoring>,
}

impl Row<'_> {
    /// The protocol of the question, or the mode of a recorded answer.
    pub(crate) fn protocol(&self) -> &str {
        self.levels.get("protocol").or_else(|| self.levels.get("mode")).unwrap_or("–")
    }
}

const SCORINGS: [Scoring; 4] =
    [Scoring::Reader, Scoring::Translation, Scoring::PublishedRule, Scoring::Recorded];

/// A question that is being added to the index.
struct Entry<'a> {
    key: u128,
    subject: &'a str,
    item: &'a str,
    problem: Cow<'a, str>,
    levels: &'a Arc<Factors>,
    repeat: u32,
    answer: Option<Answer>,
    truth: Answer,
    standing: Standing,
    scoring: Option<Scoring>,
}

impl Index {
    /// Creates the index of all answers and of all questions without one.
    ///
    /// # Errors
    /// A trial whose key is not a Peirast key.
    pub fn new(outcomes: &Outcomes) -> Result<Self, ForeignKey> {
        let answered = outcomes.rows().iter().map(answered);
        let open = outcomes.open().iter().map(|one| {
            Ok(Entry {
                key: number(&one.trial)?,
                subject: &one.subject,
                item: &one.item,
                problem: one.problem(),
                levels: &one.factors,
                repeat: one.repeat,
                answer: None,
                truth: one.truth,
                standing: Standing::Open,
                scoring: None,
            })
        });
        let mut entries = answered.chain(open).collect::<Result<Vec<Entry<'_>>, ForeignKey>>()?;
        entries.sort_unstable_by_key(|entry| entry.key);
        Ok(Self::from_entries(&entries))
    }

    fn from_entries(entries: &[Entry<'_>]) -> Self {
        let mut combinations = Interner::default();
        let levels = entries.iter().map(|entry| combinations.number(entry.levels)).collect();
        let combinations: Vec<Arc<Factors>> = combinations.into_values();
        let answers: Vec<String> = named(entries, |entry| entry.answer);
        let truths: Vec<String> = named(entries, |entry| Some(entry.truth));
        let grade = |entry: &Entry<'_>| {
            Standing::ALL.iter().position(|one| *one == entry.standing).unwrap_or_default() as u8
        };
        let scoring = |entry: &Entry<'_>| {
            let at = SCORINGS.iter().position(|one| Some(*one) == entry.scoring);
            at.unwrap_or(SCORINGS.len()) as u8
        };
        Self {
            keys: entries.iter().map(|entry| entry.key).collect(),
            subjects: Column::new(entries.iter().map(|entry| entry.subject)),
            items: Column::new(entries.iter().map(|entry| entry.item)),
            problems: Column::new(entries.iter().map(|entry| &*entry.problem)),
            levels,
            repeats: entries.iter().map(|entry| entry.repeat).collect(),
            answers: Column::new(answers.iter().map(String::as_str)),
            truths: Column::new(truths.iter().map(String::as_str)),
            standings: entries.iter().map(grade).collect(),
            scorings: entries.iter().map(scoring).collect(),
            factors: factors(&combinations),
            combinations,
        }
    }

    /// Returns the number of questions.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns true if there are no questions.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the key of a row; rows are numbered from 0.
    pub fn key(&self, row: u32) -> Option<Key> {
        self.keys.get(row as usize).map(|key| Key::from_stored(format!("{key:032x}")))
    }

    /// Returns the row of a trial.
    pub fn find(&self, key: &Key) -> Option<u32> {
        let key = number(key).ok()?;
        self.keys.binary_search(&key).ok().and_then(|at| u32::try_from(at).ok())
    }

    /// Returns a row by its number.
    pub(crate) fn row(&self, row: u32) -> Option<Row<'_>> {
        let at = row as usize;
        let scoring = *self.scorings.get(at)?;
        Some(Row {
            key: self.key(row)?,
            subject: self.subjects.name(at),
            item: self.items.name(at),
            problem: self.problems.name(at),
            levels: self.combinations.get(*self.levels.get(at)? as usize)?,
            repeat: *self.repeats.get(at)?,
            answer: self.answers.name(at),
            truth: self.truths.name(at),
            standing: *Standing::ALL.get(usize::from(*self.standings.get(at)?))?,
            scoring: SCORINGS.get(usize::from(scoring)).copied(),
        })
    }

    /// Returns the numbers of right answers, wrong answers, answers without a verdict, and
    /// questions without an answer among these rows.
    pub(crate) fn counts(&self, rows: &[u32]) -> [usize; 4] {
        let mut counts = [0; 4];
        for row in rows {
            if let Some(count) = counts.get_mut(self.place(*row)) {
                *count += 1;
            }
        }
        counts
    }

    /// Returns the number of different questions in these rows: problems with their levels, whoever
    /// answered and how often.
    pub(crate) fn distinct_questions(&self, rows: &[u32]) -> usize {
        let of = |column: &[u32], row: &u32| column.get(*row as usize).copied().unwrap_or_default();
        let mut all: Vec<(u32, u32)> = rows
            .iter()
            .map(|row| (of(&self.problems.numbers, row), of(&self.levels, row)))
            .collect();
        all.sort_unstable();
        all.dedup();
        all.len()
    }

    /// Returns true if some question was put to a subject more than once.
    pub(crate) fn has_repeats(&self) -> bool {
        self.repeats.iter().any(|repeat| *repeat > 0)
    }

    /// Returns all factors, with their levels.
    pub(crate) fn factors(&self) -> &BTreeMap<String, BTreeSet<String>> {
        &self.factors
    }

    /// Returns the names of all subjects.
    pub(crate) fn subjects(&self) -> impl Iterator<Item = &str> {
        self.subjects.names.all()
    }

    /// Returns all answers that occur.
    pub(crate) fn answers(&self) -> impl Iterator<Item = &str> {
        self.answers.names.all().filter(|answer| !answer.is_empty())
    }

    /// Returns all right answers that occur.
    pub(crate) fn truths(&self) -> impl Iterator<Item = &str> {
        self.truths.names.all()
    }

    /// Returns the number of an item.
    pub(crate) fn item(&self, name: &str) -> Option<u32> {
        self.items.names.find(name)
    }

    /// Returns the item with this number.
    pub(crate) fn item_named(&self, number: u32) -> &str {
        self.items.names.get(number)
    }
}

fn answered(one: &Outcome) -> Result<Entry<'_>, ForeignKey> {
    Ok(Entry {
        key: number(&one.trial)?,
        subject: &one.subject,
        item: &one.item,
        problem: one.problem(),
        levels: &one.factors,
        repeat: one.repeat,
        answer: Some(one.answer),
        truth: one.truth,
        standing: Standing::Graded(one.grade),
        scoring: Some(one.scoring),
    })
}

/// Returns the number that a key represents.
fn number(key: &Key) -> Result<u128, ForeignKey> {
    key.number().ok_or_else(|| ForeignKey(key.to_string()))
}

/// Returns answers by name; a name that several rows share is written once.
fn named(entries: &[Entry<'_>], of: impl Fn(&Entry<'_>) -> Option<Answer>) -> Vec<String> {
    let mut written: BTreeMap<Option<Answer>, String> = BTreeMap::new();
    let mut name = |answer: Option<Answer>| {
        let text = || answer.map(|answer| answer.to_string()).unwrap_or_default();
        written.entry(answer).or_insert_with(text).clone()
    };
    entries.iter().map(|entry| name(of(entry))).collect()
}

fn factors(combinations: &[Arc<Factors>]) -> BTreeMap<String, BTreeSet<String>> {
    let mut factors: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (factor, level) in combinations.iter().flat_map(|levels| levels.iter()) {
        let levels = factors.entry(factor.to_owned()).or_default();
        if !levels.contains(level) {
            levels.insert(level.to_owned());
        }
    }
    factors
}

impl Column {
    fn new<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Self {
        let known = Names::new(names.clone());
        let numbers = names.map(|name| known.find(name).unwrap_or_default()).collect();
        Self { names: known, numbers }
    }

    fn name(&self, row: usize) -> &str {
        self.numbers.get(row).map_or("", |number| self.names.get(*number))
    }
}
