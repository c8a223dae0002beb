//! Power over numbers of pairs.

use super::{SHAPES, paged};
use crate::{PooledRow, Report};
use peirast_figure::{Data, Figure, FigureError, PowerCurve, PowerCurves, Sheet, Width};
use peirast_stats::{Design, Discordance};
use std::collections::BTreeSet;

/// The power that is usually wanted.
const TARGET: f64 = 0.8;
/// Ends of the axis, of which the first is taken that brings every curve to its target.
const ENDS: [u64; 6] = [50, 100, 200, 500, 1000, 2000];
const STEPS: u64 = 40;

/// Power from 0 to 1 over pairs, as SVG, with a note below that says what was planned and by which
/// version.
///
/// # Errors
/// No points, or an invalid power.
///
/// ```
/// let svg = peirast_report::power_curve(&[(20, 0.2), (40, 0.5)], "p12 < p21")?;
/// assert!(svg.starts_with("<svg") && svg.contains("p12 &lt; p21"));
/// # Ok::<(), peirast_report::FigureError>(())
/// ```
pub fn power_curve(points: &[(u64, f64)], note: &str) -> Result<String, FigureError> {
    let curve = PowerCurve { name: String::new(), points: points.to_vec(), own: None };
    let figure = Figure {
        name: "power".to_owned(),
        title: "Power".to_owned(),
        caption: note.to_owned(),
        data: Data::PowerCurves(PowerCurves { curves: vec![curve], target: Some(TARGET) }),
    };
    figure.svg(&Sheet { width: Width::Double, has_caption: true })
}

/// The number of pairs that a further study of the same hypotheses would need.
pub(super) fn curves(report: &Report) -> Vec<Figure> {
    if report.settings.sequential.is_some() {
        // Its tests are not those of a fixed number of pairs.
        return Vec::new();
    }
    let supposed: Vec<(String, Design, Discordance)> =
        whole(&report.pooled).into_iter().filter_map(|row| supposed(report, row)).collect();
    let curve = |end: u64| {
        move |(name, design, supposed): &(String, Design, Discordance)| {
            let own = pairs_of(report, name);
            // From one pair on, so that the curve is seen before the tests that were made; evenly on a
            // scale of powers.
            let at = |step: u64| (end as f64).powf(step as f64 / STEPS as f64).round() as u64;
            let steps = (0..=STEPS).map(at);
            let pairs: BTreeSet<u64> = steps.chain([1]).chain(own).collect();
            let points = design.curve(pairs, supposed);
            let points = points.iter().map(|point| (point.pairs, point.power)).collect();
            PowerCurve { name: name.clone(), points, own }
        }
    };
    let reaches = |end: u64| supposed.iter().all(|(_, d, rates)| d.power(end, rates) >= TARGET);
    let made = supposed.iter().filter_map(|(name, ..)| pairs_of(report, name)).max().unwrap_or(0);
    let end = ENDS.into_iter().find(|end| *end >= made && reaches(*end));
    let end = end.unwrap_or(made.max(2000));
    let curves: Vec<PowerCurve> = supposed.iter().map(curve(end)).collect();
    let caption = format!(
        "The power of one test at level {} (rule {}) by its number of pairs, if pairs are discordant as often as in \
         this run over all methods and subjects. A ring marks the largest test of a hypothesis in this run. The \
         curves help to plan a further study; about this one they say no more than the p-values do.",
        report.settings.alpha, report.provenance.rule
    );
    let data = |curves| Data::PowerCurves(PowerCurves { curves, target: Some(TARGET) });
    let mut figures = paged("power", "", &caption, &curves, SHAPES, data);
    for (figure, curves) in figures.iter_mut().zip(curves.chunks(SHAPES)) {
        figure.title = title(curves);
    }
    figures
}

/// The title of some curves, with the first and the last of their hypotheses.
fn title(curves: &[PowerCurve]) -> String {
    match curves {
        [first, .., last] => format!("Power of a further study: {} to {}", first.name, last.name),
        [only] => format!("Power of a further study: {}", only.name),
        [] => "Power of a further study".to_owned(),
    }
}

/// The pairs of the largest test of a hypothesis.
fn pairs_of(report: &Report, hypothesis: &str) -> Option<u64> {
    let own = report.rows.iter().filter(|row| row.hypothesis == hypothesis && row.is_tested());
    own.map(|row| row.n).max()
}

/// For each hypothesis the row of all subjects, or that of the only one.
fn whole(pooled: &[PooledRow]) -> Vec<&PooledRow> {
    let mut rows: Vec<&PooledRow> = Vec::new();
    for row in pooled {
        match rows.iter_mut().find(|own| own.hypothesis == row.hypothesis) {
            Some(own) if row.model.is_none() => *own = row,
            Some(_) => {}
            None => rows.push(row),
        }
    }
    // Several subjects without a row of all of them are never pooled.
    let alone = |row: &&PooledRow| {
        let own = pooled.iter().filter(|other| other.hypothesis == row.hypothesis);
        row.model.is_none() || own.count() == 1
    };
    rows.retain(alone);
    rows
}

fn supposed(report: &Report, row: &PooledRow) -> Option<(String, Design, Discordance)> {
    let n = (row.n > 0).then_some(row.n as f64)?;
    let supposed = Discordance::new(row.table.n12 as f64 / n, row.table.n21 as f64 / n).ok()?;
    let design = Design::new(report.settings.rule, row.alternative, report.settings.alpha).ok()?;
    (supposed.total() > 0.0).then(|| (row.hypothesis.clone(), design, supposed))
}
