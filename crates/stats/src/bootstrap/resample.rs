use super::{Range, Stream};

/// The statistics of some of the resamples drawn under a seed: those with these numbers.
///
/// Time is that of one statistic, and n random numbers, for each.
///
/// ```
/// use peirast_stats::bootstrap;
/// let data = [1.0, 2.0, 6.0];
/// let all = bootstrap::replicates(&data, bootstrap::mean, 5, 0..10);
/// assert_eq!(bootstrap::replicates(&data, bootstrap::mean, 5, 4..10), all[4..]);
/// ```
pub fn replicates<T: Copy>(
    data: &[T],
    statistic: impl Fn(&[T]) -> f64,
    seed: u64,
    range: Range<u64>,
) -> Vec<f64> {
    let mut resample = data.to_vec();
    let draw = |number: u64| {
        let mut stream = Stream::new(seed, number);
        resample.iter_mut().for_each(|value| *value = data[stream.below(data.len())]);
        statistic(&resample)
    };
    range.map(draw).collect()
}

/// The statistics of the sample without each one of these values.
///
/// ```
/// use peirast_stats::bootstrap;
/// assert_eq!(bootstrap::jackknife(&[1.0, 2.0, 6.0], bootstrap::mean, 0..2), [4.0, 3.5]);
/// ```
pub fn jackknife<T: Copy>(
    data: &[T],
    statistic: impl Fn(&[T]) -> f64,
    range: Range<usize>,
) -> Vec<f64> {
    if data.len() < 2 {
        return Vec::new();
    }
    let mut rest = Vec::with_capacity(data.len());
    let mut without = |left_out: usize| {
        rest.clear();
        rest.extend_from_slice(&data[..left_out]);
        rest.extend_from_slice(&data[left_out + 1..]);
        statistic(&rest)
    };
    range.filter(|left_out| *left_out < data.len()).map(&mut without).collect()
}

/// The statistics of some of the resamples of whole clusters; see [`replicates`].
///
/// ```
/// use peirast_stats::bootstrap;
/// let clusters = [vec![1.0, 2.0], vec![6.0]];
/// let all = bootstrap::clustered_replicates(&clusters, bootstrap::mean, 5, 0..10);
/// assert!(all.iter().all(|mean| [1.5, 3.0, 6.0].contains(mean)));
/// ```
pub fn clustered_replicates<T: Copy, C: AsRef<[T]>>(
    clusters: &[C],
    statistic: impl Fn(&[T]) -> f64,
    seed: u64,
    range: Range<u64>,
) -> Vec<f64> {
    let mut resample = Vec::new();
    let draw = |number: u64| {
        let mut stream = Stream::new(seed, number);
        resample.clear();
        for _ in clusters {
            resample.extend_from_slice(clusters[stream.below(clusters.len())].as_ref());
        }
        statistic(&resample)
    };
    range.map(draw).collect()
}

/// The statistics of the sample without each one of these clusters.
///
/// ```
/// use peirast_stats::bootstrap;
/// let clusters = [vec![1.0, 2.0], vec![6.0]];
/// assert_eq!(bootstrap::clustered_jackknife(&clusters, bootstrap::mean, 0..2), [6.0, 1.5]);
/// ```
pub fn clustered_jackknife<T: Copy, C: AsRef<[T]>>(
    clusters: &[C],
    statistic: impl Fn(&[T]) -> f64,
    range: Range<usize>,
) -> Vec<f64> {
    let without = |left_out: usize| {
        let kept = clusters.iter().enumerate().filter(|(i, _)| *i != left_out);
        let rest: Vec<T> = kept.flat_map(|(_, cluster)| cluster.as_ref()).copied().collect();
        statistic(&rest)
    };
    range.filter(|left_out| *left_out < clusters.len()).map(without).collect()
}
