//! Power over numbers of pairs.

use super::Kind;
use crate::FigureError;
use crate::error::{share, some};
use crate::kit::axis::{self, HEAD, OVERHANG};
use crate::kit::canvas::{Canvas, Paint};
use crate::kit::legend::{Key, legend};
use crate::kit::mark::{RADIUS, SHAPES, mark};
use crate::kit::palette::Ink;
use crate::kit::scale::{Scale, Unit};
use crate::kit::text;

/// The probability of a rejection, over numbers of pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PowerCurves {
    /// The curves; seven at most.
    pub curves: Vec<PowerCurve>,
    /// The power that is wanted, from 0 to 1, if there is one.
    pub target: Option<f64>,
}

/// A curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PowerCurve {
    /// The assumption behind the curve. May be empty if there is only one curve.
    pub name: String,
    /// Numbers of pairs and the power with them, in any order.
    pub points: Vec<(u64, f64)>,
    /// The pairs of a test that was made, if there is one: its point has a ring.
    pub own: Option<u64>,
}

const HEIGHT: f64 = 160.0;
const MOST_POINTS: usize = 5000;
/// A curve with more points has a mark at every seventh (`EVERY`).
const FEW: usize = 12;
const EVERY: usize = 7;
/// Numbers of pairs that lie further apart than this are shown on a scale of powers.
const WIDE: f64 = 50.0;

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
            named.map(|(at, curve)| (Key::Line(at), keyed(curve))).collect();
        if let Some(target) = self.target {
            keys.push((Key::Dashed, format!("power wanted: {} %", text::percent(target))));
        }
        if self.curves.iter().any(|curve| curve.own.is_some()) {
            keys.push((Key::Ring, "n: pairs of the largest test that was made".to_owned()));
        }
        legend(canvas, &keys);
        let (top, bottom) = (canvas.y + HEAD, canvas.y + HEAD + HEIGHT);
        let y = Scale::linear((0.0, 1.0), (bottom, top));
        let left = canvas.left() + axis::left_room(&y, Unit::Share);
        let x = self.across((left, canvas.right() - OVERHANG));
        axis::left(canvas, &y, (left, x.to), Unit::Share, "power (%)");
        let rings = self.rings(&x, &y);
        canvas.has_rings |= rings.iter().flatten().any(|(_, radius)| *radius > RADIUS * 1.5);
        // A ring at a low power does not reach the numbers of the axis.
        let lowest = rings.iter().flatten().map(|(place, radius)| place.1 + radius);
        let below = lowest.fold(bottom, f64::max);
        axis::bottom(canvas, &x, (top, below), Unit::Count, "pairs");
        if let Some(target) = self.target {
            let target = y.at(target);
            canvas.dashed((left, target), (x.to, target), Ink::Axis, 0.9);
        }
        for (at, (curve, ring)) in self.curves.iter().zip(rings).enumerate() {
            let mut points = curve.points.clone();
            points.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
            let places: Vec<(f64, f64)> =
                points.iter().map(|(n, power)| (x.at(*n as f64), y.at(*power))).collect();
            canvas.path(&places, false, Paint::stroke(Ink::Series(at), 1.2), "");
            for (step, ((pairs, power), place)) in points.iter().zip(&places).enumerate() {
                // Curves that lie on each other have their marks at different places.
                if points.len() > FEW && (step + 2 * at) % EVERY != EVERY / 2 {
                    continue;
                }
                let title = format!(
                    "{}: {} %",
                    peirast_decimals::counted(*pairs, "pair", "pairs"),
                    text::percent(*power)
                );
                canvas.titled(&title, |canvas| mark(canvas, at, *place, RADIUS * 0.8, true));
            }
            if let Some((place, radius)) = ring {
                canvas.circle(place, radius, Paint::stroke(Ink::Series(at), 1.1));
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

/// The place of a ring, and its radius.
type Ring = ((f64, f64), f64);

/// The name of a curve, and the pairs of its test.
fn keyed(curve: &PowerCurve) -> String {
    match curve.own {
        Some(own) => format!("{} (n = {own})", text::clean(&curve.name)),
        None => curve.name.clone(),
    }
}

impl PowerCurves {
    /// The place and the radius of the ring of each curve, if it has one.
    fn rings(&self, x: &Scale, y: &Scale) -> Vec<Option<Ring>> {
        let mut rings: Vec<Option<Ring>> = Vec::new();
        for curve in &self.curves {
            let own = curve.points.iter().find(|(pairs, _)| curve.own == Some(*pairs));
            let ring = own.map(|(pairs, power)| {
                let place = (x.at(*pairs as f64), y.at(*power));
                // Rings that share a place lie in each other.
                let is_near =
                    |(other, _): &&Ring| (other.0 - place.0).hypot(other.1 - place.1) < 6.0;
                let near = rings.iter().flatten().filter(is_near).count();
                (place, RADIUS * 1.5 + 1.8 * near as f64)
            });
            rings.push(ring);
        }
        rings
    }

    /// The scale of pairs: even from 0, or of powers where they reach far.
    fn across(&self, ends: (f64, f64)) -> Scale {
        let pairs = || self.curves.iter().flat_map(|curve| &curve.points).map(|(pairs, _)| *pairs);
        let most = pairs().max().unwrap_or(0).max(1) as f64;
        let least = pairs().min().unwrap_or(0) as f64;
        match least >= 1.0 && most / least >= WIDE {
            true => Scale::log((least, most), ends),
            false => Scale::linear((0.0, most), ends),
        }
    }
}
