//! Tables as figures read them.

use crate::Report;
use peirast_decimals::fixed_decimals;
use peirast_figure::Estimate;
use peirast_table::{Cell, Row, Table};

/// A table, of which cells are looked up by the names of columns.
#[derive(Clone, Copy)]
pub struct Sheet<'a> {
    table: &'a Table<'static>,
}

/// A row of it.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    table: &'a Table<'static>,
    row: &'a Row<'static>,
}

impl<'a> Sheet<'a> {
    /// The table of this name, if the report has it.
    pub fn find(report: &'a Report, name: &str) -> Option<Self> {
        report.measured.iter().find(|table| table.name == name).map(|table| Self { table })
    }

    /// Its rows.
    pub fn lines(self) -> impl Iterator<Item = Line<'a>> {
        self.table.rows.iter().map(move |row| Line { table: self.table, row })
    }

    /// The rows of whole subjects, that of all subjects left out.
    pub fn subjects(self) -> impl Iterator<Item = Line<'a>> {
        self.lines().filter(|line| {
            line.text("subject") != "all" && line.is_all("strategy") && line.is_all("temperature")
        })
    }
}

impl<'a> Line<'a> {
    fn value(self, column: &str) -> Option<&'a Cell<'static>> {
        let at = self.table.columns.iter().position(|own| own.name == column)?;
        self.row.cells.get(at)
    }

    /// A text; empty where there is none.
    pub fn text(self, column: &str) -> &'a str {
        match self.value(column) {
            Some(Cell::Text(text)) => text,
            _ => "",
        }
    }

    /// Whether a row is of all levels of a factor.
    pub fn is_all(self, column: &str) -> bool {
        self.text(column) == "all"
    }

    /// A number of whatever unit.
    pub fn number(self, column: &str) -> Option<f64> {
        match self.value(column)? {
            Cell::Count(count) => Some(*count as f64),
            Cell::Number(number) => Some(*number),
            Cell::Text(_) | Cell::Flag(_) | Cell::Missing => None,
        }
    }

    /// Spearman's coefficient, which is in this column, in words; nothing where there is none.
    pub fn spearman(self, column: &str) -> String {
        let Some(value) = self.number(column) else { return String::new() };
        let mut words = format!("Spearman's ρ = {}", fixed_decimals(value, 2));
        if let Some((low, high)) = self.number("low").zip(self.number("high")) {
            let [low, high] = [low, high].map(|limit| fixed_decimals(limit, 2));
            words.push_str(&format!(" [{low}, {high}]"));
        }
        if let Some(p) = self.number("p") {
            let p = if p < 0.001 {
                "p < 0.001".to_owned()
            } else {
                format!("p = {}", fixed_decimals(p, 3))
            };
            words.push_str(&format!(", {p}"));
        }
        words
    }

    /// A number within its interval, where it has one.
    pub fn estimate(self, value: &str, low: &str, high: &str) -> Option<Estimate> {
        let interval = self.number(low).zip(self.number(high));
        Some(Estimate { value: self.number(value)?, interval })
    }
}
