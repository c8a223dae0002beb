//! The statistics of one comparison: pairs of scores in, estimates and p-values out.

use crate::margins::{ScoreRange, beyond};
use crate::{CompareOptions, CountInterval, PairedTest};
use peirast_decimals::counted;
use peirast_stats::dist::{normal_sf, t_sf};
use peirast_stats::{
    Alternative, Bootstrap, ClusteredMean, ClusteredMethod, Difference, DifferenceMethod, Error,
    Interval, PairedTable, Permutation, ZeroRule, bootstrap, clustered, effect, mcnemar,
    paired_differences, permutation, proportion, wilcoxon,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The scores of two runs on one item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ScorePair<'a> {
    /// The first run's score.
    pub a: f64,
    /// The second run's score.
    pub b: f64,
    /// The cluster of the item.
    pub cluster: Option<&'a str>,
}

/// A mean or a difference with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ScoreEstimate {
    /// The estimate.
    pub estimate: f64,
    /// The lower limit; `None` if nothing shows how precise the estimate is.
    pub low: Option<f64>,
    /// The upper limit.
    pub high: Option<f64>,
}

/// The statistics of the pairs of scores.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PairStatistics {
    pub score_a: ScoreEstimate,
    pub score_b: ScoreEstimate,
    /// The four counts, if every score is 0 or 1.
    pub counts: Option<PairedTable>,
    /// The second run's mean minus the first run's.
    pub difference: ScoreEstimate,
    pub interval: &'static str,
    pub test: PairedTest,
    pub p: f64,
    /// True if p is the smallest that random sign flips can give: the true one is at most about
    /// that.
    pub p_is_limit: bool,
    pub p_mid: Option<f64>,
    pub p_wilcoxon: Option<f64>,
    pub clusters: Option<u64>,
    /// The p-values of two hypotheses: the difference is the lower margin or less; it is the upper
    /// margin or more.
    pub p_beyond: Option<(f64, f64)>,
    /// Reasons why limits or p-values are missing.
    pub remarks: Vec<String>,
}

/// With more values than this, Student's t replaces the bootstrap and sign flips. The two agree
/// there.
const MANY: usize = 20_000;
/// Fewer items, or clusters, than this have the interval of Student's t: the bootstrap's is too narrow there.
const FEW: usize = 20;

/// Computes the statistics of at least one pair. The intervals of shares stay within 0
/// to 1.
///
/// # Errors
/// If options are out of range.
pub(crate) fn statistics(
    pairs: &[ScorePair<'_>],
    are_shares: bool,
    options: &CompareOptions,
) -> Result<PairStatistics, Error> {
    let is_count = |score: f64| score == 0.0 || score == 1.0;
    let of_counts = pairs.iter().all(|pair| is_count(pair.a) && is_count(pair.b));
    let clusters = clusters(pairs);
    match (of_counts, &clusters) {
        (true, None) => counts(&table(pairs), pairs, options),
        (true, Some(clusters)) => clustered_counts(clusters, options),
        (false, None) => scores(&ordered(pairs), are_shares, options),
        (false, Some(clusters)) => clustered_scores(clusters, are_shares, options),
    }
}

/// Sorts the pairs, so that random draws do not depend on the order of a file.
fn ordered<'a>(pairs: &[ScorePair<'a>]) -> Vec<ScorePair<'a>> {
    let mut pairs = pairs.to_vec();
    pairs.sort_by(|one, other| one.a.total_cmp(&other.a).then(one.b.total_cmp(&other.b)));
    pairs
}

/// Groups the pairs by their clusters, if they have any.
fn clusters<'a>(pairs: &[ScorePair<'a>]) -> Option<Vec<Vec<ScorePair<'a>>>> {
    pairs.first()?.cluster?;
    let mut groups: BTreeMap<Option<&str>, Vec<ScorePair<'a>>> = BTreeMap::new();
    for pair in pairs {
        groups.entry(pair.cluster).or_default().push(*pair);
    }
    Some(groups.into_values().map(|pairs| ordered(&pairs)).collect())
}

fn table(pairs: &[ScorePair<'_>]) -> PairedTable {
    let mut table = PairedTable::default();
    for pair in pairs {
        *match (pair.a > 0.5, pair.b > 0.5) {
            (true, true) => &mut table.n11,
            (true, false) => &mut table.n12,
            (false, true) => &mut table.n21,
            (false, false) => &mut table.n22,
        } += 1;
    }
    table
}

fn counts(
    table: &PairedTable,
    pairs: &[ScorePair<'_>],
    options: &CompareOptions,
) -> Result<PairStatistics, Error> {
    let confidence = options.confidence();
    let share = |right: u64| -> Result<ScoreEstimate, Error> {
        let limits = proportion::wilson(right, table.n(), confidence)?;
        Ok(within(right as f64 / table.n() as f64, limits))
    };
    let by = |method: DifferenceMethod| -> Result<(ScoreEstimate, &'static str), Error> {
        let Difference { estimate, interval, .. } = effect::difference(table, method, confidence)?;
        Ok((within(estimate, interval), method.name()))
    };
    let (difference, interval) = match options.interval {
        CountInterval::Newcombe => by(DifferenceMethod::Newcombe)?,
        CountInterval::Tango => by(DifferenceMethod::Tango)?,
        CountInterval::Bootstrap => match resampled(&ordered(pairs), options)? {
            Some(found) => found,
            None => by(DifferenceMethod::Newcombe)?,
        },
    };
    Ok(PairStatistics {
        score_a: share(table.n11 + table.n12)?,
        score_b: share(table.n11 + table.n21)?,
        counts: Some(*table),
        difference,
        interval,
        test: PairedTest::Mcnemar,
        p: mcnemar::exact(table.n12, table.n21, Alternative::TwoSided).p,
        p_is_limit: false,
        p_mid: Some(mcnemar::mid_p(table.n12, table.n21, Alternative::TwoSided).p),
        p_wilcoxon: None,
        clusters: None,
        p_beyond: options.margin.map(|margin| {
            let below = normal_sf(effect::score_statistic(table, -margin));
            (below, normal_sf(-effect::score_statistic(table, margin)))
        }),
        remarks: Vec::new(),
    })
}

fn clustered_counts(
    clusters: &[Vec<ScorePair<'_>>],
    options: &CompareOptions,
) -> Result<PairStatistics, Error> {
    let tables: Vec<PairedTable> = clusters.iter().map(|pairs| table(pairs)).collect();
    let total: PairedTable = tables.iter().copied().sum();
    let all: Vec<ScorePair<'_>> = clusters.concat();
    let mut found = counts(&total, &all, options)?;
    let confidence = options.confidence();
    found.clusters = Some(clusters.len() as u64);
    // Mid-p exists only for single pairs.
    found.p_mid = None;
    let shares = |right: fn(&PairedTable) -> u64| {
        let counts: Vec<(u64, u64)> = tables.iter().map(|one| (right(one), one.n())).collect();
        clustered::share(&counts, confidence)
    };
    for (score, shares) in [
        (&mut found.score_a, shares(|one| one.n11 + one.n12)),
        (&mut found.score_b, shares(|one| one.n11 + one.n21)),
    ] {
        *score = known(score.estimate, shares.ok().map(|mean| mean.interval));
    }
    let test = |method| clustered::mcnemar(&tables, method, Alternative::TwoSided);
    let flips = test(ClusteredMethod::SignFlip)?;
    (found.test, found.p) = match flips.p {
        Ok(p) => (PairedTest::McnemarSignFlip, p),
        Err(_) => {
            let normal = test(ClusteredMethod::Obuchowski)?;
            (PairedTest::McnemarObuchowski, normal.p.unwrap_or(1.0))
        }
    };
    let robust = clustered::difference(&tables, confidence).ok().map(|found| found.robust);
    let resampled = match options.interval {
        CountInterval::Bootstrap if clusters.len() > 1 => resampled_clusters(clusters, options)?,
        _ => None,
    };
    (found.difference, found.interval) = resampled.unwrap_or_else(|| {
        let limits = robust.map(|mean| mean.interval);
        (known(found.difference.estimate, limits), "newcombe-clustered")
    });
    let sums: Vec<(f64, f64)> =
        tables.iter().map(|one| (one.n21 as f64 - one.n12 as f64, one.n() as f64)).collect();
    (found.p_beyond, found.remarks) = beyond(&sums, robust, ScoreRange::SHARES, options)?.parts();
    found.remarks.extend(few_clusters(clusters.len()));
    Ok(found)
}

/// The mean of values with a cluster number for each, and its interval that allows for clusters: that
/// of Student's t. If it leaves the range of shares, or shares do not vary, it is that of a share.
fn mean_score(
    values: &[f64],
    clusters: &[u64],
    are_shares: bool,
    options: &CompareOptions,
) -> ScoreEstimate {
    let confidence = options.confidence();
    let by_t = clustered::mean_by(values, clusters, confidence).ok().map(|mean| mean.interval);
    let is_share = |interval: &Interval| interval.low >= 0.0 && interval.high <= 1.0;
    let interval = match are_shares && !by_t.as_ref().is_some_and(is_share) {
        true => clustered::share_by(values, clusters, confidence).ok().map(|mean| mean.interval),
        false => by_t,
    };
    known(bootstrap::mean(values), interval)
}

fn scores(
    pairs: &[ScorePair<'_>],
    are_shares: bool,
    options: &CompareOptions,
) -> Result<PairStatistics, Error> {
    let single: Vec<u64> = (0..pairs.len() as u64).collect();
    let side = |score: fn(&ScorePair<'_>) -> f64| pairs.iter().map(score).collect::<Vec<f64>>();
    let (a, b) = (side(|pair| pair.a), side(|pair| pair.b));
    // Equal decimals give equal differences, in spite of the rounding of floats.
    let differences = paired_differences(&b, &a)?;
    let of = |values: &[f64]| mean_score(values, &single, are_shares, options);
    let average = clustered::mean_by(&differences, &single, options.confidence()).ok();
    let limits = match average {
        Some(average) if pairs.len() > MANY || pairs.len() < FEW => by_t(&average, are_shares, "t"),
        Some(_) => resampled(pairs, options)?,
        None => None,
    };
    let mut remarks = Vec::new();
    let (difference, interval) =
        limits.unwrap_or_else(|| without_width(&differences, &mut remarks));
    let (test, (p, p_is_limit)) = match average {
        Some(average) if pairs.len() > MANY => (PairedTest::T, (t_test(&average), false)),
        _ => (PairedTest::SignFlip, p_of(&flipped(&b, &a, options)?)),
    };
    let gains: Vec<(f64, f64)> = differences.iter().map(|gain| (*gain, 1.0)).collect();
    let range = ScoreRange::of(pairs);
    let (p_beyond, about_margins) = beyond(&gains, average, range, options)?.parts();
    remarks.extend(about_margins);
    let ranked = wilcoxon::signed_rank(&differences, ZeroRule::Wilcox).ok();
    let p_wilcoxon = ranked.and_then(|test| {
        let exact = test.p_conditional(Alternative::TwoSided);
        exact.or_else(|_| test.p_normal(Alternative::TwoSided, true)).ok()
    });
    Ok(PairStatistics {
        score_a: of(&a),
        score_b: of(&b),
        counts: None,
        difference,
        interval,
        test,
        p,
        p_is_limit,
        p_mid: None,
        p_wilcoxon,
        clusters: None,
        p_beyond,
        remarks,
    })
}

fn clustered_scores(
    clusters: &[Vec<ScorePair<'_>>],
    are_shares: bool,
    options: &CompareOptions,
) -> Result<PairStatistics, Error> {
    let of = |score: fn(&ScorePair<'_>) -> f64| -> Vec<Vec<f64>> {
        clusters.iter().map(|pairs| pairs.iter().map(score).collect()).collect()
    };
    let (a, b, gains) = (of(|pair| pair.a), of(|pair| pair.b), of(|pair| pair.b - pair.a));
    let confidence = options.confidence();
    let numbers: Vec<u64> = (0_u64..)
        .zip(clusters)
        .flat_map(|(number, pairs)| pairs.iter().map(move |_| number))
        .collect();
    let estimate =
        |values: &[Vec<f64>]| mean_score(&values.concat(), &numbers, are_shares, options);
    let average = clustered::mean(&gains, confidence).ok();
    let limits = match average {
        Some(average) if gains.concat().len() > MANY || clusters.len() < FEW => {
            by_t(&average, are_shares, "t-clustered")
        }
        Some(_) => resampled_clusters(clusters, options)?,
        None => None,
    };
    let mut remarks = few_clusters(clusters.len());
    let (difference, interval) = limits.unwrap_or_else(|| match clusters.len() {
        0..=1 => (known(bootstrap::mean(&gains.concat()), None), "none"),
        _ => without_width(&gains.concat(), &mut remarks),
    });
    let sum =
        |values: &Vec<Vec<f64>>| values.iter().map(|one| one.iter().sum()).collect::<Vec<f64>>();
    let (test, (p, p_is_limit)) = match average {
        Some(average) if clusters.len() > MANY => {
            (PairedTest::ClusteredT, (t_test(&average), false))
        }
        _ => (PairedTest::ClusteredSignFlip, p_of(&flipped(&sum(&b), &sum(&a), options)?)),
    };
    let sums: Vec<(f64, f64)> =
        gains.iter().map(|one| (one.iter().sum(), one.len() as f64)).collect();
    let range = ScoreRange::of(&clusters.concat());
    let (p_beyond, about_margins) = beyond(&sums, average, range, options)?.parts();
    remarks.extend(about_margins);
    Ok(PairStatistics {
        score_a: estimate(&a),
        score_b: estimate(&b),
        counts: None,
        difference,
        interval,
        test,
        p,
        p_is_limit,
        p_mid: None,
        p_wilcoxon: None,
        clusters: Some(clusters.len() as u64),
        p_beyond,
        remarks,
    })
}

/// With fewer clusters than this, p cannot reach 5 %.
const FEW_CLUSTERS: usize = 6;

fn few_clusters(count: usize) -> Vec<String> {
    let smallest = 0.5_f64.powi(i32::try_from(count).unwrap_or(i32::MAX) - 1);
    let counted = counted(count as u64, "cluster", "clusters");
    match count {
        0..=1 => vec![
            "all items are one cluster: nothing shows how much clusters differ, and more items of it would not"
                .to_owned(),
        ],
        2..FEW_CLUSTERS => vec![format!(
            "{counted}: p cannot be below {smallest}, whatever the scores, and the number of items that is named \
             as needed is a rough one"
        )],
        _ => Vec::new(),
    }
}

/// The limits of Student's t; `None` if all differences are equal. Differences of shares cannot pass
/// -1 and 1, so their limits are cut there: with few clusters t alone goes further.
fn by_t(
    mean: &ClusteredMean,
    are_shares: bool,
    name: &'static str,
) -> Option<(ScoreEstimate, &'static str)> {
    let Interval { low, high } = mean.interval;
    let interval = match are_shares {
        true => Interval { low: low.max(-1.0), high: high.min(1.0) },
        false => mean.interval,
    };
    (mean.se > 0.0).then(|| (within(mean.estimate, interval), name))
}

/// The two-sided p-value of Student's t for a mean of 0.
fn t_test(mean: &ClusteredMean) -> f64 {
    match mean.estimate == 0.0 {
        true => 1.0,
        false => (2.0 * t_sf((mean.estimate / mean.se).abs(), mean.df)).min(1.0),
    }
}

/// The estimate if the differences do not vary, so that nothing shows how precise it is.
fn without_width(differences: &[f64], remarks: &mut Vec<String>) -> (ScoreEstimate, &'static str) {
    remarks.push("the differences do not vary, so their mean has no interval".to_owned());
    (known(bootstrap::mean(differences), None), "none")
}

fn flipped(x: &[f64], y: &[f64], options: &CompareOptions) -> Result<Permutation, Error> {
    // About a second at most, where not all sign flips can be counted.
    let draws = (200_000_000 / x.len().max(1) as u64).clamp(9_999, 99_999);
    permutation::sign_flips(x, y, draws, options.seed)
}

/// The two-sided p-value, and whether it is the smallest that the random sign flips can give.
fn p_of(flips: &Permutation) -> (f64, bool) {
    let p = flips.p(Alternative::TwoSided);
    // The observed sum counts as one of the draws, in either tail.
    (p, !flips.exact && p * (flips.relabelings as f64) < 2.5)
}

fn gain(pairs: &[ScorePair<'_>]) -> f64 {
    let sum: f64 = pairs.iter().map(|pair| pair.b - pair.a).sum();
    sum / pairs.len() as f64
}

/// The limits of the bootstrap; `None` if no resample differs from the sample.
type Resampled = Option<(ScoreEstimate, &'static str)>;

fn resampled(pairs: &[ScorePair<'_>], options: &CompareOptions) -> Result<Resampled, Error> {
    let differences: Vec<f64> = pairs.iter().map(|pair| pair.b - pair.a).collect();
    let found = Bootstrap::seeded(&differences, bootstrap::mean, options.resamples, options.seed)?;
    limits(&found, options)
}

fn resampled_clusters(
    clusters: &[Vec<ScorePair<'_>>],
    options: &CompareOptions,
) -> Result<Resampled, Error> {
    let found = Bootstrap::clustered(clusters, gain, options.resamples, options.seed)?;
    limits(&found, options)
}

fn limits(found: &Bootstrap, options: &CompareOptions) -> Result<Resampled, Error> {
    let confidence = options.confidence();
    let (interval, name) = match found.bca(confidence) {
        Ok(bca) => (bca.interval, "bootstrap-bca"),
        Err(_) => (found.percentile(confidence)?, "bootstrap-percentile"),
    };
    let has_width = interval.low < interval.high;
    Ok(has_width.then(|| (within(found.estimate(), interval), name)))
}

fn within(estimate: f64, interval: Interval) -> ScoreEstimate {
    known(estimate, Some(interval))
}

fn known(estimate: f64, interval: Option<Interval>) -> ScoreEstimate {
    ScoreEstimate {
        estimate,
        low: interval.map(|limits| limits.low),
        high: interval.map(|limits| limits.high),
    }
}
