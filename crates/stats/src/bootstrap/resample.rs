use super::{Range, SplitMix64};
use crate::parallel::mapped;

/// Returns the statistics of some resamples with a seed: those with these numbers.
///
/// The indices of a resample are drawn with [`SplitMix64::fill_below`] from the stream of its
/// number, 120 at a time. Time is the time of one statistic and of n draws for each resample; many
/// resamples are divided over all cores.
///
/// ```
/// use peirast_stats::bootstrap;
/// let data = [1.0, 2.0, 6.0];
/// let all = bootstrap::replicates(&data, bootstrap::mean, 5, 0..10);
/// assert_eq!(bootstrap::replicates(&data, bootstrap::mean, 5, 4..10), all[4..]);
/// ```
pub fn replicates<T: Copy + Send + Sync>(
    data: &[T],
    statistic: impl Fn(&[T]) -> f64 + Sync,
    seed: u64,
    range: Range<u64>,
) -> Vec<f64> {
    let draw = |resample: &mut Vec<T>, number: usize| {
        let mut stream = SplitMix64::numbered(seed, range.start + number as u64);
        let mut places = [0; BLOCK];
        for block in resample.chunks_mut(BLOCK) {
            let places = &mut places[..block.len()];
            stream.fill_below(data.len(), places);
            block.iter_mut().zip(places).for_each(|(value, place)| *value = data[*place]);
        }
        statistic(resample)
    };
    mapped(length(&range), data.len(), || data.to_vec(), draw)
}

/// Number of indices drawn at once: a multiple of every number that one word gives.
const BLOCK: usize = 120;

fn length(range: &Range<u64>) -> usize {
    usize::try_from(range.end.saturating_sub(range.start)).unwrap_or(usize::MAX)
}

/// The statistics of the sample without each one of these values.
///
/// Time is the time of one statistic for each value.
///
/// ```
/// use peirast_stats::bootstrap;
/// assert_eq!(bootstrap::jackknife(&[1.0, 2.0, 6.0], bootstrap::mean, 0..2), [4.0, 3.5]);
/// ```
pub fn jackknife<T: Copy + Send + Sync>(
    data: &[T],
    statistic: impl Fn(&[T]) -> f64 + Sync,
    range: Range<usize>,
) -> Vec<f64> {
    if data.len() < 2 {
        return Vec::new();
    }
    // Consecutive samples differ in a single value.
    let without = |(rest, at): &mut (Vec<T>, usize), number: usize| {
        let left_out = range.start + number;
        (*at..left_out).for_each(|place| rest[place] = data[place]);
        (left_out..*at).for_each(|place| rest[place] = data[place + 1]);
        *at = left_out;
        statistic(rest)
    };
    let count = range.end.min(data.len()).saturating_sub(range.start);
    mapped(count, data.len(), || (data[1..].to_vec(), 0), without)
}

/// The statistics of some of the resamples of whole clusters; see [`replicates`].
///
/// ```
/// use peirast_stats::bootstrap;
/// let clusters = [vec![1.0, 2.0], vec![6.0]];
/// let all = bootstrap::clustered_replicates(&clusters, bootstrap::mean, 5, 0..10);
/// assert!(all.iter().all(|mean| [1.5, 3.0, 6.0].contains(mean)));
/// ```
pub fn clustered_replicates<T: Copy + Send + Sync, C: AsRef<[T]> + Sync>(
    clusters: &[C],
    statistic: impl Fn(&[T]) -> f64 + Sync,
    seed: u64,
    range: Range<u64>,
) -> Vec<f64> {
    let draw = |resample: &mut Vec<T>, number: usize| {
        let mut stream = SplitMix64::numbered(seed, range.start + number as u64);
        resample.clear();
        for from in (0..clusters.len()).step_by(BLOCK) {
            let mut places = [0; BLOCK];
            let places = &mut places[..BLOCK.min(clusters.len() - from)];
            stream.fill_below(clusters.len(), places);
            places.iter().for_each(|one| resample.extend_from_slice(clusters[*one].as_ref()));
        }
        statistic(resample)
    };
    mapped(length(&range), all_of(clusters), Vec::new, draw)
}

/// The number of values.
fn all_of<T, C: AsRef<[T]>>(clusters: &[C]) -> usize {
    clusters.iter().map(|cluster| cluster.as_ref().len()).sum()
}

/// The statistics of the sample without each one of these clusters.
///
/// ```
/// use peirast_stats::bootstrap;
/// let clusters = [vec![1.0, 2.0], vec![6.0]];
/// assert_eq!(bootstrap::clustered_jackknife(&clusters, bootstrap::mean, 0..2), [6.0, 1.5]);
/// ```
pub fn clustered_jackknife<T: Copy + Send + Sync, C: AsRef<[T]> + Sync>(
    clusters: &[C],
    statistic: impl Fn(&[T]) -> f64 + Sync,
    range: Range<usize>,
) -> Vec<f64> {
    let without = |rest: &mut Vec<T>, number: usize| {
        let left_out = range.start + number;
        rest.clear();
        let kept = clusters.iter().enumerate().filter(|(i, _)| *i != left_out);
        kept.for_each(|(_, cluster)| rest.extend_from_slice(cluster.as_ref()));
        statistic(rest)
    };
    let count = range.end.min(clusters.len()).saturating_sub(range.start);
    mapped(count, all_of(clusters), Vec::new, without)
}
