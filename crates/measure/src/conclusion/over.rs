//! What answers at random would have been taken for, and how far a subject goes beyond it.

use super::grouped::only;
use super::{Concluded, Notion};
use crate::Placed;
use crate::accuracy::share_at;
use peirast_stats::dist::normal_sf;
use peirast_stats::{Interval, clustered, poisson_binomial};
use serde::Serialize;
use std::collections::BTreeMap;

/// A fallacy rate beside the rate of random answers that do not follow, of the same shapes, to the
/// same problems.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OverChance {
    /// Incorrect answers for which chance is known.
    pub answers: u64,
    /// The fallacy rate among these.
    pub rate: f64,
    /// The mean rate that is to be expected of random answers.
    pub chance: f64,
    /// The rate less chance.
    pub difference: f64,
    /// Its interval: those of the rate (Wilson) and of the chance between items (Student) joined by
    /// the method of variance estimates recovery, as if the two were independent; somewhat wide where
    /// subjects err most as the theory says where chance would too.
    pub interval: Interval,
    /// One-sided p-value of a rate that is no higher than chance.
    pub p: f64,
    /// Whether p is exact; otherwise the normal approximation, since items have several answers.
    pub is_exact: bool,
    /// p adjusted for there being several subjects.
    pub p_adjusted: Option<f64>,
}

/// An incorrect answer with the chance that a random one would have been predicted.
struct Wrong<'a> {
    answer: &'a Concluded,
    is_fallacy: bool,
    chance: f64,
    /// The same for a test: never 0 for want of draws.
    tested: f64,
}

/// The fallacy rate against chance; `None` where no incorrect answer has a known chance.
pub(crate) fn over_chance(
    answers: &[&Concluded],
    notion: Notion,
    level: f64,
) -> Option<OverChance> {
    let wrong: Vec<Wrong<'_>> = answers.iter().filter_map(|a| wrong(a, notion)).collect();
    let known: Vec<&Concluded> = wrong.iter().map(|one| one.answer).collect();
    let rate = share_at(level, &known, |answer| answer.is_fallacy(notion))?;
    let baseline = baseline(&wrong, level);
    let (chance, chances) = baseline;
    let difference = rate.value - chance;
    let below = (rate.value - rate.interval.low).hypot(chances.high - chance);
    let above = (rate.interval.high - rate.value).hypot(chance - chances.low);
    let (p, is_exact) = tested(&wrong)?;
    Some(OverChance {
        answers: rate.of,
        rate: rate.value,
        chance,
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

fn wrong(answer: &Concluded, notion: Notion) -> Option<Wrong<'_>> {
    let judged = answer.judged().filter(|judged| judged.is_correct() == Some(false))?;
    let counts = judged.chance?;
    Some(Wrong {
        answer,
        is_fallacy: judged.is_fallacy(notion)?,
        chance: counts.rate(notion)?,
        tested: counts.tested_rate(notion)?,
    })
}

/// The mean chance and its interval between items; of one item, that item's.
fn baseline(wrong: &[Wrong<'_>], level: f64) -> (f64, Interval) {
    let items: Vec<Vec<f64>> =
        by_item(wrong).map(|item| item.iter().map(|one| one.chance).collect()).collect();
    let mean = wrong.iter().map(|one| one.chance).sum::<f64>() / wrong.len() as f64;
    let interval = clustered::mean(&items, level).map(|found| found.interval);
    let interval = interval.unwrap_or(Interval { low: mean, high: mean });
    (mean, Interval { low: interval.low.max(0.0), high: interval.high.min(1.0) })
}

/// The answers of each item.
fn by_item<'a, 'b>(wrong: &'b [Wrong<'a>]) -> impl Iterator<Item = Vec<&'b Wrong<'a>>> {
    let mut items: BTreeMap<&str, Vec<&Wrong<'_>>> = BTreeMap::new();
    for one in wrong {
        items.entry(one.answer.item()).or_default().push(one);
    }
    items.into_values()
}

/// Whether there are more fallacies than chance makes. With one answer per item their number is
/// Poisson-binomial, and the tail exact. Where items have several answers, which depend on one
/// another, an item's share of fallacies enters: whatever the dependence, its variance is at most
/// p(1 - p) for a mean chance p, and with that the sum is held against the normal distribution.
fn tested(wrong: &[Wrong<'_>]) -> Option<(f64, bool)> {
    let items: Vec<Vec<&Wrong<'_>>> = by_item(wrong).collect();
    if items.iter().all(|item| item.len() == 1) {
        let count = wrong.iter().filter(|one| one.is_fallacy).count();
        let chances: Vec<f64> = wrong.iter().map(|one| one.tested).collect();
        return Some((poisson_binomial::at_least(count as u64, &chances).ok()?, true));
    }
    let (mut excess, mut variance) = (0.0, 0.0);
    for item in items {
        let mean = |of: &dyn Fn(&Wrong<'_>) -> f64| {
            item.iter().map(|one| of(one)).sum::<f64>() / item.len() as f64
        };
        let chance = mean(&|one| one.tested);
        excess += mean(&|one| f64::from(u8::from(one.is_fallacy))) - chance;
        variance += chance * (1.0 - chance);
    }
    // Without variance the sum is certain, and any excess impossible.
    let certain = if excess > 1e-9 { 0.0 } else { 1.0 };
    Some((if variance > 0.0 { normal_sf(excess / variance.sqrt()) } else { certain }, false))
}

/// The mean chance over headline answers that do not follow, for those without one of their own.
pub(crate) fn mean_chance(answers: &[&Concluded], notion: Notion) -> Option<f64> {
    let known = only(answers, |answer| wrong(answer, notion).is_some());
    let chances: Vec<f64> =
        known.iter().filter_map(|answer| Some(wrong(answer, notion)?.chance)).collect();
    (!chances.is_empty()).then(|| chances.iter().sum::<f64>() / chances.len() as f64)
}
