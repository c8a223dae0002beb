//! The number of items that would decide.

use crate::estimate::{PairStatistics, ScorePair};
use crate::{CompareOptions, DecidingP, PairedTest};
use peirast_stats::dist::normal_quantile;
use peirast_stats::{Alternative, Correction, Design, Discordance, Rule};

/// The number of pairs that would decide, if the true difference is the one found; none if no
/// number would.
///
/// For one test among several, the level is divided by their number. Pairs in clusters count by the
/// design effect that they show.
pub(crate) fn pairs_needed(
    pairs: &[ScorePair<'_>],
    found: &PairStatistics,
    tests: u64,
    options: &CompareOptions,
) -> Option<u64> {
    if found.clusters.is_some_and(|clusters| clusters < 2) {
        return None;
    }
    let n = pairs.len() as f64;
    let difference = found.difference.estimate;
    let square = |pair: &ScorePair<'_>| (pair.b - pair.a - difference).powi(2);
    let variance = pairs.iter().map(square).sum::<f64>() / (n - 1.0).max(1.0);
    let level = match options.correction {
        Correction::Unadjusted => options.alpha,
        _ => options.alpha / tests.max(1) as f64,
    };
    let (at_level, at_power) = (normal_quantile(1.0 - level / 2.0), normal_quantile(options.power));
    let to_differ = match found.counts {
        _ if difference == 0.0 => None,
        Some(table) if found.clusters.is_none() => {
            let supposed = Discordance::new(table.n12 as f64 / n, table.n21 as f64 / n).ok()?;
            let rule = match options.deciding {
                DecidingP::Exact => Rule::Exact,
                DecidingP::MidP => Rule::MidP,
            };
            let design = Design::new(rule, Alternative::TwoSided, level).ok()?;
            design.pairs_needed(options.power, &supposed).ok().map(|size| size.pairs as f64)
        }
        _ => {
            let effect = design_effect(found, variance / n, options.confidence());
            Some(((at_level + at_power) / difference).powi(2) * variance * effect)
        }
    };
    let to_equal = found.p_beyond.and_then(|(below, above)| {
        // A statistic grows with the root of the number of pairs; that of the nearer margin decides.
        let nearer = -normal_quantile(below.max(above));
        let both = normal_quantile(1.0 - (1.0 - options.power) / 2.0);
        let wanted = normal_quantile(1.0 - level) + both;
        (nearer > 0.0).then(|| n * (wanted / nearer).powi(2))
    });
    let needed = match (to_differ, to_equal) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    let needed = needed?.max(fewest(found, n, level));
    (needed.is_finite() && needed < 1e9).then(|| needed.ceil() as u64)
}

/// The number of pairs below which a test cannot reach a level with any scores: of the 2^k flips of
/// k signs, two are as extreme as the most extreme.
fn fewest(found: &PairStatistics, n: f64, level: f64) -> f64 {
    let flips = (1.0 - level.log2()).ceil();
    match (found.test, found.clusters) {
        (PairedTest::SignFlip, _) => flips,
        (PairedTest::McnemarSignFlip | PairedTest::ClusteredSignFlip, Some(clusters)) => {
            flips * n / clusters as f64
        }
        _ => 0.0,
    }
}

/// The variance of the difference with clusters over that without; 1 without clusters.
fn design_effect(found: &PairStatistics, variance: f64, confidence: f64) -> f64 {
    let (Some(_), Some(low), Some(high)) =
        (found.clusters, found.difference.low, found.difference.high)
    else {
        return 1.0;
    };
    let half = (high - low) / (2.0 * normal_quantile(0.5 + confidence / 2.0));
    if variance > 0.0 { (half * half / variance).max(1.0) } else { 1.0 }
}
