//! Detects if the premises of a document are in the order in which they were generated.
//!
//! Documents do not record this. But the predicted conclusion was computed before premises were
//! reversed, and mostly the order shown would yield another conclusion.

use super::document::Document;
use super::examined::BothWays;
use super::problem::digits;
use std::collections::BTreeMap;

/// The orders of the documents of an import.
#[derive(Clone, Debug, Default)]
pub struct Orders<'d> {
    /// By file: the number of documents that must be reversed, less the number that cannot be.
    votes: BTreeMap<usize, i64>,
    /// The first document of each item; `true` if it is reversed.
    firsts: BTreeMap<String, (&'d [String], bool)>,
}

impl<'d> Orders<'d> {
    /// Adds a document of a file.
    pub fn add(&mut self, file: usize, examined: &BothWays) {
        let votes = self.votes.entry(file).or_default();
        *votes += match examined.is_reversed() {
            Some(true) => 1,
            Some(false) => -1,
            None => 0,
        };
    }

    /// Tests if the premises of a document of this file are reversed. Call it when all documents
    /// have been added. The first of these that decides counts:
    ///
    /// 1. the document's recorded conclusion, if only one order yields it;
    /// 2. another document with the same premises;
    /// 3. the majority of the documents in the file.
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
