//! Orders: the same premises in every order, and how much conclusions vary between orders.

use super::concluded::NO_INQUIRY;
use super::grouped::{Groups, adjust, only};
use super::paired::{PairPlace, unit};
use super::reversal::score;
use super::{Concluded, Kind, Notion, Options};
use crate::accuracy::{ratio, share_at};
use crate::table::{Record, table};
use crate::{Group, Placed};
use peirast_stats::exchange::{Permuted, Unit, within_strata};
use peirast_stats::friedman;
use peirast_stats::shares::Share;
use peirast_table::Table;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Fewest orders of an item; two orders are analysed as a reversal.
const FEWEST: usize = 3;

/// The answers of a group to one order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OrderShare {
    /// The order.
    pub order: String,
    /// Answers asked for.
    pub answers: u64,
    /// Fallacies, as a share of the answers that are known to be fallacies or not.
    pub fallacies: Option<Share>,
}

/// A group's answers to the orders of problems with this number of premises, for items that were
/// asked in at least three orders.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Orders {
    /// The group.
    pub group: Group,
    /// Number of premises.
    pub premises: u32,
    /// Items.
    pub items: u64,
    /// The shares of each order.
    pub orders: Vec<OrderShare>,
    /// Number of sets: all answers of one subject to one item in one setting, in all orders asked.
    pub sets: u64,
    /// Number of sets with a fallacy in some orders and none in others.
    pub varying: u64,
    /// The share of pairs of orders with the same conclusion.
    pub agreement: Option<f64>,
    /// Test for differences between orders, over items with an answer to each: Friedman's test on
    /// the items' shares of fallacies. With one answer each it is Cochran's Q.
    pub test: Option<Differ>,
    /// Fallacies in orders in which the theory predicts one.
    pub predicting: Option<Share>,
    /// Fallacies in orders in which it predicts none.
    pub silent: Option<Share>,
    /// Test for a difference of these within items that have both: labels of orders exchanged
    /// within items.
    pub theory: Option<Permuted>,
}

/// A test for differences between several orders.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Differ {
    /// The statistic, chi-square distributed under the null hypothesis.
    pub q: f64,
    /// Orders less 1.
    pub df: f64,
    /// Its p-value.
    pub p: f64,
    /// Items with an answer to each order.
    pub items: u64,
    /// p adjusted for the number of subjects.
    pub p_adjusted: Option<f64>,
}

/// The orders of every group, by number of premises.
pub(crate) fn orders(groups: &Groups<'_>, options: &Options<'_>) -> Vec<Orders> {
    let mut rows = Vec::new();
    for (group, answers) in groups {
        let asked =
            only(answers, |a| a.kind == Kind::Fallacy && a.inquiry == NO_INQUIRY && a.premises > 1);
        let mut sizes: BTreeMap<u32, Vec<&Concluded>> = BTreeMap::new();
        for answer in in_many_orders(&asked) {
            sizes.entry(answer.premises).or_default().push(answer);
        }
        rows.extend(sizes.into_iter().map(|(n, answers)| of_size(group, n, &answers, options)));
    }
    adjust(&mut rows, |row| {
        let test = row.test.as_mut()?;
        Some((&row.group, test.p, &mut test.p_adjusted))
    });
    rows
}

/// The answers to items that were asked in three orders or more.
fn in_many_orders<'a>(answers: &[&'a Concluded]) -> Vec<&'a Concluded> {
    let mut orders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for answer in answers {
        orders.entry(answer.item()).or_default().insert(answer.order());
    }
    only(answers, |answer| orders.get(answer.item()).is_some_and(|own| own.len() >= FEWEST))
}

fn of_size(group: &Group, premises: u32, answers: &[&Concluded], options: &Options<'_>) -> Orders {
    let (notion, level) = (options.notion, options.level);
    let items: BTreeSet<&str> = answers.iter().map(|answer| answer.item()).collect();
    let fallacies = |fits: &dyn Fn(&Concluded) -> bool| {
        share_at(level, answers, |a: &Concluded| a.is_fallacy(notion).filter(|_| fits(a)))
    };
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for answer in answers {
        *counts.entry(answer.order()).or_default() += 1;
    }
    let mut sets: BTreeMap<PairPlace<'_>, Vec<&Concluded>> = BTreeMap::new();
    for answer in answers {
        sets.entry((unit(answer), answer.repeat)).or_default().push(answer);
    }
    let (known, varying) = variability(sets.values(), notion);
    Orders {
        group: group.clone(),
        premises,
        items: items.len() as u64,
        orders: counts
            .iter()
            .map(|(order, count)| OrderShare {
                order: (*order).to_owned(),
                answers: *count,
                fallacies: fallacies(&|a| a.order() == *order),
            })
            .collect(),
        sets: known,
        varying,
        agreement: agreement(sets.values(), notion),
        test: differ(answers, &counts.into_keys().collect::<Vec<_>>(), notion),
        predicting: fallacies(&|a| a.predicts_fallacy == Some(true)),
        silent: fallacies(&|a| a.predicts_fallacy == Some(false)),
        theory: theory(answers, notion),
    }
}

/// Number of sets with at least two known answers, and of those that vary.
fn variability<'a>(
    sets: impl Iterator<Item = &'a Vec<&'a Concluded>>,
    notion: Notion,
) -> (u64, u64) {
    let (mut known, mut varying) = (0, 0);
    for set in sets {
        let is: Vec<bool> = set.iter().filter_map(|answer| answer.is_fallacy(notion)).collect();
        known += u64::from(is.len() > 1);
        varying += u64::from(is.windows(2).any(|pair| pair[0] != pair[1]));
    }
    (known, varying)
}

fn agreement<'a>(
    sets: impl Iterator<Item = &'a Vec<&'a Concluded>>,
    notion: Notion,
) -> Option<f64> {
    let (mut alike, mut pairs) = (0, 0);
    for set in sets {
        for (at, one) in set.iter().enumerate() {
            for other in &set[at + 1..] {
                if let Some(same) = same(one, other, notion) {
                    alike += u64::from(same);
                    pairs += 1;
                }
            }
        }
    }
    ratio(alike, pairs)
}

/// Returns whether two answers conclude the same. If their conclusions are unknown, it compares
/// soundness, the premises that the answers take, and prediction.
fn same(one: &Concluded, other: &Concluded, notion: Notion) -> Option<bool> {
    let (a, b) = (one.judged()?, other.judged()?);
    Some(match (&a.says, &b.says) {
        (Some(a), Some(b)) => a == b,
        _ => a.soundness == b.soundness && a.is_predicted(notion) == b.is_predicted(notion),
    })
}

fn differ(answers: &[&Concluded], orders: &[&str], notion: Notion) -> Option<Differ> {
    let mut items: BTreeMap<&str, BTreeMap<&str, (f64, f64)>> = BTreeMap::new();
    for answer in answers {
        if let Some(is) = answer.is_fallacy(notion) {
            let orders = items.entry(answer.item()).or_default();
            let (count, of) = orders.entry(answer.order()).or_default();
            *count += f64::from(u8::from(is));
            *of += 1.0;
        }
    }
    let complete = items.values().filter(|own| own.len() == orders.len());
    let rows: Vec<Vec<f64>> =
        complete.map(|own| own.values().map(|(count, of)| count / of).collect()).collect();
    let found = friedman::test(&rows).ok()?;
    Some(Differ {
        q: found.chi2.ok()?,
        df: found.df,
        p: found.p.ok()?,
        items: found.blocks,
        p_adjusted: None,
    })
}

/// Tests for fallacies in the orders in which the theory predicts them, within items for which it
/// predicts a fallacy in some orders only.
fn theory(answers: &[&Concluded], notion: Notion) -> Option<Permuted> {
    // By item, then by prediction of a fallacy and by order.
    type Item<'a> = BTreeMap<(bool, &'a str), (u64, u64)>;
    let mut items: BTreeMap<&str, Item<'_>> = BTreeMap::new();
    for answer in answers {
        if let (Some(predicts), Some(is)) = (answer.predicts_fallacy, answer.is_fallacy(notion)) {
            let orders = items.entry(answer.item()).or_default();
            let (count, of) = orders.entry((predicts, answer.order())).or_default();
            *count += u64::from(is);
            *of += 1;
        }
    }
    let both = |own: &&Item<'_>| {
        let some = |wanted: bool| own.keys().any(|(predicts, _)| *predicts == wanted);
        some(true) && some(false)
    };
    let unit = |((is_marked, _), (count, of)): (&(bool, &str), &(u64, u64))| Unit {
        score: score(*count, *of),
        is_marked: *is_marked,
    };
    let strata: Vec<Vec<Unit>> =
        items.values().filter(both).map(|own| own.iter().map(unit).collect()).collect();
    if strata.is_empty() { None } else { within_strata(&strata) }
}

/// The table of single orders.
pub(crate) fn order_table(rows: &[Orders]) -> Table<'static> {
    let record = |row: &Orders, order: &OrderShare| {
        Record::for_group(&row.group)
            .count("premises", u64::from(row.premises))
            .cell("order", order.order.as_str())
            .count("answers", order.answers)
            .estimate(["fallacies", "low", "high"], order.fallacies)
    };
    table(
        "orders",
        "Order by order",
        "Shares of fallacies among known answers for each order of the premises, for items that \
         were asked in at least three orders. The table `orders-vary` tests for differences \
         between orders.",
        rows.iter().flat_map(|row| row.orders.iter().map(move |order| record(row, order))),
    )
}

/// The table of the variation between orders.
pub(crate) fn variation_table(rows: &[Orders]) -> Table<'static> {
    let record = |row: &Orders| {
        Record::for_group(&row.group)
            .count("premises", u64::from(row.premises))
            .count("items", row.items)
            .cell("orders", row.orders.len())
            .share("varying", ratio(row.varying, row.sets))
            .share("agreement", row.agreement)
            .p("p", row.test.map(|test| test.p))
            .p("p_adjusted", row.test.and_then(|test| test.p_adjusted))
            .share_alone("predicting", row.predicting)
            .share_alone("silent", row.silent)
            .p("p_theory", row.theory.map(|test| test.p))
            .number("+q", row.test.map(|test| test.q))
            .count("+items_complete", row.test.map(|test| test.items))
            .count("+sets", row.sets)
    };
    table(
        "orders-vary",
        "Effects of the order of premises",
        "Varying: sets of answers to one item in several orders with a fallacy in some and none in \
         others, as a share of all sets. Agreement: the share of pairs of orders with the same \
         conclusion. p tests for differences between the orders' shares of fallacies, over items \
         answered in each (Friedman's test; with one answer each, Cochran's Q), adjusted over \
         subjects and numbers of premises (Benjamini-Hochberg). Predicting and silent: shares of \
         fallacies in orders in which the theory predicts one, and in those in which it does not. \
         p_theory: labels of orders exchanged within items.",
        rows.iter().map(record),
    )
}
