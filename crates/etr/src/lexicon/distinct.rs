//! Lists of different things, each known by its place.

use super::table::{Table, hash_of};
use std::hash::Hash;
use std::ops::Deref;

/// Above this many things, looking one up goes by hash.
const FEW: usize = 16;

/// Different things in the order in which they came.
#[derive(Debug, Clone)]
pub(super) struct Distinct<T> {
    list: Vec<T>,
    /// Empty as long as there are few.
    table: Table,
}

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Distinct { list: Vec::new(), table: Table::default() }
    }
}

impl<T> Deref for Distinct<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.list
    }
}

impl<T: Hash + PartialEq> Distinct<T> {
    #[inline]
    pub(super) fn find(&self, thing: &T) -> Option<u32> {
        if self.list.len() <= FEW {
            return self.list.iter().position(|known| known == thing).map(|at| at as u32);
        }
        self.table.find(hash_of(thing), |at| self.list[at as usize] == *thing)
    }

    /// The place of a thing, which is added if it is not there yet.
    #[inline]
    pub(super) fn place(&mut self, thing: T) -> u32 {
        match self.find(&thing) {
            Some(known) => known,
            None => self.add(thing),
        }
    }

    fn add(&mut self, thing: T) -> u32 {
        let at = self.list.len();
        self.list.push(thing);
        let unlisted = if at == FEW { 0..=at } else { at..=at };
        for at in unlisted.filter(|_| at >= FEW) {
            self.table.insert(hash_of(&self.list[at]), at as u32);
        }
        at as u32
    }
}
