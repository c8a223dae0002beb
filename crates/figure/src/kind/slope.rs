//! Two shares of each row, joined by a line.

use super::Kind;
use crate::FigureError;
use crate::error::some;
use crate::kit::axis;
use crate::kit::canvas::{Anchor, Canvas, Type};
use crate::kit::mark::{RADIUS, mark};
use crate::kit::palette::Ink;
use crate::kit::scale::{Scale, Unit};
use crate::kit::text;

/// Two shares of each subject, joined by a line: accuracy on congruent and on incongruent items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slope {
    /// What stands at the left.
    pub first: String,
    /// What stands at the right.
    pub second: String,
    /// What the shares are: `accuracy`.
    pub measure: String,
    /// The rows.
    pub rows: Vec<SlopeRow>,
}

/// A line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlopeRow {
    /// Its name.
    pub name: String,
    /// The share at the left, from 0 to 1.
    pub first: f64,
    /// The share at the right.
    pub second: f64,
}

const MOST: usize = 60;
const LINE: f64 = 8.5;

impl Kind for Slope {
    fn check(&self) -> Result<(), FigureError> {
        some("rows", self.rows.len(), MOST)?;
        for row in &self.rows {
            crate::error::share("a share", &row.name, row.first)?;
            crate::error::share("a share", &row.name, row.second)?;
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        let height = (LINE * self.rows.len() as f64 + 8.0).max(130.0);
        let head = canvas.y;
        let (top, bottom) = (head + 14.0, head + 14.0 + height);
        let y = Scale::linear((0.0, 1.0), (bottom, top));
        let title = format!("{} (%)", text::clean(&self.measure));
        let left = canvas.left() + axis::left_room(&y, Unit::Share);
        let whole = canvas.right() - left;
        // The names stand at the right; the lines have what is left, but not more than they need.
        let (from, to) = (left + 0.08 * whole, left + 0.5 * whole);
        axis::left(canvas, &y, (left, to + 6.0), Unit::Share, &title);
        for (x, words) in [(from, &self.first), (to, &self.second)] {
            canvas.line((x, top), (x, bottom), Ink::Axis, 0.7);
            canvas.text((x, head + 5.0), words, Type::label(Anchor::Middle).bold(), 0.4 * whole);
        }
        let ends: Vec<f64> = self.rows.iter().map(|row| y.at(row.second)).collect();
        let labels = apart(&ends, (top, bottom));
        for (at, (row, label)) in self.rows.iter().zip(labels).enumerate() {
            let ink = Ink::Series(at);
            let (start, end) = ((from, y.at(row.first)), (to, y.at(row.second)));
            let shown = format!("{} → {}", text::percent(row.first), text::percent(row.second));
            let name = text::clean(&row.name);
            canvas.titled(&format!("{name}: {shown} %"), |canvas| {
                canvas.line(start, end, ink, 1.0);
                mark(canvas, at, start, RADIUS, true);
                mark(canvas, at, end, RADIUS, true);
                canvas.line((to + 4.0, end.1), (to + 14.0, label), Ink::Grid, 0.5);
                let place = (to + 16.0, label);
                let words = format!("{shown}  {name}");
                canvas.text(place, &words, Type::label(Anchor::Start), canvas.right() - place.0);
            });
        }
        canvas.y = bottom + 5.0;
        Ok(())
    }

    fn says(&self) -> String {
        let falling = self.rows.iter().filter(|row| row.second < row.first).count();
        format!("{} lines, {falling} of them falling.", self.rows.len())
    }
}

/// Places as near to those given as a line's height between them allows, within the ends.
fn apart(places: &[f64], (top, bottom): (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    let place = |at: usize| places.get(at).copied().unwrap_or(top);
    order.sort_by(|a, b| place(*a).total_cmp(&place(*b)).then(a.cmp(b)));
    let mut sorted: Vec<f64> = order.iter().map(|at| place(*at)).collect();
    let mut least = top + 4.0;
    for own in &mut sorted {
        *own = own.max(least);
        least = *own + LINE;
    }
    let mut most = bottom - 4.0;
    for own in sorted.iter_mut().rev() {
        *own = own.min(most);
        most = *own - LINE;
    }
    let mut labels = vec![top; places.len()];
    for (at, own) in order.into_iter().zip(sorted) {
        if let Some(label) = labels.get_mut(at) {
            *label = own;
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stand_apart_and_within() {
        let labels = apart(&[50.0, 50.0, 51.0, 10.0, 100.0, 100.0], (0.0, 104.0));
        let mut sorted = labels.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] >= LINE - 1e-9), "{labels:?}");
        assert!(sorted.iter().all(|label| (4.0..=100.0).contains(label)));
        assert!(labels[0] < labels[1] && labels[4] < labels[5]);
    }
}
