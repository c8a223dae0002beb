//! Exact permutation tests on whole-number scores: labels exchanged within strata, signs of
//! differences flipped.
//!
//! A unit is the owner of a score, such as an item with the sum of its answers: dependent answers
//! stay together in it, and no assumption is made about their dependence.

use crate::dist::normal_sf;
use serde::Serialize;

/// A p-value and its method.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Permuted {
    /// Two-sided p-value.
    pub p: f64,
    /// True if all permutations were counted; otherwise the normal approximation to them was used.
    pub is_exact: bool,
}

/// A unit of a stratum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its score.
    pub score: u32,
    /// True if it belongs to the marked group.
    pub is_marked: bool,
}

/// Steps that an exact count may take.
const MOST_STEPS: u64 = 30_000_000;

/// Tests whether the scores of marked units are higher or lower than those of the others, within
/// strata. The labels are exchanged within each stratum; the statistic is the sum over strata of
/// the difference of means, marked less others. `None` if a stratum has only units of one kind, or
/// if no exchange changes the statistic.
///
/// Exact while units x marked x sum of scores is at most thirty million in each stratum, and the
/// products of different sums, added over strata, are at most as many; time grows with them.
///
/// ```
/// use peirast_stats::exchange::{Unit, within_strata};
/// let unit = |(score, is_marked)| Unit { score, is_marked };
/// // Three marked ones above three others: 1 of 20 ways on each side.
/// let stratum = [(7, true), (8, true), (9, true), (1, false), (2, false), (3, false)].map(unit);
/// assert_eq!(within_strata(&[stratum.to_vec()]).map(|found| found.p), Some(0.1));
/// ```
pub fn within_strata(strata: &[Vec<Unit>]) -> Option<Permuted> {
    // The weight of a sum of marked scores in the difference of means.
    exchanged(strata, |n, k| n / (k * (n - k)))
}

/// Tests the same hypothesis with the sum of marked scores less its expectation as the statistic:
/// strata have the weight k(n - k)/n, with k marked units of n, as in the risk difference of Mantel
/// and Haenszel (1959). Small strata therefore do not dominate large ones.
///
/// ```
/// use peirast_stats::exchange::{Unit, summed_over_strata, within_strata};
/// let unit = |(score, is_marked)| Unit { score, is_marked };
/// let one = [(7, true), (8, true), (9, true), (1, false), (2, false), (3, false)].map(unit);
/// // Of one stratum the two are the same.
/// let strata = [one.to_vec()];
/// assert_eq!(summed_over_strata(&strata), within_strata(&strata));
/// ```
pub fn summed_over_strata(strata: &[Vec<Unit>]) -> Option<Permuted> {
    exchanged(strata, |_, _| 1.0)
}

fn exchanged(strata: &[Vec<Unit>], weight: fn(f64, f64) -> f64) -> Option<Permuted> {
    let (mut observed, mut variance, mut steps) = (0.0, 0.0, 0_u64);
    let mut tables: Vec<(&[Unit], usize, f64)> = Vec::new();
    for stratum in strata {
        let marked = stratum.iter().filter(|unit| unit.is_marked).count();
        if marked == 0 || marked == stratum.len() {
            return None;
        }
        let (n, k) = (stratum.len() as f64, marked as f64);
        let weight = weight(n, k);
        let sum: u64 = stratum.iter().map(|unit| u64::from(unit.score)).sum();
        let average = sum as f64 / n;
        let chosen = stratum.iter().filter(|unit| unit.is_marked);
        observed += weight * chosen.map(|unit| f64::from(unit.score) - average).sum::<f64>();
        let spread: f64 = stratum.iter().map(|u| (f64::from(u.score) - average).powi(2)).sum();
        variance += weight * weight * k * (n - k) / n * spread / (n - 1.0);
        steps = steps.max((stratum.len() as u64 * marked as u64).saturating_mul(sum + 1));
        tables.push((stratum, marked, weight));
    }
    if variance <= 1e-12 {
        return None;
    }
    let distance = observed.abs();
    let exact = if steps <= MOST_STEPS { counted(&tables, distance) } else { None };
    Some(match exact {
        Some(p) => Permuted { p, is_exact: true },
        None => {
            let p = (2.0 * normal_sf(distance / variance.sqrt())).min(1.0);
            Permuted { p, is_exact: false }
        }
    })
}

/// Returns the probability of sums at least this far from zero; `None` if there are too many sums.
fn counted(strata: &[(&[Unit], usize, f64)], distance: f64) -> Option<f64> {
    let mut all = vec![(0.0, 1.0)];
    let mut steps = 0_u64;
    for (stratum, marked, weight) in strata {
        let total: f64 = stratum.iter().map(|unit| f64::from(unit.score)).sum();
        let mean = total * *marked as f64 / stratum.len() as f64;
        let steps_of_one: Vec<(f64, f64)> = sums_of(stratum, *marked)
            .into_iter()
            .enumerate()
            .filter(|(_, mass)| *mass > 0.0)
            .map(|(sum, mass)| (weight * (sum as f64 - mean), mass))
            .collect();
        steps = steps.saturating_add((all.len() as u64).saturating_mul(steps_of_one.len() as u64));
        if steps > MOST_STEPS {
            return None;
        }
        all = merged(&all, &steps_of_one);
    }
    let far = all.iter().filter(|(value, _)| value.abs() >= distance - SAME);
    Some(far.map(|(_, mass)| mass).sum::<f64>().min(1.0))
}

/// Sums of means that differ by less than this are equal up to rounding.
const SAME: f64 = 1e-9;

/// The distribution of the sum of two independent values, each in ascending order; equal sums become
/// one.
fn merged(a: &[(f64, f64)], b: &[(f64, f64)]) -> Vec<(f64, f64)> {
    // A few long sorted runs, which are sorted quickly.
    let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let sums = few.iter().flat_map(|(x, p)| many.iter().map(move |(y, q)| (x + y, p * q)));
    let mut sums: Vec<(f64, f64)> = sums.collect();
    sums.sort_by(|one, other| one.0.total_cmp(&other.0));
    sums.dedup_by(|next, kept| {
        let same = next.0 - kept.0 < SAME;
        kept.1 += if same { next.1 } else { 0.0 };
        same
    });
    sums
}

/// The distribution of the sum of `k` scores drawn from a stratum.
fn sums_of(stratum: &[Unit], k: usize) -> Vec<f64> {
    let most: usize = stratum.iter().map(|unit| unit.score as usize).sum();
    // Indexed by the number of drawn scores and by their sum: a probability that is updated unit by
    // unit.
    let mut drawn = vec![vec![0.0; most + 1]; k + 1];
    drawn[0][0] = 1.0;
    for (at, unit) in stratum.iter().enumerate() {
        let score = unit.score as usize;
        for count in (1..=k.min(at + 1)).rev() {
            let (below, above) = drawn.split_at_mut(count);
            for sum in (score..=most).rev() {
                above[0][sum] += below[count - 1][sum - score];
            }
        }
    }
    let mut sums = drawn.pop().unwrap_or_default();
    let ways: f64 = sums.iter().sum();
    sums.iter_mut().for_each(|way| *way /= ways);
    sums
}

/// Returns the probability of values at least this far from the mean.
fn beyond(distribution: &[f64], mean: f64, distance: f64) -> f64 {
    let far = |at: usize| (at as f64 - mean).abs() >= distance - SAME;
    let mass = distribution.iter().enumerate().filter(|(at, _)| far(*at)).map(|(_, mass)| mass);
    mass.sum::<f64>().min(1.0)
}

/// Tests whether differences tend to one side. The sign of each is flipped; the statistic is their
/// sum. `None` if all are zero.
///
/// Exact while count x sum is at most thirty million.
///
/// ```
/// use peirast_stats::exchange::sign_flips;
/// assert_eq!(sign_flips(&[1, 2, 1, 0]).map(|found| found.p), Some(0.25));
/// assert_eq!(sign_flips(&[0, 0]), None);
/// ```
pub fn sign_flips(differences: &[i64]) -> Option<Permuted> {
    let sizes: Vec<u64> =
        differences.iter().filter(|d| **d != 0).map(|d| d.unsigned_abs()).collect();
    if sizes.is_empty() {
        return None;
    }
    let total: u64 = sizes.iter().sum();
    let observed = differences.iter().sum::<i64>().unsigned_abs();
    if total.saturating_mul(sizes.len() as u64) > MOST_STEPS {
        let variance: f64 = sizes.iter().map(|d| (*d as f64).powi(2)).sum();
        let p = (2.0 * normal_sf(observed as f64 / variance.sqrt())).min(1.0);
        return Some(Permuted { p, is_exact: false });
    }
    // The sum of the differences that stay positive, each with probability one half.
    let mut sums = vec![0.0; total as usize + 1];
    sums[0] = 1.0;
    for size in &sizes {
        let size = *size as usize;
        for at in (0..sums.len()).rev() {
            let from = at.checked_sub(size).map_or(0.0, |from| sums[from]);
            sums[at] = (sums[at] + from) / 2.0;
        }
    }
    let p = beyond(&sums, total as f64 / 2.0, observed as f64 / 2.0);
    Some(Permuted { p, is_exact: true })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn unit(score: u32, is_marked: bool) -> Unit {
        Unit { score, is_marked }
    }

    /// Lists every choice of marked units.
    fn listed(strata: &[Vec<Unit>]) -> f64 {
        let mut sums = vec![0.0_f64];
        let mut observed = 0.0;
        for stratum in strata {
            let k = stratum.iter().filter(|u| u.is_marked).count() as u32;
            let difference = |set: u32| {
                let mean = |marked: bool| {
                    let side =
                        stratum.iter().enumerate().filter(|(at, _)| (set >> at & 1 == 1) == marked);
                    let scores: Vec<f64> = side.map(|(_, u)| f64::from(u.score)).collect();
                    scores.iter().sum::<f64>() / scores.len() as f64
                };
                mean(true) - mean(false)
            };
            let given = stratum.iter().enumerate().filter(|(_, u)| u.is_marked);
            observed += difference(given.map(|(at, _)| 1 << at).sum());
            let choices = (0_u32..1 << stratum.len()).filter(|set| set.count_ones() == k);
            let differences: Vec<f64> = choices.map(difference).collect();
            sums = sums.iter().flat_map(|a| differences.iter().map(move |b| a + b)).collect();
        }
        let far = |sum: &&f64| sum.abs() >= observed.abs() - 1e-9;
        sums.iter().filter(far).count() as f64 / sums.len() as f64
    }

    #[test]
    fn nothing_to_exchange_is_no_test() {
        assert_eq!(within_strata(&[]), None);
        assert_eq!(within_strata(&[vec![unit(3, true), unit(5, true)]]), None);
        assert_eq!(within_strata(&[vec![unit(3, true), unit(3, false)]]), None);
    }

    #[test]
    fn many_units_are_approximated() {
        let stratum: Vec<Unit> = (0..2000).map(|i| unit(i % 100, i % 2 == 0)).collect();
        let found = within_strata(&[stratum]).unwrap();
        assert!(!found.is_exact && found.p > 0.0 && found.p <= 1.0);
        let differences: Vec<i64> = (0..20_000).map(|i| i % 7 - 3).collect();
        assert!(!sign_flips(&differences).unwrap().is_exact);
    }

    proptest! {
        #[test]
        fn counting_agrees_with_listing(
            strata in prop::collection::vec(
                prop::collection::vec((0_u32..6, any::<bool>()), 1..7), 1..3
            )
        ) {
            let strata: Vec<Vec<Unit>> = strata
                .into_iter()
                .map(|stratum| stratum.into_iter().map(|(score, m)| unit(score, m)).collect())
                .collect();
            if let Some(found) = within_strata(&strata) {
                prop_assert!((found.p - listed(&strata)).abs() < 1e-9);
            }
        }

        #[test]
        fn flips_agree_with_listing(differences in prop::collection::vec(-4_i64..5, 1..10)) {
            let n = differences.len();
            let observed = differences.iter().sum::<i64>().abs();
            let far = (0_u32..1 << n).filter(|set| {
                let sum: i64 = differences
                    .iter()
                    .enumerate()
                    .map(|(at, d)| if set >> at & 1 == 1 { -d } else { *d })
                    .sum();
                sum.abs() >= observed
            });
            let expected = far.count() as f64 / f64::from(1_u32 << n);
            match sign_flips(&differences) {
                Some(found) => prop_assert!((found.p - expected).abs() < 1e-9),
                None => prop_assert!(differences.iter().all(|d| *d == 0)),
            }
        }
    }
}
