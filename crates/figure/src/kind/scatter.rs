//! A measure of ours by another one, or by a score of the subjects from elsewhere.

use super::Kind;
use crate::FigureError;
use crate::kit::canvas::Canvas;
use crate::kit::plane::{Axis, Line, Plane, Point, remark};

/// Each subject by a score from elsewhere or a measure (across) and a measure here (upwards):
/// accuracy by consistency or by a public benchmark, or the share of errors that are the fallacies
/// a theory predicts by capability.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// The axis of what is across: Elo points, say.
    pub x: Axis,
    /// The axis of the measure.
    pub y: Axis,
    /// The subjects.
    pub points: Vec<Point>,
    /// A line of least squares, where one is meant.
    pub line: Option<Line>,
    /// The correlation in words: `Spearman's ρ = 0.61 (p = 0.02)`. May be empty.
    pub correlation: String,
}

impl Scatter {
    fn plane(&self) -> Plane<'_> {
        let (x, y) = (self.x.clone(), self.y.clone());
        Plane { points: &self.points, x, y, line: self.line, is_square: false }
    }
}

impl Kind for Scatter {
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
            peirast_decimals::counted(self.points.len() as u64, "subject", "subjects"),
            self.correlation
        )
    }
}
