//! Results as rows of named values: a table for readers, JSON lines for programs.

use crate::error::Result;
use peirast_decimals::{fixed_decimals, scientific_decimals};
use peirast_stats::{Defined, Error, Interval, Undefined};
use peirast_table::{column_width, escape_json, escape_line};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// One value of a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A name or a text of the input.
    Text(String),
    /// A count.
    Count(u64),
    /// A number, or the reason why there is none.
    Number(Defined),
    /// An interval, or the reason why there is none.
    Interval(Defined<Interval>),
    /// Yes or no.
    Flag(bool),
}

impl Cell {
    /// A text.
    pub fn text(text: impl ToString) -> Self {
        Self::Text(text.to_string())
    }

    /// A number that exists.
    pub const fn number(value: f64) -> Self {
        Self::Number(Ok(value))
    }

    /// The value for readers.
    pub(crate) fn render(&self) -> String {
        match self {
            Self::Text(text) => escape_line(text),
            Self::Count(count) => count.to_string(),
            Self::Number(Ok(value)) => digits(*value),
            Self::Interval(Ok(interval)) => {
                let count = interval.digits(DIGITS);
                let (low, high) =
                    (significant(interval.low, count), significant(interval.high, count));
                format!("{low} to {high}")
            }
            Self::Number(Err(why)) | Self::Interval(Err(why)) => format!("undefined: {why}"),
            Self::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        }
    }

    /// True if there is no value.
    const fn is_undefined(&self) -> bool {
        matches!(self, Self::Number(Err(_)) | Self::Interval(Err(_)))
    }

    /// The value for programs.
    pub(crate) fn json(&self) -> Value {
        match self {
            Self::Text(text) => json!(text),
            Self::Count(count) => json!(count),
            Self::Number(Ok(value)) => plain(*value),
            Self::Interval(Ok(Interval { low, high })) => {
                json!({"low": plain(*low), "high": plain(*high)})
            }
            Self::Number(Err(why)) | Self::Interval(Err(why)) => {
                json!({"undefined": why.to_string()})
            }
            Self::Flag(flag) => json!(flag),
        }
    }
}

/// Separates undefined values from errors.
pub fn defined<T>(result: Result<T, Error>) -> Result<Defined<T>> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(error) => match error.reason() {
            Some(why) => Ok(Err(why)),
            None => Err(error.into()),
        },
    }
}

/// A number that JSON may not be able to represent.
pub fn plain(value: f64) -> Value {
    match value {
        f64::INFINITY => json!("infinity"),
        f64::NEG_INFINITY => json!("-infinity"),
        value if value.is_nan() => json!({"undefined": Undefined::NotFinite.to_string()}),
        value => json!(without_noise(value)),
    }
}

/// Removes the rounding noise of floats from a number: 0.30000000000000004 becomes 0.3. Only
/// numbers very close to one with twelve digits change, by less than a unit of their last digit.
pub fn without_noise(value: f64) -> f64 {
    let text = format!("{value:.14e}");
    let is_short = text.split_once('e').is_some_and(|(digits, _)| digits.ends_with("000"));
    text.parse().ok().filter(|_| is_short).unwrap_or(value)
}

/// Applies [`without_noise`] to every number of a JSON value.
fn without_noises(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            if let Some(float) = number.as_f64() {
                *value = json!(without_noise(float));
            }
        }
        Value::Array(list) => list.iter_mut().for_each(without_noises),
        Value::Object(fields) => fields.values_mut().for_each(without_noises),
        _ => {}
    }
}

/// A result as a line of JSON, without the rounding noise of floats.
///
/// # Errors
/// If JSON cannot represent a value.
pub fn json_line(result: &impl Serialize) -> Result<String> {
    let mut value = serde_json::to_value(result)?;
    without_noises(&mut value);
    Ok(escape_json(&value.to_string()) + "\n")
}

/// A result for readers and for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printout {
    /// The form for readers.
    pub text: String,
    /// The form for programs: JSON lines.
    pub json: String,
}

/// Rows with the same names.
#[derive(Debug, Default)]
pub struct Sheet {
    rows: Vec<Vec<(&'static str, Cell)>>,
    lost: u64,
    notes: Vec<String>,
}

impl Sheet {
    /// A sheet of one row.
    pub fn single(row: Vec<(&'static str, Cell)>) -> Self {
        Self::rows(vec![row])
    }

    /// A sheet of several rows.
    pub fn rows(rows: Vec<Vec<(&'static str, Cell)>>) -> Self {
        Self { rows, lost: 0, notes: Vec::new() }
    }

    /// Sets the number of rows of the input that were left out.
    pub fn losing(self, lost: u64) -> Self {
        Self { lost, ..self }
    }

    /// Adds these notes if a value is undefined.
    pub fn explained_by(self, notes: Vec<String>) -> Self {
        let is_undefined = self.rows.iter().flatten().any(|(_, cell)| cell.is_undefined());
        Self { notes: if is_undefined { notes } else { Vec::new() }, ..self }
    }

    /// Adds a note.
    pub fn noting(mut self, note: Option<String>) -> Self {
        self.notes.extend(note);
        self
    }

    /// Both forms of the sheet.
    pub fn printout(&self) -> Printout {
        Printout { text: self.text(), json: self.json() }
    }

    /// The rows as JSON lines.
    pub fn json(&self) -> String {
        let line = |row: &Vec<(&'static str, Cell)>| {
            let fields = row.iter().map(|(name, cell)| (name.replace(' ', "_"), cell.json()));
            let lost = (self.lost > 0).then(|| ("lost".to_owned(), json!(self.lost)));
            let notes = (!self.notes.is_empty()).then(|| ("notes".to_owned(), json!(self.notes)));
            let fields: Map<String, Value> = fields.chain(lost).chain(notes).collect();
            escape_json(&Value::Object(fields).to_string()) + "\n"
        };
        self.rows.iter().map(line).collect()
    }

    /// The rows as a table; a single row has a line for each value.
    pub fn text(&self) -> String {
        let lines: Vec<Vec<String>> = match self.rows.as_slice() {
            [] => Vec::new(),
            [row] => {
                row.iter().map(|(name, cell)| vec![(*name).to_owned(), cell.render()]).collect()
            }
            [first, ..] => {
                let head = first.iter().map(|(name, _)| (*name).to_owned()).collect();
                let line =
                    |row: &Vec<(&str, Cell)>| row.iter().map(|(_, cell)| cell.render()).collect();
                [head].into_iter().chain(self.rows.iter().map(line)).collect()
            }
        };
        let mut text = aligned(&lines);
        text.push_str(&match self.lost {
            0 => String::new(),
            1 => "1 row was left out: a value is missing.\n".to_owned(),
            lost => format!("{lost} rows were left out: a value is missing.\n"),
        });
        for note in &self.notes {
            text.push_str(&format!("Note: {note}.\n"));
        }
        text
    }
}

/// Lines of cells, in columns.
fn aligned(lines: &[Vec<String>]) -> String {
    let width = |at: usize| column_width(lines.iter().filter_map(|line| line.get(at)));
    let widths: Vec<usize> = (0..lines.first().map_or(0, |line| line.len())).map(width).collect();
    let line = |cells: &Vec<String>| {
        let padded = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    lines.iter().map(line).collect()
}

/// Significant digits of a number for readers.
const DIGITS: usize = 5;

/// A number with five significant digits, with a power of ten for tiny or huge ones.
pub fn digits(value: f64) -> String {
    significant(value, DIGITS)
}

fn significant(value: f64, count: usize) -> String {
    match value {
        f64::INFINITY => return "infinite".to_owned(),
        f64::NEG_INFINITY => return "minus infinite".to_owned(),
        0.0 => return "0".to_owned(),
        value if value.is_nan() => return format!("undefined: {}", Undefined::NotFinite),
        _ => {}
    }
    let size = value.abs().log10().floor();
    if !(-4.0..9.0).contains(&size) {
        return scientific_decimals(value, count - 1);
    }
    let places = (count as f64 - 1.0 - size).max(0.0) as usize;
    let text = fixed_decimals(value, places);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_digits_and_say_what_they_are_not() {
        assert_eq!(digits(0.5), "0.5");
        assert_eq!(digits(-0.123_456_7), "-0.12346");
        assert_eq!(digits(1_234_567.0), "1234567");
        assert_eq!(digits(1e-7), "1.0000e-7");
        assert_eq!(digits(f64::INFINITY), "infinite");
        assert_eq!(plain(f64::NEG_INFINITY), json!("-infinity"));
        assert!(digits(f64::NAN).starts_with("undefined"));
    }

    #[test]
    fn decimals_have_no_noise_of_floats() {
        assert_eq!(plain(0.1 + 0.2).to_string(), "0.3");
        assert_eq!(plain(0.7 - 0.4).to_string(), "0.3");
        assert_eq!(plain(1.0 / 3.0).to_string(), "0.3333333333333333");
        assert_eq!(plain(1e300).to_string(), "1e+300");
        assert_eq!(plain(f64::MIN_POSITIVE).to_string(), json!(f64::MIN_POSITIVE).to_string());
        let line = json_line(&json!({"a": [0.1 + 0.2], "n": 3, "t": "0.30000000000000004"}));
        assert_eq!(
            line.ok(),
            Some("{\"a\":[0.3],\"n\":3,\"t\":\"0.30000000000000004\"}\n".to_owned())
        );
    }

    #[test]
    fn narrow_intervals_show_their_width() {
        let shown = |low, high| Cell::Interval(Ok(Interval { low, high })).render();
        assert_eq!(shown(0.2, 0.4), "0.2 to 0.4");
        assert_eq!(shown(0.499_999_02, 0.500_000_98), "0.499999 to 0.500001");
        assert_eq!(shown(0.5, 0.5), "0.5 to 0.5");
    }

    #[test]
    fn text_of_the_input_does_not_steer() {
        let sheet =
            Sheet::single(vec![("name", Cell::text("a\u{1b}[31m\nb")), ("n", Cell::Count(1))]);
        assert_eq!(sheet.text(), "name  a\\u{1b}[31m\\nb\nn     1\n");
    }
}
