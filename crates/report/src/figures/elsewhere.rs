//! What was measured here beside scores elsewhere.

use super::sheet::{Line, Sheet};
use crate::Report;
use crate::group::in_groups;
use peirast_figure::{Axis, Data, Estimate, Figure, Line as Straight, Point, Scatter};

/// The measure that is drawn, of those that are correlated.
const RATE: &str = "fallacy rate";

/// Accuracy on syllogisms beside each benchmark of which scores were given.
pub fn benchmarks(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::find(report, "benchmark-scores") else { return Vec::new() };
    let figure = |(name, points): (&str, Vec<Point>)| Figure {
        name: format!("benchmark-{name}"),
        title: format!("Accuracy and {name}"),
        caption: format!(
            "Accuracy over everything, with 95 % intervals, beside the scores given for {name}, for \
             subjects that have both. With few subjects the interval of a correlation says more than \
             its p-value. The line is that of least squares."
        ),
        data: Data::Benchmark(Scatter {
            x: Axis::of_numbers(name),
            y: Axis::of_shares("accuracy (%)"),
            line: least_squares(&points),
            points,
            correlation: correlation(report, "benchmarks", |line| line.text("benchmark") == name),
        }),
    };
    grouped(sheet, "benchmark", |_| true, "accuracy").into_iter().map(figure).collect()
}

/// The rate of predicted fallacies beside each capability of which scores were given.
pub fn capabilities(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::find(report, "capability-scores") else { return Vec::new() };
    let is_rate = |line: &Line<'_>| line.text("measure") == RATE;
    let figure = |(name, points): (&str, Vec<Point>)| Figure {
        name: format!("capability-{name}"),
        title: format!("Predicted fallacies and {name}"),
        caption: format!(
            "The share of wrong answers that are fallacies predicted by the theory, with 95 % \
             intervals, beside {name}. Subjects of one family resemble each other. The line is that \
             of least squares."
        ),
        data: Data::Capability(Scatter {
            x: Axis::of_numbers(name),
            y: Axis::of_shares("fallacies among wrong answers (%)"),
            line: least_squares(&points),
            points,
            correlation: correlation(report, "capability", |line| {
                line.text("capability") == name && is_rate(line)
            }),
        }),
    };
    grouped(sheet, "capability", is_rate, "value").into_iter().map(figure).collect()
}

/// The points of each benchmark, in order; fewer than three make no figure.
fn grouped<'a>(
    sheet: Sheet<'a>,
    by: &str,
    fits: impl Fn(&Line<'a>) -> bool,
    share: &str,
) -> Vec<(&'a str, Vec<Point>)> {
    let point = |line: Line<'a>| {
        let x = Estimate::exactly(line.number("score")?);
        let y = line.estimate(share, "low", "high")?;
        Some((line.text(by), Point { name: line.text("subject").to_owned(), x, y }))
    };
    let mut groups = in_groups(sheet.lines().filter(fits).filter_map(point));
    groups.retain(|(_, points)| points.len() >= 3);
    groups
}

/// Spearman's correlation in words; nothing where there is none.
fn correlation(report: &Report, table: &str, fits: impl Fn(&Line<'_>) -> bool) -> String {
    let is_wanted = |line: &Line<'_>| line.text("coefficient") == "spearman" && fits(line);
    let line = Sheet::find(report, table).and_then(|sheet| sheet.lines().find(is_wanted));
    let Some((line, value)) = line.and_then(|line| Some((line, line.number("value")?))) else {
        return String::new();
    };
    let mut words = format!("Spearman's ρ = {value:.2}");
    if let Some((low, high)) = line.number("low").zip(line.number("high")) {
        words.push_str(&format!(" [{low:.2}, {high:.2}]"));
    }
    if let Some(p) = line.number("p") {
        let p = if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") };
        words.push_str(&format!(", {p}"));
    }
    words
}

/// The line of least squares; none where all points stand above each other.
fn least_squares(points: &[Point]) -> Option<Straight> {
    let n = points.len() as f64;
    let mean = |of: fn(&Point) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|point| point.x.value), mean(|point| point.y.value));
    let square: f64 = points.iter().map(|point| (point.x.value - x).powi(2)).sum();
    let product: f64 = points.iter().map(|point| (point.x.value - x) * (point.y.value - y)).sum();
    let slope = product / square;
    let line = Straight { intercept: y - slope * x, slope };
    (line.intercept.is_finite() && slope.is_finite()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_through_points() {
        let point = |x: f64, y: f64| Point {
            name: String::new(),
            x: Estimate::exactly(x),
            y: Estimate::exactly(y),
        };
        let line = least_squares(&[point(0.0, 1.0), point(1.0, 3.0), point(2.0, 5.0)]);
        assert_eq!(line, Some(Straight { intercept: 1.0, slope: 2.0 }));
        assert_eq!(least_squares(&[point(1.0, 1.0), point(1.0, 3.0)]), None);
    }
}
