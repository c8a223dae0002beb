//! Ranks with ties shared, and how often values are tied.

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
    /// Ranks finite values. Time n log n.
    pub(crate) fn new(values: &[f64]) -> Self {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|i, j| values[*i].total_cmp(&values[*j]));
        let mut doubled = vec![0; values.len()];
        let mut groups = Vec::new();
        let mut before = 0;
        // 0 and -0 are equal, though their order is total.
        for group in order.chunk_by(|i, j| values[*i] == values[*j]) {
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
    fn nothing_has_no_ranks() {
        let ranks = Ranks::new(&[]);
        assert!(ranks.doubled.is_empty() && !ranks.tied());
    }
}
