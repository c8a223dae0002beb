//! Tables of measures as text and as CSV.

use crate::heads::{head, headed, label};
use crate::tables::origin;
use crate::terminal::{p_value, text_table};
use crate::wording::{listed, points, wrapped};
use crate::{Provenance, escape_line};
use peirast_decimals::{fixed_decimals, percent_decimals};
use peirast_table::{Cell, Row, Table, Unit};

/// The tables of the cost of a run, which describe no subject.
const COSTS: [&str; 3] = ["cost", "tokens", "cost_by_verdict"];

/// True if a table is about the cost of a run.
pub(crate) fn is_of_costs(table: &Table<'_>) -> bool {
    COSTS.contains(&table.name.as_str())
}

/// The tables that were left out and why, in a sentence; empty if none was.
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
            Unit::P => p_value(Some(*number)),
            Unit::Dollars => digits_that_count(*number),
            _ if number.fract() == 0.0 => format!("{number:.0}"),
            _ => digits_that_count(*number),
        },
        Cell::Missing => "-".to_owned(),
    }
}

/// A number with two decimals, or with three digits that count where it is smaller than 0.1.
fn digits_that_count(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 || size >= 0.1 {
        return fixed_decimals(number, 2);
    }
    if size < 1e-6 {
        return format!("{number:.2e}");
    }
    let leading = (-size.log10().floor()).max(1.0) as usize;
    fixed_decimals(number, leading + 2)
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

/// A column that a page or a terminal shows: an estimate and its interval are one.
pub(crate) struct ShownColumn {
    at: usize,
    /// The columns of the ends of its interval.
    ends: Option<(usize, usize)>,
}

/// The columns that a page or a terminal shows of these rows, each interval with its estimate: `x` with `x_low`
/// and `x_high`, or with `low` and `high` directly after it.
pub(crate) fn merged_columns(of: &Table<'_>, rows: &[&Row<'_>]) -> Vec<ShownColumn> {
    let shown = shown_columns(of, rows);
    let name = |at: usize| of.columns[at].name.as_str();
    let ends = |place: usize| {
        let at = shown[place];
        let is_end = |column: &usize, end: &str| {
            name(*column).strip_prefix(name(at)).is_some_and(|rest| rest == end)
        };
        let own = |end: &str| shown.iter().copied().find(|column| is_end(column, end));
        let plain = |step: usize, end: &str| {
            shown.get(place + step).copied().filter(|column| name(*column) == end)
        };
        own("_low").zip(own("_high")).or_else(|| plain(1, "low").zip(plain(2, "high")))
    };
    let all: Vec<ShownColumn> =
        (0..shown.len()).map(|place| ShownColumn { at: shown[place], ends: ends(place) }).collect();
    let is_end = |at: usize| {
        all.iter().filter_map(|one| one.ends).any(|(low, high)| low == at || high == at)
    };
    let is_own: Vec<bool> = all.iter().map(|one| !is_end(one.at)).collect();
    all.into_iter().zip(is_own).filter(|(_, own)| *own).map(|(one, _)| one).collect()
}

impl ShownColumn {
    /// The name of the column in files.
    pub(crate) fn name<'t>(&self, of: &'t Table<'_>) -> &'t str {
        &of.columns[self.at].name
    }

    /// The head of the column: its name in files, and that it holds an interval.
    pub(crate) fn head(&self, of: &Table<'_>) -> String {
        let name = &of.columns[self.at].name;
        if self.ends.is_some() { format!("{name} [95 %]") } else { name.clone() }
    }

    /// A value of a row: the estimate and, in brackets, the ends of its interval.
    pub(crate) fn cell(&self, of: &Table<'_>, row: &Row<'_>) -> String {
        let text = |at: usize| cell_text(row.cell(at), of.columns[at].unit);
        let own = text(self.at);
        let bare = |at: usize| text(at).trim_end_matches(" %").to_owned();
        match self.ends {
            Some((low, high)) if *row.cell(low) != Cell::Missing => {
                format!("{own} [{}, {}]", bare(low), bare(high))
            }
            _ => own,
        }
    }

    /// True if the rows hold names in it.
    pub(crate) fn is_name(&self, rows: &[&Row<'_>]) -> bool {
        rows.iter().any(|row| matches!(row.cell(self.at), Cell::Text(_)))
    }
}

/// A table for the terminal; with `in_full` the rows of single configurations too.
pub fn measured_text(of: &Table<'_>, in_full: bool) -> String {
    let rows: Vec<&Row<'_>> = of.rows.iter().filter(|row| in_full || !row.is_detail).collect();
    let columns = merged_columns(of, &rows);
    let header: Vec<String> = columns.iter().map(|column| head(of, column)).collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let cells = |row: &&Row<'_>| columns.iter().map(|column| column.cell(of, row)).collect();
    let empty = empty_columns(of, label).map_or(String::new(), |line| line + ".\n");
    format!("{}\n{}{empty}", of.title, text_table(&header, rows.iter().map(cells)))
}

/// Columns that say why there is no value: without a reason to give, nothing is missing.
const REASONS: [&str; 2] = ["undefined", "why_none"];

/// The ends of intervals, which are shown with their estimates.
fn is_end(name: &str) -> bool {
    ["low", "high"].iter().any(|end| name == *end || name.ends_with(&format!("_{end}")))
}

/// A sentence on the columns that are not shown because no row has a value, with `label` as their names; nothing
/// if each has one.
pub(crate) fn empty_columns(of: &Table<'_>, label: impl Fn(&str) -> String) -> Option<String> {
    let is_empty = |at: usize| of.rows.iter().all(|row| *row.cell(at) == Cell::Missing);
    let is_named = |name: &str| !REASONS.contains(&name) && !is_end(name);
    let empty = of
        .columns
        .iter()
        .enumerate()
        .filter(|(at, column)| !column.is_detail && is_named(&column.name) && is_empty(*at));
    let names: Vec<String> = empty.map(|(_, column)| label(&column.name)).collect();
    (!names.is_empty() && !of.rows.is_empty())
        .then(|| format!("Not shown, because these answers give no value: {}", names.join(", ")))
}

/// A note under its table, with the heads of its columns, broken into lines.
pub fn note_text(of: &Table<'_>) -> String {
    const WIDTH: usize = 98;
    let line = |line: &str| format!("  {line}\n");
    wrapped(&headed(of, &of.note), WIDTH).lines().map(line).collect()
}

/// A table as CSV, in full, with plain numbers: shares and differences from 0 to 1. Its provenance
/// is in the last columns of every row.
pub fn measured_csv(of: &Table<'_>, provenance: &Provenance) -> String {
    Table { origin: origin(provenance), ..of.clone() }.csv()
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_table::{Builder, Value};

    #[test]
    fn small_numbers_are_shown_with_the_digits_that_count() {
        for (number, text) in [
            (12.345, "12.34"),
            (0.01234, "0.0123"),
            (-0.002_481, "-0.00248"),
            (0.000_011, "0.0000110"),
            (-3.14e-26, "-3.14e-26"),
        ] {
            for unit in [Unit::Dollars, Unit::Number] {
                assert_eq!(cell_text(&Cell::Number(number), unit), text);
            }
        }
        assert_eq!(cell_text(&Cell::Number(0.0), Unit::Dollars), "0.00");
        assert_eq!(cell_text(&Cell::Number(0.0), Unit::Number), "0");
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
            "Example\nSubject   Accuracy  Bias\n--------  --------  -----\n=a\\u{1b}  50.0 %    -12.5\n"
        );
        assert!(measured_text(&example(), true).contains("zero_shot"));
    }

    #[test]
    fn an_interval_stands_with_its_estimate() {
        let names = ["subject", "accuracy", "low", "high", "rate", "n", "rate_low", "rate_high"];
        let mut table = Builder::new("example", "Example", "", &names);
        let shares = |of: &[f64]| of.iter().map(|share| Value::Share(*share)).collect::<Vec<_>>();
        let mut row = vec![Value::from("a")];
        row.extend(shares(&[0.5, 0.25, 0.75, 0.1]));
        row.push(Value::Count(7));
        row.extend(shares(&[0.0, 0.2]));
        table.row(false, row);
        let none = || Value::from_option(None::<f64>, Value::Share);
        table.row(
            false,
            vec!["b".into(), none(), none(), none(), none(), Value::Count(0), none(), none()],
        );
        assert_eq!(
            measured_text(&table.build(), false),
            "Example\n\
             Subject  Accuracy [95 %]      Rate [95 %]         n\n\
             -------  -------------------  ------------------  -\n\
             a        50.0 % [25.0, 75.0]  10.0 % [0.0, 20.0]  7\n\
             b        -                    -                   0\n"
        );
    }

    #[test]
    fn a_column_without_a_value_is_named() {
        let mut table =
            Builder::new("example", "Example", "", &["subject", "VB", "VU", "why_none", "+p"]);
        let row = |subject: &str| {
            let none = Value::from_option(None::<f64>, Value::Share);
            let why = Value::from_option(None::<&str>, Value::from);
            let p = Value::from_option(None::<f64>, Value::P);
            vec![subject.into(), Value::Share(0.5), none, why, p]
        };
        table.row(false, row("a"));
        table.row(false, row("b"));
        let text = measured_text(&table.build(), false);
        assert!(text.ends_with("Not shown, because these answers give no value: VU.\n"), "{text}");
        assert!(!measured_text(&example(), false).contains("Not shown"));
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
