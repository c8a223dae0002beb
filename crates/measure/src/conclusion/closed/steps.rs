//! Closed questions answered directly and step by step, in pairs.

use super::super::Options;
use super::super::grouped::{Groups, adjust};
use super::super::paired::Paired;
use super::{Chosen, QuestionType};
use crate::Group;
use crate::name::names;
use crate::table::{Record, table};
use peirast_table::Table;
use serde::Serialize;
use std::collections::BTreeMap;

/// The event that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClosedEvent {
    /// A right answer.
    Right,
    /// An accepted lure, in questions that offer one.
    Fallacy,
}

/// The effect of thinking step by step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Steps {
    /// The group.
    pub group: Group,
    /// The type of question.
    pub question: QuestionType,
    /// The event that is counted.
    pub event: ClosedEvent,
    /// Pairs of answers: `first` direct, `second` step by step.
    pub paired: Paired,
}

names!(ClosedEvent, Right => "right", Fallacy => "fallacy");

impl ClosedEvent {
    fn holds(self, answer: &Chosen) -> Option<bool> {
        match self {
            Self::Right => answer.is_right(),
            Self::Fallacy => answer.is_fallacy(),
        }
    }

    /// Returns true if the event can occur in answers to this problem.
    fn applies(self, answer: &Chosen) -> bool {
        self == Self::Right || answer.offered.iter().any(super::Offered::is_lure)
    }
}

/// The changes in every group that answered in both ways.
pub(crate) fn steps(groups: &Groups<'_, Chosen>, options: &Options<'_>) -> Vec<Steps> {
    let mut rows = Vec::new();
    for question in QuestionType::ALL {
        for event in ClosedEvent::ALL {
            let compare = |(group, answers): &(Group, Vec<&Chosen>)| {
                let pairs = pairs(answers, question, event);
                let paired = Paired::new(&pairs, |a: &Chosen| event.holds(a), options.level)?;
                Some(Steps { group: group.clone(), question, event, paired })
            };
            let mut family: Vec<Steps> = groups.iter().filter_map(compare).collect();
            adjust(&mut family, |row| Some((&row.group, row.paired.p, &mut row.paired.p_adjusted)));
            rows.extend(family);
        }
    }
    rows.sort_by(|a, b| (&a.group, a.question).cmp(&(&b.group, b.question)));
    rows
}

/// Pairs of direct and step-by-step answers of one subject to one problem, at one temperature and
/// repetition. If there are several strategies of a kind, every combination is a pair.
fn pairs<'a>(
    answers: &[&'a Chosen],
    question: QuestionType,
    event: ClosedEvent,
) -> Vec<(&'a Chosen, &'a Chosen)> {
    type Place<'a> = (&'a str, &'a str, &'a str, u32);
    type Both<'a> = (Vec<&'a Chosen>, Vec<&'a Chosen>);
    let mut places: BTreeMap<Place<'_>, Both<'_>> = BTreeMap::new();
    for answer in answers.iter().filter(|a| a.question == question && event.applies(a)) {
        let place: Place<'_> =
            (&answer.subject, &answer.temperature, &answer.problem, answer.repeat);
        let (first, second) = places.entry(place).or_default();
        let side = if answer.is_stepwise { second } else { first };
        side.push(*answer);
    }
    let mut pairs = Vec::new();
    for (first, second) in places.into_values() {
        for one in first {
            pairs.extend(second.iter().map(|other| (one, *other)));
        }
    }
    pairs
}

/// The table of changes.
pub(crate) fn step_table(rows: &[Steps]) -> Table<'static> {
    let record = |row: &Steps| {
        Record::for_group(&row.group)
            .cell("question", row.question.name())
            .cell("event", row.event.name())
            .paired(["at_once", "step_by_step", "difference"], &row.paired)
            .p("p_adjusted", row.paired.p_adjusted)
            .count("+only_at_once", row.paired.only_first)
            .count("+only_step_by_step", row.paired.only_second)
            .paired_details(&row.paired)
    };
    table(
        "closed-steps",
        "Closed questions, directly and step by step",
        "Pairs of answers by one subject to one problem, directly and after thinking step by step: \
         right answers, and accepted lures in questions that offer one (fallacy). The difference \
         is the effect of thinking step by step. The p-values flip the signs of whole items; with \
         one pair per item this is McNemar's exact test. They are adjusted over subjects for each \
         type and event (Benjamini-Hochberg).",
        rows.iter().map(record),
    )
}
