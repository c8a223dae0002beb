//! The content effect on judgements of validity, and the score of SemEval-2026 Task 11, which divides
//! accuracy by it.
//!
//! Conclusions are plausible or implausible, arguments valid or invalid: four cells, each with an
//! accuracy. If only the form of an argument matters, all four are equal. The total content effect
//! is the mean of four absolute differences: of cells with the same validity, and of cells with the
//! same plausibility. The score is accuracy / (1 + ln(1 + effect)), all in percent.
//!
//! Source: Valentino et al. (2026), *SemEval-2026 Task 11: Disentangling Content and Formal Reasoning
//! in Large Language Models*.

use crate::name::named;
use crate::parallel::mapped;
use crate::{Bootstrap, Error, SplitMix64, Undefined};
use serde::Serialize;
use std::collections::BTreeMap;

/// One of the four cells: the plausibility of the conclusion and the validity of the argument.
///
/// ```
/// use peirast_stats::ContentCell;
/// assert_eq!(ContentCell::new(false, true).name(), "implausible and valid");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContentCell {
    /// A plausible conclusion that follows.
    PlausibleValid,
    /// An implausible conclusion that follows.
    ImplausibleValid,
    /// A plausible conclusion that does not follow.
    PlausibleInvalid,
    /// An implausible conclusion that does not follow.
    ImplausibleInvalid,
}

named!(ContentCell, "cell",
    PlausibleValid => "plausible and valid",
    ImplausibleValid => "implausible and valid",
    PlausibleInvalid => "plausible and invalid",
    ImplausibleInvalid => "implausible and invalid",
);

impl ContentCell {
    /// The cell of an item.
    #[must_use]
    pub const fn new(is_plausible: bool, is_valid: bool) -> Self {
        match (is_plausible, is_valid) {
            (true, true) => Self::PlausibleValid,
            (false, true) => Self::ImplausibleValid,
            (true, false) => Self::PlausibleInvalid,
            (false, false) => Self::ImplausibleInvalid,
        }
    }
}

/// Right answers and all answers in each cell.
///
/// ```
/// use peirast_stats::{ContentCell, ContentCounts};
/// let mut counts = ContentCounts::default();
/// counts.record(ContentCell::PlausibleValid, true);
/// counts.record(ContentCell::PlausibleValid, false);
/// assert_eq!(counts.cell(ContentCell::PlausibleValid), (1, 2));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ContentCounts([(u64, u64); 4]);

impl ContentCounts {
    /// Creates counts of right answers and of all answers, in the order of [`ContentCell::ALL`].
    #[must_use]
    pub const fn new(cells: [(u64, u64); 4]) -> Self {
        Self(cells)
    }

    /// Counts one answer.
    pub fn record(&mut self, cell: ContentCell, is_right: bool) {
        self.add(cell as usize, (u64::from(is_right), 1));
    }

    /// The right answers and all answers in a cell.
    #[must_use]
    pub const fn cell(&self, cell: ContentCell) -> (u64, u64) {
        self.0[cell as usize]
    }

    fn add(&mut self, cell: usize, (right, answers): (u64, u64)) {
        self.0[cell].0 += right;
        self.0[cell].1 += answers;
    }

    /// All answers of these clusters together.
    #[must_use]
    pub fn sum<'a>(clusters: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        for cluster in clusters {
            cluster.0.iter().enumerate().for_each(|(cell, counts)| all.add(cell, *counts));
        }
        all
    }

    /// The cells that have answers, one bit each.
    fn reached(&self) -> u8 {
        let bit = |(cell, (_, answers)): (usize, &(u64, u64))| u8::from(*answers > 0) << cell;
        self.0.iter().enumerate().map(bit).sum()
    }
}

/// Accuracy, the content effect and the score.
///
/// ```
/// use peirast_stats::{ContentCounts, ContentEffect};
/// // Everything is accepted: all valid arguments are judged right, and no invalid one.
/// let accepting = ContentCounts::new([(12, 12), (12, 12), (0, 12), (0, 12)]);
/// let found = ContentEffect::new(&accepting)?;
/// assert_eq!((found.accuracy, found.effect), (0.5, 0.5));
/// assert!((found.score - 10.1382).abs() < 5e-5);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ContentEffect {
    /// The share of answers that are right.
    pub accuracy: f64,
    /// The same in each cell, in the order of [`ContentCell::ALL`].
    pub cells: [f64; 4],
    /// The mean difference between cells of the same validity, from 0 to 1.
    pub within_validity: f64,
    /// The mean difference between cells of the same plausibility, from 0 to 1.
    pub within_plausibility: f64,
    /// The total content effect: the mean of both.
    pub effect: f64,
    /// The score, from 0 to 100.
    pub score: f64,
}

impl ContentEffect {
    /// Computes it from counts.
    ///
    /// # Errors
    ///
    /// [`Error::EmptyCell`] for a cell without answers, [`Error::TooManySuccesses`].
    ///
    /// ```
    /// use peirast_stats::{ContentCounts, ContentEffect};
    /// let empty = ContentCounts::new([(1, 2), (0, 0), (1, 2), (2, 2)]);
    /// let why = ContentEffect::new(&empty).unwrap_err().to_string();
    /// assert!(why.starts_with("no answer is about an item that is implausible and valid"));
    /// ```
    pub fn new(counts: &ContentCounts) -> Result<Self, Error> {
        for (cell, (successes, trials)) in ContentCell::ALL.iter().zip(counts.0) {
            if trials == 0 {
                return Err(Error::EmptyCell { cell: *cell });
            }
            if successes > trials {
                return Err(Error::TooManySuccesses { successes, trials });
            }
        }
        Ok(Self::of_filled(counts))
    }

    /// Computes it from counts in which every cell has answers.
    fn of_filled(ContentCounts(cells): &ContentCounts) -> Self {
        let share = |(right, answers): (u64, u64)| right as f64 / answers as f64;
        let total = cells.iter().fold((0, 0), |(k, n), (right, all)| (k + right, n + all));
        let accuracy = share(total);
        let cells = cells.map(share);
        let [plausible_valid, implausible_valid, plausible_invalid, implausible_invalid] = cells;
        let apart = |one: f64, other: f64| (one - other).abs();
        let within_validity = f64::midpoint(
            apart(plausible_valid, implausible_valid),
            apart(plausible_invalid, implausible_invalid),
        );
        let within_plausibility = f64::midpoint(
            apart(plausible_valid, plausible_invalid),
            apart(implausible_valid, implausible_invalid),
        );
        let effect = f64::midpoint(within_validity, within_plausibility);
        let score = score(accuracy, effect);
        Self { accuracy, cells, within_validity, within_plausibility, effect, score }
    }
}

/// The score in percent, of an accuracy and a content effect from 0 to 1.
///
/// ```
/// use peirast_stats::content_effect::score;
/// assert_eq!(score(1.0, 0.0), 100.0);
/// assert!((score(0.7, 0.25) - 16.4393).abs() < 5e-5);
/// ```
#[must_use]
pub fn score(accuracy: f64, effect: f64) -> f64 {
    100.0 * accuracy / (1.0 + (100.0 * effect).ln_1p())
}

/// Resamples the score over clusters, such as items with all their answers: clusters are drawn with
/// replacement among those that have answers in the same cells. So every cell keeps its number of
/// clusters, and a cluster whose answers lie in several cells is drawn as a whole.
///
/// Percentile intervals contain the score of all items with about the nominal probability if the
/// content effect is well above the effect by chance alone ([`exchanged`]). They do not if the
/// effect is near 0: cells differ by chance, and no sample shows that they are equal. The score of
/// a sample is then too low, and so is the interval.
///
/// # Errors
///
/// Those of [`ContentEffect::new`]; [`Undefined::TooFewClusters`] if some cells have a single
/// cluster, which is drawn every time; [`Undefined::DegenerateResamples`] if all resamples have the
/// same score, for example if every answer is right; those of [`Bootstrap::new`].
///
/// ```
/// use peirast_stats::{ContentCounts, content_effect};
/// let item = |cell: usize, right: u64| {
///     let mut cells = [(0, 0); 4];
///     cells[cell] = (right, 2);
///     ContentCounts::new(cells)
/// };
/// let items: Vec<_> = (0..40).map(|at| item(at % 4, [2, 1, 0, 2][at % 4] + u64::from(at % 8 == 1))).collect();
/// let drawn = content_effect::bootstrap(&items, 1000, 1)?;
/// assert!(drawn.percentile(0.95)?.contains(drawn.estimate()));
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn bootstrap(
    clusters: &[ContentCounts],
    resamples: u64,
    seed: u64,
) -> Result<Bootstrap, Error> {
    let estimate = ContentEffect::new(&ContentCounts::sum(clusters))?.score;
    let mut strata: BTreeMap<u8, Vec<&ContentCounts>> = BTreeMap::new();
    for cluster in clusters.iter().filter(|cluster| cluster.reached() > 0) {
        strata.entry(cluster.reached()).or_default().push(cluster);
    }
    if strata.values().any(|stratum| stratum.len() < 2) {
        return Err(Undefined::TooFewClusters.into());
    }
    let strata: Vec<Vec<&ContentCounts>> = strata.into_values().collect();
    let draw = |(): &mut (), number: usize| {
        let mut stream = SplitMix64::numbered(seed, number as u64);
        let mut counts = ContentCounts::default();
        for stratum in &strata {
            for _ in 0..stratum.len() {
                let drawn = stratum[stream.below(stratum.len())];
                drawn.0.iter().enumerate().for_each(|(cell, own)| counts.add(cell, *own));
            }
        }
        ContentEffect::of_filled(&counts).score
    };
    let count = usize::try_from(resamples).unwrap_or(usize::MAX);
    let drawn = Bootstrap::new(estimate, mapped(count, clusters.len(), || (), draw), Vec::new())?;
    // If cells are all right or all wrong, resamples are equal, and a point is not an interval.
    match drawn.replicates().first() == drawn.replicates().last() {
        true if resamples > 1 => Err(Undefined::DegenerateResamples.into()),
        _ => Ok(drawn),
    }
}

/// The distribution of the content effect and the score under chance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ContentExchange {
    /// The mean score of exchanged answers: the average score, on this number of items, of a
    /// subject with this accuracy and no content effect.
    pub score: f64,
    /// The p-value: the share of exchanges whose content effect is at least as large, the observed one
    /// among them.
    pub p: f64,
}

/// Exchanges clusters between cells at random, `draws` times: the accuracy stays, and any remaining
/// content effect is due to chance. Answers of a cluster stay together; a cluster with answers in
/// several cells has them exchanged among these cells.
///
/// # Errors
///
/// Those of [`ContentEffect::new`].
///
/// ```
/// use peirast_stats::{ContentCounts, content_effect};
/// let right = |cell: usize, right| {
///     let mut cells = [(0, 0); 4];
///     cells[cell] = (right, 1);
///     ContentCounts::new(cells)
/// };
/// // Nine of ten right in every cell: no effect at all, and a score of 90.
/// let even: Vec<_> = (0..40).map(|at| right(at % 4, u64::from(at >= 4))).collect();
/// let found = content_effect::exchanged(&even, 2000, 1)?;
/// assert_eq!(found.p, 1.0);
/// // Chance alone would take two thirds of it.
/// assert!(found.score < 40.0);
/// # Ok::<(), peirast_stats::Error>(())
/// ```
pub fn exchanged(
    clusters: &[ContentCounts],
    draws: u64,
    seed: u64,
) -> Result<ContentExchange, Error> {
    /// Effects that differ by less are equal up to rounding.
    const SAME: f64 = 1e-9;
    let observed = ContentEffect::new(&ContentCounts::sum(clusters))?;
    let filled = |cluster: &ContentCounts| -> Vec<usize> {
        (0..cluster.0.len()).filter(|cell| cluster.0[*cell].1 > 0).collect()
    };
    let (mut single, mut several) = (Vec::new(), Vec::new());
    for cluster in clusters {
        match filled(cluster).as_slice() {
            [] => {}
            [cell] => single.push((*cell, cluster.0[*cell])),
            cells => several.push((cells.to_vec(), cluster)),
        }
    }
    let cells: Vec<usize> = single.iter().map(|(cell, _)| *cell).collect();
    let draw = |shuffled: &mut Vec<usize>, number: usize| {
        let mut stream = SplitMix64::numbered(seed, number as u64);
        let mut counts = ContentCounts::default();
        shuffled.clone_from(&cells);
        shuffle(shuffled, &mut stream);
        shuffled.iter().zip(&single).for_each(|(cell, (_, own))| counts.add(*cell, *own));
        for (cells, cluster) in &several {
            shuffled.clone_from(cells);
            shuffle(shuffled, &mut stream);
            let pairs = shuffled.iter().zip(cells);
            pairs.for_each(|(to, from)| counts.add(*to, cluster.0[*from]));
        }
        let found = ContentEffect::of_filled(&counts);
        (found.score, found.effect >= observed.effect - SAME)
    };
    let count = usize::try_from(draws).unwrap_or(usize::MAX);
    let drawn = mapped(count, clusters.len(), Vec::new, draw);
    let as_large = drawn.iter().filter(|(_, is_as_large)| *is_as_large).count() as f64;
    let scores = observed.score + drawn.iter().map(|(score, _)| score).sum::<f64>();
    let all = drawn.len() as f64 + 1.0;
    Ok(ContentExchange { score: scores / all, p: (as_large + 1.0) / all })
}

/// Puts a list into a random order.
fn shuffle(list: &mut [usize], stream: &mut SplitMix64) {
    for at in 0..list.len() {
        list.swap(at, at + stream.below(list.len() - at));
    }
}
