//! Correlations between variants, as a matrix.

use super::Kind;
use super::heat_map::{heads, tile};
use crate::FigureError;
use crate::error::{check, fits, some};
use crate::kit::canvas::{Anchor, Canvas, Paint, Type};
use crate::kit::palette::{Ink, diverging};
use crate::kit::text;
use peirast_decimals::fixed_decimals;

/// Correlations of each pair of values: being right on one variant of a problem and on another,
/// say.
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
        let widths = self.variants.iter().map(|name| text::width(&text::clean(name), text::SIZE));
        let widest = widths.fold(0.0, f64::max);
        let whole = canvas.right() - canvas.left();
        let left = canvas.left() + widest.min(0.3 * whole) + 5.0;
        let cell = ((canvas.right() - left) / self.variants.len() as f64)
            .min((widest + 6.0).clamp(34.0, 60.0));
        // Names of columns are level where they can be; tiles are no higher for it.
        let height = cell.min(34.0);
        let kind = Type::label(Anchor::Start);
        let measure = format!("{} (−1 to 1)", text::clean(&self.measure));
        canvas.text((canvas.left(), canvas.y + 5.0), &measure, kind, whole);
        canvas.y += 13.0;
        heads(canvas, &self.variants, left, cell);
        for row in &self.variants {
            let y = canvas.y;
            let place = (left - 4.0, y + height / 2.0);
            canvas.text(place, row, Type::label(Anchor::End), place.0 - canvas.left());
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
