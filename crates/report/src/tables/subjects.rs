//! The answers of each subject.

use super::{Maker, dictionary, made};
use crate::letters::LetterCount;
use crate::subject::compared_protocols;
use crate::subject::share;
use crate::{ProtocolSummary, Report, SubjectSummary};
use peirast_table::{Column, Row, Table, Unit};

/// A row for each subject.
pub(super) fn subjects(report: &Report) -> Table<'_> {
    use Unit::{Count, Flag, Name, Share};
    let columns: [Maker<'_, SubjectSummary>; 18] = [
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
        ("contradictory", Count, |row| row.contradictory.into()),
        ("+choices", Count, |row| row.letters.choices().into()),
        ("+yes_no", Count, |row| row.yes_no.into()),
        ("+said_no", Count, |row| row.said_no.into()),
        ("+validity", Count, |row| row.validity.into()),
        ("+said_incorrect", Count, |row| row.said_incorrect.into()),
    ];
    let note = "What each subject answered, over all its trials.";
    made("subjects", "Subjects", note, &columns, &report.subjects)
}

/// A row for each subject and letter.
pub(super) fn letters<'a>(report: &'a Report) -> Table<'a> {
    use Unit::{Count, Name, Share};
    let head = [
        ("model", Name),
        ("letter", Name),
        ("chosen", Count),
        ("chosen_share", Share),
        ("right", Count),
        ("right_share", Share),
    ];
    let meaning = |name| dictionary().meaning("letters", name).unwrap_or_default();
    let head = head.map(|(name, unit)| Column::new(name, unit, meaning(name)));
    let row = |subject: &'a SubjectSummary, own: &LetterCount| {
        let of = |count: u64| share(count, subject.letters.choices());
        let LetterCount { letter, chosen, right } = *own;
        Row::new(vec![
            subject.model.as_str().into(),
            letter.to_string().into(),
            chosen.into(),
            of(chosen).into(),
            right.into(),
            of(right).into(),
        ])
    };
    let rows = report
        .subjects
        .iter()
        .flat_map(|subject| subject.letters.counts().iter().map(move |own| row(subject, own)));
    Table {
        note:
            "How often each subject chose each letter, and how often that letter was right, over \
               its verdicts on lettered options."
                .to_owned(),
        ..Table::new("letters", "Letters", head.into(), rows.collect())
    }
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
    let end = compared_protocols(&report.protocols);
    let note = format!("What each subject answered under each protocol{end}");
    made("protocols", "Subjects by protocol", &note, &columns, &report.protocols)
}
