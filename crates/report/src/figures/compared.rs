//! Comparisons of pairs: discordant counts, odds ratios, p-values.

use super::{MOST_ROWS, SHAPES, paged};
use crate::group::{in_groups, once_each};
use crate::wording::{counted_range, listed, plain_method};
use crate::{Report, ResultRow};
use peirast_figure::{
    Data, Estimate, Figure, Forest, ForestRow, PValue, PValues, PairedBar, PairedBars, PairedPanel,
};
use peirast_record::Event;
use peirast_stats::{Alternative, OddsRatio};
use std::collections::BTreeMap;

/// Bars of one figure.
const MOST_BARS: usize = 120;
/// A family of fewer tests needs no figure.
const FEWEST_TESTS: usize = 3;
/// Tests of a family that shares a figure with others.
const MOST_RANKS: usize = 12;

/// The rows of each hypothesis of which something was tested, in order.
pub fn by_hypothesis(report: &Report) -> Vec<(&str, Vec<&ResultRow>)> {
    let tested = report.rows.iter().filter(|row| row.is_tested());
    in_groups(tested.map(|row| (row.hypothesis.as_str(), row)))
}

fn titled(report: &Report, id: &str) -> String {
    let claim = report.claims.iter().find(|claim| claim.hypothesis == id);
    let title = claim.map_or("", |claim| claim.title.as_str());
    if title.is_empty() { id.to_owned() } else { format!("{id}: {title}") }
}

/// The counted outcome of a member of a pair under this hypothesis.
fn counted(report: &Report, id: &str) -> &'static str {
    let claim = report.claims.iter().find(|claim| claim.hypothesis == id);
    match claim.map(|claim| claim.definition.event).unwrap_or_default() {
        Event::Correct => "right",
        Event::NoFallacy => "without the predicted fallacy",
    }
}

/// The only method of these rows, where each subject has one row.
fn only_method<'a>(rows: &[&'a ResultRow]) -> Option<&'a str> {
    let method = rows.first().map(|row| row.method.as_str())?;
    let subjects = once_each(rows.iter().map(|row| row.model.as_str()));
    let is_only = subjects.len() == rows.len() && rows.iter().all(|row| row.method == method);
    is_only.then_some(method)
}

/// The mark of the rejected rows, and the level.
fn rejections(report: &Report, rows: &[&ResultRow], mark: &str) -> String {
    let alpha = report.settings.alpha;
    match rows.iter().any(|row| row.reject) {
        true => format!(
            "{mark}: the hypothesis of no difference is rejected at level {alpha}{}.",
            if rows.iter().any(|row| row.family_size > 1) { ", after adjustment" } else { "" }
        ),
        false => format!("No test rejects the hypothesis of no difference at level {alpha}."),
    }
}

/// A sentence, after a space, on tests that are one-sided, and their intervals, which are not; empty if
/// some test is two-sided.
fn one_sided(rows: &[&ResultRow], with_intervals: bool) -> &'static str {
    match (rows.iter().all(|row| row.alternative != Alternative::TwoSided), with_intervals) {
        (false, _) => "",
        (true, false) => " The tests are one-sided, in the predicted direction.",
        (true, true) => {
            " The tests are one-sided, in the predicted direction; the intervals are two-sided."
        }
    }
}

/// The protocols of the rows in words, after a space; empty if their names are words.
fn key(report: &Report, rows: &[&ResultRow]) -> String {
    match report.protocol_key(rows.iter().map(|row| row.method.as_str())) {
        key if key.is_empty() => key,
        key => format!(" {key}"),
    }
}

/// The end of a title, which names the method if the figure has only one.
fn under(method: Option<&str>) -> String {
    method.map_or(", by subject and method".to_owned(), |one| {
        format!(", protocol {}, by subject", shown_method(one))
    })
}

/// The discordant counts of each hypothesis, the form of Figure 3 of the paper on token bias.
pub fn paired_bars(report: &Report) -> Vec<Figure> {
    let of = |(id, rows): (&str, Vec<&ResultRow>)| {
        let (outcome, method) = (counted(report, id), only_method(&rows));
        let (panels, quiet) = drawn_panels(panels(&rows, method));
        let caption = format!(
            "Matched pairs{} ({} for each): those of which only the original is {outcome} (n₁₂), and \
             those of which only the perturbed member is (n₂₁). A reasoner has no preference. {}{}{}{}",
            under(method),
            counted_range(rows.iter().map(|row| row.n), "pair", "pairs"),
            rejections(report, &rows, "A star (*)"),
            one_sided(&rows, false),
            key(report, &rows),
            match quiet.is_empty() {
                true => String::new(),
                false => format!(" Not drawn, because no pair is discordant: {}.", listed(&quiet)),
            }
        );
        let widest = panels.iter().map(|panel| panel.bars.len()).max().unwrap_or(1);
        let expected = expected(&rows);
        let data = |panels| {
            let members = ["original", "perturbed"].map(str::to_owned);
            let (outcome, expected) = (outcome.to_owned(), expected.to_owned());
            Data::PairedBars(PairedBars { panels, members, outcome, expected })
        };
        let name = format!("pairs-{id}");
        paged(&name, &titled(report, id), &caption, &panels, (MOST_BARS / widest).max(1), data)
    };
    by_hypothesis(report).into_iter().flat_map(of).collect()
}

/// The panels to draw, and the subjects of those that are left out because no pair is discordant. If
/// there is none in any panel, all are drawn.
fn drawn_panels(panels: Vec<PairedPanel>) -> (Vec<PairedPanel>, Vec<String>) {
    let is_quiet = |panel: &PairedPanel| panel.bars.iter().all(|bar| bar.n12 + bar.n21 == 0);
    if panels.iter().all(is_quiet) {
        return (panels, Vec::new());
    }
    let (quiet, drawn): (Vec<_>, Vec<_>) = panels.into_iter().partition(is_quiet);
    (drawn, quiet.into_iter().map(|panel| panel.subject).collect())
}

/// The name of a method in words; the arrow between two protocols is one.
fn shown_method(name: &str) -> String {
    plain_method(name).replace("->", " → ")
}

/// A panel for each subject; a single one of all subjects if there is one method.
fn panels(rows: &[&ResultRow], method: Option<&str>) -> Vec<PairedPanel> {
    let bar = |row: &&ResultRow, name: String| PairedBar {
        method: name,
        n12: row.n12,
        n21: row.n21,
        n: row.n,
        is_rejected: row.reject,
    };
    if let Some(method) = method {
        let bars: Vec<PairedBar> = rows.iter().map(|row| bar(row, row.model.clone())).collect();
        let panel =
            |bars: &[PairedBar]| PairedPanel { subject: shown_method(method), bars: bars.to_vec() };
        return bars.chunks(MOST_BARS).map(panel).collect();
    }
    let panels =
        in_groups(rows.iter().map(|row| (row.model.clone(), bar(row, shown_method(&row.method)))));
    panels.into_iter().map(|(subject, bars)| PairedPanel { subject, bars }).collect()
}

/// The expectation of the alternative that all rows share; empty if they differ.
fn expected(rows: &[&ResultRow]) -> &'static str {
    let first = rows.first().map(|row| row.alternative);
    match first.filter(|first| rows.iter().all(|row| row.alternative == *first)) {
        Some(Alternative::Greater) => "n₁₂ < n₂₁",
        Some(Alternative::Less) => "n₁₂ > n₂₁",
        Some(Alternative::TwoSided) | None => "",
    }
}

/// The odds ratios of each hypothesis. Subjects without a discordant pair have none: they are named in the
/// caption, and a hypothesis of which no subject has one gets no figure.
pub fn forests(report: &Report) -> Vec<Figure> {
    let interval = if report.settings.sequential.is_some() {
        "intervals that hold at all times together"
    } else {
        "exact 95 % intervals"
    };
    let data =
        |rows| Data::Forest(Forest { rows, measure: "odds ratio n₂₁/n₁₂".to_owned() });
    let of = |(id, rows): (&str, Vec<&ResultRow>)| {
        let (outcome, method) = (counted(report, id), only_method(&rows));
        let has_ratio = |row: &&&ResultRow| row.odds_ratio.ratio.value().is_some();
        let with = once_each(rows.iter().filter(has_ratio).map(|row| row.model.as_str()));
        let (rows, quiet): (Vec<&ResultRow>, Vec<&ResultRow>) =
            rows.into_iter().partition(|row| with.contains(&row.model.as_str()));
        if rows.is_empty() {
            return Vec::new();
        }
        let quiet = once_each(quiet.iter().map(|row| row.model.as_str()));
        let row = |row: &&ResultRow| ForestRow {
            group: if method.is_some() { String::new() } else { row.model.clone() },
            name: if method.is_some() { row.model.clone() } else { shown_method(&row.method) },
            ratio: ratio(&row.odds_ratio),
            remark: String::new(),
            is_rejected: row.reject,
            is_pooled: false,
        };
        let undefined = match rows.iter().any(|row| row.n_discordant == 0) {
            true => " No odds ratio is defined: no pair is discordant.",
            false => "",
        };
        let left_out = match quiet.as_slice() {
            [] => String::new(),
            names => format!(" Not drawn, because no pair is discordant: {}.", listed(names)),
        };
        let caption = format!(
            "Odds ratios n₂₁/n₁₂ of matched pairs{} ({} for each), with {interval}: above 1, the \
             perturbed member is more often {outcome}. {}{}{}{undefined}{left_out}",
            under(method),
            counted_range(rows.iter().map(|row| row.n), "pair", "pairs"),
            rejections(report, &rows, "Filled marks"),
            one_sided(&rows, true),
            key(report, &rows),
        );
        let rows: Vec<ForestRow> = rows.iter().map(row).collect();
        paged(&format!("odds-{id}"), &titled(report, id), &caption, &rows, MOST_ROWS, data)
    };
    by_hypothesis(report).into_iter().flat_map(of).collect()
}

fn ratio(odds: &OddsRatio) -> Option<Estimate> {
    let interval = odds.low.value().zip(odds.high.value());
    Some(Estimate { value: odds.ratio.value()?, interval })
}

/// Tests that are adjusted together: their name, without the subject that they are of, and their rows.
type TestFamily<'a> = (&'a str, Vec<&'a ResultRow>);

/// The p-values of the families of tests: families that differ only in their subject share a figure.
pub fn p_values(report: &Report) -> Vec<Figure> {
    let mut families: BTreeMap<&str, Vec<&ResultRow>> = BTreeMap::new();
    for row in report.rows.iter().filter(|row| row.is_tested()) {
        families.entry(&row.test_family).or_default().push(row);
    }
    let families = families.into_iter().filter(|(_, rows)| rows.len() >= FEWEST_TESTS);
    let alike = in_groups(families.map(|(family, rows)| {
        let subject = Some(rows[0].model.as_str());
        let subject = subject.filter(|name| rows.iter().all(|row| row.model == *name));
        let stem = subject
            .and_then(|name| family.strip_suffix(name))
            .map_or("", |stem| stem.trim_end_matches(|c: char| !c.is_alphanumeric()));
        match stem {
            // Families of a few tests each share a figure, up to the number of shapes.
            stem if !stem.is_empty() && rows.len() <= MOST_RANKS => ((stem, rows.len()), rows),
            _ => ((family, 0), rows),
        }
    }));
    let figure = |((name, size), families): ((&str, usize), Vec<Vec<&ResultRow>>)| {
        let pages: Vec<Figure> = families
            .chunks(SHAPES)
            .map(|own| p_figure(report, (name, own.concat()), size > 0))
            .collect();
        pages
    };
    alike.into_iter().flat_map(figure).collect()
}

fn p_figure(report: &Report, (name, rows): TestFamily<'_>, is_by_group: bool) -> Figure {
    let alpha = report.settings.alpha;
    let one_hypothesis = rows.iter().all(|row| row.hypothesis == rows[0].hypothesis);
    let value = |row: &&ResultRow| {
        let name = match one_hypothesis {
            true => shown_method(&row.method),
            false => format!("{} {}", row.hypothesis, shown_method(&row.method)),
        };
        let p = row.p.unwrap_or(1.0);
        PValue { name, group: row.model.clone(), p, is_rejected: row.reject }
    };
    let kind = if report.settings.sequential.is_some() { "p = 1/e" } else { "p-values" };
    let family = match is_by_group {
        true => "The tests of each subject are a family that is adjusted by itself.",
        false => "All tests are adjusted together.",
    };
    Figure {
        name: format!("p-{name}"),
        title: format!("{name}: p-values by rank"),
        caption: format!(
            "The {kind} of {} tests by rank, with the line of Benjamini and Hochberg (1995) at level {alpha}: \
             all up to the last one on or below the line are rejected. {family}",
            rows.len()
        ),
        data: Data::PValues(PValues {
            values: rows.iter().map(value).collect(),
            alpha,
            is_by_group,
        }),
    }
}
