//! Names, each held once.

use super::Lexicon;
use super::table::{Table, hash_of};

/// A name by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NameId(pub(super) u32);

/// The texts of all names, one behind the other, and where each ends.
#[derive(Debug, Clone, Default)]
pub(super) struct Interner {
    text: String,
    ends: Vec<u32>,
    table: Table,
}

impl Interner {
    fn get(&self, name: NameId) -> &str {
        let at = name.0 as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        &self.text[start..self.ends[at] as usize]
    }
}

impl Lexicon {
    pub(crate) fn name(&self, name: NameId) -> &str {
        self.names.get(name)
    }

    pub(crate) fn find_name(&self, text: &str) -> Option<NameId> {
        self.names.table.find(hash_of(text), |at| self.names.get(NameId(at)) == text).map(NameId)
    }

    pub(crate) fn intern_name(&mut self, text: &str) -> NameId {
        if let Some(known) = self.find_name(text) {
            return known;
        }
        let number = self.names.ends.len() as u32;
        self.names.text.push_str(text);
        self.names.ends.push(self.names.text.len() as u32);
        self.names.table.insert(hash_of(text), number);
        NameId(number)
    }
}
