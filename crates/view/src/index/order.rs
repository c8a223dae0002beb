//! The order of a list.

use super::{Column, Index};

/// Sort key of a list; equal rows are sorted by their keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sort {
    /// By item, so that the answers to one item are adjacent.
    #[default]
    Item,
    /// By subject.
    Subject,
    /// By answer.
    Answer,
    /// By the state of the question.
    Grade,
    /// By key, which is a random order: a sample.
    Key,
}

impl Sort {
    /// All sort keys, with their names in addresses.
    pub(crate) const ALL: [(&'static str, Self); 5] = [
        ("item", Self::Item),
        ("subject", Self::Subject),
        ("answer", Self::Answer),
        ("grade", Self::Grade),
        ("key", Self::Key),
    ];

    /// Returns the sort key of an address; the first if it names none.
    pub(crate) fn named(name: Option<&str>) -> Self {
        let found = Self::ALL.iter().find(|(own, _)| Some(*own) == name);
        found.map(|(_, sort)| *sort).unwrap_or_default()
    }
}

impl Index {
    /// Sorts rows that are in the order of their keys.
    pub(crate) fn sort(&self, rows: Vec<u32>, by: Sort) -> Vec<u32> {
        let of = |column: &Column, rows: &[u32]| {
            counted(rows, column.names.len(), |row| {
                column.numbers.get(row as usize).copied().unwrap_or_default() as usize
            })
        };
        match by {
            Sort::Key => rows,
            Sort::Item => of(&self.items, &rows),
            Sort::Subject => of(&self.subjects, &rows),
            Sort::Answer => of(&self.answers, &rows),
            Sort::Grade => counted(&rows, 4, |row| self.place(row)),
        }
    }
}

/// Sorts by counting, in one pass over the rows and one over the ranks; rows of equal rank keep
/// their order.
fn counted(rows: &[u32], ranks: usize, rank: impl Fn(u32) -> usize) -> Vec<u32> {
    let mut starts = vec![0_u32; ranks + 1];
    for row in rows {
        if let Some(count) = starts.get_mut(rank(*row) + 1) {
            *count += 1;
        }
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut sorted = vec![0; rows.len()];
    for row in rows {
        if let Some(start) = starts.get_mut(rank(*row)) {
            if let Some(place) = sorted.get_mut(*start as usize) {
                *place = *row;
            }
            *start += 1;
        }
    }
    sorted
}
