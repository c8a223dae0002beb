//! The design of an item: the position of its right option, and the answer of its exemplar.

use peirast_random::Stream;
use peirast_record::Profile;

/// The design of a whole set of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Design {
    /// Seed of every choice.
    pub seed: u64,
    /// Balanced or as published.
    pub profile: Profile,
}

/// The cell of one item in the balanced design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// True if the right option is first, as (a).
    pub right_first: bool,
    /// True if the right option of the solved exemplar is first; for yes/no problems, if its answer
    /// is yes.
    pub exemplar_first: bool,
}

impl Design {
    /// Returns the stream of item `index` for a purpose.
    pub fn stream(&self, variant: &str, purpose: &str, index: u32, attempt: u32) -> Stream {
        let (index, attempt) = (index.to_string(), attempt.to_string());
        Stream::named(self.seed, &[variant, purpose, &index, &attempt])
    }

    /// Returns the cell of item `index`: every block of four consecutive items has each of the four
    /// cells once, in random order, so that both positions are balanced and independent of each
    /// other.
    pub fn cell(&self, variant: &str, index: u32) -> Cell {
        let mut stream = self.stream(variant, "cell", index / 4, 0);
        let order = stream.sample(&[0u8, 1, 2, 3], 4);
        let cell = order.get(index as usize % 4).map_or(0, |c| **c);
        Cell { right_first: cell & 1 == 0, exemplar_first: cell & 2 == 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_block_of_four_holds_every_cell_once() {
        let design = Design { seed: 9, profile: Profile::Balanced };
        let mut counts: BTreeMap<(bool, bool), u32> = BTreeMap::new();
        for index in 0..400 {
            let cell = design.cell("conjunction/2", index);
            *counts.entry((cell.right_first, cell.exemplar_first)).or_default() += 1;
        }
        assert_eq!(counts.into_values().collect::<Vec<_>>(), [100; 4]);
    }
}
