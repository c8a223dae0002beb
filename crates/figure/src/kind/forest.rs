//! Ratios with their intervals, a row each.

use super::Kind;
use crate::error::{check, some};
use crate::kit::canvas::{Canvas, Paint};
use crate::kit::legend::{Key, legend};
use crate::kit::mark::{RADIUS, mark, whisker};
use crate::kit::palette::Ink;
use crate::kit::rows::{MOST, Row, Rows};
use crate::kit::scale::{Scale, Unit};
use crate::kit::text;
use crate::{Estimate, FigureError};

/// A forest plot of odds ratios on a scale of powers, with a line at 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forest {
    /// The rows.
    pub rows: Vec<ForestRow>,
    /// The name of the ratios: `odds ratio n12/n21`.
    pub measure: String,
}

/// A ratio.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ForestRow {
    /// The group of the row. Rows of one group are under its heading. May be empty.
    pub group: String,
    /// Its name.
    pub name: String,
    /// The ratio, from 0 to infinity, both included; `None` if it is not defined.
    pub ratio: Option<Estimate>,
    /// A remark: counts, say. If it is empty, the figure shows the ratio and its interval here.
    pub remark: String,
    /// True if "no effect" is rejected.
    pub is_rejected: bool,
    /// True if the row pools several others; such a row has a shape of its own.
    pub is_pooled: bool,
}

/// The widest scale: ratios beyond it are drawn at its ends, as arrows.
const WIDEST: (f64, f64) = (0.001, 1000.0);

impl Kind for Forest {
    fn check(&self) -> Result<(), FigureError> {
        some("rows", self.rows.len(), MOST)?;
        for row in &self.rows {
            let Some(ratio) = row.ratio else { continue };
            for number in ratio.numbers() {
                check("a ratio", &row.name, number, "a number from 0 to infinity", number >= 0.0)?;
            }
            ratio.is_ordered("the interval", &row.name)?;
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        legend(canvas, &self.keys());
        let rows: Vec<Row> = self.rows.iter().map(row).collect();
        let places = Rows::lay(canvas, &rows);
        let scale = Scale::log(self.ends(), (places.left, places.right));
        places.frame(canvas, &rows, &scale, Unit::Number, &self.measure);
        let one = scale.at(1.0);
        canvas.dashed((one, places.top), (one, places.bottom), Ink::Axis, 0.8);
        for (row, y) in self.rows.iter().zip(&places.middles) {
            canvas.titled(&format!("{}: {}", text::clean(&row.name), words(row)), |canvas| {
                drawn(canvas, &scale, *y, row);
            });
        }
        Ok(())
    }

    fn says(&self) -> String {
        let rejected = self.rows.iter().filter(|row| row.is_rejected).count();
        format!(
            "Forest plot of {} ratios with their intervals, {rejected} rejected.",
            self.rows.len()
        )
    }
}

impl Forest {
    fn keys(&self) -> Vec<(Key, String)> {
        let mut keys = vec![
            (Key::Mark(0), "equality is rejected".to_owned()),
            (Key::Hollow(0), "not rejected".to_owned()),
        ];
        if self.rows.iter().any(|row| row.is_pooled) {
            keys.push((Key::Mark(2), "pooled".to_owned()));
        }
        keys
    }

    /// Ends that hold every finite ratio, but not beyond the widest scale.
    fn ends(&self) -> (f64, f64) {
        let numbers =
            self.rows.iter().filter_map(|row| row.ratio).flat_map(|ratio| ratio.numbers());
        let finite = numbers.filter(|number| number.is_finite() && *number > 0.0);
        let reach = finite.map(|number| number.log10().abs()).fold(0.3, f64::max);
        // The same reach on both sides, so that the line at 1 is in the middle.
        let reach = (reach * 2.0).ceil() / 2.0;
        (10f64.powf(-reach).max(WIDEST.0), 10f64.powf(reach).min(WIDEST.1))
    }
}

fn row(of: &ForestRow) -> Row {
    let remark = if of.remark.is_empty() { words(of) } else { of.remark.clone() };
    Row { group: of.group.clone(), name: of.name.clone(), remark, ..Row::default() }
}

fn words(row: &ForestRow) -> String {
    row.ratio.map_or("not defined".to_owned(), |ratio| ratio.text(text::ratio))
}

fn drawn(canvas: &mut Canvas, scale: &Scale, y: f64, row: &ForestRow) {
    let Some(ratio) = row.ratio else { return };
    let series = if row.is_pooled { 2 } else { 0 };
    whisker(canvas, scale, y, &ratio, Ink::Series(series));
    let x = scale.at(ratio.value);
    if scale.holds(ratio.value) {
        mark(canvas, series, (x, y), RADIUS, row.is_rejected);
        return;
    }
    // An arrow head at the end beyond which the ratio lies.
    let back = if ratio.value > 1.0 { -4.0 } else { 4.0 };
    let fill = if row.is_rejected { Ink::Series(series) } else { Ink::Paper };
    let paint = Paint { fill: Some(fill), stroke: Some((Ink::Series(series), 0.8)) };
    canvas.path(&[(x, y), (x + back, y - 2.6), (x + back, y + 2.6)], true, paint, "");
}
