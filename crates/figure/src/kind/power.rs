//! Power over numbers of pairs.

use super::Kind;
use crate::FigureError;
use crate::error::{share, some};
use crate::kit::axis::{self, OVERHANG};
use crate::kit::canvas::{Canvas, Paint};
use crate::kit::legend::{Key, legend};
use crate::kit::mark::{RADIUS, SHAPES, mark};
use crate::kit::palette::Ink;
use crate::kit::scale::{Scale, Unit};
use crate::kit::text;

/// How likely a rejection is, over numbers of pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PowerCurves {
    /// The curves; seven at most.
    pub curves: Vec<PowerCurve>,
    /// The power that is wanted, from 0 to 1, where there is one.
    pub target: Option<f64>,
}

/// A curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PowerCurve {
    /// What is assumed. May be empty where there is only one.
    pub name: String,
    /// Numbers of pairs and the power with them, in any order.
    pub points: Vec<(u64, f64)>,
    /// The pairs of a test that was made, where there is one: its point has a ring.
    pub own: Option<u64>,
}

const HEIGHT: f64 = 160.0;
const MOST_POINTS: usize = 5000;

impl Kind for PowerCurves {
    fn check(&self) -> Result<(), FigureError> {
        some("curves", self.curves.len(), SHAPES)?;
        for curve in &self.curves {
            some("points", curve.points.len(), MOST_POINTS)?;
            curve
                .points
                .iter()
                .try_for_each(|(_, power)| share("the power", &curve.name, *power))?;
        }
        self.target.map_or(Ok(()), |target| share("the power wanted", "the plan", target))
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        let named = self.curves.iter().enumerate().filter(|(_, curve)| !curve.name.is_empty());
        let mut keys: Vec<(Key, String)> =
            named.map(|(at, curve)| (Key::Line(at), curve.name.clone())).collect();
        if let Some(target) = self.target {
            keys.push((Key::Dashed, format!("power wanted: {} %", text::percent(target))));
        }
        if self.curves.iter().any(|curve| curve.own.is_some()) {
            keys.push((Key::Ring, "pairs of the largest test here".to_owned()));
        }
        legend(canvas, &keys);
        let (top, bottom) = (canvas.y + 3.0, canvas.y + 3.0 + HEIGHT);
        let y = Scale::linear((0.0, 1.0), (bottom, top));
        let left = canvas.left() + axis::left_room(&y, Unit::Share);
        let pairs = self.curves.iter().flat_map(|curve| &curve.points).map(|(pairs, _)| *pairs);
        let most = pairs.max().unwrap_or(0).max(1) as f64;
        let x = Scale::linear((0.0, most), (left, canvas.right() - OVERHANG));
        axis::left(canvas, &y, (left, x.to), Unit::Share, "power (%)");
        axis::bottom(canvas, &x, (top, bottom), Unit::Number, "pairs");
        if let Some(target) = self.target {
            let target = y.at(target);
            canvas.dashed((left, target), (x.to, target), Ink::Axis, 0.9);
        }
        for (at, curve) in self.curves.iter().enumerate() {
            let mut points = curve.points.clone();
            points.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
            let places: Vec<(f64, f64)> =
                points.iter().map(|(n, power)| (x.at(*n as f64), y.at(*power))).collect();
            canvas.path(&places, false, Paint::stroke(Ink::Series(at), 1.2), "");
            for ((pairs, power), place) in points.iter().zip(&places) {
                let title = format!(
                    "{}: {} %",
                    text::counted(*pairs, "pair", "pairs"),
                    text::percent(*power)
                );
                let is_own = curve.own == Some(*pairs);
                canvas.titled(&title, |canvas| {
                    mark(canvas, at, *place, RADIUS * 0.8, true);
                    if is_own {
                        canvas.circle(*place, RADIUS * 1.8, Paint::stroke(Ink::Text, 0.9));
                    }
                });
            }
        }
        Ok(())
    }

    fn says(&self) -> String {
        match self.curves.len() {
            1 => "A curve of power over numbers of pairs.".to_owned(),
            several => format!("{several} curves of power over numbers of pairs."),
        }
    }
}
