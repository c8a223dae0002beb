//! Whether the premises of a document stand in the order in which they were generated.
//!
//! Documents do not say. But what people are said to conclude was worked out before premises were
//! reversed, and mostly another conclusion would come out of the order shown.

use super::examined::BothWays;
use std::collections::BTreeMap;

/// The orders of the files of an import.
#[derive(Clone, Debug, Default)]
pub struct Orders(BTreeMap<usize, i64>);

impl Orders {
    /// Takes in a document of a file.
    pub fn add(&mut self, file: usize, examined: &BothWays) {
        let votes = self.0.entry(file).or_default();
        *votes += match examined.is_reversed() {
            Some(true) => 1,
            Some(false) => -1,
            None => 0,
        };
    }

    /// Whether the premises of a document of this file are reversed: as its conclusion says, or, if
    /// either order gives it, as those of most others do.
    pub fn is_reversed(&self, file: usize, examined: &BothWays) -> bool {
        let most = || self.0.get(&file).is_some_and(|votes| *votes > 0);
        examined.is_reversed().unwrap_or_else(most)
    }
}
