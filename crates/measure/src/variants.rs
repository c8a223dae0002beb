//! Variants: accuracy on each version of the items, and the effects of content and order.

use crate::accuracy::share;
use crate::consistency::{ItemKey, Versions, versions};
use crate::correlated::{Correlated, correlated};
use crate::table::{Record, table};
use crate::{Group, Judgement, Variant};
use peirast_stats::exchange::{Permuted, sign_flips};
use peirast_stats::shares::Share;
use peirast_table::Table;
use serde::Serialize;
use std::collections::BTreeMap;

/// The effect of a change of words or order on accuracy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// Number of pairs of judgements that both have a verdict.
    pub pairs: u64,
    /// Number of pairs right before and wrong after.
    pub lost: u64,
    /// Number of pairs wrong before and right after.
    pub gained: u64,
    /// (gained - lost)/pairs.
    pub difference: f64,
    /// Test by flipping the signs of the items' sums; `None` if nothing differs.
    pub test: Option<Permuted>,
}

/// The variants of a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Variants {
    /// The group.
    pub group: Group,
    /// Accuracy of N, O, X, OX.
    pub accuracy: [Option<Share>; 4],
    /// The effect of replacing real words by made-up ones.
    pub content: Option<Effect>,
    /// The effect of switching the premises.
    pub order: Option<Effect>,
    /// Correlations over items between right verdicts on two variants, judged by the same subject
    /// under the same strategy and temperature.
    pub correlations: Vec<VariantCorrelation>,
}

/// The correlation of right verdicts on two variants.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VariantCorrelation {
    /// The first variant.
    pub first: &'static str,
    /// The second variant.
    pub second: &'static str,
    /// The share of pairs that are both right or both wrong.
    pub agreement: f64,
    /// Their correlation.
    pub correlation: Option<Correlated>,
}

/// Pairs of variants whose correlations are shown, in the order of the design: N, O, X, OX.
const PAIRS: [(Variant, Variant); 6] = [
    (Variant::N, Variant::O),
    (Variant::N, Variant::X),
    (Variant::N, Variant::OX),
    (Variant::O, Variant::X),
    (Variant::O, Variant::OX),
    (Variant::X, Variant::OX),
];

/// The variants of each group.
pub fn variants(groups: &[(Group, Vec<&Judgement>)]) -> Vec<Variants> {
    let measure = |(group, judgements): &(Group, Vec<&Judgement>)| Variants {
        group: group.clone(),
        accuracy: Variant::ALL
            .map(|variant| share(judgements, |j| j.is_right().filter(|_| j.variant == variant))),
        content: effect(judgements, [(Variant::N, Variant::X), (Variant::O, Variant::OX)]),
        order: effect(judgements, [(Variant::N, Variant::O), (Variant::X, Variant::OX)]),
        correlations: PAIRS.iter().filter_map(|pair| correlation(judgements, *pair)).collect(),
    };
    groups.iter().map(measure).collect()
}

/// For two variants of an item: true for each that was judged right.
fn rights<'a>(
    judgements: &[&'a Judgement],
    (first, second): (Variant, Variant),
) -> Vec<(&'a str, bool, bool)> {
    let both = |([.., item], versions): (ItemKey<'a>, Versions)| {
        let right = |variant: Variant| versions[variant as usize].map(|(_, right)| right);
        Some((item, right(first)?, right(second)?))
    };
    versions(judgements).into_iter().filter_map(both).collect()
}

fn effect(judgements: &[&Judgement], changes: [(Variant, Variant); 2]) -> Option<Effect> {
    let (mut pairs, mut lost, mut gained) = (0, 0, 0);
    let mut items: BTreeMap<&str, i64> = BTreeMap::new();
    for (item, before, after) in changes.into_iter().flat_map(|pair| rights(judgements, pair)) {
        pairs += 1;
        lost += u64::from(before && !after);
        gained += u64::from(!before && after);
        *items.entry(item).or_default() += i64::from(after) - i64::from(before);
    }
    let differences: Vec<i64> = items.into_values().collect();
    (pairs > 0).then(|| Effect {
        pairs,
        lost,
        gained,
        difference: (gained as f64 - lost as f64) / pairs as f64,
        test: sign_flips(&differences),
    })
}

fn correlation(judgements: &[&Judgement], pair: (Variant, Variant)) -> Option<VariantCorrelation> {
    let rights = rights(judgements, pair);
    let alike = rights.iter().filter(|(_, first, second)| first == second).count();
    let mut items: BTreeMap<&str, [f64; 3]> = BTreeMap::new();
    for (item, first, second) in &rights {
        let [both, one, other] = items.entry(item).or_default();
        *both += 1.0;
        *one += f64::from(u8::from(*first));
        *other += f64::from(u8::from(*second));
    }
    let (first, second): (Vec<f64>, Vec<f64>) =
        items.into_values().map(|[both, one, other]| (one / both, other / both)).unzip();
    (!rights.is_empty()).then(|| VariantCorrelation {
        first: pair.0.name(),
        second: pair.1.name(),
        agreement: alike as f64 / rights.len() as f64,
        correlation: correlated(&first, &second),
    })
}

/// The table of variants, and of the effects of content and order.
pub fn variant_table(rows: &[Variants]) -> Table<'static> {
    let record = |row: &Variants| {
        let [n, o, x, ox] = row.accuracy;
        Record::for_group(&row.group)
            .share_alone("N", n)
            .share_alone("O", o)
            .share_alone("X", x)
            .share_alone("OX", ox)
            .effect(["content", "p_content", "+content_lost", "+content_gained"], row.content)
            .effect(["order", "p_order", "+order_lost", "+order_gained"], row.order)
            .ends(["+N_low", "+N_high"], n)
            .ends(["+O_low", "+O_high"], o)
            .ends(["+X_low", "+X_high"], x)
            .ends(["+OX_low", "+OX_high"], ox)
    };
    table(
        "variants",
        "Variants, content and order",
        "Accuracy by variant: real words (N, O) or made-up ones (X, OX), premises in normal (N, X) \
         or switched order (O, OX). The effect of content is the accuracy with made-up words minus \
         that with real ones; the effect of order is the accuracy with switched premises minus \
         that with normal ones. Both are over pairs with two verdicts; the p-values flip the \
         signs of whole items.",
        rows.iter().map(record),
    )
}

impl Record {
    /// Adds an effect: its size, its p-value, and the numbers of lost and gained verdicts.
    fn effect(self, [name, p, lost, gained]: [&'static str; 4], effect: Option<Effect>) -> Self {
        self.points(name, effect.map(|effect| effect.difference))
            .p(p, effect.and_then(|effect| effect.test).map(|test| test.p))
            .count(lost, effect.map(|effect| effect.lost))
            .count(gained, effect.map(|effect| effect.gained))
    }
}

/// The table of correlations between variants.
pub fn variant_correlation_table(rows: &[Variants]) -> Table<'static> {
    let record = |row: &Variants, pair: &VariantCorrelation| {
        let found = pair.correlation;
        Record::for_group(&row.group)
            .cell("first", pair.first)
            .cell("second", pair.second)
            .share("alike", pair.agreement)
            .coefficient(["pearson", "low", "high", "p"], found.map(|found| found.pearson))
            .number("+spearman", found.map(|found| found.spearman.value))
    };
    table(
        "variant-correlations",
        "Correlations between variants",
        "Over items: the correlation between the shares of right judgements on two variants, \
         judged by the same subject under the same strategy and temperature; for a single \
         configuration each share is 0 or 1. It is undefined if a variant is always right or \
         always wrong.",
        rows.iter().flat_map(|row| row.correlations.iter().map(move |pair| record(row, pair))),
    )
}
