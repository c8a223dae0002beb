//! Differences between the passes of a run over its items.

use crate::ScoredItem;
use std::collections::{BTreeMap, BTreeSet};

/// Differences between the passes of a run over its items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PassScores {
    /// The mean score of each pass, over the items that every pass scored. Empty for several tasks.
    pub means: Vec<f64>,
    /// The standard deviation of the means; `None` for a single pass.
    pub deviation: Option<f64>,
}

/// Compares the passes over the items that each of them scored. Passes over different items would
/// differ by their items too.
pub(crate) fn pass_scores<'i>(
    items: impl Iterator<Item = &'i ScoredItem> + Clone,
    metric: usize,
) -> PassScores {
    let passes: BTreeSet<u32> =
        items.clone().flat_map(|item| item.scores(metric)).map(|(pass, _)| pass).collect();
    let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    for item in items {
        let scored = || item.scores(metric).filter_map(|(pass, score)| Some((pass, score?)));
        if scored().count() != passes.len() {
            continue;
        }
        for (pass, score) in scored() {
            let sum = sums.entry(pass).or_default();
            *sum = (sum.0 + score, sum.1 + 1.0);
        }
    }
    let means: Vec<f64> = sums.values().map(|(sum, n)| sum / n).collect();
    let deviation =
        peirast_stats::descriptives::describe(&means).ok().and_then(|found| found.sd.ok());
    PassScores { means, deviation }
}

/// A remark if the difference is no larger than the difference between passes over the same items.
pub(crate) fn passes_remark(passes: &(PassScores, PassScores), difference: f64) -> Option<String> {
    let variance = |passes: &PassScores| {
        let deviation = passes.deviation?;
        Some(deviation * deviation / passes.means.len() as f64)
    };
    let (a, b) = (variance(&passes.0)?, variance(&passes.1)?);
    (difference.abs() < 2.0 * (a + b).sqrt()).then(|| {
        "the difference between the runs is no larger than the difference between passes over the \
         same items"
            .to_owned()
    })
}
