//! Measures of this run by scores from elsewhere.

use super::scatter::{caption, scatter};
use super::sheet::{Line, Sheet};
use crate::Report;
use crate::group::in_groups;
use peirast_decimals::counted;
use peirast_figure::{Axis, Data, Estimate, Figure, Point};

/// Accuracy on syllogisms, and the effect of belief, by each benchmark whose scores were given.
pub fn benchmarks(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::find(report, "benchmark-scores") else { return Vec::new() };
    let figure = |name: &str, measure: &str, words: [&str; 3], y: Axis, points: Vec<Point>| {
        let [stem, title, what] = words;
        let is_own =
            |line: &Line<'_>| line.text("benchmark") == name && line.text("measure") == measure;
        let words = format!(
            "{what}, with 95 % intervals, against the scores given for {name}, for {} with both.",
            counted(points.len() as u64, "subject", "subjects")
        );
        let x = Axis::of_numbers(name);
        let data = scatter(x, y, points, coefficient(report, "benchmarks", is_own));
        let if_line = "With few subjects the interval of a correlation says more than its p-value. \
                       The line is the least-squares line.";
        Figure {
            name: stem.to_owned(),
            title: title.to_owned(),
            caption: caption(words, &data, if_line),
            data: Data::Benchmark(data),
        }
    };
    let accuracy = grouped(sheet, "benchmark", |_| true, ["accuracy", "low", "high"]);
    let accuracy = accuracy.into_iter().map(|(name, points)| {
        let (stem, title) = (format!("benchmark-{name}"), format!("Accuracy and {name}"));
        let y = Axis::of_shares("accuracy (%)");
        figure(name, "accuracy", [&stem, &title, "Accuracy"], y, points)
    });
    let belief = grouped(sheet, "benchmark", |_| true, ["belief", "belief_low", "belief_high"]);
    let belief = belief.into_iter().map(|(name, points)| {
        let stem = format!("benchmark-{name}-belief");
        let title = format!("Effect of belief and {name}");
        let y = Axis::of_numbers("effect of belief (percentage points)");
        let points =
            points.into_iter().map(|point| Point { y: in_points(point.y), ..point }).collect();
        figure(name, "belief", [&stem, &title, "The effect of belief"], y, points)
    });
    accuracy.chain(belief).collect()
}

/// A difference of shares in percentage points.
fn in_points(difference: Estimate) -> Estimate {
    let interval = difference.interval.map(|(low, high)| (100.0 * low, 100.0 * high));
    Estimate { value: 100.0 * difference.value, interval }
}

/// The measures that are drawn by capability: their name in the table, the end of the figure's
/// name, its title, the axis, and the meaning.
const BESIDE_CAPABILITY: [(&str, &str, &str, &str, &str); 2] = [
    (
        "fallacy rate",
        "",
        "Predicted fallacies",
        "fallacies among wrong answers (%)",
        "The share of wrong answers that are fallacies predicted by the theory",
    ),
    (
        "correct",
        "-correct",
        "Correct answers",
        "correct answers (%)",
        "The share of answers that follow from the premises, \"nothing follows\" among them",
    ),
];

/// The rate of predicted fallacies, and correctness, by each capability whose scores were given.
pub fn capabilities(report: &Report) -> Vec<Figure> {
    let Some(sheet) = Sheet::find(report, "capability-scores") else { return Vec::new() };
    let mut figures = Vec::new();
    for (measure, end, title, axis, what) in BESIDE_CAPABILITY {
        let is_own = |line: &Line<'_>| line.text("measure") == measure;
        for (name, points) in grouped(sheet, "capability", is_own, ["value", "low", "high"]) {
            let words = format!(
                "{what}, with 95 % intervals, against {name}, for {}. Subjects of one family \
                 resemble each other.",
                counted(points.len() as u64, "subject", "subjects")
            );
            let correlation = coefficient(report, "capability", |line| {
                line.text("capability") == name && is_own(line)
            });
            let (x, y) = (Axis::of_numbers(name), Axis::of_shares(axis));
            let data = scatter(x, y, points, correlation);
            figures.push(Figure {
                name: format!("capability-{name}{end}"),
                title: format!("{title} and {name}"),
                caption: caption(words, &data, "The line is the least-squares line."),
                data: Data::Capability(data),
            });
        }
    }
    figures
}

/// The points of each benchmark, in order; fewer than three make no figure.
fn grouped<'a>(
    sheet: Sheet<'a>,
    by: &str,
    fits: impl Fn(&Line<'a>) -> bool,
    [value, low, high]: [&str; 3],
) -> Vec<(&'a str, Vec<Point>)> {
    let point = |line: Line<'a>| {
        let x = Estimate::exactly(line.number("score")?);
        let y = line.estimate(value, low, high)?;
        Some((line.text(by), Point { name: line.text("subject").to_owned(), x, y }))
    };
    let mut groups = in_groups(sheet.lines().filter(fits).filter_map(point));
    groups.retain(|(_, points)| points.len() >= 3);
    groups
}

/// Spearman's coefficient in words; nothing if there is none.
fn coefficient(report: &Report, table: &str, fits: impl Fn(&Line<'_>) -> bool) -> String {
    let is_wanted = |line: &Line<'_>| line.text("coefficient") == "spearman" && fits(line);
    let line = Sheet::find(report, table).and_then(|sheet| sheet.lines().find(is_wanted));
    line.map(|line| line.spearman("value")).unwrap_or_default()
}
