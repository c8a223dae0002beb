//! Closed answers by theme, size, number of premises and form.

use super::super::breakdown::{FEWEST, adjust_tests, heterogeneity};
use super::super::grouped::{Groups, only};
use super::super::{Feature, Heterogeneity, Options};
use super::{Chosen, QuestionType};
use crate::accuracy::share_at;
use crate::table::{Record, table};
use crate::{Group, Placed};
use peirast_stats::shares::Share;
use peirast_table::Table;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The answers of a group to the problems of one level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClosedLevel {
    /// The level.
    pub name: String,
    /// Items.
    pub items: u64,
    /// Answers asked for.
    pub answers: u64,
    /// Right answers among those with a verdict.
    pub accuracy: Option<Share>,
    /// Accepted lures, among answers to questions that offer one.
    pub fallacies: Option<Share>,
}

/// A group's answers to closed questions of one type, by one feature of problems.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClosedLevels {
    /// The group.
    pub group: Group,
    /// The type.
    pub question: QuestionType,
    /// The feature.
    pub by: Feature,
    /// The levels of at least five items, numbers in order.
    pub levels: Vec<ClosedLevel>,
    /// Test for differences of accuracy.
    pub accuracy_test: Option<Heterogeneity>,
    /// Test for differences of the share of accepted lures.
    pub fallacy_test: Option<Heterogeneity>,
}

/// The levels of every group, type and feature.
pub(crate) fn levels(groups: &Groups<'_, Chosen>, options: &Options<'_>) -> Vec<ClosedLevels> {
    let mut rows = Vec::new();
    for (group, answers) in groups {
        for question in QuestionType::ALL {
            let asked = only(answers, |a: &Chosen| a.question == question);
            for by in Feature::ALL.into_iter().filter(|_| !asked.is_empty()) {
                rows.push(by_feature(group, question, by, &asked, options));
            }
        }
    }
    adjust_tests(&mut rows, |row| (&row.group, &mut row.accuracy_test));
    adjust_tests(&mut rows, |row| (&row.group, &mut row.fallacy_test));
    rows
}

fn by_feature(
    group: &Group,
    question: QuestionType,
    by: Feature,
    answers: &[&Chosen],
    options: &Options<'_>,
) -> ClosedLevels {
    let mut all: BTreeMap<(u32, String), Vec<&Chosen>> = BTreeMap::new();
    for answer in answers {
        let level = by.level(&answer.theme, &answer.form, answer.atoms, answer.premises);
        all.entry(level).or_default().push(answer);
    }
    let items = |own: &[&Chosen]| own.iter().map(|a| a.item()).collect::<BTreeSet<_>>().len();
    all.retain(|_, own| items(own) >= FEWEST);
    let level = |((_, name), own): (&(u32, String), &Vec<&Chosen>)| ClosedLevel {
        name: name.clone(),
        items: items(own) as u64,
        answers: own.len() as u64,
        accuracy: share_at(options.level, own, Chosen::is_right),
        fallacies: share_at(options.level, own, Chosen::is_fallacy),
    };
    ClosedLevels {
        group: group.clone(),
        question,
        by,
        levels: all.iter().map(level).collect(),
        accuracy_test: heterogeneity(all.values(), Chosen::is_right),
        fallacy_test: heterogeneity(all.values(), Chosen::is_fallacy),
    }
}

/// The table of levels.
pub(crate) fn level_table(rows: &[ClosedLevels]) -> Table<'static> {
    let record = |row: &ClosedLevels, level: &ClosedLevel| {
        Record::for_group(&row.group)
            .cell("question", row.question.name())
            .cell("by", row.by.name())
            .cell("level", level.name.as_str())
            .count("items", level.items)
            .count("answers", level.answers)
            .estimate(["accuracy", "low", "high"], level.accuracy)
            .estimate(["fallacies", "fallacies_low", "fallacies_high"], level.fallacies)
            .count("+lures_offered", level.fallacies.map_or(0, |share| share.of))
    };
    table(
        "closed-levels",
        "Closed questions by theme, size, premises and form",
        "Accuracy among answers with a verdict, and accepted lures among answers to questions that \
         offer one (fallacies), with items as the unit. Levels of fewer than five items are left \
         out. The table `closed-differ` tests for differences between levels.",
        rows.iter().flat_map(|row| row.levels.iter().map(move |level| record(row, level))),
    )
}

/// The table of tests of differences between levels.
pub(crate) fn difference_table(rows: &[ClosedLevels]) -> Table<'static> {
    let names = [
        ["p_accuracy", "p_fallacies"],
        ["p_accuracy_adjusted", "p_fallacies_adjusted"],
        ["+h_accuracy", "+h_fallacies"],
        ["+items_accuracy", "+items_fallacies"],
    ];
    let record = |row: &ClosedLevels| {
        Record::for_group(&row.group)
            .cell("question", row.question.name())
            .cell("by", row.by.name())
            .cell("levels", row.levels.len())
            .heterogeneity(names, [row.accuracy_test, row.fallacy_test])
    };
    table(
        "closed-differ",
        "Differences of closed answers by theme, size, premises and form",
        "Tests for differences between the levels' shares of items: Kruskal-Wallis, with items as \
         the unit. Levels of fewer than five items are left out. p is adjusted over subjects, \
         types and features (Benjamini-Hochberg), separately for accuracy and accepted lures.",
        rows.iter().filter(|row| row.levels.len() > 1).map(record),
    )
}
