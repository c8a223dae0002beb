//! Versions of items side by side: what is answered to each, and what changes from one to another.

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

/// What a group answers to one version of items.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arm {
    /// Whose.
    pub group: Group,
    /// The version: a kind of problem, or an added question.
    pub version: &'static str,
    /// Answers asked for.
    pub answers: u64,
    /// Answers without a judgement.
    pub lost: u64,
    /// Predicted and incorrect ones among those of which it is known.
    pub fallacies: Option<Share>,
    /// Incorrect ones, predicted or not, among those with a verdict.
    pub incorrect: Option<Share>,
    /// Informative correct ones among all.
    pub informative: Option<Share>,
    /// Of all answers, the share of those to problems on which a reasoner without a fault informs.
    pub ceiling: Option<f64>,
}

/// What is compared between two versions.
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
    /// Whose.
    pub group: Group,
    /// The first version.
    pub first: &'static str,
    /// The second.
    pub second: &'static str,
    /// What is counted.
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

/// What every group answers to every version, where another version was asked too.
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

/// The changes between versions in every group; each comparison is a family of its own over
/// subjects.
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
            .paired(["in_first", "in_second"], &row.paired)
            .count("+only_first", row.paired.only_first)
            .count("+only_second", row.paired.only_second)
            .paired_details(&row.paired)
    };
    table(name, title, note, rows.iter().map(record))
}
