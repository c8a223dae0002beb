//! Tables of measures on the page.

use super::prose::{code_spans, typeset_cell};
use crate::measured::{ShownColumn, merged_columns};
use crate::wording::{capitalised, counted};
use maud::{Markup, html};
use peirast_table::{Row, Table};

/// Rows that are shown at once; more are folded.
const MOST_ROWS: usize = 40;

/// The tables that a reader of the report sees first; the others are folded under their titles.
const HEADLINES: [&str; 7] = [
    "accuracy",
    "belief-bias",
    "content-effect",
    "fallacy-rates",
    "closed-accuracy",
    "versions",
    "version-consistency",
];

/// A table of the page: a headline is shown, another is folded under its title.
pub(super) fn on_page(of: &Table<'_>) -> Markup {
    html! {
        @if HEADLINES.contains(&of.name.as_str()) { (measured(of)) } @else {
            details.more {
                summary { (of.title) " (" (counted(of.rows.len() as u64, "row", "rows")) ")" }
                div id=(of.name) { (content(of)) }
            }
        }
    }
}

/// A table with its title and note. The rows of single configurations are left to its file.
pub(super) fn measured(of: &Table<'_>) -> Markup {
    html! {
        h2 id=(of.name) { (of.title) }
        (content(of))
    }
}

fn content(of: &Table<'_>) -> Markup {
    let (detail, own): (Vec<&Row<'_>>, Vec<&Row<'_>>) =
        of.rows.iter().partition(|row| row.is_detail);
    html! {
        @if own.len() <= MOST_ROWS { (table(of, &own)) } @else {
            (table(of, &own[..MOST_ROWS]))
            details.more {
                summary { (counted((own.len() - MOST_ROWS) as u64, "more row", "more rows")) }
                (table(of, &own[MOST_ROWS..]))
            }
        }
        @if !of.note.is_empty() { p.small { (code_spans(&of.note)) } }
        @if !detail.is_empty() {
            p.small { (detail.len()) " more rows are in " code { "tables/" (of.name) ".csv" } "." }
        }
    }
}

/// Characters of the widest table that fits a page, on a screen and in print.
const WIDEST: usize = 136;

/// Characters from which on a text in a cell is broken into lines.
const BROKEN: usize = 24;

/// Rows as a table; as several below each other if one would be wider than a page. Each begins with the
/// columns of names that begin the whole.
fn table(of: &Table<'_>, rows: &[&Row<'_>]) -> Markup {
    let columns = merged_columns(of, rows);
    html! { @for part in parts(of, rows, &columns) {
        div.wide tabindex="0" { table {
            thead { tr { @for column in &part {
                th.number[!column.is_name(rows)] { (label(&column.head(of))) }
            } } }
            tbody { @for row in rows { tr { @for column in &part {
                @let text = column.cell(of, row);
                td.number[!column.is_name(rows)].keep[text.chars().count() < BROKEN] { (typeset_cell(&text)) }
            } } } }
        } }
    } }
}

/// The columns of each table.
fn parts<'a>(
    of: &Table<'_>,
    rows: &[&Row<'_>],
    columns: &'a [ShownColumn],
) -> Vec<Vec<&'a ShownColumn>> {
    let width = |column: &ShownColumn| {
        let head = label(&column.head(of));
        // A head is broken between its words.
        let words = head.split(' ').map(str::to_owned);
        let cells = rows.iter().map(|row| column.cell(of, row));
        let widths = cells.chain(words).map(|text| text.chars().count());
        let most = if column.is_name(rows) { BROKEN } else { usize::MAX };
        // The room between two columns is about that of two characters.
        widths.max().unwrap_or(0).min(most) + 2
    };
    let names: Vec<&ShownColumn> =
        columns.iter().take_while(|column| column.is_name(rows)).collect();
    let own: usize = names.iter().map(|column| width(column)).sum();
    let mut parts = vec![names.clone()];
    let mut used = own;
    for column in &columns[names.len()..] {
        let needed = width(column);
        let is_begun = parts.last().is_some_and(|part| part.len() > names.len());
        if is_begun && used + needed > WIDEST {
            parts.push(names.clone());
            used = own;
        }
        used += needed;
        parts.last_mut().into_iter().for_each(|part| part.push(column));
    }
    parts
}

/// The head of a column for people: words, the first one capitalised. A statistic keeps its letter: `p`, `n`.
fn label(name: &str) -> String {
    let words = name.replace('_', " ");
    match words.split(' ').next() {
        Some(first) if first.chars().count() > 1 => capitalised(&words),
        _ => words,
    }
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn heads_are_words() {
        for (name, words) in [
            ("all_right", "All right"),
            ("p_adjusted", "p adjusted"),
            ("n", "n"),
            ("N-X", "N-X"),
            ("rate [95 %]", "Rate [95 %]"),
        ] {
            assert_eq!(label(name), words);
        }
    }
}
