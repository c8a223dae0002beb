//! Power over numbers of pairs.

use super::{SHAPES, paged};
use crate::group::once_each;
use crate::wording::{abridged, listed};
use crate::{PooledRow, Report, ResultRow};
use peirast_figure::{Data, Figure, FigureError, PowerCurve, PowerCurves, Sheet, Width};
use peirast_stats::{Alternative, Design, Discordance};
use std::collections::BTreeSet;

/// The power that is usually wanted.
const TARGET: f64 = 0.8;
/// Ends of the axis, of which the first is taken that brings every curve to its target.
const ENDS: [u64; 6] = [50, 100, 200, 500, 1000, 2000];
const STEPS: u64 = 40;
/// The most subjects that a caption names.
const MOST_NAMES: usize = 6;

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
    let supposed: Vec<Supposed> =
        whole(&report.pooled).into_iter().filter_map(|row| supposed(report, row)).collect();
    let curve = |end: u64| {
        move |one: &Supposed| {
            let own = pairs_of(report, &one.hypothesis);
            // From one pair on, so that the curve is seen before the tests that were made; evenly on a
            // scale of powers.
            let at = |step: u64| (end as f64).powf(step as f64 / STEPS as f64).round() as u64;
            let steps = (0..=STEPS).map(at);
            let pairs: BTreeSet<u64> = steps.chain([1]).chain(own).collect();
            let points = one.design.curve(pairs, &one.rates);
            let points = points.iter().map(|point| (point.pairs, point.power)).collect();
            PowerCurve { name: one.hypothesis.clone(), points, own }
        }
    };
    let reaches = |end: u64| supposed.iter().all(|one| one.design.power(end, &one.rates) >= TARGET);
    let made = supposed.iter().filter_map(|one| pairs_of(report, &one.hypothesis)).max();
    let made = made.unwrap_or(0);
    let end = ENDS.into_iter().find(|end| *end >= made && reaches(*end));
    let end = end.unwrap_or(made.max(2000));
    let curves: Vec<PowerCurve> = supposed.iter().map(curve(end)).collect();
    let caption = |drawn: &[Supposed]| {
        format!(
            "The power of one test at level {}, not adjusted for other tests (rule {}), by its number of pairs, if pairs are discordant as often as in \
         this run on average over all methods and subjects.{}{} A ring marks the largest test of a hypothesis in \
         this run. The curves help to plan a further study; about this one they say no more than the p-values do.",
            report.settings.alpha,
            report.provenance.rule,
            without_discordant(report, drawn),
            without_effect(drawn)
        )
    };
    let data = |curves| Data::PowerCurves(PowerCurves { curves, target: Some(TARGET) });
    let mut figures = paged("power", "", "", &curves, SHAPES, data);
    let pages = curves.chunks(SHAPES).zip(supposed.chunks(SHAPES));
    for (figure, (curves, drawn)) in figures.iter_mut().zip(pages) {
        (figure.title, figure.caption) = (title(curves), caption(drawn));
    }
    figures
}

/// A sentence, after a space, on the subjects of these hypotheses whose pairs are never discordant:
/// they count in the average. Empty if there are none, and if no curve rises.
fn without_discordant(report: &Report, supposed: &[Supposed]) -> String {
    let with_effect = || supposed.iter().filter(|one| !one.is_without_effect());
    let is_drawn = |row: &&ResultRow| with_effect().any(|one| one.hypothesis == row.hypothesis);
    let rows = || report.rows.iter().filter(is_drawn).filter(|row| row.n > 0);
    let subjects = once_each(rows().map(|row| row.model.as_str()));
    let never = |name: &&str| rows().all(|row| row.model != *name || row.n_discordant == 0);
    let quiet: Vec<&str> = subjects.iter().copied().filter(never).collect();
    match quiet.as_slice() {
        [] => String::new(),
        names => format!(
            " This average includes {}, without a discordant pair; a study without {} would need fewer pairs.",
            abridged(names, MOST_NAMES),
            if names.len() == 1 { "this subject" } else { "these subjects" }
        ),
    }
}

/// A sentence, after a space, on the curves that stay near 0; empty if there are none.
fn without_effect(supposed: &[Supposed]) -> String {
    let own: Vec<&Supposed> = supposed.iter().filter(|one| one.is_without_effect()).collect();
    let names: Vec<&str> = own.iter().map(|one| one.hypothesis.as_str()).collect();
    let curves = match names.len() {
        0 => return String::new(),
        1 => "One curve stays",
        _ => "Some curves stay",
    };
    let two_sided = own.iter().filter(|one| one.alternative == Alternative::TwoSided).count();
    let why = match two_sided {
        0 => "this run has no more discordant pairs in the direction of the test than in the other",
        all if all == own.len() => {
            "this run has as many discordant pairs of one kind as of the other"
        }
        _ => {
            "this run has no more discordant pairs in the direction of the test than in the other (two-sided tests: \
              as many of one kind as of the other)"
        }
    };
    format!(" {curves} near 0 for any number of pairs: {}. There, {why}.", listed(&names))
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

/// A hypothesis with the test and the rates of discordant pairs for which its curve is drawn.
struct Supposed {
    hypothesis: String,
    design: Design,
    rates: Discordance,
    alternative: Alternative,
}

impl Supposed {
    /// True if discordant pairs are no more frequent in the direction of the alternative than in the
    /// other: then more pairs bring no power.
    fn is_without_effect(&self) -> bool {
        let gain = self.rates.p21() - self.rates.p12();
        match self.alternative {
            Alternative::Greater => gain <= 0.0,
            Alternative::Less => gain >= 0.0,
            Alternative::TwoSided => gain == 0.0,
        }
    }
}

fn supposed(report: &Report, row: &PooledRow) -> Option<Supposed> {
    let n = (row.n > 0).then_some(row.n as f64)?;
    let rates = Discordance::new(row.table.n12 as f64 / n, row.table.n21 as f64 / n).ok()?;
    let design = Design::new(report.settings.rule, row.alternative, report.settings.alpha).ok()?;
    let (hypothesis, alternative) = (row.hypothesis.clone(), row.alternative);
    (rates.total() > 0.0).then_some(Supposed { hypothesis, design, rates, alternative })
}
