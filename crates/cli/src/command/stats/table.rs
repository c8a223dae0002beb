//! Columns of a CSV file, as tests take them.

use anyhow::{Context as _, Result, bail};
use peirast_report::escape_line;
use std::path::Path;

/// The columns that were asked for, row by row.
pub struct Columns {
    /// The rows, as texts.
    rows: Vec<Vec<String>>,
    /// The names of the columns.
    names: Vec<String>,
    /// The file, to be told to people.
    file: String,
    /// Rows left out.
    pub missing: u64,
}

/// Texts that stand for no value.
const MISSING: [&str; 5] = ["", "NA", "NaN", "null", "-"];

fn is_missing(cell: &str) -> bool {
    MISSING.contains(&cell)
}

impl Columns {
    /// Reads these columns of a file, or all of them; `-` is stdin. Rows that lack a value are left out
    /// and counted.
    pub fn read(file: &Path, wanted: &[String]) -> Result<Self> {
        let mut columns = Self::with_gaps(file, wanted)?;
        let before = columns.rows.len();
        columns.rows.retain(|row| !row.iter().any(|cell| is_missing(cell)));
        columns.missing = (before - columns.rows.len()) as u64;
        Ok(columns)
    }

    /// The same with the rows that lack a value.
    pub fn with_gaps(file: &Path, wanted: &[String]) -> Result<Self> {
        let name = file.display().to_string();
        let text = match file == Path::new("-") {
            true => std::io::read_to_string(std::io::stdin()),
            false => std::fs::read_to_string(file),
        };
        let text = text.with_context(|| format!("reading {name}"))?;
        let mut reader =
            csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
        let heads = reader.headers().with_context(|| format!("reading {name}"))?.clone();
        let place = |wanted: &String| {
            heads.iter().position(|head| head == wanted).with_context(|| {
                let known: Vec<String> = heads.iter().map(escape_line).collect();
                format!("{name} has no column `{wanted}`: it has {}", known.join(", "))
            })
        };
        let places: Vec<usize> = match wanted {
            [] => (0..heads.len()).collect(),
            wanted => wanted.iter().map(place).collect::<Result<_>>()?,
        };
        let names = places.iter().map(|at| heads[*at].to_owned()).collect();
        let mut rows = Vec::new();
        for row in reader.records() {
            let row = row.with_context(|| format!("reading {name}"))?;
            rows.push(places.iter().map(|at| row[*at].to_owned()).collect());
        }
        Ok(Self { rows, names, file: name, missing: 0 })
    }

    /// Refuses another number of columns.
    pub fn check_width(&self, count: usize, what: &str) -> Result<()> {
        if self.names.len() == count {
            return Ok(());
        }
        bail!("{what}: name {count} columns with --columns, not {}", self.names.len())
    }

    /// A column as numbers.
    pub fn numbers(&self, column: usize) -> Result<Vec<f64>> {
        (0..self.rows.len()).map(|row| self.number(row, column)).collect()
    }

    /// A column as numbers, and None where there is no value.
    pub fn numbers_or_gaps(&self, column: usize) -> Result<Vec<Option<f64>>> {
        let value = |row: usize| match is_missing(&self.rows[row][column]) {
            true => Ok(None),
            false => self.number(row, column).map(Some),
        };
        (0..self.rows.len()).map(value).collect()
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.names.len()
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Every row as numbers.
    pub fn matrix(&self) -> Result<Vec<Vec<f64>>> {
        self.matrix_from(0)
    }

    /// Every row as numbers, from a column on.
    pub fn matrix_from(&self, first: usize) -> Result<Vec<Vec<f64>>> {
        let row = |row| (first..self.names.len()).map(|column| self.number(row, column)).collect();
        (0..self.rows.len()).map(row).collect()
    }

    /// A column as texts.
    pub fn texts(&self, column: usize) -> Vec<&str> {
        self.rows.iter().filter_map(|row| row.get(column)).map(String::as_str).collect()
    }

    /// A column as right and wrong: 1 and 0, true and false, yes and no, correct and wrong.
    pub fn rights(&self, column: usize) -> Result<Vec<bool>> {
        (0..self.rows.len()).map(|row| self.right(row, column)).collect()
    }

    fn number(&self, row: usize, column: usize) -> Result<f64> {
        let text = &self.rows[row][column];
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => bail!("{}: `{}` is no number", self.place(column), escape_line(text)),
        }
    }

    fn right(&self, row: usize, column: usize) -> Result<bool> {
        let text = &self.rows[row][column];
        match text.to_lowercase().as_str() {
            "1" | "true" | "yes" | "correct" | "right" => Ok(true),
            "0" | "false" | "no" | "wrong" | "incorrect" => Ok(false),
            _ => bail!("{}: `{}` is neither 1 nor 0", self.place(column), escape_line(text)),
        }
    }

    fn place(&self, column: usize) -> String {
        format!("{}, column `{}`", self.file, escape_line(&self.names[column]))
    }
}
