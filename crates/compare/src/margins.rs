//! Equivalence and non-inferiority of scores that are other numbers than 0 and 1, or of related items.

use crate::CompareOptions;
use crate::estimate::ScorePair;
use peirast_stats::dist::t_sf;
use peirast_stats::{ClusteredMean, Error, bounded_mean};

/// P-values of the hypotheses that the true difference lies at a margin.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Beyond {
    /// At the lower margin, and at the upper; none without a margin.
    p: Option<(f64, f64)>,
    /// By Student's t alone.
    by_t: Option<(f64, f64)>,
    alpha: f64,
}

impl Beyond {
    /// The p-values, and a remark where Student's t would have said more than the data show.
    pub(crate) fn parts(self) -> (Option<(f64, f64)>, Vec<String>) {
        let is_shown = |p: f64| p <= self.alpha;
        let is_weaker = |(p, by_t): ((f64, f64), (f64, f64))| {
            (is_shown(by_t.0) && !is_shown(p.0)) || (is_shown(by_t.1) && !is_shown(p.1))
        };
        let remarks = self.p.zip(self.by_t).filter(|both| is_weaker(*both)).map(|_| {
            "too few items, or clusters of items, to exclude that a few others differ by much: Student's t alone would find the margin kept"
                .to_owned()
        });
        (self.p, remarks.into_iter().collect())
    }
}

/// The largest difference that the scores of an item can have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoreRange {
    size: f64,
    is_known: bool,
}

impl ScoreRange {
    /// The range of scores between 0 and 1.
    pub(crate) const SHARES: Self = Self { size: 1.0, is_known: true };

    /// The range of these pairs: known if all scores lie between 0 and 1, otherwise the range seen.
    pub(crate) fn of(pairs: &[ScorePair<'_>]) -> Self {
        let scores = || pairs.iter().flat_map(|pair| [pair.a, pair.b]);
        if scores().all(|score| (0.0..=1.0).contains(&score)) {
            return Self::SHARES;
        }
        let (low, high) = scores()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        // If all scores are equal, only their size shows a scale.
        let size = if high > low { high - low } else { high.abs() };
        Self { size, is_known: false }
    }

    /// The largest difference. One that was only seen is at least twice the margin: a few items cannot show
    /// that no difference is as large as the margin.
    fn largest(self, margin: f64) -> f64 {
        if self.is_known { self.size } else { self.size.max(2.0 * margin) }
    }
}

/// Tests the hypotheses that the true difference lies at a margin. The arguments begin with the sum of
/// gains and the number of items of each cluster; of each item, where items are unrelated.
///
/// The larger p-value of Student's t and a test of bounded scores counts, because t is far too
/// small if few items differ. Without any difference the second is (1 - margin / range)^n: scores
/// whose mean differs by the margin differ on at least that share of items. If items are related,
/// both tests take whole clusters: with single items the second is wrong in up to half of all cases.
///
/// # Errors
/// Gains that are not finite.
pub(crate) fn beyond(
    gains: &[(f64, f64)],
    mean: Option<ClusteredMean>,
    range: ScoreRange,
    options: &CompareOptions,
) -> Result<Beyond, Error> {
    let Some(margin) = options.margin else { return Ok(Beyond::default()) };
    let largest = range.largest(margin);
    let items: f64 = gains.iter().map(|(_, size)| size).sum();
    let size = items / gains.len() as f64;
    // The worst unseen case: an item, or a cluster of the usual size, with the largest possible
    // loss.
    let worst = (margin - largest) * size;
    let bounded = |sign: f64| -> Result<f64, Error> {
        let value = |(gain, size): &(f64, f64)| sign * gain + margin * size;
        let values: Vec<f64> = gains.iter().map(value).collect();
        let lowest = values.iter().fold(worst, |lowest, value| lowest.min(*value));
        match lowest < 0.0 {
            true => bounded_mean::p_positive(&values, lowest),
            // No difference can be as large as the margin.
            false => Ok(0.0),
        }
    };
    let by_t = mean.filter(|mean| mean.se > 0.0).map(|mean| {
        let below = t_sf((mean.estimate + margin) / mean.se, mean.df);
        (below, t_sf((margin - mean.estimate) / mean.se, mean.df))
    });
    let (below, above) = (bounded(1.0)?, bounded(-1.0)?);
    let p = by_t.map_or((below, above), |(t, other)| (below.max(t), above.max(other)));
    Ok(Beyond { p: Some(p), by_t, alpha: options.alpha })
}
