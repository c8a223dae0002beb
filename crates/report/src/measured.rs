//! Tables of measures as text and as CSV.

use crate::terminal::{p_value, table};
use crate::wording::{listed, wrapped};
use crate::{Provenance, csv_cell, escape_line};
use peirast_measure::{Row, Table, Value};

/// The tables of what a run cost, which say nothing of its subjects.
const COSTS: [&str; 3] = ["cost", "tokens", "cost_by_verdict"];

/// Whether a table says what a run cost.
pub(crate) fn is_of_costs(table: &Table) -> bool {
    COSTS.contains(&table.name)
}

/// Which tables were left out and why, in a sentence; empty if none was.
pub fn hollow_text(titles: &[&str]) -> String {
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
pub fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => escape_line(text),
        Value::Count(count) => count.to_string(),
        Value::Share(share) => format!("{:.1} %", 100.0 * share),
        Value::Points(points) => format!("{:+.1}", 100.0 * points),
        Value::Number(number) if number.fract() == 0.0 => format!("{number:.0}"),
        Value::Number(number) => format!("{number:.2}"),
        Value::Dollars(dollars) => money(*dollars),
        Value::P(p) => p_value(Some(*p)),
        Value::Missing => "-".to_owned(),
    }
}

/// Dollars with cents, or with three digits that count where it is less than ten of them.
fn money(dollars: f64) -> String {
    if dollars == 0.0 || dollars >= 0.1 {
        return format!("{dollars:.2}");
    }
    let leading = (-dollars.log10().floor()).max(1.0) as usize;
    format!("{dollars:.*}", leading + 2)
}

/// The columns that a page or a terminal shows of these rows: no details, nothing that is pooled in all
/// of them, and nothing that is missing in the whole table.
pub(crate) fn shown_columns(of: &Table, rows: &[&Row]) -> Vec<usize> {
    let pooled = |at: usize| {
        let all = |row: &&Row| row.cells.get(at) == Some(&Value::Text("all".to_owned()));
        !rows.is_empty() && rows.iter().all(all)
    };
    let empty = |at: usize| {
        let missing = |row: &Row| row.cells.get(at).is_none_or(|cell| *cell == Value::Missing);
        of.rows.iter().all(missing)
    };
    let shown = of
        .columns
        .iter()
        .enumerate()
        .filter(|(at, column)| !column.is_detail && !pooled(*at) && !empty(*at));
    shown.map(|(at, _)| at).collect()
}

/// A table for the terminal; with `in_full` the rows of single configurations too.
pub fn measured_text(of: &Table, in_full: bool) -> String {
    let rows: Vec<&Row> = of.rows.iter().filter(|row| in_full || !row.is_detail).collect();
    let columns = shown_columns(of, &rows);
    let header: Vec<&str> = columns.iter().map(|at| of.columns[*at].name.as_str()).collect();
    let cells = |row: &&Row| columns.iter().map(|at| shown(&row.cells[*at])).collect();
    format!("{}\n{}", of.title, table(&header, rows.iter().map(cells)))
}

/// A note under its table, broken into lines.
pub fn note_text(of: &Table) -> String {
    const WIDTH: usize = 98;
    let line = |line: &str| format!("  {line}\n");
    wrapped(&of.note, WIDTH).lines().map(line).collect()
}

/// A table as CSV, in full, with plain numbers: shares and differences from 0 to 1. Where it comes
/// from stands in the last columns of every row.
///
/// # Errors
/// None in practice: writing to memory.
pub fn measured_csv(of: &Table, provenance: &Provenance) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let origin = ["study", "study_hash", "seed", "version", "grader"];
    let names = of.columns.iter().map(|column| column.name.as_str());
    writer.write_record(names.chain(origin))?;
    let seed = provenance.seed.map(|seed| seed.to_string()).unwrap_or_default();
    let origin =
        [&provenance.study, &provenance.study_hash, &seed, &provenance.version, &provenance.grader];
    for row in &of.rows {
        let cells = row.cells.iter().map(plain);
        writer.write_record(cells.chain(origin.map(|text| csv_cell(text))))?;
    }
    Ok(String::from_utf8_lossy(&writer.into_inner().unwrap_or_default()).into_owned())
}

fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => csv_cell(text),
        Value::Count(count) => count.to_string(),
        Value::Share(x) | Value::Points(x) | Value::Number(x) | Value::Dollars(x) | Value::P(x) => {
            x.to_string()
        }
        Value::Missing => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_are_shown_with_the_digits_that_count() {
        for (dollars, text) in [(0.0, "0.00"), (12.345, "12.35"), (0.01234, "0.0123")] {
            assert_eq!(shown(&Value::Dollars(dollars)), text);
        }
        assert_eq!(plain(&Value::Dollars(0.01234)), "0.01234");
    }
    use peirast_measure::Column;

    fn example() -> Table {
        let column = |name: &str, is_detail| Column { name: name.to_owned(), is_detail };
        let row = |subject: &str, strategy: &str, is_detail| Row {
            cells: vec![
                subject.into(),
                strategy.into(),
                Value::Share(0.5),
                Value::Points(-0.125),
                Value::P(1e-9),
            ],
            is_detail,
        };
        Table {
            name: "example",
            title: "Example",
            note: String::new(),
            columns: vec![
                column("subject", false),
                column("strategy", false),
                column("accuracy", false),
                column("bias", false),
                column("p", true),
            ],
            rows: vec![row("=a\u{1b}", "all", false), row("b", "zero_shot", true)],
        }
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
        let csv = measured_csv(&example(), &Provenance::default()).expect("in memory");
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(
            lines[0],
            "subject,strategy,accuracy,bias,p,study,study_hash,seed,version,grader"
        );
        assert!(lines[1].starts_with("'=a") && lines[1].contains(",all,0.5,-0.125,0.000000001,"));
        assert_eq!(lines.len(), 3);
    }
}
