//! A measure of ours beside a benchmark of others.

use super::Kind;
use crate::FigureError;
use crate::kit::canvas::Canvas;
use crate::kit::plane::{Axis, Line, Plane, Point, remark};
use crate::kit::text;

/// Each subject by its score on a benchmark of others (across) and on this one (upwards).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Benchmark {
    /// The benchmark's axis.
    pub benchmark: Axis,
    /// The axis of the measure here.
    pub measure: Axis,
    /// The subjects.
    pub points: Vec<Point>,
    /// A line of least squares, where one is meant.
    pub line: Option<Line>,
    /// The correlation in words: `Spearman's ρ = 0.61 (p = 0.02)`. May be empty.
    pub correlation: String,
}

impl Benchmark {
    fn plane(&self) -> Plane<'_> {
        let (x, y) = (&self.benchmark, &self.measure);
        Plane { points: &self.points, x, y, line: self.line, is_square: false }
    }
}

impl Kind for Benchmark {
    fn check(&self) -> Result<(), FigureError> {
        self.plane().check()
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        remark(canvas, &self.correlation);
        self.plane().draw(canvas);
        Ok(())
    }

    fn says(&self) -> String {
        format!(
            "{}. {}",
            text::counted(self.points.len() as u64, "subject", "subjects"),
            self.correlation
        )
    }
}
