//! Tables of measures on the page.

use crate::measured::{cell_text, shown_columns};
use maud::{Markup, html};
use peirast_table::{Cell, Row, Table};

/// Rows that are shown at once; more are folded.
const MOST_ROWS: usize = 40;

/// A table with its title and note. Single configurations are folded; what would be long is left to
/// its file.
pub(super) fn measured(of: &Table<'_>) -> Markup {
    let (detail, own): (Vec<&Row<'_>>, Vec<&Row<'_>>) =
        of.rows.iter().partition(|row| row.is_detail);
    html! {
        h2 id=(of.name) { (of.title) }
        p.small { (of.note) }
        @if own.len() <= MOST_ROWS { (table(of, &own)) } @else {
            (table(of, &own[..MOST_ROWS]))
            details { summary { (own.len() - MOST_ROWS) " rows more" } (table(of, &own[MOST_ROWS..])) }
        }
        @if !detail.is_empty() {
            p.small { (detail.len()) " more rows are in " code { "tables/" (of.name) ".csv" } "." }
        }
    }
}

fn table(of: &Table<'_>, rows: &[&Row<'_>]) -> Markup {
    let columns = shown_columns(of, rows);
    let is_name =
        |at: usize| rows.iter().any(|row| matches!(row.cells.get(at), Some(Cell::Text(_))));
    html! {
        div.wide tabindex="0" { table {
            thead { tr { @for at in &columns {
                th.number[!is_name(*at)] { (of.columns[*at].name.replace('_', " ")) }
            } } }
            tbody { @for row in rows { tr { @for at in &columns {
                td.number[!is_name(*at)] { (cell_text(&row.cells[*at], of.columns[*at].unit)) }
            } } } }
        } }
    }
}
