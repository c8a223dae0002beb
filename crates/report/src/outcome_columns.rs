//! The columns of outcomes. The long table and `outcomes.csv` are written from this list.

use crate::{Outcomes, Unanswered};
use peirast_record::{Answer, Factors, Key, Name, Outcome};
use peirast_table::{Cell, Unit};
use std::borrow::Cow;

/// A question that was put: one that has an answer, or one that is open.
#[derive(Clone, Copy, Debug)]
pub enum OutcomeRow<'a> {
    /// It has an answer.
    Answered(&'a Outcome),
    /// It has none yet.
    Open(&'a Unanswered),
}

/// A column of outcomes. Its meaning is a line in `docs/columns.md`.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeColumn {
    /// Its name.
    pub name: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Whether it holds answers, which stay as they are in spreadsheets: numbers may begin with a minus.
    pub is_answer: bool,
    /// The cell of a row.
    pub cell: for<'a> fn(OutcomeRow<'a>) -> Cell<'a>,
}

/// The columns that every study has; behind them stands one for each factor.
pub const OUTCOME_COLUMNS: &[OutcomeColumn] = &[
    name("trial", |row| row.trial().to_string().into()),
    name("model", |row| row.subject().as_str().into()),
    name("item", |row| row.item().as_str().into()),
    name("problem", |row| Cell::Text(row.problem())),
    OutcomeColumn { unit: Unit::Count, ..name("repeat", |row| u64::from(row.repeat()).into()) },
    answer("answer", |row| row.outcome().map_or(Cell::Missing, |own| shown(own.answer))),
    answer("truth", |row| shown(row.truth())),
    name("grade", |row| row.outcome().map_or("unanswered", |own| own.grade.as_str()).into()),
    name("scoring", |row| Cell::from(row.outcome().map(|own| own.scoring.as_str()))),
];

const fn name(name: &'static str, cell: for<'a> fn(OutcomeRow<'a>) -> Cell<'a>) -> OutcomeColumn {
    OutcomeColumn { name, unit: Unit::Name, is_answer: false, cell }
}

const fn answer(name: &'static str, cell: for<'a> fn(OutcomeRow<'a>) -> Cell<'a>) -> OutcomeColumn {
    OutcomeColumn { name, unit: Unit::Name, is_answer: true, cell }
}

fn shown(answer: Answer) -> Cell<'static> {
    answer.to_string().into()
}

impl<'a> OutcomeRow<'a> {
    /// Every question: answered ones first, then those that are open.
    pub fn all(outcomes: &'a Outcomes) -> impl Iterator<Item = Self> {
        let answered = outcomes.rows().iter().map(Self::Answered);
        answered.chain(outcomes.open().iter().map(Self::Open))
    }

    /// The outcome, if there is one.
    pub fn outcome(self) -> Option<&'a Outcome> {
        match self {
            Self::Answered(own) => Some(own),
            Self::Open(_) => None,
        }
    }

    /// The key of the trial.
    pub fn trial(self) -> &'a Key {
        match self {
            Self::Answered(own) => &own.trial,
            Self::Open(own) => &own.trial,
        }
    }

    /// The subject.
    pub fn subject(self) -> &'a Name {
        match self {
            Self::Answered(own) => &own.subject,
            Self::Open(own) => &own.subject,
        }
    }

    /// The item.
    pub fn item(self) -> &'a Name {
        match self {
            Self::Answered(own) => &own.item,
            Self::Open(own) => &own.item,
        }
    }

    /// The id of the problem.
    pub fn problem(self) -> Cow<'a, str> {
        match self {
            Self::Answered(own) => own.problem(),
            Self::Open(own) => own.problem(),
        }
    }

    /// Which repetition, from 0.
    pub fn repeat(self) -> u32 {
        match self {
            Self::Answered(own) => own.repeat,
            Self::Open(own) => own.repeat,
        }
    }

    /// The right answer.
    pub fn truth(self) -> Answer {
        match self {
            Self::Answered(own) => own.truth,
            Self::Open(own) => own.truth,
        }
    }

    /// The levels of all factors.
    pub fn factors(self) -> &'a Factors {
        match self {
            Self::Answered(own) => &own.factors,
            Self::Open(own) => &own.factors,
        }
    }
}
