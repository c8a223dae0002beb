//! Questions that two runs have in common.

use super::{Column, Index, Standing};
use peirast_record::{Factors, Grade};
use std::collections::BTreeMap;

/// The result of two subjects on the same question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fate {
    BothRight,
    OnlyFirst,
    OnlySecond,
    BothWrong,
    /// One of them has no verdict.
    Lost,
}

impl Fate {
    pub(crate) const ALL: [Self; 5] =
        [Self::BothRight, Self::OnlyFirst, Self::OnlySecond, Self::BothWrong, Self::Lost];

    /// Returns its name in addresses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::BothRight => "both-right",
            Self::OnlyFirst => "only-a",
            Self::OnlySecond => "only-b",
            Self::BothWrong => "both-wrong",
            Self::Lost => "lost",
        }
    }

    /// Returns its meaning in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::BothRight => "both right",
            Self::OnlyFirst => "only A right",
            Self::OnlySecond => "only B right",
            Self::BothWrong => "both wrong",
            Self::Lost => "no verdict",
        }
    }
}

/// A question in two indexes, by its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) rows: (u32, u32),
    pub(crate) fate: Fate,
    /// True if both gave the same answer.
    pub(crate) is_same: bool,
    /// The combination of levels, of the first index.
    levels: u32,
}

/// The questions that two subjects of two runs were both asked, and the numbers of questions that
/// only one of them was asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Matches {
    pub(crate) all: Vec<Match>,
    pub(crate) only_first: usize,
    pub(crate) only_second: usize,
}

/// Results on the questions of one protocol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    counts: [u64; 5],
    /// Number of differing answers.
    pub(crate) otherwise: u64,
}

impl Tally {
    /// Returns the number of questions with this result.
    pub(crate) fn count(&self, fate: Fate) -> u64 {
        self.counts.get(fate as usize).copied().unwrap_or_default()
    }

    /// Returns the number of all questions.
    pub(crate) fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    fn add(&mut self, one: &Match) {
        if let Some(count) = self.counts.get_mut(one.fate as usize) {
            *count += 1;
        }
        self.otherwise += u64::from(!one.is_same);
    }
}

/// Identity of the question in a row: problem, levels and repetition, in the numbers of one index.
type Question = (u32, u32, u32);

impl Index {
    /// Returns the rows of the same trials in two indexes: those with the same key.
    pub(crate) fn same_trials(&self, other: &Index) -> Vec<(u32, u32)> {
        let (mut same, mut at) = (Vec::new(), 0);
        for (row, key) in self.keys.iter().enumerate() {
            while other.keys.get(at).is_some_and(|own| own < key) {
                at += 1;
            }
            if other.keys.get(at) == Some(key) {
                same.push((row as u32, at as u32));
            }
        }
        same
    }

    /// Returns the questions that a subject of this run and a subject of the other run were both
    /// asked: the same problem under the same levels, in the same repetition.
    pub(crate) fn matches(&self, subject: &str, other: &Index, other_subject: &str) -> Matches {
        let problems = self.problems.numbers_in(&other.problems);
        let levels = levels_in(&self.combinations, &other.combinations);
        let there = |(problem, combination, repeat): Question| -> Option<Question> {
            let problem = problems.get(problem as usize).copied().flatten()?;
            Some((problem, levels.get(combination as usize).copied().flatten()?, repeat))
        };
        let mut asked: Vec<(Question, u32)> =
            other.rows_of(other_subject).map(|row| (other.question(row), row)).collect();
        asked.sort_unstable();
        let mut found = Matches::default();
        let mut here: Vec<(Question, u32)> = Vec::new();
        for row in self.rows_of(subject) {
            match there(self.question(row)) {
                Some(question) => here.push((question, row)),
                None => found.only_first += 1,
            }
        }
        here.sort_unstable();
        let mut rest = asked.as_slice();
        for (question, row) in here {
            rest = rest.get(rest.partition_point(|one| one.0 < question)..).unwrap_or_default();
            match rest.split_first() {
                Some(((own, there), after)) if *own == question => {
                    found.all.push(self.matched(row, other, *there));
                    rest = after;
                }
                _ => found.only_first += 1,
            }
        }
        found.only_second = asked.len() - found.all.len();
        found
    }

    /// Returns the results on matched questions, by protocol.
    pub(crate) fn tallies(&self, matches: &[Match]) -> BTreeMap<&str, Tally> {
        let mut by_levels: BTreeMap<u32, Tally> = BTreeMap::new();
        for one in matches {
            by_levels.entry(one.levels).or_default().add(one);
        }
        let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
        for (levels, own) in by_levels {
            let tally = tallies.entry(self.protocol_of(levels)).or_default();
            for (all, count) in tally.counts.iter_mut().zip(own.counts) {
                *all += count;
            }
            tally.otherwise += own.otherwise;
        }
        tallies
    }

    /// Returns true if a matched question was asked with a protocol.
    pub(crate) fn is_under(&self, one: &Match, protocol: &str) -> bool {
        self.protocol_of(one.levels) == protocol
    }

    /// Returns the number of rows for each state in the other run and each state in this run, for
    /// equal trials: by the index of the states in [`Standing::ALL`].
    pub(crate) fn became(&self, later: &Index, trials: &[(u32, u32)]) -> [[usize; 4]; 4] {
        let mut counts = [[0; 4]; 4];
        for (before, after) in trials {
            let count = counts
                .get_mut(self.place(*before))
                .and_then(|row| row.get_mut(later.place(*after)));
            if let Some(count) = count {
                *count += 1;
            }
        }
        counts
    }

    /// Returns the state of the question in a row.
    pub(crate) fn standing(&self, row: u32) -> Standing {
        Standing::ALL.get(self.place(row)).copied().unwrap_or(Standing::Open)
    }

    /// Returns true if a trial has another grade or answer in another index.
    pub(crate) fn differs(&self, row: u32, other: &Index, there: u32) -> bool {
        self.place(row) != other.place(there) || !self.same_answer(row, other, there)
    }

    fn same_answer(&self, row: u32, other: &Index, there: u32) -> bool {
        self.answers.name(row as usize) == other.answers.name(there as usize)
    }

    fn matched(&self, row: u32, other: &Index, there: u32) -> Match {
        let right = |place: usize| match Standing::ALL.get(place) {
            Some(Standing::Graded(Grade::Correct)) => Some(true),
            Some(Standing::Graded(Grade::Wrong)) => Some(false),
            _ => None,
        };
        let fate = match (right(self.place(row)), right(other.place(there))) {
            (Some(true), Some(true)) => Fate::BothRight,
            (Some(true), Some(false)) => Fate::OnlyFirst,
            (Some(false), Some(true)) => Fate::OnlySecond,
            (Some(false), Some(false)) => Fate::BothWrong,
            _ => Fate::Lost,
        };
        let levels = self.levels.get(row as usize).copied().unwrap_or_default();
        Match { rows: (row, there), fate, is_same: self.same_answer(row, other, there), levels }
    }

    /// Returns the rows of a subject.
    pub(crate) fn rows_of(&self, subject: &str) -> impl Iterator<Item = u32> {
        let number = self.subjects.names.find(subject);
        let numbers = self.subjects.numbers.iter().enumerate();
        numbers.filter(move |(_, own)| Some(**own) == number).map(|(row, _)| row as u32)
    }

    fn question(&self, row: u32) -> Question {
        let of = |column: &[u32]| column.get(row as usize).copied().unwrap_or_default();
        (of(&self.problems.numbers), of(&self.levels), of(&self.repeats))
    }

    /// Returns the index of a row's state in [`Standing::ALL`].
    pub(super) fn place(&self, row: u32) -> usize {
        self.standings.get(row as usize).map_or(3, |place| usize::from(*place))
    }

    fn protocol_of(&self, levels: u32) -> &str {
        let levels = self.combinations.get(levels as usize);
        levels.and_then(|own| own.get("protocol").or_else(|| own.get("mode"))).unwrap_or("–")
    }
}

impl Column {
    /// Returns the number of each name in another column.
    fn numbers_in(&self, other: &Column) -> Vec<Option<u32>> {
        self.names.all().map(|name| other.names.find(name)).collect()
    }
}

/// Returns the number of each combination of levels in another index.
fn levels_in(
    own: &[std::sync::Arc<Factors>],
    others: &[std::sync::Arc<Factors>],
) -> Vec<Option<u32>> {
    let numbers: BTreeMap<&Factors, u32> =
        others.iter().enumerate().map(|(at, levels)| (&**levels, at as u32)).collect();
    own.iter().map(|levels| numbers.get(&**levels).copied()).collect()
}
