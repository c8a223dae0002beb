//! Correlations between variants, as a matrix.

use super::Kind;
use super::heat_map::{heads, level_names, row_name, tile, widest};
use crate::FigureError;
use crate::error::{check, fits, some};
use crate::kit::canvas::{Anchor, Canvas, Paint, Type};
use crate::kit::palette::{Ink, diverging};
use crate::kit::text;
use peirast_decimals::fixed_decimals;

/// Correlations of each pair of values: being right on one variant of a problem and on another,
/// say. Where names are too long for level heads of columns, rows have a number before their name, and
/// columns have the number alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VariantCorrelations {
    /// The name of the numbers: `Pearson's r`.
    pub measure: String,
    /// The variants, or other values, that are correlated.
    pub variants: Vec<String>,
    /// The known pairs; each is drawn on both sides of the diagonal.
    pub pairs: Vec<VariantCorrelation>,
}

/// The correlation of two variants.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VariantCorrelation {
    /// One of the variants.
    pub first: String,
    /// Another.
    pub second: String,
    /// From -1 to 1; `None` if it is not defined.
    pub correlation: Option<f64>,
}

const MOST: usize = 12;

impl Kind for VariantCorrelations {
    fn check(&self) -> Result<(), FigureError> {
        some("variants", self.variants.len(), MOST)?;
        for pair in &self.pairs {
            for name in [&pair.first, &pair.second] {
                fits("variants", name, usize::from(self.variants.contains(name)), 1)?;
            }
            let Some(value) = pair.correlation else { continue };
            let holds = (-1.0..=1.0).contains(&value);
            check("a correlation", &pair.first, value, "a number from -1 to 1", holds)?;
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        let whole = canvas.right() - canvas.left();
        let mut rows: Vec<String> = self.variants.iter().map(|name| text::clean(name)).collect();
        let mut columns = rows.clone();
        let (mut left, mut cell) = self.places(canvas, &rows);
        if level_names(&columns, cell).is_empty() {
            columns = (1..=rows.len()).map(|number| number.to_string()).collect();
            rows = columns
                .iter()
                .zip(&rows)
                .map(|(number, name)| format!("{number} {name}"))
                .collect();
            (left, cell) = self.places(canvas, &rows);
        }
        // Names of columns are level where they can be; tiles are no higher for it.
        let height = cell.min(34.0);
        let kind = Type::label(Anchor::Start);
        let measure = format!("{} (−1 to 1)", text::clean(&self.measure));
        canvas.text((canvas.left(), canvas.y + 5.0), &measure, kind, whole);
        canvas.y += 13.0;
        heads(canvas, &columns, left, cell);
        for (row, name) in self.variants.iter().zip(&rows) {
            let y = canvas.y;
            row_name(canvas, name, left, height);
            for (at, column) in self.variants.iter().enumerate() {
                let area = [left + cell * at as f64, y, cell, height];
                self.cell(canvas, area, row, column);
            }
            canvas.y += height;
        }
        canvas.y += 2.0;
        Ok(())
    }

    fn says(&self) -> String {
        let n = self.variants.len();
        format!("Matrix of {}, {n} by {n}.", text::clean(&self.measure))
    }
}

impl VariantCorrelations {
    /// The left end of the cells to the right of these names of rows, and the width of one.
    fn places(&self, canvas: &Canvas, rows: &[String]) -> (f64, f64) {
        let widest = widest(rows);
        let whole = canvas.right() - canvas.left();
        let left = canvas.left() + widest.min(0.3 * whole) + 5.0;
        let cell = (canvas.right() - left) / rows.len() as f64;
        (left, cell.min((widest + 6.0).clamp(34.0, 60.0)))
    }

    fn cell(&self, canvas: &mut Canvas, area: [f64; 4], row: &str, column: &str) {
        if row == column {
            canvas.rect(area, Paint { fill: Some(Ink::Grid), stroke: Some((Ink::Paper, 0.5)) });
            return;
        }
        let is_this = |pair: &&VariantCorrelation| {
            [(row, column), (column, row)].contains(&(pair.first.as_str(), pair.second.as_str()))
        };
        let found = self.pairs.iter().find(is_this).and_then(|pair| pair.correlation);
        let shown = found.map_or("none".to_owned(), two_digits);
        let title = format!("{} and {}: {shown}", text::clean(row), text::clean(column));
        canvas.titled(&title, |canvas| {
            tile(canvas, area, found.map(diverging), std::slice::from_ref(&shown))
        });
    }
}

fn two_digits(value: f64) -> String {
    fixed_decimals(value, 2).replace('-', "−").replace("−0.00", "0.00")
}
