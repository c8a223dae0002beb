//! Fallacies by theme, size, number of premises and form; and whether these matter.

use super::grouped::{Groups, adjust, cells, columns, only};
use super::rate::{ceiling, error_kind};
use super::{Concluded, Notion, Options};
use crate::accuracy::share_at;
use crate::table::ends;
use crate::{Group, Placed};
use peirast_stats::kruskal;
use peirast_stats::shares::Share;
use peirast_table::{Builder, Table, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// What problems are told apart by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// What they are about.
    Theme,
    /// Their atoms.
    Size,
    /// The number of their premises.
    Premises,
    /// The form of their premises.
    Form,
}

impl Feature {
    /// All of them.
    pub const ALL: [Feature; 4] = [Feature::Theme, Feature::Size, Feature::Premises, Feature::Form];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Theme => "theme",
            Self::Size => "size",
            Self::Premises => "premises",
            Self::Form => "form",
        }
    }

    /// The level of a problem of this theme, form, size and number of premises, and its place among
    /// others: numbers by size, names by alphabet.
    pub(crate) fn level(self, theme: &str, form: &str, atoms: u32, premises: u32) -> (u32, String) {
        match self {
            Self::Theme => (0, theme.to_owned()),
            Self::Form => (0, form.to_owned()),
            Self::Size => (atoms, atoms.to_string()),
            Self::Premises => (premises, premises.to_string()),
        }
    }

    const fn table(self) -> (&'static str, &'static str) {
        match self {
            Self::Theme => ("fallacies-by-theme", "Fallacies by theme"),
            Self::Size => ("fallacies-by-size", "Fallacies by size"),
            Self::Premises => ("fallacies-by-premises", "Fallacies by number of premises"),
            Self::Form => ("fallacies-by-form", "Fallacies by form"),
        }
    }
}

/// What a group did with the problems of one level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Level {
    /// The level.
    pub name: String,
    /// Answers asked for.
    pub answers: u64,
    /// Fallacies among incorrect answers.
    pub rate: Option<Share>,
    /// Correct answers among those with a verdict.
    pub correct: Option<Share>,
    /// Informative ones among all.
    pub informative: Option<Share>,
    /// Of all, the share of those to problems on which a reasoner without a fault informs.
    pub ceiling: Option<f64>,
}

/// Whether levels differ: the test of Kruskal and Wallis on the shares of items.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Heterogeneity {
    /// The statistic, chi-square under the hypothesis.
    pub h: f64,
    /// Levels less 1.
    pub df: f64,
    /// Its p-value.
    pub p: f64,
    /// Items.
    pub items: u64,
    /// p adjusted for there being several subjects and features.
    pub p_adjusted: Option<f64>,
}

/// A group's fallacies by one feature of problems.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Breakdown {
    /// Whose.
    pub group: Group,
    /// By what.
    pub by: Feature,
    /// The levels, numbers in order.
    pub levels: Vec<Level>,
    /// Whether fallacy rates differ.
    pub rate_test: Option<Heterogeneity>,
    /// Whether correct rates differ.
    pub correct_test: Option<Heterogeneity>,
}

/// The breakdowns of every group, on headline problems.
pub(crate) fn breakdowns(groups: &Groups<'_>, options: &Options<'_>) -> Vec<Breakdown> {
    let mut rows = Vec::new();
    for (group, answers) in groups {
        let own = only(answers, Concluded::is_headline);
        if own.is_empty() {
            continue;
        }
        rows.extend(Feature::ALL.map(|by| breakdown(group, by, &own, options)));
    }
    adjust_tests(&mut rows, |row| &row.group, |row| &mut row.rate_test);
    adjust_tests(&mut rows, |row| &row.group, |row| &mut row.correct_test);
    rows
}

/// Adjusts one of the tests of rows, over all that are of subjects.
pub(crate) fn adjust_tests<R>(
    rows: &mut [R],
    group: fn(&R) -> &Group,
    test: fn(&mut R) -> &mut Option<Heterogeneity>,
) {
    let raw: Vec<Option<f64>> = rows.iter_mut().map(|row| test(row).map(|test| test.p)).collect();
    let mut paired: Vec<_> = rows.iter_mut().zip(raw).collect();
    adjust(
        &mut paired,
        |(row, _)| group(row),
        |(_, p)| *p,
        |(row, _), adjusted| {
            if let Some(test) = test(row) {
                test.p_adjusted = adjusted;
            }
        },
    );
}

fn breakdown(
    group: &Group,
    by: Feature,
    answers: &[&Concluded],
    options: &Options<'_>,
) -> Breakdown {
    let mut levels: BTreeMap<(u32, String), Vec<&Concluded>> = BTreeMap::new();
    for answer in answers {
        let level = by.level(&answer.theme, &answer.form, answer.atoms, answer.premises);
        levels.entry(level).or_default().push(answer);
    }
    let (notion, level) = (options.notion, options.level);
    let of = |((_, name), own): (&(u32, String), &Vec<&Concluded>)| Level {
        name: name.clone(),
        answers: own.len() as u64,
        rate: share_at(level, own, |a| error_kind(a, notion)),
        correct: share_at(level, own, Concluded::is_correct),
        informative: share_at(level, own, |a| {
            Some(a.judged().is_some_and(super::Judged::is_informative))
        }),
        ceiling: ceiling(own),
    };
    Breakdown {
        group: group.clone(),
        by,
        levels: levels.iter().map(of).collect(),
        rate_test: heterogeneity(levels.values(), |a| error_kind(a, notion)),
        correct_test: heterogeneity(levels.values(), Concluded::is_correct),
    }
}

/// Items that a level must have to be tested.
pub(crate) const FEWEST: usize = 5;

/// Whether levels differ in their items' shares. Of yes and no, one answer per item, the statistic is
/// Pearson's chi-square of the table of levels times (n - 1)/n; where items have several answers it
/// stays a test with items as the unit. Levels of fewer than five items are left out: the statistic is
/// no chi-square there.
pub(crate) fn heterogeneity<'a, T: Placed + 'a>(
    levels: impl Iterator<Item = &'a Vec<&'a T>>,
    holds: impl Fn(&T) -> Option<bool>,
) -> Option<Heterogeneity> {
    let shares = |answers: &Vec<&T>| -> Vec<f64> {
        let mut items: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
        for answer in answers {
            if let Some(holds) = holds(answer) {
                let (count, of) = items.entry(answer.item()).or_default();
                *count += f64::from(u8::from(holds));
                *of += 1.0;
            }
        }
        items.into_values().map(|(count, of)| count / of).collect()
    };
    let groups: Vec<Vec<f64>> = levels.map(shares).filter(|own| own.len() >= FEWEST).collect();
    let found = kruskal::test(&groups).ok()?;
    Some(Heterogeneity { h: found.h, df: found.df, p: found.p, items: found.n, p_adjusted: None })
}

/// The four tables of levels.
pub(crate) fn level_tables(rows: &[Breakdown], notion: Notion) -> Vec<Table<'static>> {
    Feature::ALL.iter().map(|by| level_table(rows, *by, notion)).collect()
}

fn level_table(rows: &[Breakdown], by: Feature, notion: Notion) -> Table<'static> {
    let note = format!(
        "Fallacy rate (of the answers that do not follow, those that are predicted; notion: {}), \
         correct rate (of the answers with a verdict) and informative answers (of all, beside what \
         sim:flawless reaches), with items as the unit. Whether levels differ stands in `fallacies-differ`.",
        notion.name()
    );
    let (name, title) = by.table();
    let head = [
        by.name(),
        "answers",
        "incorrect",
        "rate",
        "low",
        "high",
        "correct",
        "correct_low",
        "correct_high",
        "informative",
        "informative_ceiling",
    ];
    let mut table = Builder::new(name, title, &note, &columns(&head));
    for row in rows.iter().filter(|row| row.by == by) {
        for level in &row.levels {
            let share =
                |share: Option<Share>| Value::from_option(share, |share| Value::Share(share.value));
            let interval =
                |share: Option<Share>| ends(share.map(|share| share.interval), Value::Share);
            let mut cells = cells(&row.group);
            cells.extend([level.name.as_str().into(), level.answers.into()]);
            cells.push(level.rate.map_or(0, |rate| rate.of).into());
            cells.push(share(level.rate));
            cells.extend(interval(level.rate));
            cells.push(share(level.correct));
            cells.extend(interval(level.correct));
            cells.push(share(level.informative));
            cells.push(Value::from_option(level.ceiling, Value::Share));
            table.row(!row.group.is_subject(), cells);
        }
    }
    table.build()
}

/// The table of tests whether levels differ.
pub(crate) fn difference_table(rows: &[Breakdown]) -> Table<'static> {
    let mut table = Builder::new(
        "fallacies-differ",
        "Whether theme, size, premises and form matter",
        "Whether the shares of items differ between levels: the test of Kruskal and Wallis, with items \
         as the unit (one answer per item makes it the chi-square test of the table of levels, but for a \
         factor (n - 1)/n); levels of fewer than five items are left out. Adjusted over subjects and features (Benjamini-Hochberg), rates and correct \
         answers apart.",
        &columns(&[
            "by",
            "levels",
            "p_rate",
            "p_rate_adjusted",
            "p_correct",
            "p_correct_adjusted",
            "+h_rate",
            "+items_rate",
            "+h_correct",
            "+items_correct",
        ]),
    );
    for row in rows.iter().filter(|row| row.levels.len() > 1) {
        let tests = [row.rate_test, row.correct_test];
        let mut cells = cells(&row.group);
        cells.extend([row.by.name().into(), row.levels.len().into()]);
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
