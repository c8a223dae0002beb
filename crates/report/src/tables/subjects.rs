//! What each subject answered.

use super::{Maker, made};
use crate::{ProtocolSummary, Report, SubjectSummary};
use peirast_table::{Table, Unit};

/// A row for each subject.
pub(super) fn subjects(report: &Report) -> Table<'_> {
    use Unit::{Count, Flag, Name, Share};
    let columns: [Maker<'_, SubjectSummary>; 19] = [
        ("model", Name, |row| row.model.as_str().into()),
        ("simulated", Flag, |row| row.simulated.into()),
        ("answers", Count, |row| row.answers.into()),
        ("correct", Count, |row| row.correct.into()),
        ("wrong", Count, |row| row.wrong.into()),
        ("accuracy", Share, |row| row.accuracy().into()),
        ("+concluded", Count, |row| row.concluded.into()),
        ("refused", Count, |row| row.refused.into()),
        ("empty", Count, |row| row.empty.into()),
        ("truncated", Count, |row| row.truncated.into()),
        ("+tied", Count, |row| row.tied.into()),
        ("unread", Count, |row| row.unread.into()),
        ("+choices", Count, |row| row.choices.into()),
        ("+chose_a", Count, |row| row.chose_a.into()),
        ("+right_is_a", Count, |row| row.right_is_a.into()),
        ("+yes_no", Count, |row| row.yes_no.into()),
        ("+said_no", Count, |row| row.said_no.into()),
        ("+validity", Count, |row| row.validity.into()),
        ("+said_incorrect", Count, |row| row.said_incorrect.into()),
    ];
    let note = "What each subject answered, over all its trials.";
    made("subjects", "Subjects", note, &columns, &report.subjects)
}

/// A row for each subject and protocol.
pub(super) fn protocols(report: &Report) -> Table<'_> {
    use Unit::{Count, Name, Share};
    let columns: [Maker<'_, ProtocolSummary>; 5] = [
        ("model", Name, |row| row.model.as_str().into()),
        ("protocol", Name, |row| row.protocol.as_str().into()),
        ("correct", Count, |row| row.correct.into()),
        ("wrong", Count, |row| row.wrong.into()),
        ("accuracy", Share, |row| row.accuracy().into()),
    ];
    let note = "What each subject answered under each protocol; protocols are asked of different problems.";
    made("protocols", "Subjects by protocol", note, &columns, &report.protocols)
}
