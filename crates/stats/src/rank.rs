//! Ranks with averaged ties, and the sizes of ties.

use crate::sample::alike;

/// The ranks of a sample and the sizes of its groups of equal values.
///
/// Ranks are doubled, so that the mean rank of a tie is a whole number too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ranks {
    /// Twice the average rank of each value, in the order of the values; ranks start at 1.
    pub(crate) doubled: Vec<u64>,
    /// The number of values in each group of equal ones, smallest values first.
    pub(crate) groups: Vec<u64>,
}

impl Ranks {
    /// Ranks finite values; those that are [`alike`] to the smallest of a group belong to it. Time n log n.
    pub(crate) fn new(values: &[f64]) -> Self {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|i, j| values[*i].total_cmp(&values[*j]));
        let mut doubled = vec![0; values.len()];
        let mut groups = Vec::new();
        let (mut before, mut rest) = (0, order.as_slice());
        while let Some(first) = rest.first() {
            let is_tied = |place: &usize| alike(values[*first], values[*place]);
            let (group, others) = rest.split_at(rest.partition_point(is_tied));
            rest = others;
            let size = group.len() as u64;
            for place in group {
                doubled[*place] = 2 * before + size + 1;
            }
            before += size;
            groups.push(size);
        }
        Self { doubled, groups }
    }

    /// Returns true if some values are equal.
    pub(crate) fn tied(&self) -> bool {
        self.groups.iter().any(|size| *size > 1)
    }

    /// The sum of t^3 - t over groups of t equal values, by which ties lower variances.
    pub(crate) fn tie_sum(&self) -> f64 {
        self.groups.iter().map(|t| *t as f64).map(|t| t * t * t - t).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_their_ranks() {
        let ranks = Ranks::new(&[3.0, 1.0, 3.0, -2.0, 0.0, -0.0]);
        assert_eq!(ranks.doubled, [11, 8, 11, 2, 5, 5]);
        assert_eq!(ranks.groups, [1, 2, 1, 2]);
        assert_eq!((ranks.tied(), ranks.tie_sum()), (true, 12.0));
    }

    #[test]
    fn what_differs_by_rounding_is_tied_and_what_was_written_is_not() {
        let sums = [11.0 / 12.0, 0.916_666_666_666_666_6, 0.1 + 0.2, 0.3, -0.3, -(0.1 + 0.2)];
        assert_eq!(Ranks::new(&sums).groups, [2, 2, 2]);
        let written = [
            0.999_999_999_999_998,
            0.999_999_999_999_999,
            1.0,
            1e-20,
            2e-20,
            9_007_199_254_740_990.0,
            9_007_199_254_740_991.0,
            1e300,
        ];
        assert_eq!(Ranks::new(&written).groups, [1; 8]);
        // Rounding steps must not add up to a tie of values that are far apart.
        let mut steps = vec![1.0_f64];
        for at in 0..40 {
            steps.push(steps[at].next_up());
        }
        assert!(Ranks::new(&steps).groups.len() > 4);
    }

    #[test]
    fn nothing_has_no_ranks() {
        let ranks = Ranks::new(&[]);
        assert!(ranks.doubled.is_empty() && !ranks.tied());
    }
}
