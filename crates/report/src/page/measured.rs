//! Tables of measures on the page.

use super::prose::{code_spans, in_paragraphs, typeset_cell};
use crate::dictionary;
use crate::heads::{head, headed, label, named_head};
use crate::measured::{ShownColumn, empty_columns, merged_columns};
use crate::wording::plain_method;
use maud::{Markup, html};
use peirast_decimals::counted;
use peirast_record::strategy_words;
use peirast_table::{Row, Table};

/// Rows that are shown at once; more are folded.
const MOST_ROWS: usize = 40;

/// The tables that a reader of the report sees first, and their columns that have the result; the other
/// columns and tables are folded.
const HEADLINES: [(&str, &[&str]); 7] = [
    ("accuracy", &["accuracy"]),
    ("belief-bias", &["belief", "p"]),
    ("content-effect", &["accuracy", "content_effect", "p"]),
    ("fallacy-rates", &["incorrect", "rate", "null", "beyond", "p_adjusted"]),
    ("closed-accuracy", &["question", "kind", "accuracy", "guessing"]),
    ("versions", &["accuracy", "scored"]),
    ("version-consistency", &["items", "all_right", "pairs_alike"]),
];

/// The columns of a table that have its result; none if it is no headline.
fn headline(of: &Table<'_>) -> Option<&'static [&'static str]> {
    HEADLINES.iter().find(|(name, _)| *name == of.name).map(|(_, columns)| *columns)
}

/// The tables of measures on the page: headlines first, the others in one fold.
pub(super) fn all_on_page(tables: &[&Table<'_>]) -> Markup {
    let (first, others): (Vec<&Table<'_>>, Vec<&Table<'_>>) =
        tables.iter().partition(|table| headline(table).is_some());
    html! {
        @for table in &first { (on_page(table)) }
        @if !others.is_empty() {
            @if first.is_empty() { h2 { "Measures" } }
            details.more {
                summary { "All measures: " (counted(others.len() as u64, "more table", "more tables")) }
                @for table in &others { (on_page(table)) }
            }
        }
    }
}

/// A table of the page: a headline is shown, another is folded under its title.
pub(super) fn on_page(of: &Table<'_>) -> Markup {
    html! {
        @if let Some(columns) = headline(of) {
            h2 id=(of.name) { (of.title) }
            (result(of, columns))
        } @else {
            details.more {
                summary { (of.title) " (" (counted(of.rows.len() as u64, "row", "rows")) ")" }
                div id=(of.name) { (content(of)) }
            }
        }
    }
}

/// The result of a table: the names of its rows and these columns, with a line on each. All columns are folded.
fn result(of: &Table<'_>, columns: &[&str]) -> Markup {
    let rows: Vec<&Row<'_>> = of.rows.iter().filter(|row| !row.is_detail).take(MOST_ROWS).collect();
    let all = merged_columns(of, &rows);
    let names = all.iter().take_while(|column| column.is_name(&rows)).count();
    let is_result =
        |(at, column): &(usize, &ShownColumn)| *at < names || columns.contains(&column.name(of));
    let shown: Vec<&ShownColumn> =
        all.iter().enumerate().filter(is_result).map(|(_, column)| column).collect();
    if shown.len() == all.len() || shown.len() == names {
        return content(of);
    }
    html! {
        table.core {
            thead { tr { @for column in &shown {
                th.number[!column.is_name(&rows)] { (head(of, column)) }
            } } }
            tbody { @for row in &rows { tr { @for column in &shown {
                td.number[!column.is_name(&rows)] data-label=(named_head(of, column)) {
                    (typeset_cell(&in_words(column.name(of), column.cell(of, row))))
                }
            } } } }
        }
        (without_values(of))
        (meanings(of, &shown[names..]))
        details.more {
            summary { "All columns, and how to read them" }
            (rows_and_note(of))
            (meanings(of, &all.iter().collect::<Vec<_>>()[names..]))
        }
    }
}

/// A cell; protocols and strategies are in words.
fn in_words(column: &str, cell: String) -> String {
    // A table of strategies in pairs names them in `first` and `second`; other names there stay as they are.
    match column {
        "method" | "strategy" | "protocol" => plain_method(&cell),
        "first" | "second" => strategy_words(&cell).map_or(cell, str::to_owned),
        _ => cell,
    }
}

/// A line on each column, under the head that it has on the page.
fn meanings(of: &Table<'_>, columns: &[&ShownColumn]) -> Markup {
    let meaning = |column: &&ShownColumn| {
        let words = dictionary().meaning(&of.name, column.name(of))?;
        Some((named_head(of, column), headed(of, words)))
    };
    let lines: Vec<(String, String)> = columns.iter().filter_map(meaning).collect();
    html! { @if !lines.is_empty() { ul.small.columns-told { @for (head, words) in &lines {
        li { strong { (head) } ": " (code_spans(words)) "." }
    } } } }
}

/// A table with its title and note. The rows of single configurations are left to its file.
pub(super) fn measured(of: &Table<'_>) -> Markup {
    html! {
        h2 id=(of.name) { (of.title) }
        (content(of))
    }
}

/// The columns that have no value, in a sentence.
fn without_values(of: &Table<'_>) -> Markup {
    html! { @if let Some(line) = empty_columns(of, label) { p.small { (line) "." } } }
}

fn content(of: &Table<'_>) -> Markup {
    html! { (without_values(of)) (rows_and_note(of)) }
}

fn rows_and_note(of: &Table<'_>) -> Markup {
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
        @if !of.note.is_empty() { div.note { @for part in in_paragraphs(&of.note) {
            p.small { (code_spans(&headed(of, &part))) }
        } } }
        @if !detail.is_empty() {
            p.small { (detail.len()) " more rows are in " code { "tables/" (of.name) ".csv" } "." }
        }
    }
}

/// Characters of the widest table that fits a page, on a screen and in print.
const WIDEST: usize = 136;

/// Characters from which on a text in a cell is broken into lines.
const BROKEN: usize = 24;

/// Names of columns that say what a row is about, wherever they are in a table.
const KEYS: [&str; 4] = ["test", "measure", "question", "kind"];

/// Rows as a table; as several below each other if one would be wider than a page. Each begins with the
/// columns of names that begin the whole, and with those of [`KEYS`] that an earlier one has.
fn table(of: &Table<'_>, rows: &[&Row<'_>]) -> Markup {
    let columns = merged_columns(of, rows);
    html! { @for part in parts(of, rows, &columns) {
        div.wide tabindex="0" { table {
            thead { tr { @for column in &part {
                th.number[!column.is_name(rows)] { (head(of, column)) }
            } } }
            tbody { @for row in rows { tr { @for column in &part {
                @let text = in_words(column.name(of), column.cell(of, row));
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
    let is_key = |one: &&ShownColumn| {
        KEYS.contains(&one.name(of)) && !names.iter().any(|name| std::ptr::eq(*name, *one))
    };
    let mut parts = vec![names.clone()];
    let mut used = own;
    for (at, column) in columns.iter().enumerate().skip(names.len()) {
        let needed = width(column);
        let is_begun = parts.last().is_some_and(|part| part.len() > names.len());
        if is_begun && used + needed > WIDEST {
            let keys: Vec<&ShownColumn> = columns[names.len()..at].iter().filter(is_key).collect();
            used = own + keys.iter().map(|one| width(one)).sum::<usize>();
            parts.push(names.iter().copied().chain(keys).collect());
        }
        used += needed;
        parts.last_mut().into_iter().for_each(|part| part.push(column));
    }
    parts
}
