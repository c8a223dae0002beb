//! Two orders of premises, a dumbbell each.

use super::Kind;
use crate::FigureError;
use crate::error::some;
use crate::kit::canvas::Canvas;
use crate::kit::legend::{Key, legend};
use crate::kit::mark::{RADIUS, mark};
use crate::kit::palette::Ink;
use crate::kit::rows::{MOST, Row, Rows};
use crate::kit::scale::{Scale, Unit};
use crate::kit::text;
use peirast_decimals::{percent_decimals, signed};

/// The same problems with their premises in two orders: for each row two marks, joined.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PremiseOrder {
    /// One order: `as given`.
    pub first: String,
    /// The other: `switched`.
    pub second: String,
    /// What the shares are: `accuracy`.
    pub measure: String,
    /// The rows.
    pub rows: Vec<OrderRow>,
}

/// A row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OrderRow {
    /// Its name.
    pub name: String,
    /// The share in one order, from 0 to 1; `None` where there is none.
    pub first: Option<f64>,
    /// The share in the other.
    pub second: Option<f64>,
}

impl Kind for PremiseOrder {
    fn check(&self) -> Result<(), FigureError> {
        some("rows", self.rows.len(), MOST)?;
        for row in &self.rows {
            let shares = [row.first, row.second];
            let mut shares = shares.iter().flatten();
            shares.try_for_each(|share| crate::error::share("a share", &row.name, *share))?;
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        legend(canvas, &[(Key::Mark(0), self.first.clone()), (Key::Mark(2), self.second.clone())]);
        let row = |of: &OrderRow| Row { remark: change(of), ..Row::named(&of.name) };
        let rows: Vec<Row> = self.rows.iter().map(row).collect();
        let places = Rows::lay(canvas, &rows);
        let scale = places.scale((0.0, 1.0));
        let title = format!("{} (%)", text::clean(&self.measure));
        places.frame(canvas, &rows, &scale, Unit::Share, &title);
        for (row, y) in self.rows.iter().zip(&places.middles) {
            let title = format!("{}: {}", text::clean(&row.name), change(row));
            let marks = [(0, row.first), (2, row.second)];
            canvas.titled(&title, |canvas| dumbbell(canvas, &scale, *y, &marks));
        }
        Ok(())
    }

    fn says(&self) -> String {
        format!("Dumbbells of {} rows.", self.rows.len())
    }
}

/// The change in points.
fn change(row: &OrderRow) -> String {
    match (row.first, row.second) {
        (Some(first), Some(second)) => {
            signed(percent_decimals(second - first, 1)).replace('-', "−").replace("−0.0", "+0.0")
        }
        _ => "–".to_owned(),
    }
}

/// Marks of several series on a row, joined by a line.
pub(super) fn dumbbell(canvas: &mut Canvas, scale: &Scale, y: f64, marks: &[(usize, Option<f64>)]) {
    let places = || marks.iter().filter_map(|(series, share)| Some((*series, scale.at((*share)?))));
    let from = places().map(|(_, x)| x).fold(f64::INFINITY, f64::min);
    let to = places().map(|(_, x)| x).fold(f64::NEG_INFINITY, f64::max);
    if from < to {
        canvas.line((from, y), (to, y), Ink::Axis, 1.2);
    }
    for (series, x) in places() {
        mark(canvas, series, (x, y), RADIUS, true);
    }
}
