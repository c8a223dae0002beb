//! Differences with their intervals, a row each.

use super::Kind;
use crate::error::{check, some};
use crate::kit::canvas::{Canvas, Paint};
use crate::kit::legend::{Key, legend};
use crate::kit::mark::{RADIUS, mark, whisker};
use crate::kit::palette::Ink;
use crate::kit::rows::{MOST, Row, Rows};
use crate::kit::scale::Unit;
use crate::kit::text;
use crate::{Estimate, FigureError};

/// A forest plot of differences on an even scale, with a line at 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Differences {
    /// The rows.
    pub rows: Vec<DifferenceRow>,
    /// The name of the differences: `B minus A, points`.
    pub measure: String,
    /// True if the differences are of shares, and shown in percentage points.
    pub are_points: bool,
    /// Differences up to this size do not matter: shown as a band about 0.
    pub margin: Option<f64>,
}

/// A difference.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DifferenceRow {
    /// The group of the row. Rows of one group are under its heading. May be empty.
    pub group: String,
    /// Its name.
    pub name: String,
    /// The difference.
    pub difference: Estimate,
    /// A remark: a verdict, say. If it is empty, the figure shows the difference and its interval
    /// here.
    pub remark: String,
    /// True if "no difference" is rejected.
    pub is_rejected: bool,
    /// True if the row pools several others; such a row has a shape of its own.
    pub is_pooled: bool,
}

impl Kind for Differences {
    fn check(&self) -> Result<(), FigureError> {
        some("rows", self.rows.len(), MOST)?;
        for row in &self.rows {
            row.difference.are_finite("a difference", &row.name)?;
        }
        if let Some(margin) = self.margin {
            let is_fit = margin.is_finite() && margin > 0.0;
            check("the margin", "the differences", margin, "a number above 0", is_fit)?;
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        legend(canvas, &self.keys());
        let rows: Vec<Row> = self.rows.iter().map(|row| self.row(row)).collect();
        let places = Rows::lay(canvas, &rows);
        let scale = places.scale(self.ends());
        if let Some(margin) = self.margin {
            let (from, to) = (scale.at(-margin), scale.at(margin));
            let band = [from, places.top, to - from, places.bottom - places.top];
            canvas.rect(band, Paint::fill(Ink::Grid));
        }
        let unit = if self.are_points { Unit::Share } else { Unit::Number };
        places.frame(canvas, &rows, &scale, unit, &self.measure);
        let zero = scale.at(0.0);
        canvas.dashed((zero, places.top), (zero, places.bottom), Ink::Axis, 0.8);
        for (row, y) in self.rows.iter().zip(&places.middles) {
            let words = format!("{}: {}", text::clean(&row.name), self.words(row));
            canvas.titled(&words, |canvas| {
                let series = if row.is_pooled { 2 } else { 0 };
                whisker(canvas, &scale, *y, &row.difference, Ink::Series(series));
                let place = (scale.at(row.difference.value), *y);
                mark(canvas, series, place, RADIUS, row.is_rejected);
            });
        }
        Ok(())
    }

    fn says(&self) -> String {
        let rejected = self.rows.iter().filter(|row| row.is_rejected).count();
        let what = peirast_decimals::counted(self.rows.len() as u64, "difference", "differences");
        format!("Forest plot of {what} with intervals, {rejected} rejected.")
    }
}

impl Differences {
    fn keys(&self) -> Vec<(Key, String)> {
        let mut keys = vec![
            (Key::Mark(0), "equality is rejected".to_owned()),
            (Key::Hollow(0), "not rejected".to_owned()),
        ];
        if self.rows.iter().any(|row| row.is_pooled) {
            keys.push((Key::Mark(2), "over all tasks".to_owned()));
        }
        keys
    }

    /// Ends that hold everything, with 0 in the middle.
    fn ends(&self) -> (f64, f64) {
        let numbers = self.rows.iter().flat_map(|row| row.difference.numbers());
        let reach = numbers.chain(self.margin).map(f64::abs).fold(0.0, f64::max);
        let reach = if reach > 0.0 { (reach * 1.08).min(f64::MAX / 4.0) } else { 1.0 };
        (-reach, reach)
    }

    fn row(&self, of: &DifferenceRow) -> Row {
        let remark = if of.remark.is_empty() { self.words(of) } else { of.remark.clone() };
        Row { group: of.group.clone(), name: of.name.clone(), remark, ..Row::default() }
    }

    fn words(&self, row: &DifferenceRow) -> String {
        row.difference.text(if self.are_points { text::points } else { text::number })
    }
}
