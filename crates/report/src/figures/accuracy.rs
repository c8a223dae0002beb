//! How often answers are right, and how often they are predicted fallacies.

use super::sheet::{Line, Sheet};
use super::{MOST_ROWS, paged};
use crate::Report;
use peirast_figure::{Data, Figure, HeatMap, HeatRow, Ranked, Ranking};
use std::collections::BTreeMap;

/// Columns of one map.
const MOST_COLUMNS: usize = 40;

/// A share of each subject under each of several conditions.
#[derive(Default)]
struct Shares {
    columns: Vec<String>,
    rows: Vec<(String, BTreeMap<String, f64>)>,
}

impl Shares {
    fn put(&mut self, row: &str, column: &str, share: f64) {
        if !self.columns.iter().any(|own| own == column) {
            self.columns.push(column.to_owned());
        }
        let place = match self.rows.iter().position(|(own, _)| own == row) {
            Some(at) => at,
            None => {
                self.rows.push((row.to_owned(), BTreeMap::new()));
                self.rows.len() - 1
            }
        };
        if let Some((_, cells)) = self.rows.get_mut(place) {
            cells.insert(column.to_owned(), share);
        }
    }

    /// Maps of it; none where there is only one cell.
    fn maps(&self, name: &str, title: &str, caption: &str, measure: &str) -> Vec<Figure> {
        if self.columns.len() * self.rows.len() < 2 {
            return Vec::new();
        }
        let mut figures = Vec::new();
        for columns in self.columns.chunks(MOST_COLUMNS) {
            let row = |(name, cells): &(String, BTreeMap<String, f64>)| HeatRow {
                name: name.clone(),
                shares: columns.iter().map(|column| cells.get(column).copied()).collect(),
            };
            let rows: Vec<HeatRow> = self.rows.iter().map(row).collect();
            let data = |rows| {
                let (measure, columns) = (measure.to_owned(), columns.to_vec());
                Data::HeatMap(HeatMap { measure, columns, rows })
            };
            figures.extend(paged(name, title, caption, &rows, MOST_ROWS, data));
        }
        figures
    }
}

/// Accuracy by subject and protocol, over everything that was asked under it.
pub fn by_protocol(report: &Report) -> Vec<Figure> {
    let mut shares = Shares::default();
    for cell in &report.protocols {
        if let Some(accuracy) = cell.accuracy() {
            shares.put(&cell.model, &cell.protocol, accuracy);
        }
    }
    let caption = "The share of verdicts that are right, in percent, over all problems asked under a \
                   protocol; protocols are asked of different problems.";
    shares.maps("accuracy", "Accuracy by subject and protocol", caption, "accuracy")
}

/// A column of a table, by subject and strategy.
fn strategies(report: &Report, table: &str, column: &str) -> Shares {
    let mut shares = Shares::default();
    let is_of_strategy = |line: &Line<'_>| {
        !line.is_all("subject") && !line.is_all("strategy") && line.is_all("temperature")
    };
    let lines = Sheet::find(report, table).into_iter().flat_map(Sheet::lines);
    for line in lines.filter(is_of_strategy) {
        if let Some(share) = line.number(column) {
            shares.put(line.text("subject"), line.text("strategy"), share);
        }
    }
    shares
}

/// Accuracy by subject, strategy and temperature.
pub fn by_strategy(report: &Report) -> Vec<Figure> {
    let shares = strategies(report, "accuracy", "accuracy");
    let caption = "The share of verdicts that are right, in percent, over all temperatures.";
    shares.maps("accuracy-strategies", "Accuracy by subject and strategy", caption, "accuracy")
}

/// Predicted fallacies by subject and strategy.
pub fn fallacies(report: &Report) -> Vec<Figure> {
    let shares = strategies(report, "fallacy-rates", "rate");
    let caption = "Of the open answers that do not follow, the share that the theory predicts, in \
                   percent. Who never errs has none.";
    shares.maps("fallacy-rates", "Predicted fallacies", caption, "fallacies among wrong answers")
}

/// Subjects by accuracy.
pub fn ranking(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::find(report, "ranking") else { return Vec::new() };
    let pooled = sheet.lines().filter(|line| line.is_all("strategy") && line.is_all("temperature"));
    let row = |line: Line<'_>| {
        Some(Ranked {
            name: line.text("subject").to_owned(),
            rank: line.number("rank")?,
            accuracy: line.estimate("accuracy", "low", "high")?,
        })
    };
    let rows: Vec<Ranked> = pooled.filter_map(row).collect();
    if rows.len() < 2 {
        return Vec::new();
    }
    let caption = "Subjects by the share of their verdicts that are right, over all strategies and \
                   temperatures, with 95 % intervals that take the item as the unit. Where intervals \
                   overlap, ranks are not settled.";
    paged("ranking", "Ranking", caption, &rows, MOST_ROWS, |rows| Data::Ranking(Ranking { rows }))
}
