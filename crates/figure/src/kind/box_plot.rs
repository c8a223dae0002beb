//! Distributions of shares as boxes.

use super::Kind;
use crate::FigureError;
use crate::error::{check, share, some};
use crate::kit::canvas::{Canvas, Paint};
use crate::kit::mark::{RADIUS, mark};
use crate::kit::palette::Ink;
use crate::kit::rows::{MOST, Row, Rows};
use crate::kit::scale::Unit;
use crate::kit::text;

/// Distributions of shares as boxes (Tukey, 1977): the box reaches from the lower to the upper quartile,
/// with a line at the median. A row of few values has a point for each value and no box.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxPlot {
    /// The name of the shares: `accuracy`.
    pub measure: String,
    /// The rows, in the order in which they are drawn.
    pub rows: Vec<BoxRow>,
}

/// A distribution.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxRow {
    /// The group of the row. A change of group adds a heading. May be empty.
    pub group: String,
    /// Its name.
    pub name: String,
    /// The number of values.
    pub n: u64,
    /// Lower whisker, lower quartile, median, upper quartile, upper whisker, from 0 to 1; `None` if there
    /// are too few values for a box.
    pub five: Option<[f64; 5]>,
    /// The values that are drawn as points: those beyond the whiskers, or all if there is no box.
    pub points: Vec<f64>,
}

/// Half the height of a box.
const HALF: f64 = 3.2;

impl Kind for BoxPlot {
    fn check(&self) -> Result<(), FigureError> {
        some("rows", self.rows.len(), MOST)?;
        for row in &self.rows {
            let all = row.five.iter().flatten().chain(&row.points);
            all.copied().try_for_each(|value| share("a value", &row.name, value))?;
            for pair in row.five.iter().flat_map(|five| five.windows(2)) {
                let is_ordered = pair.is_sorted();
                check("a quartile", &row.name, pair[1], "at least the one before", is_ordered)?;
            }
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        let row = |of: &BoxRow| Row {
            group: of.group.clone(),
            remark: format!("n = {}", of.n),
            ..Row::named(&of.name)
        };
        let rows: Vec<Row> = self.rows.iter().map(row).collect();
        let places = Rows::lay(canvas, &rows);
        let scale = places.scale((0.0, 1.0));
        let title = format!("{} (%)", text::clean(&self.measure));
        places.frame(canvas, &rows, &scale, Unit::Share, &title);
        for (row, y) in self.rows.iter().zip(&places.middles) {
            canvas.titled(&words(row), |canvas| {
                if let Some(five) = row.five {
                    boxed(canvas, five.map(|value| scale.at(value)), *y);
                }
                for value in &row.points {
                    mark(canvas, 0, (scale.at(*value), *y), RADIUS * 0.7, false);
                }
            });
        }
        Ok(())
    }

    fn says(&self) -> String {
        format!(
            "Boxes of {} for {}.",
            text::clean(&self.measure),
            peirast_decimals::counted(self.rows.len() as u64, "row", "rows")
        )
    }
}

/// A box with its whiskers, around the height `y`.
fn boxed(canvas: &mut Canvas, [low, lower, median, upper, high]: [f64; 5], y: f64) {
    let ink = Ink::Series(0);
    for (end, quartile) in [(low, lower), (high, upper)] {
        canvas.line((end, y), (quartile, y), ink, 0.9);
        canvas.line((end, y - HALF / 2.0), (end, y + HALF / 2.0), ink, 0.9);
    }
    let area = [lower, y - HALF, upper - lower, 2.0 * HALF];
    canvas.rect(area, Paint { fill: Some(Ink::Paper), stroke: Some((ink, 0.9)) });
    canvas.line((median, y - HALF), (median, y + HALF), ink, 1.6);
}

/// The numbers of a row.
fn words(row: &BoxRow) -> String {
    let name = text::clean(&row.name);
    let shown = |share: &f64| format!("{:.1}", 100.0 * share);
    match row.five {
        Some([_, lower, median, upper, _]) => {
            let [lower, median, upper] = [lower, median, upper].map(|share| shown(&share));
            format!("{name}: median {median}, quartiles {lower} and {upper}")
        }
        None => {
            let values: Vec<String> = row.points.iter().map(shown).collect();
            format!("{name}: {}", values.join(", "))
        }
    }
}
