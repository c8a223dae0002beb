//! Two orders of premises, a dumbbell each.

use super::Kind;
use crate::error::some;
use crate::kit::canvas::Canvas;
use crate::kit::legend::{Key, legend};
use crate::kit::mark::{RADIUS, mark, whisker};
use crate::kit::palette::Ink;
use crate::kit::rows::{MOST, Row, Rows, lane};
use crate::kit::scale::{Scale, Unit};
use crate::kit::text;
use crate::{Estimate, FigureError};
use peirast_decimals::counted;

/// The same problems with their premises in two orders: for each row two marks, joined.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PremiseOrder {
    /// One order: `as given`.
    pub first: String,
    /// The other: `switched`.
    pub second: String,
    /// The name of the shares: `accuracy`.
    pub measure: String,
    /// The rows.
    pub rows: Vec<OrderRow>,
}

/// A row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OrderRow {
    /// The group of the row. A change of group adds a heading. May be empty.
    pub group: String,
    /// Its name.
    pub name: String,
    /// The share in one order, from 0 to 1; `None` if there is none.
    pub first: Option<Estimate>,
    /// The share in the other.
    pub second: Option<Estimate>,
    /// A remark after the change: the number of problems, say. May be empty.
    pub remark: String,
}

impl Kind for PremiseOrder {
    fn check(&self) -> Result<(), FigureError> {
        some("rows", self.rows.len(), MOST)?;
        for row in &self.rows {
            let shares = [row.first, row.second];
            let mut shares = shares.iter().flatten();
            shares.try_for_each(|share| share.are_shares("a share", &row.name))?;
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        legend(canvas, &[(Key::Mark(0), self.first.clone()), (Key::Mark(2), self.second.clone())]);
        let row = |of: &OrderRow| {
            let remark = match of.remark.as_str() {
                "" => change(of),
                remark => format!("{}, {remark}", change(of)),
            };
            Row { remark, group: of.group.clone(), ..Row::named(&of.name) }.of_lanes(2)
        };
        let rows: Vec<Row> = self.rows.iter().map(row).collect();
        let places = Rows::lay(canvas, &rows);
        let scale = places.scale((0.0, 1.0));
        let title = format!("{} (%)", text::clean(&self.measure));
        places.frame(canvas, &rows, &scale, Unit::Share, &title);
        for (row, y) in self.rows.iter().zip(&places.middles) {
            let title = format!("{}: {}", text::clean(&row.name), change(row));
            canvas.titled(&title, |canvas| dumbbell(canvas, &scale, *y, row));
        }
        Ok(())
    }

    fn says(&self) -> String {
        format!("Dumbbells of {}.", counted(self.rows.len() as u64, "row", "rows"))
    }
}

/// The change in points.
fn change(row: &OrderRow) -> String {
    match (row.first, row.second) {
        (Some(first), Some(second)) => text::points(second.value - first.value),
        _ => "–".to_owned(),
    }
}

/// Both marks, joined by a line; each has a lane of its own, so that equal shares are seen.
fn dumbbell(canvas: &mut Canvas, scale: &Scale, y: f64, row: &OrderRow) {
    let place = |at: usize, share: Estimate| (scale.at(share.value), y + lane(at, 2));
    if let (Some(first), Some(second)) = (row.first, row.second) {
        canvas.line(place(0, first), place(1, second), Ink::Axis, 1.0);
    }
    for (at, (series, share)) in [(0, row.first), (2, row.second)].into_iter().enumerate() {
        let Some(share) = share else { continue };
        whisker(canvas, scale, y + lane(at, 2), &share, Ink::Series(series));
        mark(canvas, series, place(at, share), RADIUS, true);
    }
}
