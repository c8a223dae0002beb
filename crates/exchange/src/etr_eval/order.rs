//! Whether the premises of a document stand in the order in which they were generated.
//!
//! Documents do not say. But what people are said to conclude was worked out before premises were
//! reversed, and mostly another conclusion would come out of the order shown.

use super::document::Document;
use super::examined::BothWays;
use super::problem::digits;
use std::collections::BTreeMap;

/// The orders of the documents of an import.
#[derive(Clone, Debug, Default)]
pub struct Orders<'d> {
    /// By file: documents that must be reversed, less those that cannot be.
    votes: BTreeMap<usize, i64>,
    /// The first document of each item, and whether it is reversed.
    firsts: BTreeMap<String, (&'d [String], bool)>,
}

impl<'d> Orders<'d> {
    /// Takes in a document of a file.
    pub fn add(&mut self, file: usize, examined: &BothWays) {
        let votes = self.votes.entry(file).or_default();
        *votes += match examined.is_reversed() {
            Some(true) => 1,
            Some(false) => -1,
            None => 0,
        };
    }

    /// Whether the premises of a document of this file are reversed, once all have been taken in: as
    /// its conclusion says. If either order gives it, as another document of the same premises says,
    /// or else as most of the file do.
    pub fn is_reversed(
        &mut self,
        file: usize,
        document: &'d Document,
        examined: &BothWays,
    ) -> bool {
        let item = digits(document);
        let premises = document.premises.as_slice();
        let reversed = match (examined.is_reversed(), self.firsts.get(&item)) {
            (Some(reversed), _) => reversed,
            (None, Some((first, was))) => {
                let turned = *first != premises && first.iter().rev().eq(premises);
                turned != *was
            }
            (None, None) => self.votes.get(&file).is_some_and(|votes| *votes > 0),
        };
        self.firsts.entry(item).or_insert((premises, reversed));
        reversed
    }
}
