//! The columns of outcomes. The long table and `outcomes.csv` are written from this list.

use crate::{Outcomes, Unanswered};
use peirast_record::{Answer, Evidence, Factors, Key, Name, Outcome, ResponseText, Usage};
use peirast_table::{Cell, Unit};
use std::borrow::Cow;

/// A question that was put: one that has an answer, or one that is open.
#[derive(Clone, Copy, Debug)]
pub enum OutcomeRow<'a> {
    /// It has an answer, and maybe the text of that answer is at hand. Texts are looked up for some
    /// rows at a time, and votes have none.
    Answered(&'a Outcome, Option<&'a ResponseText>),
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
    /// True if it holds answers, which stay as they are in spreadsheets: numbers may begin with a
    /// minus.
    pub is_answer: bool,
    /// The cell of a row.
    pub cell: for<'a> fn(OutcomeRow<'a>) -> Cell<'a>,
}

/// The columns that every study has; a column for each factor follows them.
pub const OUTCOME_COLUMNS: &[OutcomeColumn] = &[
    name("trial", |row| row.trial().to_string().into()),
    name("model", |row| row.subject().as_str().into()),
    name("item", |row| row.item().as_str().into()),
    name("problem", |row| Cell::Text(row.problem())),
    count("repetition", |row| u64::from(row.repeat()).into()),
    answer("answer", |row| Cell::from(row.outcome().map(|own| own.answer.to_string()))),
    answer("truth", |row| row.truth().to_string().into()),
    name("grade", |row| row.outcome().map_or("unanswered", |own| own.grade.as_str()).into()),
    name("scoring", |row| Cell::from(row.outcome().map(|own| own.scoring.as_str()))),
    name("rule", |row| Cell::from(row.evidence().map(Evidence::rule))),
    name("words", |row| Cell::from(row.words())),
    name("finish", |row| Cell::from(row.response().map(|own| own.finish.as_str()))),
    count("input_tokens", |row| row.used(|usage| usage.input_tokens)),
    count("output_tokens", |row| row.used(|usage| usage.output_tokens)),
    count("reasoning_tokens", |row| row.used(|usage| usage.reasoning_tokens)),
    count("latency_ms", |row| row.response().and_then(ResponseText::latency_ms).into()),
    name("text", |row| Cell::from(row.response().map(|own| own.text.as_str()))),
];

const fn name(name: &'static str, cell: for<'a> fn(OutcomeRow<'a>) -> Cell<'a>) -> OutcomeColumn {
    OutcomeColumn { name, unit: Unit::Name, is_answer: false, cell }
}

const fn count(name: &'static str, cell: for<'a> fn(OutcomeRow<'a>) -> Cell<'a>) -> OutcomeColumn {
    OutcomeColumn { name, unit: Unit::Count, is_answer: false, cell }
}

const fn answer(name: &'static str, cell: for<'a> fn(OutcomeRow<'a>) -> Cell<'a>) -> OutcomeColumn {
    OutcomeColumn { name, unit: Unit::Name, is_answer: true, cell }
}

/// Makes what questions with and without an answer alike say of themselves.
macro_rules! alike {
    ($($(#[$doc:meta])* $name:ident: $kind:ty = |$row:ident| $value:expr;)+) => {
        impl<'a> OutcomeRow<'a> {
            $(
                $(#[$doc])*
                pub fn $name(self) -> $kind {
                    match self {
                        Self::Answered($row, _) => $value,
                        Self::Open($row) => $value,
                    }
                }
            )+
        }
    };
}

alike! {
    /// The key of the trial.
    trial: &'a Key = |row| &row.trial;
    /// The subject.
    subject: &'a Name = |row| &row.subject;
    /// The item.
    item: &'a Name = |row| &row.item;
    /// The id of the problem.
    problem: Cow<'a, str> = |row| row.problem();
    /// The repetition, from 0.
    repeat: u32 = |row| row.repeat;
    /// The right answer.
    truth: Answer = |row| row.truth;
    /// The levels of all factors.
    factors: &'a Factors = |row| &row.factors;
}

impl<'a> OutcomeRow<'a> {
    /// Every question: answered ones first, then those that are open.
    pub fn all(outcomes: &'a Outcomes) -> impl Iterator<Item = Self> {
        let answered = outcomes.rows().iter().zip(0..);
        let answered = answered.map(|(own, at)| Self::Answered(own, outcomes.text(at)));
        answered.chain(outcomes.open().iter().map(Self::Open))
    }

    /// The outcome, if there is one.
    pub fn outcome(self) -> Option<&'a Outcome> {
        match self {
            Self::Answered(own, _) => Some(own),
            Self::Open(_) => None,
        }
    }

    /// The text of the answer with how it ended, if it is at hand.
    pub fn response(self) -> Option<&'a ResponseText> {
        match self {
            Self::Answered(_, response) => response,
            Self::Open(_) => None,
        }
    }

    /// The evidence for the answer, if a rule read it.
    fn evidence(self) -> Option<Evidence> {
        self.outcome()?.evidence
    }

    /// The words that decided the answer.
    fn words(self) -> Option<&'a str> {
        self.evidence()?.words(&self.response()?.text)
    }

    /// A number of tokens, where the provider says.
    fn used(self, tokens: fn(&Usage) -> Option<u64>) -> Cell<'a> {
        self.response().and_then(|response| tokens(&response.usage)).into()
    }
}
