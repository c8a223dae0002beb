//! Versions of items: the answers to each version, and the changes between versions.

use super::grouped::{Groups, adjust, only};
use super::paired::{Paired, pairs};
use super::rate::{any_judged, ceiling};
use super::{Concluded, Judged, Options};
use crate::Group;
use crate::accuracy::share_at;
use crate::name::names;
use crate::table::{Record, table};
use peirast_stats::shares::Share;
use peirast_table::Table;
use serde::Serialize;

/// The answers of a group to one version of items.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arm {
    /// The group.
    pub group: Group,
    /// The version: a kind of problem, or an added question.
    pub version: &'static str,
    /// Answers asked for.
    pub answers: u64,
    /// Answers without a judgement.
    pub lost: u64,
    /// Fallacies, as a share of the answers that are known to be fallacies or not.
    pub fallacies: Option<Share>,
    /// Incorrect answers, predicted or not, as a share of the answers with a verdict.
    pub incorrect: Option<Share>,
    /// Informative correct answers, as a share of all answers.
    pub informative: Option<Share>,
    /// The share of answers to problems on which a faultless reasoner gives an informative answer.
    pub ceiling: Option<f64>,
}

/// The event that is compared between two versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A predicted answer that does not follow.
    Fallacy,
    /// An answer that does not follow, predicted or not.
    Incorrect,
}

/// A change from one version of items to another, in pairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The group.
    pub group: Group,
    /// The first version.
    pub first: &'static str,
    /// The second.
    pub second: &'static str,
    /// The event that is counted.
    pub event: Event,
    /// The pairs.
    pub paired: Paired,
}

/// A version of items.
#[derive(Clone, Copy)]
pub(crate) struct Version {
    pub name: &'static str,
    pub fits: fn(&Concluded) -> bool,
}

names!(Event, Fallacy => "fallacy", Incorrect => "incorrect");

impl Event {
    fn holds(self, answer: &Concluded, options: &Options<'_>) -> Option<bool> {
        match self {
            Self::Fallacy => answer.is_fallacy(options.notion),
            Self::Incorrect => answer.is_correct().map(|correct| !correct),
        }
    }
}

/// Counts every group's answers to every version; empty for groups that were asked one version
/// only.
pub(crate) fn arms(groups: &Groups<'_>, versions: &[Version], options: &Options<'_>) -> Vec<Arm> {
    let mut rows = Vec::new();
    for (group, answers) in groups {
        let asked = versions.iter().map(|version| (version.name, only(answers, version.fits)));
        let asked: Vec<_> = asked.filter(|(_, answers)| !answers.is_empty()).collect();
        if asked.len() > 1 {
            rows.extend(asked.iter().map(|(name, answers)| arm(group, name, answers, options)));
        }
    }
    rows
}

fn arm(group: &Group, version: &'static str, answers: &[&Concluded], options: &Options<'_>) -> Arm {
    let share = |event: Event| share_at(options.level, answers, |a| event.holds(a, options));
    Arm {
        group: group.clone(),
        version,
        answers: answers.len() as u64,
        lost: answers.iter().filter(|answer| answer.judged().is_none()).count() as u64,
        fallacies: share(Event::Fallacy),
        incorrect: share(Event::Incorrect),
        informative: share_at(options.level, answers, |a: &Concluded| {
            Some(a.judged().is_some_and(Judged::is_informative))
        })
        .filter(|_| any_judged(answers)),
        ceiling: ceiling(answers),
    }
}

/// The changes between versions in every group. Each comparison is a family of tests over subjects.
pub(crate) fn comparisons(
    groups: &Groups<'_>,
    versions: &[(Version, Version)],
    events: &[Event],
    options: &Options<'_>,
) -> Vec<Comparison> {
    let mut rows = Vec::new();
    for (first, second) in versions {
        for event in events {
            let compare = |(group, answers): &(Group, Vec<&Concluded>)| {
                let pairs = pairs(answers, first.fits, second.fits);
                let paired = Paired::new(&pairs, |a| event.holds(a, options), options.level)?;
                let (first, second) = (first.name, second.name);
                Some(Comparison { group: group.clone(), first, second, event: *event, paired })
            };
            let mut family: Vec<Comparison> = groups.iter().filter_map(compare).collect();
            adjust(&mut family, |row| Some((&row.group, row.paired.p, &mut row.paired.p_adjusted)));
            rows.extend(family);
        }
    }
    rows.sort_by(|a, b| a.group.cmp(&b.group));
    rows
}

/// A table of versions.
pub(crate) fn arm_table(
    rows: &[Arm],
    name: &'static str,
    title: &'static str,
    note: &str,
    version: &'static str,
) -> Table<'static> {
    let record = |row: &Arm| {
        Record::for_group(&row.group)
            .cell(version, row.version)
            .count("answers", row.answers)
            .count("lost", row.lost)
            .estimate(["fallacies", "fallacies_low", "fallacies_high"], row.fallacies)
            .estimate(["incorrect", "incorrect_low", "incorrect_high"], row.incorrect)
            .share_alone("informative", row.informative)
            .share("informative_ceiling", row.ceiling)
    };
    table(name, title, note, rows.iter().map(record))
}

/// A table of comparisons.
pub(crate) fn comparison_table(
    rows: &[Comparison],
    name: &'static str,
    title: &'static str,
    note: &str,
) -> Table<'static> {
    let record = |row: &Comparison| {
        Record::for_group(&row.group)
            .cell("first", row.first)
            .cell("second", row.second)
            .cell("event", row.event.name())
            .paired(["in_first", "in_second", "difference"], &row.paired)
            .p("p_adjusted", row.paired.p_adjusted)
            .count("+only_first", row.paired.only_first)
            .count("+only_second", row.paired.only_second)
            .paired_details(&row.paired)
    };
    table(name, title, note, rows.iter().map(record))
}
