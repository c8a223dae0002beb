//! A hypothesis: its contrast, and each comparison.

use super::figures::drawn_for;
use super::labels::{named_method, written_levels};
use super::missing;
use super::outcome::good;
use super::run::At;
use super::shown::{difference, entries, head};
use crate::Response;
use crate::route::{ComparisonId, RunRoute};
use maud::{Markup, html};
use peirast_record::{Event, shell_line};
use peirast_report::{Claim, ResultRow, decision, odds, p_value, typeset};
use peirast_task::{factor_label, family_label, method_label};

/// Renders the comparisons of a hypothesis.
pub(crate) fn hypothesis(at: &At<'_>, id: &str) -> Response {
    let report = &at.run.report;
    let Some(claim) = report.claims.iter().find(|claim| claim.hypothesis == id) else {
        return missing();
    };
    let content = html! {
        (definition(claim))
        @for finding in report.findings.iter().filter(|finding| finding.hypothesis == id) {
            p { strong { (finding.model) ": " } (typeset(&finding.sentence)) }
        }
        h2 { "Comparisons" }
        (rows(at, id, claim.definition.event))
        (drawn_for(at, id))
    };
    at.frame(format!("{id} {}", claim.title), content)
        .with_command(shell_line(["peirast", "test", &at.entry.dir, "--hypothesis", id]))
        .response(200)
}

/// Returns the name of an answer for which the event holds.
fn answered(event: Event) -> &'static str {
    match event {
        Event::Correct => "rightly",
        other => good(other),
    }
}

fn definition(claim: &Claim) -> Markup {
    let words = |(name, value): (&'static str, String)| match name {
        "factor" => ("factor", factor_label(&value)),
        "protocols" => ("protocols", each(&value, method_label)),
        "over" => ("over", each(&value, family_label)),
        "where" | "original" | "perturbed" => (name, written_levels(&value)),
        _ => (name, value),
    };
    let mut all: Vec<(&str, String)> = claim.definition.entries().into_iter().map(words).collect();
    all.push(("predicted", claim.expected().to_owned()));
    if !claim.published.is_empty() {
        all.push(("published", claim.published.clone()));
    }
    entries(all)
}

/// Returns the names of a list in words, separated by semicolons.
fn each(list: &str, words: fn(&str) -> String) -> String {
    list.split(", ").map(words).collect::<Vec<_>>().join("; ")
}

fn rows(at: &At<'_>, id: &str, event: Event) -> Markup {
    let rows = at.run.report.rows.iter().filter(|row| row.hypothesis == id);
    html! {
        div.wide tabindex="0" { table.rows {
            caption { "One row for each subject and method: the pairs of which both members were answered "
                (answered(event)) " (n11), only the original (n12), only the perturbed one (n21), or neither (n22)." }
            (head(&[
                "Subject", "Method", "#Pairs", "#Both", "#Only original", "#Only perturbed", "#Neither", "#Lost",
                "#Difference [95 %]", "#Odds ratio [95 %]", "#p", "#p adjusted", "Rejected"
            ]))
            tbody { @for row in rows { (line(at, row)) } }
        } }
    }
}

fn line(at: &At<'_>, row: &ResultRow) -> Markup {
    let path = at.path(RunRoute::Comparison(compared(row)));
    html! { tr {
        td { (row.model) }
        th.method scope="row" { a href=(path) { (named_method(&row.method)) } }
        td.number { (row.n) } td.number { (row.n11) } td.number { (row.n12) } td.number { (row.n21) }
        td.number { (row.n22) } td.number.lost { (row.lost) }
        td.number { (difference(row)) } td.number { (odds(row)) }
        td.number { (p_value(row.p)) } td.number { (p_value(row.p_adjusted)) }
        td { @if row.reject { strong.bad { "yes" } } @else { (decision(row)) } }
    } }
}

/// Returns the name of a row.
pub(super) fn compared(row: &ResultRow) -> ComparisonId {
    ComparisonId {
        hypothesis: row.hypothesis.clone(),
        subject: row.model.clone(),
        method: row.method.clone(),
    }
}
