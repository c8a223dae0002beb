//! Graded answers of Peirast as lines of a run's scores.

use crate::{ItemId, ItemTexts, ScoreRow};
use peirast_record::Factors;
use std::collections::BTreeMap;

/// The column of the item that several questions are versions of.
pub const ITEM_COLUMN: &str = "item";
/// The metric of graded answers: 1 for a right answer, 0 for a wrong one.
pub const CORRECT: &str = "correct";
/// Factors that say how a problem is asked.
const ASKED: [&str; 3] = ["protocol", "strategy", "temperature"];

/// A graded answer of a run of Peirast.
///
/// ```
/// use peirast_compare::GradedAnswer;
/// use peirast_record::Factors;
/// let factors = Factors::from_iter([("family", "conjunction"), ("protocol", "os-cot")]);
/// let answer = GradedAnswer {
///     problem: "linda/a",
///     item: "linda",
///     factors: &factors,
///     repeat: 0,
///     is_right: Some(true),
///     texts: Default::default(),
/// };
/// let row = answer.into_row(|_| true);
/// assert_eq!((row.task.as_str(), row.scores[0].1), ("conjunction", Some(1.0)));
/// assert_eq!(row.id.to_string(), "linda/a os-cot");
/// ```
#[derive(Clone, Debug)]
pub struct GradedAnswer<'a> {
    /// The id of the problem.
    pub problem: &'a str,
    /// The item that the problem is a version of.
    pub item: &'a str,
    /// The levels of its factors.
    pub factors: &'a Factors,
    /// The number of the repetition, from 0.
    pub repeat: u32,
    /// True if the answer is right; `None` without a verdict.
    pub is_right: Option<bool>,
    /// The texts; empty if they are not needed.
    pub texts: ItemTexts,
}

impl GradedAnswer<'_> {
    /// Returns the answer as a line of scores. The family is its task, a problem under one protocol
    /// its item, repetitions are passes. `keeps` chooses the columns that clusters may be formed by.
    pub fn into_row(self, keeps: impl Fn(&str) -> bool) -> ScoreRow {
        let asked: Vec<&str> = ASKED.iter().filter_map(|name| self.factors.get(name)).collect();
        let levels = self.factors.iter().filter(|(name, _)| keeps(name));
        let mut columns: BTreeMap<String, String> =
            levels.map(|(name, level)| (name.to_owned(), level.to_owned())).collect();
        columns.insert(ITEM_COLUMN.to_owned(), self.item.to_owned());
        let question = &self.texts.question;
        ScoreRow {
            task: self.factors.get("family").unwrap_or("answers").to_owned(),
            id: ItemId::Counted(format!("{} {}", self.problem, asked.join(" ")).trim_end().into()),
            pass: self.repeat,
            content: Some(format!("{question}\u{1f}{}", asked.join("\u{1f}")))
                .filter(|_| !question.is_empty()),
            columns,
            scores: vec![(
                CORRECT.to_owned(),
                self.is_right.map(|is_right| f64::from(u8::from(is_right))),
            )],
            texts: self.texts,
        }
    }
}
