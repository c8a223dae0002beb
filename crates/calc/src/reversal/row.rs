//! The rows of a table of fallacies in two orders, as given.

use super::{Counts, PrintedValues};
use crate::columns::source::{Source, array, lines};
use crate::error::{Context as _, Result, refuse};
use peirast_stats::check_count;
use peirast_table::{decode_text, escape_line, is_missing};
use serde_json::{Map, Value};
use std::io::Read as _;
use std::path::Path;

/// A row of the table.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its place and model, for messages.
    pub place: String,
    /// The model.
    pub model: String,
    /// The counts, or all possible counts.
    pub counts: Vec<Counts>,
    /// Printed values.
    pub printed: PrintedValues,
}

/// The rows of a file, or of stdin: JSON objects in an array or one on each line, or CSV.
pub fn rows(file: Option<&Path>) -> Result<Vec<Row>> {
    let (name, bytes) = match file {
        Some(file) => (escape_line(&file.display().to_string()), std::fs::read(file)),
        None => {
            let mut bytes = Vec::new();
            let read = std::io::stdin().read_to_end(&mut bytes);
            ("stdin".to_owned(), read.map(|_| bytes))
        }
    };
    let reading = || format!("reading {name}");
    let text = decode_text(&bytes.with_context(reading)?).with_context(reading)?;
    let text = text.as_str();
    let (objects, unit) = match text.trim_start().chars().next() {
        Some('[') => {
            let list = serde_json::from_str(text).with_context(|| format!("reading {name}"))?;
            (array(list, &format!("{name}, row"), EXAMPLE)?, "row")
        }
        Some('{') => (lines(text, &name, EXAMPLE)?, "line"),
        _ => (from_csv(&name, text)?, "line"),
    };
    if objects.is_empty() {
        refuse!(
            "{name} has no rows: give objects with `model`, x1, x2 and n, or CSV with these columns"
        );
    }
    objects.iter().map(|(at, object)| Row::new(&format!("{name}, {unit} {at}"), object)).collect()
}

/// An example of an object of the table.
const EXAMPLE: &str = r#"{"model": "a", "x1": 6}"#;

fn from_csv(name: &str, text: &str) -> Result<Vec<(u64, Map<String, Value>)>> {
    let Source { names, rows, notation, .. } = Source::from_csv(name.to_owned(), text)?;
    // The columns of counts, which have no decimals.
    let counts = rows.iter().flat_map(|(_, row)| names.iter().zip(row));
    let counts = counts.filter(|(column, _)| ["x1", "x2", "n"].contains(&column.as_str()));
    let notation = notation.with_counts(counts.map(|(_, cell)| cell.as_str()));
    let value = |line: u64, (column, cell): (&String, String)| -> Result<(String, Value)> {
        let cell = if is_missing(&cell) { String::new() } else { cell };
        let plain = if column == "model" { Ok(cell) } else { notation.plain(&cell) };
        let place = || format!("{name}, line {line}, column `{}`", escape_line(column));
        Ok((column.clone(), Value::String(plain.with_context(place)?)))
    };
    let object = |(line, row): (u64, Vec<String>)| -> Result<(u64, Map<String, Value>)> {
        let fields: Result<_> = names.iter().zip(row).map(|cell| value(line, cell)).collect();
        Ok((line, fields?))
    };
    rows.into_iter().map(object).collect()
}

impl Row {
    fn new(place: &str, object: &Map<String, Value>) -> Result<Self> {
        let model = match object.get("model") {
            Some(Value::String(model)) if !model.trim().is_empty() => model.trim().to_owned(),
            Some(Value::Number(number)) => number.to_string(),
            _ => refuse!("{place}: `model` is missing"),
        };
        let place = format!("{place} (model {})", escape_line(&model));
        let printed = |column| number(&place, column, object.get(column));
        Ok(Self {
            counts: counts(&place, object)?,
            printed: PrintedValues {
                blocked: printed("blocked_pct")?,
                z: printed("z")?,
                p: printed("p")?,
            },
            place,
            model,
        })
    }
}

fn counts(place: &str, object: &Map<String, Value>) -> Result<Vec<Counts>> {
    let given = |column| count(place, column, object.get(column));
    if let (Some(x1), Some(x2), Some(n)) = (given("x1")?, given("x2")?, given("n")?) {
        return Ok(vec![Counts { x1, x2, least: n, most: None }]);
    }
    let solutions = match object.get("solutions") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(solutions)) => solutions,
        Some(other) => refuse!("{place}, `solutions`: {} is not a list", quoted(other)),
    };
    let solution = |(at, one): (usize, &Value)| {
        let place = format!("{place}, solution {at}");
        let of = |column: &str| count(&place, column, one.get(column));
        let needed = |column: &str, found: Option<u64>| {
            found.with_context(|| format!("{place}: `{column}` is missing"))
        };
        Ok(Counts {
            x1: needed("x1", of("x1")?)?,
            x2: needed("x2", of("x2")?)?,
            least: needed("N_min", of("N_min")?.or(of("n")?))?,
            most: of("N_max")?,
        })
    };
    (1..).zip(solutions).map(solution).collect()
}

/// A whole number, or a text of one.
fn count(place: &str, column: &str, value: Option<&Value>) -> Result<Option<u64>> {
    let found = match value {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => return Ok(None),
        Some(Value::Number(number)) => number.as_u64(),
        Some(Value::String(text)) => text.trim().parse().ok(),
        Some(_) => None,
    };
    if let Some(count) = found {
        check_count("units", count).with_context(|| format!("{place}, `{column}`"))?;
    }
    let given = value.map(quoted).unwrap_or_default();
    let wrong =
        || format!("{place}, `{column}`: {given} is not a count; give a whole number such as 12");
    found.map(Some).with_context(wrong)
}

/// A number as it was printed, with all its digits.
fn number(place: &str, column: &str, value: Option<&Value>) -> Result<Option<String>> {
    let text = match value {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => return Ok(None),
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(other) => other.to_string(),
    };
    let is_number = text.trim_end_matches('%').trim_end().parse::<f64>().is_ok_and(f64::is_finite);
    if !is_number {
        let given = value.map(quoted).unwrap_or_default();
        refuse!(
            "{place}, `{column}`: {given} is not a number; give it as printed, such as 5.63e-01"
        );
    }
    Ok(Some(text))
}

fn quoted(value: &Value) -> String {
    escape_line(&value.to_string())
}
