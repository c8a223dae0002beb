//! Consistency: agreement between the judgements of versions of one item.

use crate::accuracy::{CONFIDENCE, ratio};
use crate::table::{Record, table};
use crate::{Accuracy, Group, Judgement, Placed, Variant};
use peirast_stats::shares::{self, Share};
use peirast_table::Table;
use serde::Serialize;
use std::collections::BTreeMap;

/// Agreement between the judgements of two versions of items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Agreement {
    /// Number of pairs of judgements that both have a verdict.
    pub pairs: u64,
    /// Number of pairs with equal verdicts.
    pub alike: u64,
    /// Number of pairs accepted both times.
    pub accepted_both: u64,
    /// Number of pairs accepted the first time.
    pub accepted_first: u64,
    /// Number of pairs accepted the second time.
    pub accepted_second: u64,
}

impl Agreement {
    /// The share of pairs with equal verdicts.
    pub fn share(&self) -> Option<f64> {
        ratio(self.alike, self.pairs)
    }

    /// Cohen's kappa: agreement beyond what the rates of acceptance give by chance. `None` if all
    /// answers are the same, so that nothing could differ.
    pub fn kappa(&self) -> Option<f64> {
        let n = self.pairs as f64;
        let (first, second) = (self.accepted_first as f64 / n, self.accepted_second as f64 / n);
        let chance = first * second + (1.0 - first) * (1.0 - second);
        let observed = self.share()?;
        (chance < 1.0).then(|| (observed - chance) / (1.0 - chance))
    }

    fn count(&mut self, first: Option<bool>, second: Option<bool>) {
        if let (Some(first), Some(second)) = (first, second) {
            self.pairs += 1;
            self.alike += u64::from(first == second);
            self.accepted_both += u64::from(first && second);
            self.accepted_first += u64::from(first);
            self.accepted_second += u64::from(second);
        }
    }
}

/// The consistency of a group.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Consistency {
    /// The group.
    pub group: Group,
    /// Words changed, normal order: N and X.
    pub n_x: Agreement,
    /// Words changed, switched order: O and OX.
    pub o_ox: Agreement,
    /// Premises switched, real words: N and O.
    pub n_o: Agreement,
    /// Premises switched, made-up words: X and OX.
    pub x_ox: Agreement,
    /// Number of items with a verdict on all four versions.
    pub complete: u64,
    /// Complete items with four equal verdicts.
    pub all_four: u64,
    /// Complete items with four right verdicts.
    pub all_right: u64,
    /// The shares of sets of versions that are judged alike, with items as the unit: N-X, O-OX, N-O,
    /// X-OX, and all four. Their values are those of the counts above.
    pub alike: [Option<Share>; 5],
    /// The mean over items of the share of versions that agree with the item's majority; at least
    /// one half.
    pub majority: Option<f64>,
}

impl Consistency {
    /// The mean of N-X and O-OX, called overall consistency in the benchmark's tables.
    pub fn overall(&self) -> Option<f64> {
        Some(f64::midpoint(self.n_x.share()?, self.o_ox.share()?))
    }
}

/// For each of the four versions of an item: accepted or not, and whether that is right. External
/// data sets may label versions differently.
pub(crate) type Versions = [Option<(bool, bool)>; 4];

/// Subject, strategy, temperature, item.
pub(crate) type ItemKey<'a> = [&'a str; 4];

/// The versions of every item that one subject judged under one strategy at one temperature.
pub(crate) fn versions<'a>(judgements: &[&'a Judgement]) -> BTreeMap<ItemKey<'a>, Versions> {
    let mut items: BTreeMap<_, Versions> = BTreeMap::new();
    for j in judgements {
        let versions = items.entry(j.place()).or_insert([None; 4]);
        versions[j.variant as usize] = j.accepted.zip(j.is_right());
    }
    items
}

/// The consistency of each group.
pub fn consistencies(groups: &[(Group, Vec<&Judgement>)]) -> Vec<Consistency> {
    groups.iter().map(|(group, judgements)| consistency(group, judgements)).collect()
}

fn consistency(group: &Group, judgements: &[&Judgement]) -> Consistency {
    let mut found = Consistency { group: group.clone(), ..Consistency::default() };
    let mut majorities = 0.0;
    let sets = versions(judgements);
    found.alike = shares_alike(&sets);
    for versions in sets.into_values() {
        let of = |variant: Variant| versions[variant as usize].map(|(accepted, _)| accepted);
        found.n_x.count(of(Variant::N), of(Variant::X));
        found.o_ox.count(of(Variant::O), of(Variant::OX));
        found.n_o.count(of(Variant::N), of(Variant::O));
        found.x_ox.count(of(Variant::X), of(Variant::OX));
        let verdicts: Vec<(bool, bool)> = versions.into_iter().flatten().collect();
        if verdicts.len() == 4 {
            let yes = verdicts.iter().filter(|(accepted, _)| *accepted).count();
            found.complete += 1;
            found.all_four += u64::from(yes == 0 || yes == 4);
            found.all_right += u64::from(verdicts.iter().all(|(_, right)| *right));
            majorities += yes.max(4 - yes) as f64 / 4.0;
        }
    }
    found.majority = (found.complete > 0).then(|| majorities / found.complete as f64);
    found
}

/// The versions that are compared for each share of [`Consistency::alike`].
const COMPARED: [&[Variant]; 5] = [
    &[Variant::N, Variant::X],
    &[Variant::O, Variant::OX],
    &[Variant::N, Variant::O],
    &[Variant::X, Variant::OX],
    &[Variant::N, Variant::O, Variant::X, Variant::OX],
];

/// The shares of sets in which the compared versions all have a verdict and are judged alike.
fn shares_alike(sets: &BTreeMap<ItemKey<'_>, Versions>) -> [Option<Share>; 5] {
    COMPARED.map(|compared| {
        let mut items: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        for ([.., item], versions) in sets {
            let verdicts = compared.iter().filter_map(|variant| versions[*variant as usize]);
            let accepted: Vec<bool> = verdicts.map(|(accepted, _)| accepted).collect();
            if accepted.len() == compared.len() {
                let (alike, of) = items.entry(*item).or_default();
                *alike += u64::from(accepted.iter().all(|own| Some(own) == accepted.first()));
                *of += 1;
            }
        }
        let items: Vec<(u64, u64)> = items.into_values().collect();
        shares::share(&items, CONFIDENCE).ok()
    })
}

/// The table of consistencies.
pub fn consistency_table(rows: &[Consistency]) -> Table<'static> {
    let both = |a: &Agreement, b: &Agreement| Agreement {
        pairs: a.pairs + b.pairs,
        alike: a.alike + b.alike,
        accepted_both: a.accepted_both + b.accepted_both,
        accepted_first: a.accepted_first + b.accepted_first,
        accepted_second: a.accepted_second + b.accepted_second,
    };
    let record = |row: &Consistency| {
        let [n_x, o_ox, n_o, x_ox, all_four] = row.alike;
        Record::for_group(&row.group)
            .share("overall", row.overall())
            .estimate(["N-X", "+N-X_low", "+N-X_high"], n_x)
            .estimate(["O-OX", "+O-OX_low", "+O-OX_high"], o_ox)
            .estimate(["N-O", "+N-O_low", "+N-O_high"], n_o)
            .estimate(["X-OX", "+X-OX_low", "+X-OX_high"], x_ox)
            .estimate(["all_four", "+all_four_low", "+all_four_high"], all_four)
            .share("all_right", ratio(row.all_right, row.complete))
            .share("+majority", row.majority)
            .number("kappa_content", both(&row.n_x, &row.o_ox).kappa())
            .number("kappa_order", both(&row.n_o, &row.x_ox).kappa())
            .count("+items", row.complete)
    };
    table(
        "consistency",
        "Consistency",
        "The share of pairs of versions with equal verdicts, over pairs with two verdicts: words \
         changed (N-X, O-OX) or premises switched (N-O, X-OX). Intervals (in the files) take the item \
         as the unit. Overall is the mean of N-X and \
         O-OX, as in the tables of the benchmark. A subject that always gives the same answer is \
         consistent; kappa corrects for this. \"All right\" is the share of items with four right \
         answers.",
        rows.iter().map(record),
    )
}

/// The table of accuracy and consistency, for subjects, and for subjects under one strategy. Both
/// lists have a row for each group, in the same order.
pub(crate) fn accuracy_consistency_table(
    accuracies: &[Accuracy],
    consistencies: &[Consistency],
) -> Table<'static> {
    let record = |(accuracy, consistency): (&Accuracy, &Consistency)| {
        Record::new(false)
            .cell("subject", accuracy.group.names()[0])
            .cell("strategy", accuracy.group.names()[1])
            .estimate(["accuracy", "low", "high"], accuracy.accuracy)
            .share("consistency", consistency.overall())
            .share("all_four", ratio(consistency.all_four, consistency.complete))
            .share("all_right", ratio(consistency.all_right, consistency.complete))
    };
    let rows = accuracies.iter().zip(consistencies);
    let is_shown = |(own, _): &(&Accuracy, &Consistency)| {
        own.group.subject.is_some() && own.group.temperature.is_none()
    };
    table(
        "accuracy-consistency",
        "Accuracy and consistency",
        "Accuracy and overall consistency (the mean of N-X and O-OX) of each subject, with all of its \
         answers and under each strategy, over all temperatures. A subject that always gives the same \
         answer is consistent without being right. Their correlation over subjects is in the table \
         of correlations over subjects.",
        rows.filter(is_shown).map(record),
    )
}
