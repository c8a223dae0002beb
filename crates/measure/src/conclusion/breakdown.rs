//! Fallacies by theme, size, number of premises and form, with tests of these differences.

use super::grouped::{Groups, adjust, only};
use super::rate::{any_judged, ceiling, error_kind};
use super::{Concluded, Notion, Options};
use crate::accuracy::{counts_by_item, share_at};
use crate::name::names;
use crate::table::{Record, table};
use crate::{Group, Placed};
use peirast_stats::kruskal;
use peirast_stats::shares::Share;
use peirast_table::Table;
use serde::Serialize;
use std::collections::BTreeMap;

/// The features by which problems are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// Their subject matter.
    Theme,
    /// Number of their atoms.
    Size,
    /// The number of their premises.
    Premises,
    /// The form of their premises.
    Form,
}

names!(Feature, Theme => "theme", Size => "size", Premises => "premises", Form => "form");

impl Feature {
    /// The level of a problem with this theme, form, size and number of premises, and its sort key:
    /// numbers by size, names by alphabet.
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

/// The answers of a group to the problems of one level.
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
    /// Informative answers among all.
    pub informative: Option<Share>,
    /// The share of answers to problems on which a faultless reasoner gives an informative answer.
    pub ceiling: Option<f64>,
}

/// Test for differences between levels: Kruskal-Wallis on the shares of items.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Heterogeneity {
    /// The statistic, chi-square distributed under the null hypothesis.
    pub h: f64,
    /// Levels less 1.
    pub df: f64,
    /// Its p-value.
    pub p: f64,
    /// Items.
    pub items: u64,
    /// p adjusted for the number of subjects and features.
    pub p_adjusted: Option<f64>,
}

/// A group's fallacies by one feature of problems.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Breakdown {
    /// The group.
    pub group: Group,
    /// The feature.
    pub by: Feature,
    /// The levels, numbers in order.
    pub levels: Vec<Level>,
    /// Test for differences of fallacy rates.
    pub rate_test: Option<Heterogeneity>,
    /// Test for differences of correct rates.
    pub correct_test: Option<Heterogeneity>,
}

/// The breakdowns of every group, on headline problems.
pub(crate) fn breakdowns(groups: &Groups<'_>, options: &Options<'_>) -> Vec<Breakdown> {
    let mut rows = Vec::new();
    for (group, answers) in groups {
        let answers = only(answers, Concluded::is_headline);
        if answers.is_empty() {
            continue;
        }
        rows.extend(Feature::ALL.map(|by| breakdown(group, by, &answers, options)));
    }
    adjust_tests(&mut rows, |row| (&row.group, &mut row.rate_test));
    adjust_tests(&mut rows, |row| (&row.group, &mut row.correct_test));
    rows
}

/// Adjusts one test of each row, over all rows of whole subjects.
pub(crate) fn adjust_tests<R>(
    rows: &mut [R],
    test: impl Fn(&mut R) -> (&Group, &mut Option<Heterogeneity>),
) {
    adjust(rows, |row| {
        let (group, test) = test(row);
        let test = test.as_mut()?;
        Some((group, test.p, &mut test.p_adjusted))
    });
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
    let measure = |((_, name), answers): (&(u32, String), &Vec<&Concluded>)| Level {
        name: name.clone(),
        answers: answers.len() as u64,
        rate: share_at(level, answers, |a| error_kind(a, notion)),
        correct: share_at(level, answers, Concluded::is_correct),
        informative: share_at(level, answers, |a| {
            Some(a.judged().is_some_and(super::Judged::is_informative))
        })
        .filter(|_| any_judged(answers)),
        ceiling: ceiling(answers),
    };
    Breakdown {
        group: group.clone(),
        by,
        levels: levels.iter().map(measure).collect(),
        rate_test: heterogeneity(levels.values(), |a| error_kind(a, notion)),
        correct_test: heterogeneity(levels.values(), Concluded::is_correct),
    }
}

/// Number of items that a level needs to be tested.
pub(crate) const FEWEST: usize = 5;

/// Tests for differences between the items' shares of different levels. With binary answers and one
/// answer per item, the statistic is Pearson's chi-square of the table of levels times (n - 1)/n.
/// With several answers per item, items are still the unit. Levels of fewer than five items are
/// left out, because the chi-square approximation fails there.
pub(crate) fn heterogeneity<'a, T: Placed + 'a>(
    levels: impl Iterator<Item = &'a Vec<&'a T>>,
    holds: impl Fn(&T) -> Option<bool>,
) -> Option<Heterogeneity> {
    let shares = |answers: &Vec<&T>| -> Vec<f64> {
        let items = counts_by_item(answers, &holds).into_values();
        items.map(|(count, of)| count as f64 / of as f64).collect()
    };
    let groups: Vec<Vec<f64>> = levels.map(shares).filter(|of| of.len() >= FEWEST).collect();
    let found = kruskal::test(&groups).ok()?;
    Some(Heterogeneity { h: found.h, df: found.df, p: found.p, items: found.n, p_adjusted: None })
}

/// The names of the columns of two tests: p-values, adjusted ones, statistics and items.
pub(crate) type TestNames = [[&'static str; 2]; 4];

impl Record {
    /// Adds two tests of differences between levels.
    pub(crate) fn heterogeneity(
        mut self,
        [p, adjusted, h, items]: TestNames,
        tests: [Option<Heterogeneity>; 2],
    ) -> Self {
        for (at, test) in tests.iter().enumerate() {
            self = self
                .p(p[at], test.map(|test| test.p))
                .p(adjusted[at], test.and_then(|test| test.p_adjusted));
        }
        for (at, test) in tests.iter().enumerate() {
            self = self
                .number(h[at], test.map(|test| test.h))
                .count(items[at], test.map(|test| test.items));
        }
        self
    }
}

/// The four tables by level.
pub(crate) fn level_tables(rows: &[Breakdown], notion: Notion) -> Vec<Table<'static>> {
    Feature::ALL.iter().map(|by| level_table(rows, *by, notion)).collect()
}

fn level_table(rows: &[Breakdown], by: Feature, notion: Notion) -> Table<'static> {
    let note = format!(
        "The fallacy rate (predicted answers among incorrect ones; notion: {}), the correct rate \
         (among answers with a verdict), and informative answers (among all, with the ceiling \
         that sim:flawless reaches). Items are the unit. The table `fallacies-differ` tests for \
         differences between levels.",
        notion.name()
    );
    let record = |row: &Breakdown, level: &Level| {
        Record::for_group(&row.group)
            .cell(by.name(), level.name.as_str())
            .count("answers", level.answers)
            .count("incorrect", level.rate.map_or(0, |rate| rate.of))
            .estimate(["rate", "low", "high"], level.rate)
            .estimate(["correct", "correct_low", "correct_high"], level.correct)
            .share_alone("informative", level.informative)
            .share("informative_ceiling", level.ceiling)
    };
    let (name, title) = by.table();
    let rows = rows.iter().filter(|row| row.by == by);
    let records = rows.flat_map(|row| row.levels.iter().map(move |level| record(row, level)));
    table(name, title, &note, records)
}

/// The table of tests of differences between levels.
pub(crate) fn difference_table(rows: &[Breakdown]) -> Table<'static> {
    let names = [
        ["p_rate", "p_correct"],
        ["p_rate_adjusted", "p_correct_adjusted"],
        ["+h_rate", "+h_correct"],
        ["+items_rate", "+items_correct"],
    ];
    let record = |row: &Breakdown| {
        Record::for_group(&row.group)
            .cell("by", row.by.name())
            .cell("levels", row.levels.len())
            .heterogeneity(names, [row.rate_test, row.correct_test])
    };
    table(
        "fallacies-differ",
        "Differences by theme, size, premises and form",
        "Tests for differences between the levels' shares of items: Kruskal-Wallis, with items as \
         the unit. With one answer per item it is the chi-square test of the table of levels, up \
         to a factor (n - 1)/n. Levels of fewer than five items are left out. p is adjusted over \
         subjects and features (Benjamini-Hochberg), separately for rates and correct answers.",
        rows.iter().filter(|row| row.levels.len() > 1).map(record),
    )
}
