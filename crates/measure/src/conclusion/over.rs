//! Fallacy rates in excess of answers that are made without the theory.

use super::grouped::adjust;
use super::{Concluded, Notion, Null};
use crate::{Difference, Group, Placed};
use peirast_stats::dist::normal_sf;
use peirast_stats::{Interval, clustered, poisson_binomial, shares};
use serde::Serialize;
use std::collections::BTreeMap;

/// A fallacy rate compared with that of incorrect answers made without the theory, of the same
/// shapes, to the same problems.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OverNull {
    /// Number of incorrect answers with a known null.
    pub answers: u64,
    /// The fallacy rate among these answers.
    pub rate: f64,
    /// The mean rate to be expected without the theory.
    pub null: f64,
    /// `rate` less `null`.
    pub difference: f64,
    /// Its interval. The method of variance estimates recovery joins the intervals of the rate
    /// (Wilson) and of the null between items (Student), as if the two were independent. It is
    /// somewhat too wide if subjects err mostly as the theory predicts where others would too.
    pub interval: Interval,
    /// One-sided p-value; the null hypothesis is a rate no higher than `null`.
    pub p: f64,
    /// True if p is exact; false for the normal approximation, used if items have several answers.
    pub is_exact: bool,
    /// p adjusted for the number of subjects.
    pub p_adjusted: Option<f64>,
}

/// An incorrect answer with the probability that one made without the theory is predicted.
pub(crate) struct Wrong<'a> {
    /// The item.
    pub item: &'a str,
    /// True if it is predicted.
    pub is_fallacy: bool,
    /// The probability.
    pub null: f64,
    /// The same probability for a test.
    pub tested: f64,
}

/// The fallacy rate against a null; `None` if the null is known for no incorrect answer.
pub(crate) fn over_null(
    answers: &[&Concluded],
    null: Null,
    notion: Notion,
    level: f64,
) -> Option<OverNull> {
    let wrong: Vec<Wrong<'_>> = answers.iter().filter_map(|a| wrong(a, null, notion)).collect();
    OverNull::new(&wrong, level)
}

/// Adjusts the results over one null, over all rows of whole subjects.
pub(crate) fn adjust_over<R>(
    rows: &mut [R],
    over: impl Fn(&mut R) -> (&Group, &mut Option<OverNull>),
) {
    adjust(rows, |row| {
        let (group, over) = over(row);
        let over = over.as_mut()?;
        Some((group, over.p, &mut over.p_adjusted))
    });
}

impl OverNull {
    /// Returns the difference with its interval.
    pub(crate) fn excess(self) -> Difference {
        Difference { value: self.difference, interval: self.interval }
    }

    /// Tests incorrect answers; `None` if there are none.
    pub(crate) fn new(wrong: &[Wrong<'_>], level: f64) -> Option<Self> {
        let counts: Vec<(u64, u64)> = by_item(wrong)
            .map(|item| (item.iter().map(|one| u64::from(one.is_fallacy)).sum(), item.len() as u64))
            .collect();
        let rate = shares::share(&counts, level).ok()?;
        let (null, nulls) = baseline(wrong, level);
        let difference = rate.value - null;
        let below = (rate.value - rate.interval.low).hypot(nulls.high - null);
        let above = (rate.interval.high - rate.value).hypot(null - nulls.low);
        let (p, is_exact) = tested(wrong)?;
        Some(Self {
            answers: rate.of,
            rate: rate.value,
            null,
            difference,
            interval: Interval {
                low: (difference - below).max(-1.0),
                high: (difference + above).min(1.0),
            },
            p,
            is_exact,
            p_adjusted: None,
        })
    }
}

fn wrong(answer: &Concluded, null: Null, notion: Notion) -> Option<Wrong<'_>> {
    let judged = answer.judged().filter(|judged| judged.is_correct() == Some(false))?;
    Some(Wrong {
        item: answer.item(),
        is_fallacy: judged.is_fallacy(notion)?,
        null: judged.null_rate(null, notion)?,
        tested: judged.tested_null_rate(null, notion)?,
    })
}

/// The mean null and its interval between items; with one item, its null.
fn baseline(wrong: &[Wrong<'_>], level: f64) -> (f64, Interval) {
    let items: Vec<Vec<f64>> =
        by_item(wrong).map(|item| item.iter().map(|one| one.null).collect()).collect();
    let mean = wrong.iter().map(|one| one.null).sum::<f64>() / wrong.len() as f64;
    let interval = clustered::mean(&items, level).map(|found| found.interval);
    let interval = interval.unwrap_or(Interval { low: mean, high: mean });
    (mean, Interval { low: interval.low.max(0.0), high: interval.high.min(1.0) })
}

/// The answers of each item.
fn by_item<'a, 'b>(wrong: &'b [Wrong<'a>]) -> impl Iterator<Item = Vec<&'b Wrong<'a>>> {
    let mut items: BTreeMap<&str, Vec<&Wrong<'_>>> = BTreeMap::new();
    for one in wrong {
        items.entry(one.item).or_default().push(one);
    }
    items.into_values()
}

/// Tests for more fallacies than the null makes. With one answer per item, their number is
/// Poisson-binomial, and the tail is exact. With several answers per item, which depend on one
/// another, the test uses each item's share of fallacies. For any dependence, its variance is at
/// most p(1 - p) for a mean probability p; the sum is compared with the normal distribution of this
/// variance.
fn tested(wrong: &[Wrong<'_>]) -> Option<(f64, bool)> {
    let items: Vec<Vec<&Wrong<'_>>> = by_item(wrong).collect();
    if items.iter().all(|item| item.len() == 1) {
        let count = wrong.iter().filter(|one| one.is_fallacy).count();
        let tested: Vec<f64> = wrong.iter().map(|one| one.tested).collect();
        return Some((poisson_binomial::at_least(count as u64, &tested).ok()?, true));
    }
    let (mut excess, mut variance) = (0.0, 0.0);
    for item in items {
        let mean = |of: &dyn Fn(&Wrong<'_>) -> f64| {
            item.iter().map(|one| of(one)).sum::<f64>() / item.len() as f64
        };
        let null = mean(&|one| one.tested);
        excess += mean(&|one| f64::from(u8::from(one.is_fallacy))) - null;
        variance += null * (1.0 - null);
    }
    // Without variance the sum is certain, and any excess impossible.
    let certain = if excess > 1e-9 { 0.0 } else { 1.0 };
    Some((if variance > 0.0 { normal_sf(excess / variance.sqrt()) } else { certain }, false))
}

/// The mean null of incorrect answers, used for those without one of their own.
pub(crate) fn mean_null(answers: &[&Concluded], null: Null, notion: Notion) -> Option<f64> {
    let known = answers.iter().filter_map(|answer| wrong(answer, null, notion));
    let rates: Vec<f64> = known.map(|one| one.null).collect();
    (!rates.is_empty()).then(|| rates.iter().sum::<f64>() / rates.len() as f64)
}
