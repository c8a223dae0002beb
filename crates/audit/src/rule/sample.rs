//! The tests of a document that can be recomputed from their counts.

use std::collections::BTreeMap;

use peirast_stats::Correction;

use super::form::PValues;
use crate::adjusted::named;
use crate::{Cell, Document, Printed, Role, Roles, Table};

/// One test of paired answers: its counts and printed values.
#[derive(Debug, Clone)]
pub struct Tested {
    /// Its table.
    pub table: usize,
    /// Its row in the table.
    pub row: usize,
    /// Pairs in which only the first is right.
    pub n12: u64,
    /// Pairs in which only the second is right.
    pub n21: u64,
    /// The printed p-value before adjustment.
    pub raw: Option<Printed>,
    /// The printed p-value, adjusted or not.
    pub adjusted: Option<Printed>,
    /// True if the table says that it is rejected.
    pub reject: Option<bool>,
    /// Its value in each naming column.
    pub keys: Vec<String>,
    /// Its p-values for every form.
    pub p: PValues,
}

impl Tested {
    /// The number of discordant pairs.
    pub const fn discordant(&self) -> u64 {
        self.n12.saturating_add(self.n21)
    }

    /// Number of its printed p-values.
    pub fn printed(&self) -> usize {
        usize::from(self.raw.is_some()) + usize::from(self.adjusted.is_some())
    }
}

/// All tests of a document, with the columns that may group them.
#[derive(Debug, Clone, Default)]
pub struct Sample {
    /// The names of the naming columns.
    pub keys: Vec<String>,
    /// The tests.
    pub tests: Vec<Tested>,
    /// The corrections that the headers of p-values name, and the first of these headers. `None` if
    /// tables name different ones.
    pub named: Option<(Vec<Correction>, String)>,
}

/// The most columns that may group tests.
const MOST_KEYS: usize = 8;

/// The name of the key that stands for the table of a row.
const TABLE: &str = "table";

impl Sample {
    /// Collects the tests of all tables with discordant counts and a p-value or a decision.
    pub fn new(document: &Document, roles: &[Roles]) -> Self {
        let mut sample = Self::default();
        let several = document.tables.len() > 1;
        if several {
            sample.keys.push(TABLE.to_owned());
        }
        let mut heads: Vec<&String> = Vec::new();
        for (at, (table, roles)) in document.tables.iter().zip(roles).enumerate() {
            let before = sample.tests.len();
            sample.add(at, table, roles, several);
            let column = roles.column(Role::PAdjusted).or(roles.column(Role::P));
            let column = column.filter(|_| sample.tests.len() > before);
            heads.extend(column.map(|column| &table.heads[column]));
        }
        let mut all = heads.iter().map(|head| named(head));
        sample.named = all.next().zip(heads.first()).and_then(|(first, head)| {
            (!first.is_empty() && all.all(|other| other == first)).then(|| (first, (*head).clone()))
        });
        let width = sample.keys.len();
        sample.tests.iter_mut().for_each(|test| test.keys.resize(width, String::new()));
        sample
    }

    /// The tests of a family, by their positions.
    pub fn family(&self, places: &[usize]) -> Vec<&Tested> {
        places.iter().map(|at| &self.tests[*at]).collect()
    }

    fn add(&mut self, at: usize, table: &Table, roles: &Roles, several: bool) {
        let column = |role| roles.column(role);
        let (Some(n12), Some(n21)) = (column(Role::Broken), column(Role::Mended)) else { return };
        let (p, adjusted) = (column(Role::P), column(Role::PAdjusted));
        if p.or(adjusted).or(column(Role::Reject)).is_none() {
            return;
        }
        let places: Vec<(usize, usize)> = (0..table.heads.len())
            .filter(|column| roles.role(*column).is_none() && names_things(table, *column))
            .filter_map(|column| Some((self.key(&table.heads[column])?, column)))
            .collect();
        for (row, cells) in table.rows.iter().map(|row| &row.cells).enumerate() {
            let number = |column: Option<usize>| column.and_then(|at| cells[at].number());
            let (Some(n12), Some(n21)) = (cells[n12].count(), cells[n21].count()) else { continue };
            let mut keys = vec![String::new(); self.keys.len()];
            if several {
                keys[0] = format!("{} {}", at + 1, table.title);
            }
            for (place, column) in &places {
                keys[*place] = cells[*column].text.clone();
            }
            // A single p-value may be raw or adjusted: unadjusted is one of the corrections.
            let (raw, adjusted) = match adjusted {
                Some(_) => (number(p), number(adjusted)),
                None => (None, number(p)),
            };
            let reject = column(Role::Reject).and_then(|at| cells[at].decision());
            let p = PValues::new(n12, n21);
            self.tests.push(Tested { table: at, row, n12, n21, raw, adjusted, reject, keys, p });
        }
    }

    /// The position of a key, new or known. `None` if there are too many.
    fn key(&mut self, name: &str) -> Option<usize> {
        let known = self.keys.iter().position(|own| own == name);
        known.or_else(|| {
            (self.keys.len() < MOST_KEYS).then(|| {
                self.keys.push(name.to_owned());
                self.keys.len() - 1
            })
        })
    }

    /// All groupings of the tests by up to two keys (or none), coarsest first. Groupings with the
    /// same groups count as one, with the fewest names.
    pub fn partitions(&self) -> Vec<Partition> {
        let width = self.keys.len();
        let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
        sets.extend((0..width).map(|a| vec![a]));
        sets.extend((0..width).flat_map(|a| (a + 1..width).map(move |b| vec![a, b])));
        let mut found: Vec<Partition> = Vec::new();
        for set in sets {
            let partition = self.partition(&set);
            if !found.iter().any(|other| other.groups == partition.groups) {
                found.push(partition);
            }
        }
        found.sort_by_key(|partition| (partition.groups.len(), partition.keys.len()));
        found
    }

    /// Groups the tests by some keys. Groups have the order of their first rows.
    fn partition(&self, keys: &[usize]) -> Partition {
        let mut names: Vec<Vec<&str>> = Vec::new();
        let mut places: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (at, test) in self.tests.iter().enumerate() {
            let name: Vec<&str> = keys.iter().map(|key| test.keys[*key].as_str()).collect();
            let group = *places.entry(name.clone()).or_insert_with(|| {
                names.push(name);
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].push(at);
        }
        Partition {
            keys: keys.to_vec(),
            names: names.iter().map(|name| name.join(", ")).collect(),
            groups,
        }
    }
}

/// A grouping of tests.
#[derive(Debug, Clone)]
pub struct Partition {
    /// The keys that make the groups.
    pub keys: Vec<usize>,
    /// The names of the groups.
    pub names: Vec<String>,
    /// The tests of each group.
    pub groups: Vec<Vec<usize>>,
}

impl Partition {
    /// Returns true if every group of another grouping lies within one group of this one.
    pub fn holds(&self, finer: &Self) -> bool {
        finer.groups.iter().all(|group| self.group_of(group).is_some())
    }

    /// The group that contains these tests.
    pub fn group_of(&self, tests: &[usize]) -> Option<usize> {
        self.groups.iter().position(|own| tests.iter().all(|test| own.binary_search(test).is_ok()))
    }
}

/// Returns true if a column contains names: texts, or a few whole numbers that repeat.
fn names_things(table: &Table, column: usize) -> bool {
    let cells = || table.rows.iter().filter_map(|row| row.cells.get(column));
    // A column of measured values contains no names, even if some values are infinite.
    if cells().filter_map(Cell::number).any(|number| number.places > 0 || number.percent) {
        return false;
    }
    let texts = cells().filter(|cell| cell.number().is_none() && !cell.text.is_empty()).count();
    if texts * 2 > table.rows.len() {
        return true;
    }
    let whole = cells().all(|cell| cell.count().is_some() || cell.text.is_empty());
    let mut distinct: Vec<u64> = cells().filter_map(Cell::count).collect();
    distinct.sort_unstable();
    distinct.dedup();
    whole && !distinct.is_empty() && distinct.len() * 3 <= table.rows.len()
}
