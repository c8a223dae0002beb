//! The table of tests on the page.

use super::percent;
use super::prose::{typeset, typeset_cell};
use crate::terminal::{adjusted_bounds, decision, odds, p_value};
use crate::wording::{in_points, plain_method};
use crate::{Report, ResultRow};
use maud::{Markup, html};
use peirast_decimals::counted;
use peirast_stats::Difference;

/// Every row, folded: rows with a discordant pair, and rows without one.
pub(super) fn tests_table(report: &Report) -> Markup {
    let quiet = |row: &&ResultRow| row.is_tested() && row.n_discordant == 0;
    let (folded, shown): (Vec<&ResultRow>, Vec<&ResultRow>) = report.rows.iter().partition(quiet);
    let untested = shown.iter().filter(|row| !row.is_tested()).count();
    html! {
        @if !report.rows.is_empty() { p.small {
            "n: pairs. n11: pairs of which both members count as right; n12: only the original; n21: only the "
            "perturbed one; n22: neither."
        } }
        @if !shown.is_empty() { details.more {
            summary {
                (counted(shown.len() as u64, "test", "tests"))
                @if !folded.is_empty() { " with discordant pairs" }
                @if untested > 0 { ", " (untested) " of which could not be made" }
            }
            (table(report, &shown))
            @if bounded(report) { p.small {
                "Bounds: the range of the adjusted p-value over all possible answers of the lost pairs of its "
                "family of tests. Open: some of these answers would change the decision."
            } }
        } }
        @if !folded.is_empty() {
            details.more {
                summary { (counted(folded.len() as u64, "test", "tests")) " without discordant pairs (n12 = n21 = 0, p = 1)" }
                (table(report, &folded))
            }
        }
    }
}

fn table(report: &Report, rows: &[&ResultRow]) -> Markup {
    html! {
        div.wide tabindex="0" { table {
            thead { tr {
                th { "Hypothesis" } th { "Subject" } th { "Method" } th.number { "n" }
                th.number { "n11" } th.number { "n12" } th.number { "n21" } th.number { "n22" }
                th.number { "original" } th.number { "perturbed" } th.number { "lost" }
                th.number { "odds ratio [95 %]" } th.number { "difference [95 %]" }
                th { "alternative" } th.number { "p" } th.number { "p adjusted" }
                @if bounded(report) { th.number { "bounds of p adjusted" } }
                th.number { "p two-sided" } th { "reject" } th { (other_heading(report)) }
            } }
            tbody { @for row in rows { (table_row(report, row)) } }
        } }
    }
}

fn table_row(report: &Report, row: &ResultRow) -> Markup {
    html! {
        tr {
            td { (row.hypothesis) } td { (row.model) } td { (typeset(&plain_method(&row.method))) }
            td.number { (row.n) } td.number { (row.n11) } td.number { (row.n12) }
            td.number { (row.n21) } td.number { (row.n22) }
            td.number { (percent(row.n11 + row.n12, row.n)) }
            td.number { (percent(row.n11 + row.n21, row.n)) }
            td.number { (row.lost) } td.number { (typeset_cell(&odds(row))) }
            td.number { (difference(row)) } td { (row.alternative) }
            td.number { (shown_p(row.p)) } td.number { (shown_p(row.p_adjusted)) }
            @if bounded(report) { td.number { (typeset_cell(&adjusted_bounds(row))) } }
            td.number { (shown_p(row.p_two_sided)) }
            td { @if row.reject { strong { "yes" } } @else { (decision(row)) }
                @if row.bounds.is_some_and(|bounds| bounds.is_open()) { " (open)" } }
            td { (other_decision(report, row)) }
        }
    }
}

/// A p-value, or a dash.
pub(super) fn shown_p(p: Option<f64>) -> String {
    typeset_cell(&p_value(p))
}

/// True if any pair was lost.
fn bounded(report: &Report) -> bool {
    report.rows.iter().any(|row| row.bounds.is_some())
}

fn other_heading(report: &Report) -> String {
    format!("reject, unscored {}", report.other_treatment.as_str())
}

fn other_decision(report: &Report, row: &ResultRow) -> &'static str {
    let other = report.other_rows.iter().find(|other| other.is_same(row));
    other.map_or("–", decision)
}

fn difference(row: &ResultRow) -> String {
    let words = |d: Difference| in_points(d.estimate, d.interval.low, d.interval.high);
    row.difference.map_or("–".to_owned(), |own| typeset(&words(own)))
}
