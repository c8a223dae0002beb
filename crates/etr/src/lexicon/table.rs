//! Finding a thing by its content.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// From the hash of a thing to its number; the caller knows the thing.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    entries: HashTable<(u64, u32)>,
}

impl Table {
    pub(crate) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        self.entries
            .find(hash, |(other, number)| *other == hash && same(*number))
            .map(|entry| entry.1)
    }

    pub(crate) fn insert(&mut self, hash: u64, number: u32) {
        self.entries.insert_unique(hash, (hash, number), |entry| entry.0);
    }
}

/// The same hash for the same content, on every machine and in every run.
pub(crate) fn hash_of(content: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = FxHasher::default();
    content.hash(&mut hasher);
    hasher.finish()
}
