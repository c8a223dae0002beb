//! Fallacies that subjects commit when they accept invalid conclusions.

use crate::accuracy::share;
use crate::group::by_subject;
use crate::table::{Record, table};
use crate::{Group, Judgement};
use peirast_logic::categorical::Import;
use peirast_logic::syllogism::{Fallacy, Form};
use peirast_stats::shares::Share;
use peirast_table::Table;
use serde::Serialize;
use std::collections::BTreeMap;

/// The rate of one fallacy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Committed {
    /// The subject.
    pub subject: String,
    /// The name of the fallacy.
    pub fallacy: &'static str,
    /// Its explanation.
    pub explanation: &'static str,
    /// The share of invalid syllogisms with this fault that were accepted.
    pub rate: Share,
}

/// The rate of each fallacy for each subject that had an occasion to commit it. A form can have
/// several faults; accepting it commits all of them.
pub fn fallacies(groups: &[(Group, Vec<&Judgement>)]) -> Vec<Committed> {
    let faults: BTreeMap<Form, Vec<Fallacy>> =
        Form::all().map(|form| (form, form.fallacies(Import::Modern))).collect();
    let mut rows = Vec::new();
    for (subject, judgements) in by_subject(groups) {
        for fallacy in Fallacy::ALL {
            let has = |j: &Judgement| {
                !j.valid && j.form.is_some_and(|form| faults[&form].contains(&fallacy))
            };
            if let Some(rate) = share(judgements, |j| j.accepted.filter(|_| has(j))) {
                rows.push(Committed {
                    subject: subject.to_owned(),
                    fallacy: fallacy.name(),
                    explanation: fallacy.explanation(),
                    rate,
                });
            }
        }
    }
    rows
}

/// The table of fallacies.
pub fn fallacy_table(rows: &[Committed]) -> Table<'static> {
    let record = |row: &Committed| {
        Record::new(false)
            .cell("subject", row.subject.as_str())
            .cell("fallacy", row.fallacy)
            .count("committed", row.rate.count)
            .count("of", row.rate.of)
            .estimate(["rate", "low", "high"], Some(row.rate))
            .cell("+what it is", row.explanation)
    };
    table(
        "fallacies",
        "Fallacies committed",
        "The share of invalid syllogisms with a fault that were accepted as correct. A syllogism \
         with several faults counts for each.",
        rows.iter().map(record),
    )
}
