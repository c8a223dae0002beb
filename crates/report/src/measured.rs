//! Tables of measures as text and as CSV.

use crate::tables::origin;
use crate::terminal::{p_value, table};
use crate::wording::{listed, points, wrapped};
use crate::{Provenance, escape_line};
use peirast_decimals::{fixed_decimals, percent_decimals};
use peirast_table::{Cell, Row, Table, Unit};

/// The tables of what a run cost, which say nothing of its subjects.
const COSTS: [&str; 3] = ["cost", "tokens", "cost_by_verdict"];

/// Whether a table says what a run cost.
pub(crate) fn is_of_costs(table: &Table<'_>) -> bool {
    COSTS.contains(&table.name.as_str())
}

/// Which tables were left out and why, in a sentence; empty if none was.
pub fn hollow_text(titles: &[String]) -> String {
    let quoted: Vec<String> = titles.iter().map(|title| format!("\"{title}\"")).collect();
    match titles.len() {
        0 => String::new(),
        1 => format!(
            "The table {} is left out: these answers leave nothing in it to compute.",
            quoted[0]
        ),
        _ => format!(
            "The tables {} are left out: these answers leave nothing in them to compute.",
            listed(&quoted)
        ),
    }
}

/// A cell as people read it: shares in percent, differences in points.
pub(crate) fn cell_text(cell: &Cell<'_>, unit: Unit) -> String {
    match cell {
        Cell::Text(text) => escape_line(text),
        Cell::Flag(flag) => flag.to_string(),
        Cell::Count(count) => count.to_string(),
        Cell::Number(number) => match unit {
            Unit::Share => percent_decimals(*number, 1) + " %",
            Unit::Points => points(*number),
            Unit::Dollars => money(*number),
            Unit::P => p_value(Some(*number)),
            _ if number.fract() == 0.0 => format!("{number:.0}"),
            _ => fixed_decimals(*number, 2),
        },
        Cell::Missing => "-".to_owned(),
    }
}

/// Dollars with cents, or with three digits that count where it is less than ten of them.
fn money(dollars: f64) -> String {
    if dollars == 0.0 || dollars >= 0.1 {
        return fixed_decimals(dollars, 2);
    }
    let leading = (-dollars.log10().floor()).max(1.0) as usize;
    fixed_decimals(dollars, leading + 2)
}

/// The columns that a page or a terminal shows of these rows: no details, nothing that is pooled in all
/// of them, and nothing that is missing in the whole table.
pub(crate) fn shown_columns(of: &Table<'_>, rows: &[&Row<'_>]) -> Vec<usize> {
    let pooled = |at: usize| {
        let all = |row: &&Row<'_>| *row.cell(at) == Cell::from("all");
        !rows.is_empty() && rows.iter().all(all)
    };
    let empty = |at: usize| of.rows.iter().all(|row| *row.cell(at) == Cell::Missing);
    let shown = of
        .columns
        .iter()
        .enumerate()
        .filter(|(at, column)| !column.is_detail && !pooled(*at) && !empty(*at));
    shown.map(|(at, _)| at).collect()
}

/// A table for the terminal; with `in_full` the rows of single configurations too.
pub fn measured_text(of: &Table<'_>, in_full: bool) -> String {
    let rows: Vec<&Row<'_>> = of.rows.iter().filter(|row| in_full || !row.is_detail).collect();
    let columns = shown_columns(of, &rows);
    let header: Vec<&str> = columns.iter().map(|at| of.columns[*at].name.as_str()).collect();
    let cell = |row: &Row<'_>, at: usize| cell_text(row.cell(at), of.columns[at].unit);
    let cells = |row: &&Row<'_>| columns.iter().map(|at| cell(row, *at)).collect();
    format!("{}\n{}", of.title, table(&header, rows.iter().map(cells)))
}

/// A note under its table, broken into lines.
pub fn note_text(of: &Table<'_>) -> String {
    const WIDTH: usize = 98;
    let line = |line: &str| format!("  {line}\n");
    wrapped(&of.note, WIDTH).lines().map(line).collect()
}

/// A table as CSV, in full, with plain numbers: shares and differences from 0 to 1. Where it comes
/// from stands in the last columns of every row.
pub fn measured_csv(of: &Table<'_>, provenance: &Provenance) -> String {
    Table { origin: origin(provenance), ..of.clone() }.csv()
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_table::{Builder, Value};

    #[test]
    fn dollars_are_shown_with_the_digits_that_count() {
        for (dollars, text) in
            [(0.0, "0.00"), (12.345, "12.34"), (12.355, "12.36"), (0.01234, "0.0123")]
        {
            assert_eq!(cell_text(&Cell::Number(dollars), Unit::Dollars), text);
        }
    }
    fn example() -> Table<'static> {
        let names = ["subject", "strategy", "accuracy", "bias", "+p", "+usd"];
        let mut table = Builder::new("example", "Example", "", &names);
        for (subject, strategy, is_detail) in [("=a\u{1b}", "all", false), ("b", "zero_shot", true)]
        {
            let numbers =
                [Value::Share(0.5), Value::Points(-0.125), Value::P(1e-9), Value::Dollars(0.01234)];
            let names = [subject, strategy].map(Value::from);
            table.row(is_detail, names.into_iter().chain(numbers).collect());
        }
        table.build()
    }

    #[test]
    fn a_terminal_shows_no_details_and_steers_nothing() {
        let text = measured_text(&example(), false);
        assert_eq!(
            text,
            "Example\nsubject   accuracy  bias\n--------  --------  -----\n=a\\u{1b}  50.0 %    -12.5\n"
        );
        assert!(measured_text(&example(), true).contains("zero_shot"));
    }

    #[test]
    fn a_file_has_everything_in_plain_numbers() {
        let csv = measured_csv(&example(), &Provenance::default());
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(
            lines[0],
            "subject,strategy,accuracy,bias,p,usd,study,study_hash,seed,version,grader"
        );
        assert!(
            lines[1].starts_with("'=a")
                && lines[1].contains(",all,0.5,-0.125,0.000000001,0.01234,")
        );
        assert_eq!(lines.len(), 3);
    }
}
