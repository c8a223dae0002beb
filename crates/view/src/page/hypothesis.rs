//! A hypothesis: its contrast, and each comparison.

use super::figures::drawn_for;
use super::labels::{named_method, written_levels};
use super::missing;
use super::outcome::good;
use super::run::At;
use super::shown::{difference, entries, head, odds_ratio, p_shown};
use crate::Response;
use crate::route::{ComparisonId, RunRoute};
use maud::{Markup, html};
use peirast_decimals::grouped;
use peirast_record::{Event, shell_line};
use peirast_report::{Claim, ResultRow, decision, typeset};
use peirast_stats::Alternative;
use peirast_task::{factor_label, family_label, method_label};

/// Renders the comparisons of a hypothesis.
pub(crate) fn hypothesis(at: &At<'_>, id: &str) -> Response {
    let report = &at.run.report;
    let Some(claim) = report.claims.iter().find(|claim| claim.hypothesis == id) else {
        return missing(&format!("the run {} has no hypothesis “{id}”", at.entry.id));
    };
    let content = html! {
        (definition(claim))
        @for finding in report.findings.iter().filter(|finding| finding.hypothesis == id) {
            p { strong { (finding.model) ": " } (typeset(&finding.sentence)) }
        }
        @let key = report.protocol_key(of_hypothesis(at, id).map(|row| row.method.as_str()));
        @if !key.is_empty() { p.small { (key) } }
        h2 { "Comparisons" }
        (rows(at, id, claim.definition.event))
        (drawn_for(at, id))
    };
    // The title of a hypothesis about own problems begins with its id.
    let heading = match claim.title.starts_with(&format!("{id} ")) {
        true => claim.title.clone(),
        false => format!("{id} {}", claim.title),
    };
    at.frame(heading, content)
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

/// Returns the rows of a hypothesis.
fn of_hypothesis<'a>(at: &'a At<'_>, id: &'a str) -> impl Iterator<Item = &'a ResultRow> {
    at.run.report.rows.iter().filter(move |row| row.hypothesis == id)
}

fn rows(at: &At<'_>, id: &str, event: Event) -> Markup {
    let rows: Vec<&ResultRow> = of_hypothesis(at, id).collect();
    let is_any_lost = rows.iter().any(|row| row.lost.total() > 0);
    let is_one_sided = rows.iter().all(|row| row.alternative != Alternative::TwoSided);
    let mut names = vec![
        "Subject",
        "Method",
        "#Pairs",
        "#Difference [95 %]",
        if is_one_sided { "#p (one-sided)" } else { "#p" },
        "#p adjusted",
        "Rejected",
        "#Odds ratio [95 %]",
        "#Both",
        "#Only original",
        "#Only perturbed",
        "#Neither",
    ];
    names.extend(is_any_lost.then_some("#Lost"));
    html! {
        div.wide tabindex="0" { table.rows {
            caption { "One row for each subject and method. The last columns count pairs by the members that were answered "
                (answered(event)) ": both (n11), only the original (n12), only the perturbed one (n21), or neither (n22)." }
            (head(&names))
            tbody { @for row in rows { (line(at, row, is_any_lost)) } }
        } }
    }
}

fn line(at: &At<'_>, row: &ResultRow, is_any_lost: bool) -> Markup {
    let path = at.path(RunRoute::Comparison(compared(row)));
    html! { tr {
        td { (row.model) }
        th.method scope="row" { a href=(path) { (named_method(&row.method)) } }
        td.number { (grouped(row.n)) } td.number { (difference(row)) }
        td.number { (p_shown(row.p)) } td.number { (p_shown(row.p_adjusted)) }
        td { @if row.reject { strong.bad { "yes" } } @else { (decision(row)) } }
        td.number { (odds_ratio(row)) }
        @for count in [row.n11, row.n12, row.n21, row.n22] { td.number { (grouped(count)) } }
        @if is_any_lost { td.number.lost { (row.lost) } }
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
