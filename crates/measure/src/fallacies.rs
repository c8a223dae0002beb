//! Fallacies: which ones a subject commits when it accepts what does not follow.

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

/// How often a fallacy is committed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Committed {
    /// By whom.
    pub subject: String,
    /// Its name.
    pub fallacy: &'static str,
    /// What it is.
    pub explanation: &'static str,
    /// Of the invalid syllogisms with this fault, the share accepted.
    pub rate: Share,
}

/// How often each subject commits each fallacy for which it had an occasion. A form can have
/// several faults, and accepting it commits them all.
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
        "Of the invalid syllogisms that have a fault, the share accepted as correct. A syllogism can \
         have several faults and counts under each.",
        rows.iter().map(record),
    )
}
