//! Closed answers by theme, size, number of premises and form.

use super::super::breakdown::{FEWEST, adjust_tests, heterogeneity};
use super::super::grouped::{Groups, cells, columns, only};
use super::super::{Feature, Heterogeneity, Options};
use super::{Chosen, QuestionType};
use crate::accuracy::share_at;
use crate::table::ends;
use crate::{Group, Placed};
use peirast_stats::shares::Share;
use peirast_table::{Builder, Table, Value};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a group did with the problems of one level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClosedLevel {
    /// The level.
    pub name: String,
    /// Items.
    pub items: u64,
    /// Answers asked for.
    pub answers: u64,
    /// Right ones among those with a verdict.
    pub accuracy: Option<Share>,
    /// Lures accepted, among answers to questions that offer one.
    pub fallacies: Option<Share>,
}

/// A group's answers to closed questions of a type, by one feature of problems.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClosedLevels {
    /// Whose.
    pub group: Group,
    /// The type.
    pub question: QuestionType,
    /// By what.
    pub by: Feature,
    /// The levels that have five items at least, numbers in order.
    pub levels: Vec<ClosedLevel>,
    /// Whether accuracies differ.
    pub accuracy_test: Option<Heterogeneity>,
    /// Whether shares of accepted lures differ.
    pub fallacy_test: Option<Heterogeneity>,
}

/// The levels of every group, type and feature.
pub(crate) fn levels(groups: &Groups<'_, Chosen>, options: &Options<'_>) -> Vec<ClosedLevels> {
    let mut rows = Vec::new();
    for (group, answers) in groups {
        for question in QuestionType::ALL {
            let own = only(answers, |a: &Chosen| a.question == question);
            for by in Feature::ALL.into_iter().filter(|_| !own.is_empty()) {
                rows.push(of(group, question, by, &own, options));
            }
        }
    }
    adjust_tests(&mut rows, |row| &row.group, |row| &mut row.accuracy_test);
    adjust_tests(&mut rows, |row| &row.group, |row| &mut row.fallacy_test);
    rows
}

fn of(
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
    let mut table = Builder::new(
        "closed-levels",
        "Closed questions by theme, size, premises and form",
        "Accuracy among answers with a verdict, and lures accepted among answers to questions that offer \
         one (fallacies), with items as the unit; levels of fewer than five items are left out. Whether \
         levels differ stands in `closed-differ`.",
        &columns(&[
            "question",
            "by",
            "level",
            "items",
            "answers",
            "accuracy",
            "low",
            "high",
            "fallacies",
            "fallacies_low",
            "fallacies_high",
            "+lures_offered",
        ]),
    );
    for row in rows {
        for level in &row.levels {
            let mut cells = cells(&row.group);
            cells.extend([
                row.question.name().into(),
                row.by.name().into(),
                level.name.as_str().into(),
                level.items.into(),
                level.answers.into(),
            ]);
            for share in [level.accuracy, level.fallacies] {
                cells.push(Value::from_option(share, |share| Value::Share(share.value)));
                cells.extend(ends(share.map(|share| share.interval), Value::Share));
            }
            cells.push(level.fallacies.map_or(0, |share| share.of).into());
            table.row(!row.group.is_subject(), cells);
        }
    }
    table.build()
}

/// The table of tests whether levels differ.
pub(crate) fn difference_table(rows: &[ClosedLevels]) -> Table<'static> {
    let mut table = Builder::new(
        "closed-differ",
        "Whether theme, size, premises and form matter to closed answers",
        "Whether the shares of items differ between levels: the test of Kruskal and Wallis, with items as \
         the unit; levels of fewer than five items are left out. Adjusted over subjects, types and features \
         (Benjamini-Hochberg), accuracy and accepted lures apart.",
        &columns(&[
            "question",
            "by",
            "levels",
            "p_accuracy",
            "p_accuracy_adjusted",
            "p_fallacies",
            "p_fallacies_adjusted",
            "+h_accuracy",
            "+items_accuracy",
            "+h_fallacies",
            "+items_fallacies",
        ]),
    );
    for row in rows.iter().filter(|row| row.levels.len() > 1) {
        let tests = [row.accuracy_test, row.fallacy_test];
        let mut cells = cells(&row.group);
        cells.extend([row.question.name().into(), row.by.name().into(), row.levels.len().into()]);
        for test in tests {
            cells.push(Value::from_option(test, |test| Value::P(test.p)));
            cells.push(Value::from_option(test.and_then(|test| test.p_adjusted), Value::P));
        }
        for test in tests {
            cells.push(Value::from_option(test, |test| Value::Number(test.h)));
            cells.push(Value::from_option(test, |test| Value::Count(test.items)));
        }
        table.row(!row.group.is_subject(), cells);
    }
    table.build()
}
