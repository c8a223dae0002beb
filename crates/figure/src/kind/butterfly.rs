//! Two shares of each row, to the left and to the right.

use super::Kind;
use crate::error::some;
use crate::kit::axis;
use crate::kit::canvas::{Anchor, Canvas, Type};
use crate::kit::legend::{Key, legend};
use crate::kit::mark::{bar, whisker};
use crate::kit::palette::Ink;
use crate::kit::rows::{MOST, Row, Rows};
use crate::kit::scale::{Scale, Unit};
use crate::kit::text;
use crate::{Estimate, FigureError};
use peirast_decimals::counted;

/// Two shares of each subject on two wings: accuracy where belief agrees with logic to the left,
/// where it does not to the right, on one scale.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Butterfly {
    /// The title of the left wing.
    pub left: String,
    /// The title of the right wing.
    pub right: String,
    /// The name of the shares: `accuracy`.
    pub measure: String,
    /// The rows.
    pub rows: Vec<Wings>,
}

/// A row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wings {
    /// Its name.
    pub name: String,
    /// A share, from 0 to 1.
    pub left: Option<Estimate>,
    /// Another.
    pub right: Option<Estimate>,
    /// A remark: the difference, say. May be empty.
    pub remark: String,
}

impl Kind for Butterfly {
    fn check(&self) -> Result<(), FigureError> {
        some("rows", self.rows.len(), MOST)?;
        for row in &self.rows {
            let wings = [row.left, row.right];
            wings.iter().flatten().try_for_each(|wing| wing.are_shares("a share", &row.name))?;
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        legend(canvas, &[(Key::Bar(0), self.left.clone()), (Key::Bar(1), self.right.clone())]);
        let row = |of: &Wings| Row { remark: of.remark.clone(), ..Row::named(&of.name) };
        let rows: Vec<Row> = self.rows.iter().map(row).collect();
        let places = Rows::lay(canvas, &rows);
        // Both wings are as long, so that equal shares are equal bars.
        let (left, right) = (places.left + axis::OVERHANG, places.right);
        let middle = f64::midpoint(left, right);
        let wings = [left, right].map(|end| Scale::linear((0.0, 1.0), (middle, end)));
        let title = format!("{} (%)", text::clean(&self.measure));
        axis::numbers(canvas, &wings[0], (places.top, places.bottom), Unit::Share, false);
        axis::bottom(canvas, &wings[1], (places.top, places.bottom), Unit::Share, "");
        let room = 2.0 * (middle - canvas.left()).min(canvas.right() - middle);
        canvas.text((middle, canvas.y + 6.0), &title, Type::label(Anchor::Middle), room);
        canvas.y += 13.0;
        places.names(canvas, &rows);
        for (row, y) in self.rows.iter().zip(&places.middles) {
            for (series, share) in [row.left, row.right].into_iter().enumerate() {
                let (name, what) = (text::clean(&row.name), [&self.left, &self.right]);
                let what = what.get(series).map_or(String::new(), |what| text::clean(what));
                let words = share
                    .map_or("none".to_owned(), |share| format!("{} %", share.text(text::percent)));
                canvas.titled(&format!("{name}, {what}: {words}"), |canvas| {
                    if let (Some(share), Some(scale)) = (share, wings.get(series)) {
                        wing(canvas, scale, *y, series, &share);
                    }
                });
            }
        }
        canvas.line((middle, places.top), (middle, places.bottom), Ink::Axis, 0.8);
        Ok(())
    }

    fn says(&self) -> String {
        format!(
            "Two wings of bars, {} and {}, for {}.",
            text::clean(&self.left),
            text::clean(&self.right),
            counted(self.rows.len() as u64, "row", "rows")
        )
    }
}

fn wing(canvas: &mut Canvas, scale: &Scale, y: f64, series: usize, share: &Estimate) {
    let end = scale.at(share.value);
    let (from, width) = (scale.from.min(end), (scale.from - end).abs());
    bar(canvas, [from, y - 3.5, width, 7.0], series);
    whisker(canvas, scale, y, share, Ink::Axis);
}
