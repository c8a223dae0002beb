//! The pairs of one subject, item by item.

use peirast_stats::PairedTable;
use std::borrow::Borrow;

/// The pairs of one item: one cluster.
#[derive(Debug)]
pub(super) struct ItemCell<'a> {
    pub(super) item: &'a str,
    pub(super) table: PairedTable,
}

impl Borrow<PairedTable> for ItemCell<'_> {
    fn borrow(&self) -> &PairedTable {
        &self.table
    }
}

/// Cells in the order of their items: a million pairs of one method take no more than a list of them.
#[derive(Debug, Default)]
pub(super) struct Cells<'a> {
    /// In order up to `settled`, and each item once.
    all: Vec<ItemCell<'a>>,
    settled: usize,
    /// The place of the last item searched for, or the place where it would be.
    at: usize,
}

impl<'a> Cells<'a> {
    /// Adds pairs of an item. Quick if items mostly come in order, as those of one method do.
    pub(super) fn add(&mut self, item: &'a str, pairs: PairedTable) {
        if let Some(last) = self.all.last_mut().filter(|last| last.item == item) {
            last.table += pairs;
            return;
        }
        match self.find(item) {
            Some(cell) => cell.table += pairs,
            None => {
                let is_next = self.settled == self.all.len()
                    && self.all.last().is_none_or(|last| last.item < item);
                self.all.push(ItemCell { item, table: pairs });
                self.settled += usize::from(is_next);
            }
        }
    }

    /// The cell of an item, if it is in order.
    fn find(&mut self, item: &str) -> Option<&mut ItemCell<'a>> {
        let settled = self.all.get_mut(..self.settled)?;
        let is_before = |cell: &ItemCell<'_>| cell.item < item;
        if settled.last().is_none_or(is_before) {
            return None;
        }
        // In most cases it is the cell after the last one found.
        let from = match settled.get(self.at) {
            Some(cell) if is_before(cell) => self.at + 1,
            Some(cell) if cell.item == item => self.at,
            _ => 0,
        };
        let rest = settled.get(from..)?;
        self.at = match rest.first() {
            Some(cell) if !is_before(cell) => from,
            _ => from + rest.partition_point(is_before),
        };
        settled.get_mut(self.at).filter(|cell| cell.item == item)
    }

    /// Brings what came out of order to its place, when a method or all of them are through.
    pub(super) fn settle(&mut self) {
        if self.settled < self.all.len() {
            // The cells are a few sorted lists one after another, so this sort only merges them.
            self.all.sort_by(|one, next| one.item.cmp(next.item));
            self.all.dedup_by(|next, one| {
                let is_same = next.item == one.item;
                if is_same {
                    one.table += next.table;
                }
                is_same
            });
            self.settled = self.all.len();
        }
        self.at = 0;
    }

    /// All cells, once they are settled.
    pub(super) fn all(&self) -> &[ItemCell<'a>] {
        &self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn cells_are_what_a_map_would_hold(
            runs in prop::collection::vec(
                (prop::collection::vec(0_usize..40, 0..40), prop::bool::ANY, prop::bool::ANY),
                0..6,
            ),
        ) {
            let names: Vec<String> = (0..40).map(|n| format!("item/{n}")).collect();
            let (mut cells, mut map) = (Cells::default(), BTreeMap::new());
            for (mut run, in_order, settles) in runs {
                if in_order {
                    run.sort_unstable();
                }
                for at in run {
                    let pairs = PairedTable::from_discordants(1, at as u64);
                    cells.add(&names[at], pairs);
                    *map.entry(names[at].as_str()).or_insert(PairedTable::default()) += pairs;
                }
                if settles {
                    cells.settle();
                }
            }
            cells.settle();
            let found: Vec<_> = cells.all().iter().map(|cell| (cell.item, cell.table)).collect();
            prop_assert_eq!(found, map.into_iter().collect::<Vec<_>>());
        }
    }
}
