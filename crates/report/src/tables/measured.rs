//! Tables of measures.

use super::dictionary;
use peirast_measure::{Table as Source, Value};
use peirast_table::{Cell, Column, Row, Table, Unit};

/// A table of measures; the unit of a column is that of its values.
pub(super) fn measured(of: &Source) -> Table<'_> {
    let columns = of.columns.iter().enumerate().map(|(at, column)| Column {
        name: column.name.clone(),
        unit: unit(of, at),
        meaning: dictionary().meaning(of.name, &column.name).unwrap_or_default().to_owned(),
        is_detail: column.is_detail,
    });
    let rows = of
        .rows
        .iter()
        .map(|row| Row { cells: row.cells.iter().map(cell).collect(), is_detail: row.is_detail });
    Table {
        note: of.note.clone(),
        ..Table::new(of.name, of.title, columns.collect(), rows.collect())
    }
}

fn unit(of: &Source, at: usize) -> Unit {
    let values = of.rows.iter().filter_map(|row| row.cells.get(at));
    let mut units: Vec<Unit> = values.filter_map(unit_of).collect();
    units.sort_unstable();
    units.dedup();
    match units.as_slice() {
        [] => dictionary().unit(of.name, of.columns.get(at).map_or("", |own| &own.name)),
        [only] => *only,
        several if several.contains(&Unit::Name) => Unit::Name,
        _ => Unit::Number,
    }
}

fn unit_of(value: &Value) -> Option<Unit> {
    Some(match value {
        Value::Text(_) => Unit::Name,
        Value::Count(_) => Unit::Count,
        Value::Share(_) => Unit::Share,
        Value::Points(_) => Unit::Points,
        Value::Number(_) => Unit::Number,
        Value::Dollars(_) => Unit::Dollars,
        Value::P(_) => Unit::P,
        Value::Missing => return None,
    })
}

fn cell(value: &Value) -> Cell<'_> {
    match value {
        Value::Text(text) => text.as_str().into(),
        Value::Count(count) => (*count).into(),
        Value::Share(x) | Value::Points(x) | Value::Number(x) | Value::Dollars(x) | Value::P(x) => {
            (*x).into()
        }
        Value::Missing => Cell::Missing,
    }
}
