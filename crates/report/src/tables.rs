//! The tables of a report, with the unit and meaning of every column; files are written from them.
//!
//! Meanings are in one place, the dictionary of columns in `docs/columns.md`.

mod dictionary;
mod lazy;
mod measured;
mod outcomes;
mod pooled;
mod results;
mod subjects;
mod votes;

pub use dictionary::{Dictionary, columns_table, dictionary};
pub use lazy::LazyTable;
pub use outcomes::{
    OutcomeWriter, lazy_outcome_table, outcome_table, write_outcome_columns, write_outcomes,
};
pub use pooled::pooled_csv;
pub use results::{counts_csv, rows_csv};
pub use votes::votes_csv;

use crate::outcome_columns::OUTCOME_COLUMNS;
use crate::{Outcomes, Provenance, Report};
use peirast_table::{Cell, Column, Row, Table, Unit};

/// Makes tables of a report and of its outcomes: one, several, or none.
pub type TableMaker = for<'a> fn(&'a Report, &'a Outcomes) -> Vec<LazyTable<'a>>;

/// The makers of the tables of a report, in the order in which they are read. The last is
/// `outcomes`, a row for each answer with every factor.
pub const TABLES: &[TableMaker] = &[
    |report, _| vec![results::results(&report.rows).into()],
    |report, _| vec![pooled::pooled(&report.pooled).into()],
    |report, _| vec![subjects::subjects(report).into()],
    |report, _| vec![subjects::letters(report).into()],
    |report, _| vec![subjects::protocols(report).into()],
    |report, _| report.measured.iter().map(|table| measured::measured(table).into()).collect(),
    |_, outcomes| vec![outcomes::lazy_outcome_table(OUTCOME_COLUMNS, outcomes)],
];

/// The tables that a report has; those without rows are left out. The last is `columns`, the
/// meanings of the columns of all others.
pub fn tables<'a>(report: &'a Report, outcomes: &'a Outcomes) -> Vec<Table<'a>> {
    lazy_tables(report, outcomes).into_iter().map(LazyTable::into_table).collect()
}

/// The same without the rows of outcomes, for those who want some of them, or only their names.
pub fn lazy_tables<'a>(report: &'a Report, outcomes: &'a Outcomes) -> Vec<LazyTable<'a>> {
    tables_made_by(TABLES, report, outcomes)
}

/// The same with the tables that these make.
pub fn tables_made_by<'a>(
    makers: &[TableMaker],
    report: &'a Report,
    outcomes: &'a Outcomes,
) -> Vec<LazyTable<'a>> {
    let mut tables: Vec<LazyTable<'a>> =
        makers.iter().flat_map(|make| make(report, outcomes)).collect();
    tables.retain(|table| table.row_count() > 0);
    tables.push(columns_table(tables.iter().map(LazyTable::head)).into());
    let origin = origin(&report.provenance);
    tables.into_iter().map(|table| table.with_origin(origin.clone())).collect()
}

/// Origin of a table of measures.
pub(crate) fn origin(provenance: &Provenance) -> Vec<(String, String)> {
    origin_with(provenance, ("grader", &provenance.grader))
}

/// Origin of a table of tests, which names the rule of the tests.
fn tested_origin(provenance: &Provenance) -> Vec<(String, String)> {
    origin_with(provenance, ("rule", &provenance.rule))
}

fn origin_with(provenance: &Provenance, last: (&str, &str)) -> Vec<(String, String)> {
    let seed = provenance.seed.map(|seed| seed.to_string()).unwrap_or_default();
    let origin = [
        ("study", provenance.study.as_str()),
        ("study_hash", &provenance.study_hash),
        ("seed", &seed),
        ("version", &provenance.version),
        last,
    ];
    origin.map(|(name, value)| (name.to_owned(), value.to_owned())).into()
}

/// A column in the making: its name, its unit, and the cell of a row. A name that begins with `+` is a
/// detail.
type Maker<'a, T> = (&'static str, Unit, fn(&'a T) -> Cell<'a>);

/// A table of which every column is made the same way for each row.
fn made<'a, T>(
    name: &str,
    title: &str,
    note: &str,
    columns: &[Maker<'a, T>],
    rows: impl IntoIterator<Item = &'a T>,
) -> Table<'a> {
    let column = |(column, unit, _): &Maker<'a, T>| {
        let bare = column.trim_start_matches('+');
        let meaning = dictionary().meaning(name, bare).unwrap_or_default();
        let own = Column::new(bare, *unit, meaning);
        if column.starts_with('+') { own.detail() } else { own }
    };
    let row = |row: &'a T| Row::new(columns.iter().map(|(_, _, cell)| cell(row)).collect());
    let (head, rows) = (columns.iter().map(column).collect(), rows.into_iter().map(row).collect());
    Table { note: note.to_owned(), ..Table::new(name, title, head, rows) }
}
