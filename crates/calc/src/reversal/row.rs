//! The rows of a table of fallacies in two orders, as they were given.

use super::{Counts, PrintedValues};
use crate::error::{Context as _, Result, refuse};
use peirast_table::escape_line;
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

/// The rows of a file, or of stdin: JSON objects in an array or one a line, or CSV.
pub fn rows(file: Option<&Path>) -> Result<Vec<Row>> {
    let (name, text) = match file {
        Some(file) => {
            let name = escape_line(&file.display().to_string());
            let text = std::fs::read_to_string(file).with_context(|| format!("reading {name}"))?;
            (name, text)
        }
        None => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("reading stdin")?;
            ("stdin".to_owned(), text)
        }
    };
    let text = text.trim_start_matches('\u{feff}');
    let found: Vec<(String, Map<String, Value>)> = match text.trim_start().chars().next() {
        Some('[') => array(&name, text)?,
        Some('{') => lines(&name, text)?,
        _ => csv(&name, text)?,
    };
    if found.is_empty() {
        refuse!(
            "{name} has no rows: give objects with `model`, x1, x2 and n, or CSV with these columns"
        );
    }
    found.iter().map(|(place, object)| Row::new(place, object)).collect()
}

fn array(name: &str, text: &str) -> Result<Vec<(String, Map<String, Value>)>> {
    let all: Vec<Value> = serde_json::from_str(text).with_context(|| format!("reading {name}"))?;
    let object = |(at, value)| match value {
        Value::Object(object) => Ok((format!("{name}, row {at}"), object)),
        _ => {
            refuse!("{name}, row {at}: expected an object such as {{\"model\": \"a\", \"x1\": 6}}")
        }
    };
    (1..).zip(all).map(object).collect()
}

fn lines(name: &str, text: &str) -> Result<Vec<(String, Map<String, Value>)>> {
    let filled = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let object = |(at, line)| {
        let place = format!("{name}, line {at}");
        let object = serde_json::from_str(line).with_context(|| {
            format!("{place}: expected an object such as {{\"model\": \"a\", \"x1\": 6}}")
        })?;
        Ok((place, object))
    };
    filled.map(object).collect()
}

fn csv(name: &str, text: &str) -> Result<Vec<(String, Map<String, Value>)>> {
    let reading = || format!("reading {name}");
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let heads = reader.headers().with_context(reading)?.clone();
    let mut found = Vec::new();
    for row in reader.records() {
        let row = row.with_context(reading)?;
        let line = row.position().map_or(0, csv::Position::line);
        let cells = heads.iter().zip(&row).map(|(head, cell)| (head.to_owned(), cell.into()));
        found.push((format!("{name}, line {line}"), cells.collect()));
    }
    Ok(found)
}

impl Row {
    fn new(place: &str, object: &Map<String, Value>) -> Result<Self> {
        let model = match object.get("model") {
            Some(Value::String(model)) if !model.trim().is_empty() => model.trim().to_owned(),
            Some(Value::Number(number)) => number.to_string(),
            _ => refuse!("{place}: no `model` is named"),
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
    let own = |column| count(place, column, object.get(column));
    if let (Some(x1), Some(x2), Some(n)) = (own("x1")?, own("x2")?, own("n")?) {
        return Ok(vec![Counts { x1, x2, least: n, most: None }]);
    }
    let solutions = match object.get("solutions") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(solutions)) => solutions,
        Some(other) => refuse!("{place}, `solutions`: {} is no list", quoted(other)),
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
    let given = value.map(quoted).unwrap_or_default();
    let wrong =
        || format!("{place}, `{column}`: {given} is no count; give a whole number such as 12");
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
            "{place}, `{column}`: {given} is no number; give it as it was printed, such as 5.63e-01"
        );
    }
    Ok(Some(text))
}

fn quoted(value: &Value) -> String {
    escape_line(&value.to_string())
}
