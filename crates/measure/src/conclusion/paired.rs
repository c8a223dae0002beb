//! Pairs of answers by one subject to two versions of an item.

use super::Concluded;
use crate::Placed;
use crate::table::Record;
use peirast_stats::{
    Alternative, ClusteredMethod, DifferenceMethod, Interval, PairedTable, clustered, effect,
};
use peirast_table::Value;
use serde::Serialize;
use std::collections::BTreeMap;

/// The place of an answer in pairs: its unit and its repetition.
pub(crate) type PairPlace<'a> = (Unit<'a>, u32);

/// Subject, strategy, temperature, item, theme.
pub(crate) type Unit<'a> = [&'a str; 5];

/// The unit of an answer: its place without the repetition.
pub(crate) fn unit(answer: &Concluded) -> Unit<'_> {
    let [subject, strategy, temperature, item] = answer.place();
    [subject, strategy, temperature, item, &answer.theme]
}

/// Pairs of answers to two versions, by the same subject in the same setting at the same
/// repetition. If a version has several problems, every combination is a pair.
pub(crate) fn pairs<'a>(
    answers: &[&'a Concluded],
    is_first: impl Fn(&Concluded) -> bool,
    is_second: impl Fn(&Concluded) -> bool,
) -> Vec<(&'a Concluded, &'a Concluded)> {
    type Both<'a> = (Vec<&'a Concluded>, Vec<&'a Concluded>);
    let mut places: BTreeMap<PairPlace<'_>, Both<'_>> = BTreeMap::new();
    for answer in answers {
        let (first, second) = places.entry((unit(answer), answer.repeat)).or_default();
        if is_first(answer) {
            first.push(answer);
        } else if is_second(answer) {
            second.push(answer);
        }
    }
    let each = |(first, second): Both<'a>| {
        let with = move |a: &'a Concluded| second.clone().into_iter().map(move |b| (a, b));
        first.into_iter().flat_map(with)
    };
    places.into_values().flat_map(each).collect()
}

/// Counts of an event in the first and the second members of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Paired {
    /// Number of pairs with both members known.
    pub pairs: u64,
    /// Number of pairs with a lost or undecided member.
    pub lost: u64,
    /// Number of items with known pairs.
    pub items: u64,
    /// Number of pairs with the event in the first member.
    pub first: u64,
    /// Number of pairs with the event in the second member.
    pub second: u64,
    /// Number of pairs with the event in the first member alone.
    pub only_first: u64,
    /// Number of pairs with the event in the second member alone.
    pub only_second: u64,
    /// (second - first)/pairs.
    pub difference: f64,
    /// Its interval, within -1 to 1. If every item has one pair, it is Newcombe's for paired
    /// proportions; otherwise the same for the effective number of pairs
    /// ([`clustered::difference`]).
    pub interval: Option<Interval>,
    /// Two-sided p, by flipping the signs of whole items. With one pair per item it is McNemar's
    /// exact test.
    pub p: f64,
    /// McNemar's exact test, as if pairs were independent.
    pub mcnemar: f64,
    /// p adjusted for the number of subjects.
    pub p_adjusted: Option<f64>,
}

impl Paired {
    /// Counts and tests pairs; `None` if none is known.
    pub(crate) fn new<T: Placed>(
        pairs: &[(&T, &T)],
        holds: impl Fn(&T) -> Option<bool>,
        level: f64,
    ) -> Option<Self> {
        let mut items: BTreeMap<&str, PairedTable> = BTreeMap::new();
        let mut lost = 0;
        for (first, second) in pairs {
            match (holds(first), holds(second)) {
                (Some(a), Some(b)) => items.entry(first.item()).or_default().record(a, b),
                _ => lost += 1,
            }
        }
        Self::counted(items, lost, level)
    }

    /// Tests the pairs of items; `None` if there are none.
    pub(crate) fn counted(
        items: BTreeMap<&str, PairedTable>,
        lost: u64,
        level: f64,
    ) -> Option<Self> {
        let items: Vec<PairedTable> = items.into_values().collect();
        let total: PairedTable = items.iter().copied().sum();
        let flips =
            clustered::mcnemar(&items, ClusteredMethod::SignFlip, Alternative::TwoSided).ok()?;
        // Only counts of many millions have no exact test; the robust one then replaces it.
        let robust = || {
            clustered::mcnemar(&items, ClusteredMethod::Robust, Alternative::TwoSided).ok()?.p.ok()
        };
        Some(Self {
            pairs: total.n(),
            lost,
            items: items.len() as u64,
            first: total.n11 + total.n12,
            second: total.n11 + total.n21,
            only_first: total.n12,
            only_second: total.n21,
            difference: (total.n21 as f64 - total.n12 as f64) / total.n() as f64,
            interval: interval(&items, &total, level),
            p: flips.p.ok().or_else(robust)?,
            mcnemar: flips.naive.p,
            p_adjusted: None,
        })
    }
}

impl Paired {
    /// The same with the difference (first - second)/pairs.
    pub(crate) fn first_less_second(self) -> Self {
        let turned = |one: Interval| Interval { low: 0.0 - one.high, high: 0.0 - one.low };
        Self { difference: 0.0 - self.difference, interval: self.interval.map(turned), ..self }
    }
}

impl Record {
    /// Adds the number of pairs, the counts of the event in both members, their difference, and the
    /// test, whose p is not adjusted. The names are those of the counts and of the difference.
    pub(crate) fn paired(
        self,
        [first, second, difference]: [&'static str; 3],
        paired: &Paired,
    ) -> Self {
        self.count("pairs", paired.pairs)
            .count(first, paired.first)
            .count(second, paired.second)
            .points(difference, paired.difference)
            .interval(["low", "high"], paired.interval, Value::Points)
            .p("p", paired.p)
    }

    /// Adds the details of the test.
    pub(crate) fn paired_details(self, paired: &Paired) -> Self {
        self.count("+items", paired.items)
            .count("+lost", paired.lost)
            .p("+p_mcnemar", paired.mcnemar)
    }
}

fn interval(items: &[PairedTable], total: &PairedTable, level: f64) -> Option<Interval> {
    let newcombe = || effect::difference(total, DifferenceMethod::Newcombe, level).ok();
    if items.iter().all(|item| item.n() == 1) {
        return newcombe().map(|found| found.interval);
    }
    clustered::difference(items, level).ok().map(|found| found.robust.interval)
}
