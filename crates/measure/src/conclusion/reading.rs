//! Reading: the rules that read answers, and reasons why some were not read.

use super::grouped::Groups;
use super::{Concluded, Lost};
use crate::Group;
use crate::accuracy::ratio;
use crate::table::{Record, table};
use peirast_table::Table;
use serde::Serialize;

/// Counts of a group's answers by the way they were read, for problems of every kind, order and
/// question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Readings {
    /// The group.
    pub group: Group,
    /// Answers asked for.
    pub answers: u64,
    /// Read by rules alone.
    pub by_rule: u64,
    /// Read with the help of a translating model.
    pub translated: u64,
    /// Lost, in the order of [`Lost::ALL`]: unread, refused, empty, truncated, unanswered.
    pub lost: [u64; 5],
    /// Lost answers that a translating model could not read either.
    pub lost_translated: u64,
    /// Read, but nobody could decide whether they follow.
    pub undecided: u64,
}

/// The readings of every group.
pub(crate) fn readings(groups: &Groups<'_>) -> Vec<Readings> {
    let measure = |(group, answers): &(Group, Vec<&Concluded>)| {
        let count = |fits: &dyn Fn(&Concluded) -> bool| {
            answers.iter().filter(|answer| fits(answer)).count() as u64
        };
        Readings {
            group: group.clone(),
            answers: answers.len() as u64,
            by_rule: count(&|a| a.answer.is_ok() && !a.translated),
            translated: count(&|a| a.answer.is_ok() && a.translated),
            lost: Lost::ALL.map(|why| count(&|a| a.answer.as_ref().err() == Some(&why))),
            lost_translated: count(&|a| a.answer.is_err() && a.translated),
            undecided: count(&|a| a.judged().is_some_and(|judged| judged.is_correct().is_none())),
        }
    };
    groups.iter().map(measure).collect()
}

/// The table of readings.
pub(crate) fn reading_table(rows: &[Readings]) -> Table<'static> {
    let record = |row: &Readings| {
        let [unread, refused, empty, truncated, unanswered] = row.lost;
        let lost: u64 = row.lost.iter().sum();
        Record::for_group(&row.group)
            .count("answers", row.answers)
            .count("by_rule", row.by_rule)
            .count("translated", row.translated)
            .count("lost", lost)
            .count("unread", unread)
            .count("refused", refused)
            .count("empty", empty)
            .count("truncated", truncated)
            .count("unanswered", unanswered)
            .share("lost_share", ratio(lost, row.answers))
            .count("+lost_translated", row.lost_translated)
            .count("+undecided", row.undecided)
    };
    table(
        "reading",
        "How answers were read",
        "All open answers: read by rules alone, read with the help of a translating model, or \
         lost, with the reason. A translator can correct an answer while reading it; results that \
         rest on it are less certain.",
        rows.iter().map(record),
    )
}
