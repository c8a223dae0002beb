//! The rate of predicted fallacies beside capability.

use super::Kind;
use crate::FigureError;
use crate::kit::canvas::Canvas;
use crate::kit::plane::{Axis, Line, Plane, Point, remark};
use crate::kit::scale::Unit;
use crate::kit::text;

/// Each subject by its capability (across) and the share of its errors that are the fallacies a
/// theory predicts (upwards).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Capability {
    /// The axis of capability: Elo points, say.
    pub capability: Axis,
    /// What the rate is: `fallacies predicted, of wrong answers (%)`.
    pub rate: String,
    /// The subjects; `y` from 0 to 1.
    pub points: Vec<Point>,
    /// A fitted line, where one is meant.
    pub line: Option<Line>,
    /// The correlation in words. May be empty.
    pub correlation: String,
}

impl Capability {
    fn with<T>(&self, use_plane: impl FnOnce(&Plane<'_>) -> T) -> T {
        let y = Axis { title: self.rate.clone(), unit: Unit::Share };
        let (x, line) = (&self.capability, self.line);
        use_plane(&Plane { points: &self.points, x, y: &y, line, is_square: false })
    }
}

impl Kind for Capability {
    fn check(&self) -> Result<(), FigureError> {
        self.with(|plane| plane.check())
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        remark(canvas, &self.correlation);
        self.with(|plane| plane.draw(canvas));
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
