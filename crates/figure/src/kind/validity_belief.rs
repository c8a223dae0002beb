//! Judgements that follow validity, and judgements that follow belief.

use super::Kind;
use crate::FigureError;
use crate::kit::canvas::Canvas;
use crate::kit::plane::{Axis, Plane, Point};

/// Each subject by how often its judgements agree with validity (upwards) and how often with
/// believability (across): above the diagonal logic rules, below it belief.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValidityBelief {
    /// The subjects: `x` with believability, `y` with validity, both from 0 to 1.
    pub points: Vec<Point>,
}

impl ValidityBelief {
    fn plane(&self) -> Plane<'_> {
        let [x, y] = ["believability", "validity"]
            .map(|what| Axis::of_shares(format!("agrees with {what} (%)")));
        Plane { points: &self.points, x, y, line: None, is_square: true }
    }
}

impl Kind for ValidityBelief {
    fn check(&self) -> Result<(), FigureError> {
        self.plane().check()
    }

    fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
        self.plane().draw(canvas);
        Ok(())
    }

    fn says(&self) -> String {
        let logical = self.points.iter().filter(|p| p.y.value > p.x.value).count();
        format!(
            "{}, {logical} of them above the diagonal.",
            peirast_decimals::counted(self.points.len() as u64, "subject", "subjects")
        )
    }
}
