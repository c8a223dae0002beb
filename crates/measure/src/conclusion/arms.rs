//! Versions of items side by side: what is answered to each, and what changes from one to another.

use super::grouped::{Groups, adjust, cells, columns, only};
use super::paired::{DETAILS, Paired, TESTED, pairs};
use super::rate::ceiling;
use super::{Concluded, Judged, Options};
use crate::Group;
use crate::accuracy::share_at;
use crate::table::ends;
use peirast_stats::shares::Share;
use peirast_table::{Builder, Table, Value};
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

impl Event {
    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fallacy => "fallacy",
            Self::Incorrect => "incorrect",
        }
    }

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
        let own = versions.iter().map(|version| (version.name, only(answers, version.fits)));
        let own: Vec<_> = own.filter(|(_, answers)| !answers.is_empty()).collect();
        if own.len() > 1 {
            rows.extend(own.iter().map(|(name, answers)| arm(group, name, answers, options)));
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
        }),
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
            let of = |(group, answers): &(Group, Vec<&Concluded>)| {
                let pairs = pairs(answers, first.fits, second.fits);
                let paired = Paired::of(&pairs, |a| event.holds(a, options), options.level)?;
                let (first, second) = (first.name, second.name);
                Some(Comparison { group: group.clone(), first, second, event: *event, paired })
            };
            let mut family: Vec<Comparison> = groups.iter().filter_map(of).collect();
            adjust(
                &mut family,
                |row| &row.group,
                |row| Some(row.paired.p),
                |row, adjusted| row.paired.p_adjusted = adjusted,
            );
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
    version: &str,
) -> Table<'static> {
    let mut table = Builder::new(
        name,
        title,
        note,
        &columns(&[
            version,
            "answers",
            "lost",
            "fallacies",
            "fallacies_low",
            "fallacies_high",
            "incorrect",
            "incorrect_low",
            "incorrect_high",
            "informative",
            "informative_ceiling",
        ]),
    );
    for row in rows {
        let mut cells = cells(&row.group);
        cells.extend([row.version.into(), row.answers.into(), row.lost.into()]);
        for share in [row.fallacies, row.incorrect] {
            cells.push(Value::from_option(share, |share| Value::Share(share.value)));
            cells.extend(ends(share.map(|share| share.interval), Value::Share));
        }
        cells.push(Value::from_option(row.informative, |share| Value::Share(share.value)));
        cells.push(Value::from_option(row.ceiling, Value::Share));
        table.row(!row.group.is_subject(), cells);
    }
    table.build()
}

/// A table of comparisons.
pub(crate) fn comparison_table(
    rows: &[Comparison],
    name: &'static str,
    title: &'static str,
    note: &str,
) -> Table<'static> {
    let names = ["first", "second", "event", "pairs", "in_first", "in_second"];
    let names = [&names[..], &TESTED, &["+only_first", "+only_second"], &DETAILS].concat();
    let mut table = Builder::new(name, title, note, &columns(&names));
    for row in rows {
        let paired = &row.paired;
        let mut cells = cells(&row.group);
        cells.extend([row.first.into(), row.second.into(), row.event.name().into()]);
        cells.extend(paired.counts());
        cells.extend(paired.tested());
        cells.extend([paired.only_first.into(), paired.only_second.into()]);
        cells.extend(paired.details());
        table.row(!row.group.is_subject(), cells);
    }
    table.build()
}
