//! Names and their numbers.

use hashbrown::HashMap;
use peirast_record::Factors;
use std::hash::RandomState;
use std::sync::Arc;

/// Names in order; the number of a name is its index.
#[derive(Debug, Default)]
pub(super) struct Names(Vec<Box<str>>);

impl Names {
    /// Collects every name that occurs.
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut all: Vec<&str> = names.collect();
        all.sort_unstable();
        all.dedup();
        Self(all.into_iter().map(Into::into).collect())
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        let place = self.0.binary_search_by(|own| (**own).cmp(name)).ok()?;
        u32::try_from(place).ok()
    }

    pub(super) fn get(&self, number: u32) -> &str {
        self.0.get(number as usize).map_or("", |name| name)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|name| &**name)
    }

    /// Returns the number of names.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Combinations of levels, numbered in the order of arrival.
#[derive(Default)]
pub(super) struct Interner {
    numbers: HashMap<Arc<Factors>, u32, RandomState>,
    values: Vec<Arc<Factors>>,
}

impl Interner {
    pub(super) fn number(&mut self, levels: &Arc<Factors>) -> u32 {
        if let Some(number) = self.numbers.get(levels) {
            return *number;
        }
        let number = self.values.len() as u32;
        self.numbers.insert(Arc::clone(levels), number);
        self.values.push(Arc::clone(levels));
        number
    }

    pub(super) fn into_values(self) -> Vec<Arc<Factors>> {
        self.values
    }
}
