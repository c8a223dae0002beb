//! Scatter plots of subjects, with their correlation.

use peirast_decimals::counted;
use peirast_figure::{Axis, Line, Point, Scatter};

/// The fewest subjects over which a correlation or a line of least squares is shown.
pub(super) const FEWEST: usize = 5;

/// The points on these axes, with a correlation in words and the line of least squares; fewer than
/// [`FEWEST`] points have neither, and a note says so.
pub(super) fn scatter(x: Axis, y: Axis, points: Vec<Point>, correlation: String) -> Scatter {
    let (line, correlation) = match points.len() {
        n if n < FEWEST => {
            let count = counted(n as u64, "subject is", "subjects are");
            (None, format!("{count} too few for a correlation."))
        }
        n if !correlation.is_empty() => (
            least_squares(&points),
            format!("{correlation}, over {}", counted(n as u64, "subject", "subjects")),
        ),
        _ => (least_squares(&points), correlation),
    };
    Scatter { x, y, points, line, correlation }
}

/// A caption with these further sentences if the plot has a line.
pub(super) fn caption(words: String, scatter: &Scatter, if_line: &str) -> String {
    if scatter.line.is_some() { format!("{words} {if_line}") } else { words }
}

/// The line of least squares; none if all points are above each other.
fn least_squares(points: &[Point]) -> Option<Line> {
    let n = points.len() as f64;
    let mean = |of: fn(&Point) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|point| point.x.value), mean(|point| point.y.value));
    let square: f64 = points.iter().map(|point| (point.x.value - x).powi(2)).sum();
    let product: f64 = points.iter().map(|point| (point.x.value - x) * (point.y.value - y)).sum();
    let slope = product / square;
    let line = Line { intercept: y - slope * x, slope };
    (line.intercept.is_finite() && slope.is_finite()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_figure::Estimate;

    fn point(x: f64, y: f64) -> Point {
        Point { name: String::new(), x: Estimate::exactly(x), y: Estimate::exactly(y) }
    }

    #[test]
    fn a_line_through_points() {
        let line = least_squares(&[point(0.0, 1.0), point(1.0, 3.0), point(2.0, 5.0)]);
        assert_eq!(line, Some(Line { intercept: 1.0, slope: 2.0 }));
        assert_eq!(least_squares(&[point(1.0, 1.0), point(1.0, 3.0)]), None);
    }

    #[test]
    fn fewer_than_five_subjects_have_no_correlation() {
        let of = |n: u32| {
            let points = (0..n).map(|at| point(f64::from(at), f64::from(at))).collect();
            scatter(Axis::default(), Axis::default(), points, "ρ = 1".to_owned())
        };
        let few = of(4);
        assert_eq!(few.line, None);
        assert_eq!(few.correlation, "4 subjects are too few for a correlation.");
        assert_eq!(caption("A.".to_owned(), &few, "B."), "A.");
        let enough = of(5);
        assert_eq!(
            (enough.line.is_some(), enough.correlation.as_str()),
            (true, "ρ = 1, over 5 subjects")
        );
        assert_eq!(caption("A.".to_owned(), &enough, "B."), "A. B.");
    }
}
