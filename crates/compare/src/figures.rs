//! Figures of comparisons.

use crate::sentence::{correction_words, verdict};
use crate::{ComparisonVerdict, RunComparison, RunComparisons};
use peirast_figure::{Data, DifferenceRow, Differences, Estimate, Figure};
use std::collections::BTreeMap;

/// The most rows of one figure.
const MOST_ROWS: usize = 40;

/// Forest plots of differences. All metrics whose scores are shares have one plot; each other
/// metric has its own plot and scale.
pub fn comparison_figures(of: &RunComparisons<'_>) -> Vec<Figure> {
    let mut plots: BTreeMap<Option<&str>, Vec<&RunComparison<'_>>> = BTreeMap::new();
    for row in &of.rows {
        let own = Some(row.metric.as_str()).filter(|_| !row.are_shares);
        plots.entry(own).or_default().push(row);
    }
    plots.into_iter().flat_map(|(metric, rows)| forests(metric, &rows, of)).collect()
}

fn forests(
    metric: Option<&str>,
    rows: &[&RunComparison<'_>],
    of: &RunComparisons<'_>,
) -> Vec<Figure> {
    let mut rows: Vec<DifferenceRow> = rows.iter().map(|row| shown(row, of)).collect();
    rows.sort_by(|one, other| one.group.cmp(&other.group));
    let margin = match of.options.margin {
        Some(_) => " The band holds differences within the margin, which do not matter.",
        None => "",
    };
    let caption = format!(
        "Mean score of the second run minus that of the first, on the items of both, with {:.0} % intervals that are \
         not adjusted for the number of comparisons. Filled marks: the hypothesis of no difference is rejected at level \
         {} after correction ({}).{margin}",
        100.0 * of.options.confidence(),
        of.options.alpha,
        correction_words(of.options.correction)
    );
    let stem =
        metric.map_or_else(|| "differences".to_owned(), |name| format!("differences-{name}"));
    let names: Vec<&str> = of.runs.iter().map(|run| run.name.as_str()).collect();
    let title = match (metric, names.as_slice()) {
        (None, [a, b]) => format!("{b} minus {a}"),
        (Some(metric), [a, b]) => format!("{b} minus {a}: {metric}"),
        (None, _) => "Differences between runs".to_owned(),
        (Some(metric), _) => format!("Differences between runs: {metric}"),
    };
    let figure = |(sheet, rows): (usize, &[DifferenceRow])| Figure {
        name: if sheet == 0 { stem.clone() } else { format!("{stem}-{}", sheet + 1) },
        title: title.clone(),
        caption: caption.clone(),
        data: Data::Differences(Differences {
            rows: rows.to_vec(),
            measure: match metric {
                None => "second minus first, points".to_owned(),
                Some(_) => "second minus first".to_owned(),
            },
            are_points: metric.is_none(),
            margin: of.options.margin,
        }),
    };
    rows.chunks(MOST_ROWS).enumerate().map(figure).collect()
}

fn shown(row: &RunComparison<'_>, of: &RunComparisons<'_>) -> DifferenceRow {
    let estimate = row.difference.estimate;
    let interval = row.difference.low.zip(row.difference.high);
    DifferenceRow {
        group: match of.runs.len() {
            2 => row.metric.clone(),
            _ => format!("{}: {} minus {}", row.metric, row.b, row.a),
        },
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
