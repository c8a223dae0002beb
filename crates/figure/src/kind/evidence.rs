//! The paths of sequential tests.

use super::Kind;
use crate::FigureError;
use crate::error::{check, some};
use crate::kit::axis::{self, HEAD, OVERHANG};
use crate::kit::canvas::{Canvas, Paint};
use crate::kit::legend::{Key, legend};
use crate::kit::mark::{RADIUS, SHAPES, mark};
use crate::kit::palette::Ink;
use crate::kit::scale::{Scale, Unit};
use crate::kit::text;

/// The evidence of sequential tests, step by step: an e-value of 1/alpha or more rejects "no effect",
/// whenever one looks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvidencePaths {
    /// The comparisons; seven at most.
    pub paths: Vec<EvidencePath>,
    /// The level.
    pub alpha: f64,
}

/// A comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvidencePath {
    /// Its name.
    pub name: String,
    /// The number of discordant pairs seen, in order, and the e-value then, from 0 to infinity.
    pub steps: Vec<(u64, f64)>,
    /// True if it ended in a rejection.
    pub is_rejected: bool,
}

/// The widest scale: e-values beyond it are drawn at its ends.
const WIDEST: (f64, f64) = (1e-6, 1e12);
const HEIGHT: f64 = 170.0;
const MOST_STEPS: usize = 5000;

impl Kind for EvidencePaths {
    fn check(&self) -> Result<(), FigureError> {
        some("paths", self.paths.len(), SHAPES)?;
        let holds = self.alpha > 0.0 && self.alpha < 1.0;
        check("the level", "the tests", self.alpha, "a number between 0 and 1", holds)?;
        for path in &self.paths {
            some("steps", path.steps.len(), MOST_STEPS)?;
            for (_, e) in &path.steps {
                check("an e-value", &path.name, *e, "a number from 0 to infinity", *e >= 0.0)?;
            }
            let is_ordered = path.steps.is_sorted_by_key(|(pairs, _)| *pairs);
            let last = path.steps.last().map_or(0, |(pairs, _)| *pairs);
            let expected = "no less than the numbers before it";
            check("a number of pairs", &path.name, last as f64, expected, is_ordered)?;
        }
        Ok(())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        legend(canvas, &self.keys());
        let (top, bottom) = (canvas.y + HEAD, canvas.y + HEAD + HEIGHT);
        let y = Scale::log(self.ends(), (bottom, top));
        let left = canvas.left() + axis::left_room(&y, Unit::Number);
        let steps = self.paths.iter().flat_map(|path| &path.steps);
        let last = steps.map(|(pairs, _)| *pairs).max().unwrap_or(0).max(1);
        let x = Scale::linear((0.0, last as f64), (left, canvas.right() - OVERHANG));
        axis::left(canvas, &y, (left, x.to), Unit::Number, "e-value");
        axis::bottom(canvas, &x, (top, bottom), Unit::Count, "discordant pairs seen");
        let limit = y.at(1.0 / self.alpha);
        canvas.dashed((left, limit), (x.to, limit), Ink::Axis, 0.9);
        for (at, path) in self.paths.iter().enumerate() {
            let places: Vec<(f64, f64)> =
                path.steps.iter().map(|(n, e)| (x.at(*n as f64), y.at(*e))).collect();
            let end = path.steps.last().map_or(f64::NAN, |(_, e)| *e);
            let title = format!("{}: {} at its end", text::clean(&path.name), text::number(end));
            canvas.titled(&title, |canvas| {
                canvas.path(&places, false, Paint::stroke(Ink::Series(at), 1.2), "");
                // Marks along the way distinguish the paths without colour.
                let every = places.len().div_ceil(6).max(1);
                for place in places.iter().step_by(every) {
                    mark(canvas, at, *place, RADIUS * 0.7, true);
                }
                if let Some(place) = places.last() {
                    mark(canvas, at, *place, RADIUS * 1.2, path.is_rejected);
                }
            });
        }
        Ok(())
    }

    fn says(&self) -> String {
        let rejected = self.paths.iter().filter(|path| path.is_rejected).count();
        format!("{} paths of e-values, {rejected} ended in a rejection.", self.paths.len())
    }
}

impl EvidencePaths {
    fn keys(&self) -> Vec<(Key, String)> {
        let paths = self.paths.iter().enumerate();
        let mut keys: Vec<(Key, String)> =
            paths.map(|(at, path)| (Key::Line(at), path.name.clone())).collect();
        let limit = text::number(1.0 / self.alpha);
        keys.push((Key::Dashed, format!("1/α = {limit}: rejected from here on")));
        keys.push((Key::Hollow(0), "ended without a rejection".to_owned()));
        keys
    }

    fn ends(&self) -> (f64, f64) {
        let values = self.paths.iter().flat_map(|path| &path.steps).map(|(_, e)| *e);
        let finite = values.filter(|e| e.is_finite() && *e > 0.0);
        let start: (f64, f64) = (0.5, 2.0 / self.alpha);
        let (low, high) = finite.fold(start, |(low, high), e| (low.min(e), high.max(e)));
        let power = |value: f64| 10f64.powf(value);
        // The scale always includes the line of the level.
        let high = power(high.log10().ceil()).min(WIDEST.1.max(2.0 / self.alpha));
        (power(low.log10().floor()).max(WIDEST.0), high)
    }
}
