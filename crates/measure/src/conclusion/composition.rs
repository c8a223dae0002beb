//! Composition of errors: incorrect answers by kind, beyond the prediction of the theory.

use super::grouped::{Groups, only};
use super::{Concluded, Judged, Notion, Options, SoundnessClass};
use crate::Group;
use crate::accuracy::share_at;
use crate::table::{Record, table};
use peirast_stats::shares::Share;
use peirast_table::Table;
use serde::Serialize;
use std::collections::BTreeSet;

/// One kind of error among the incorrect answers of a group. An answer can be of several kinds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorShare {
    /// The group.
    pub group: Group,
    /// The kind of error.
    pub error: String,
    /// Its share among incorrect answers; for over-caution, among correct ones.
    pub share: Share,
    /// Its share among incorrect answers that the theory does not predict.
    pub beyond: Option<Share>,
}

/// Predicted by the theory.
pub const PREDICTED: &str = "predicted";
/// Cannot be true together with the premises.
pub const DENYING: &str = "denies premises";
/// Can never be true.
pub const CONTRADICTORY: &str = "contradictory";
/// None of the other kinds.
pub const UNEXPLAINED: &str = "unexplained";
/// Says that nothing follows although an informative conclusion does; among correct answers.
pub const OVER_CAUTIOUS: &str = "over-cautious";

/// The errors of every group, on headline problems.
pub(crate) fn errors(groups: &Groups<'_>, options: &Options<'_>) -> Vec<ErrorShare> {
    let measure = |(group, answers): &(Group, Vec<&Concluded>)| {
        error_shares(group, &only(answers, Concluded::is_headline), options)
    };
    groups.iter().flat_map(measure).collect()
}

fn error_shares(group: &Group, answers: &[&Concluded], options: &Options<'_>) -> Vec<ErrorShare> {
    let (notion, level) = (options.notion, options.level);
    let wrong = only(answers, |a| a.is_correct() == Some(false));
    let judged = |a: &Concluded, holds: &dyn Fn(&Judged) -> bool| a.judged().map(holds);
    let row = |error: &str, holds: &dyn Fn(&Judged) -> bool| {
        let beyond =
            |a: &Concluded| judged(a, holds).filter(|_| a.is_fallacy(notion) == Some(false));
        Some(ErrorShare {
            group: group.clone(),
            error: error.to_owned(),
            share: share_at(level, &wrong, |a| judged(a, holds))?,
            beyond: share_at(level, &wrong, beyond),
        })
    };
    let labels: BTreeSet<&str> = wrong
        .iter()
        .filter_map(|a| a.judged())
        .flat_map(|judged| judged.missteps.iter().map(String::as_str))
        .collect();
    let mut rows = Vec::new();
    rows.extend(row(PREDICTED, &|judged| judged.is_fallacy(notion) == Some(true)));
    for label in labels {
        rows.extend(row(label, &|judged| judged.missteps.iter().any(|own| own == label)));
    }
    rows.extend(row(DENYING, &|judged| judged.denies_premises));
    rows.extend(row(CONTRADICTORY, &|judged| judged.contradictory));
    rows.extend(row(UNEXPLAINED, &|judged| is_unexplained(judged, notion)));
    rows.extend(over_cautious(group, answers, level));
    rows
}

fn is_unexplained(judged: &Judged, notion: Notion) -> bool {
    judged.is_fallacy(notion) != Some(true)
        && judged.missteps.is_empty()
        && !judged.denies_premises
        && !judged.contradictory
}

fn over_cautious(group: &Group, answers: &[&Concluded], level: f64) -> Option<ErrorShare> {
    let cautious = |a: &Concluded| {
        let judged = a.judged().filter(|judged| judged.is_correct() == Some(true))?;
        Some(judged.over_cautious && judged.soundness == SoundnessClass::Nothing)
    };
    let share = share_at(level, answers, cautious)?;
    Some(ErrorShare { group: group.clone(), error: OVER_CAUTIOUS.to_owned(), share, beyond: None })
}

/// The table of errors.
pub(crate) fn error_table(rows: &[ErrorShare]) -> Table<'static> {
    let record = |row: &ErrorShare| {
        Record::for_group(&row.group)
            .cell("error", row.error.as_str())
            .count("count", row.share.count)
            .count("of", row.share.of)
            .estimate(["share", "low", "high"], Some(row.share))
            .share_alone("without_predicted", row.beyond)
            .count("+without_predicted_count", row.beyond.map(|share| share.count))
            .count("+without_predicted_of", row.beyond.map(|share| share.of))
    };
    table(
        "errors",
        "What errors are",
        "Shares of the incorrect answers: predicted by the theory, with each surface error, \
         denying the premises, contradictory, and none of these. An answer can be of several \
         kinds. Without predicted: the same shares among answers that the theory does not \
         predict. Over-cautious: the share of correct answers that say \"nothing follows\", although \
         an informative conclusion follows from all premises together.",
        rows.iter().map(record),
    )
}
