//! The tables of a report, with the unit and meaning of every column: what files are written from.
//!
//! Meanings stand in one place, the dictionary of columns in `docs/columns.md`.

mod dictionary;
mod measured;
mod outcomes;
mod pooled;
mod results;
mod subjects;

pub use dictionary::{Dictionary, dictionary};

use crate::{Outcomes, Provenance, Report};
use peirast_table::{Cell, Column, Row, Table, Unit};

/// The tables that a report has, in the order in which they are read; those without rows are left
/// out. The last are `outcomes`, a row for each answer with every factor, and `columns`, what the
/// columns of all others mean.
pub fn tables<'a>(report: &'a Report, outcomes: &'a Outcomes) -> Vec<Table<'a>> {
    let mut tables = vec![
        results::results(report),
        pooled::pooled(report),
        subjects::subjects(report),
        subjects::protocols(report),
    ];
    tables.extend(report.measured.iter().map(measured::measured));
    tables.push(outcomes::outcomes(outcomes));
    tables.retain(|table| !table.rows.is_empty());
    tables.push(dictionary::columns(&tables));
    for table in &mut tables {
        table.origin = origin(&report.provenance);
    }
    tables
}

/// Where a table comes from.
fn origin(provenance: &Provenance) -> Vec<(String, String)> {
    let seed = provenance.seed.map(|seed| seed.to_string()).unwrap_or_default();
    let origin = [
        ("study", provenance.study.clone()),
        ("study_hash", provenance.study_hash.clone()),
        ("seed", seed),
        ("version", provenance.version.clone()),
        ("grader", provenance.grader.clone()),
    ];
    origin.map(|(name, value)| (name.to_owned(), value)).into()
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
    rows: &'a [T],
) -> Table<'a> {
    let column = |(column, unit, _): &Maker<'a, T>| {
        let bare = column.trim_start_matches('+');
        let meaning = dictionary().meaning(name, bare).unwrap_or_default();
        let own = Column::new(bare, *unit, meaning);
        if column.starts_with('+') { own.detail() } else { own }
    };
    let row = |row: &'a T| Row::of(columns.iter().map(|(_, _, cell)| cell(row)).collect());
    let (head, rows) = (columns.iter().map(column).collect(), rows.iter().map(row).collect());
    Table { note: note.to_owned(), ..Table::new(name, title, head, rows) }
}
