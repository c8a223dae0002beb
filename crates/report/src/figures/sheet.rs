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

impl<'a> Sheet<'a> {
    /// The factors with several levels, over which rows of all levels are pooled, for the end of a
    /// clause.
    pub fn pooled_over(self) -> &'static str {
        let is_varied = |factor| {
            let levels = self.lines().map(|line| line.text(factor)).filter(|level| *level != "all");
            crate::group::once_each(levels).len() > 1
        };
        match (is_varied("strategy"), is_varied("temperature")) {
            (true, true) => ", over all strategies and temperatures",
            (true, false) => ", over all strategies",
            (false, true) => ", over all temperatures",
            (false, false) => "",
        }
    }
}

impl<'a> Line<'a> {
    fn value(self, column: &str) -> Option<&'a Cell<'static>> {
        let at = self.table.columns.iter().position(|own| own.name == column)?;
        self.row.cells.get(at)
    }

    /// A text; empty if there is none.
    pub fn text(self, column: &str) -> &'a str {
        match self.value(column) {
            Some(Cell::Text(text)) => text,
            _ => "",
        }
    }

    /// True if a row is of all levels of a factor.
    pub fn is_all(self, column: &str) -> bool {
        self.text(column) == "all"
    }

    /// A number of any unit.
    pub fn number(self, column: &str) -> Option<f64> {
        match self.value(column)? {
            Cell::Count(count) => Some(*count as f64),
            Cell::Number(number) => Some(*number),
            Cell::Text(_) | Cell::Flag(_) | Cell::Missing => None,
        }
    }

    /// Spearman's coefficient, which is in this column, in words; nothing if there is none.
    pub fn spearman(self, column: &str) -> String {
        let Some(value) = self.number(column) else { return String::new() };
        let mut words = format!("Spearman's ρ = {}", two_decimals(value));
        if let Some((low, high)) = self.number("low").zip(self.number("high")) {
            let [low, high] = [low, high].map(two_decimals);
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

/// A number with two decimals, and a minus sign where it is negative.
fn two_decimals(value: f64) -> String {
    fixed_decimals(value, 2).replace('-', "−")
}
