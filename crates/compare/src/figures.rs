//! Figures of comparisons.

use crate::sentence::verdict;
use crate::{ComparisonVerdict, RunComparison, RunComparisons};
use peirast_figure::{Data, DifferenceRow, Differences, Estimate, Figure};
use std::collections::BTreeMap;

/// Rows of one figure.
const MOST_ROWS: usize = 40;

/// A forest plot of differences for each metric.
pub fn comparison_figures(of: &RunComparisons<'_>) -> Vec<Figure> {
    let mut metrics: BTreeMap<&str, Vec<&RunComparison<'_>>> = BTreeMap::new();
    for row in &of.rows {
        metrics.entry(&row.metric).or_default().push(row);
    }
    metrics.into_iter().flat_map(|(metric, rows)| forests(metric, &rows, of)).collect()
}

fn forests(metric: &str, rows: &[&RunComparison<'_>], of: &RunComparisons<'_>) -> Vec<Figure> {
    let are_points = rows.iter().all(|row| row.are_shares);
    let mut rows: Vec<DifferenceRow> = rows.iter().map(|row| shown(row, of)).collect();
    rows.sort_by(|one, other| one.group.cmp(&other.group));
    let sheets = rows.chunks(MOST_ROWS).enumerate();
    let margin = match of.options.margin {
        Some(_) => " The band holds differences within the margin, which do not matter.",
        None => "",
    };
    sheets
        .map(|(sheet, rows)| Figure {
            name: match sheet {
                0 => format!("differences-{metric}"),
                _ => format!("differences-{metric}-{}", sheet + 1),
            },
            title: format!("Differences of {metric}"),
            caption: format!(
                "Mean {metric} of the second run less that of the first, on the items of both, with {:.0} % \
                 intervals that are not adjusted for the number of comparisons. Filled marks: the hypothesis of no \
                 difference is rejected at {} after correction ({}).{margin}",
                100.0 * of.options.confidence(),
                of.options.alpha,
                of.options.correction
            ),
            data: Data::Differences(Differences {
                rows: rows.to_vec(),
                measure: match are_points {
                    true => "second less first, points".to_owned(),
                    false => "second less first".to_owned(),
                },
                are_points,
                margin: of.options.margin,
            }),
        })
        .collect()
}

fn shown(row: &RunComparison<'_>, of: &RunComparisons<'_>) -> DifferenceRow {
    let estimate = row.difference.estimate;
    let interval = row.difference.low.zip(row.difference.high);
    DifferenceRow {
        group: if of.runs.len() > 2 { format!("{} less {}", row.b, row.a) } else { String::new() },
        name: if row.tasks.is_pooled() {
            "all tasks".to_owned()
        } else {
            row.tasks.name().to_owned()
        },
        difference: Estimate { value: estimate, interval },
        remark: match row.verdict {
            ComparisonVerdict::Undecided { .. } => "undecided".to_owned(),
            _ => verdict(row),
        },
        is_rejected: row.p_adjusted <= of.options.alpha,
        is_pooled: row.tasks.is_pooled(),
    }
}
