use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::counts::check_counts;

/// Matched pairs counted by outcome: each item was answered once in its original and once in its
/// perturbed version.
///
/// |                | perturbed right | perturbed wrong |
/// |----------------|-----------------|-----------------|
/// | original right | `n11`           | `n12`           |
/// | original wrong | `n21`           | `n22`           |
///
/// Only the discordant cells, `n12` (in favour of the original) and `n21` (in favour of the
/// perturbed version), determine whether the perturbation matters (McNemar 1947, *Psychometrika*
/// 12:153). Sums saturate at `u64::MAX`. No cell may have more than [`crate::MAX_COUNT`] pairs;
/// functions that can fail refuse such a table.
///
/// ```
/// use peirast_stats::PairedTable;
/// let table = PairedTable { n11: 60, n12: 4, n21: 16, n22: 20 };
/// assert_eq!((table.n(), table.discordant()), (100, 20));
/// assert_eq!(table + table, PairedTable { n11: 120, n12: 8, n21: 32, n22: 40 });
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PairedTable {
    /// Right both times.
    pub n11: u64,
    /// Right on the original, wrong on the perturbed version.
    pub n12: u64,
    /// Wrong on the original, right on the perturbed version.
    pub n21: u64,
    /// Wrong both times.
    pub n22: u64,
}

impl PairedTable {
    /// A table with only the discordant cells known, as many publications print it.
    ///
    /// It is sufficient for every test; a difference of proportions also needs the concordant
    /// cells.
    ///
    /// ```
    /// use peirast_stats::PairedTable;
    /// assert_eq!(PairedTable::from_discordants(4, 16).n(), 20);
    /// ```
    #[must_use]
    pub const fn from_discordants(n12: u64, n21: u64) -> Self {
        Self { n11: 0, n12, n21, n22: 0 }
    }

    /// The number of pairs.
    ///
    /// ```
    /// use peirast_stats::PairedTable;
    /// assert_eq!(PairedTable { n11: 1, n12: 2, n21: 3, n22: 4 }.n(), 10);
    /// ```
    #[must_use]
    pub const fn n(&self) -> u64 {
        self.n11.saturating_add(self.n12).saturating_add(self.n21).saturating_add(self.n22)
    }

    /// The number of pairs whose two answers differ in correctness, written n* in the literature.
    ///
    /// ```
    /// use peirast_stats::PairedTable;
    /// assert_eq!(PairedTable { n11: 1, n12: 2, n21: 3, n22: 4 }.discordant(), 5);
    /// ```
    #[must_use]
    pub const fn discordant(&self) -> u64 {
        self.n12.saturating_add(self.n21)
    }

    /// Accepts a table whose cells hold at most [`crate::MAX_COUNT`] pairs each.
    pub(crate) fn check(&self) -> Result<(), Error> {
        check_counts("pairs", [self.n11, self.n12, self.n21, self.n22])
    }

    /// Counts one more pair.
    ///
    /// ```
    /// use peirast_stats::PairedTable;
    /// let mut table = PairedTable::default();
    /// table.record(true, false);
    /// assert_eq!(table.n12, 1);
    /// ```
    pub const fn record(&mut self, original_right: bool, perturbed_right: bool) {
        let cell = match (original_right, perturbed_right) {
            (true, true) => &mut self.n11,
            (true, false) => &mut self.n12,
            (false, true) => &mut self.n21,
            (false, false) => &mut self.n22,
        };
        *cell = cell.saturating_add(1);
    }

    /// The table with original and perturbed exchanged.
    ///
    /// ```
    /// use peirast_stats::PairedTable;
    /// assert_eq!(PairedTable::from_discordants(4, 16).mirrored(), PairedTable::from_discordants(16, 4));
    /// ```
    #[must_use]
    pub const fn mirrored(&self) -> Self {
        Self { n11: self.n11, n12: self.n21, n21: self.n12, n22: self.n22 }
    }
}

impl Add for PairedTable {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            n11: self.n11.saturating_add(other.n11),
            n12: self.n12.saturating_add(other.n12),
            n21: self.n21.saturating_add(other.n21),
            n22: self.n22.saturating_add(other.n22),
        }
    }
}

impl AddAssign for PairedTable {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for PairedTable {
    fn sum<I: Iterator<Item = Self>>(tables: I) -> Self {
        tables.fold(Self::default(), Add::add)
    }
}
