//! A comparison: its contingency table, whose cells link to their pairs, and its test.

use super::labels::levels;
use super::missing;
use super::outcome::{bad, good, meaning};
use super::run::At;
use super::shown::{difference, entries, odds_ratio, p_shown};
use crate::Response;
use crate::pairs::{CAUSES, Cell, Comparison};
use crate::query::Query;
use crate::route::{ComparisonId, RunRoute};
use maud::{Markup, html};
use peirast_decimals::{counted, fixed_decimals, grouped};
use peirast_record::{Event, Unit, shell_line};
use peirast_report::{ResultRow, decision, typeset};
use peirast_stats::Alternative;
use peirast_task::method_label;

/// Renders one row of the results.
pub(crate) fn comparison(at: &At<'_>, compared: &ComparisonId) -> Response {
    let Some((row, own)) = at.run.comparison(compared) else {
        return missing(&at.no_comparison(compared));
    };
    let event = at.run.event(own);
    let content = html! {
        h2 { "Pairs" }
        (contingency(at, compared, row, event))
        (lost(at, compared, own))
        p { a href=(at.path(RunRoute::Pairs(compared.clone()))) { "All " (counted(own.pairs.len() as u64, "pair", "pairs")) } }
        (differing(own, row))
        h2 { "Test" }
        (tested(row))
        h2 { "Members of the pairs" }
        @for unit in at.run.contrasts.get(own.contrast).map_or(&[][..], |one| &one.units) { (members(unit)) }
    };
    let words = method_label(&compared.method);
    let title = format!("{}: {}, {words}", compared.hypothesis, compared.subject);
    at.frame_of(compared, title, content)
        .with_command(shell_line(tested_alone(at, compared)))
        .response(200)
}

/// Returns the command that tests this row.
pub(super) fn tested_alone<'a>(at: &'a At<'_>, compared: &'a ComparisonId) -> [&'a str; 9] {
    let ComparisonId { hypothesis, subject, method } = compared;
    let dir = at.entry.dir.as_str();
    ["peirast", "test", dir, "--hypothesis", hypothesis, "--subject", subject, "--method", method]
}

/// Returns the address of the pairs of one cell.
fn pairs_of(at: &At<'_>, compared: &ComparisonId, cell: Cell) -> String {
    let path = at.path(RunRoute::Pairs(compared.clone()));
    Query::default().with("cell", cell.name()).after(&path)
}

fn contingency(at: &At<'_>, compared: &ComparisonId, row: &ResultRow, event: Event) -> Markup {
    let (good, bad) = (good(event), bad(event));
    let cell = |cell: Cell, count: u64| {
        html! { td.cell { a href=(pairs_of(at, compared, cell)) {
            strong { (grouped(count)) } " " span.small { (meaning(cell, event)) " (" (cell.name()) ")" }
        } } }
    };
    html! {
        table.contingency {
            caption { (counted(row.n, "pair", "pairs")) ", by the results of their members" }
            thead { tr { td {} th scope="col" { "perturbed " (good) } th scope="col" { "perturbed " (bad) }
                th.number scope="col" { "all" } } }
            tbody {
                tr { th scope="row" { "original " (good) } (cell(Cell::BothRight, row.n11))
                    (cell(Cell::OnlyOriginal, row.n12)) td.number { (grouped(row.n11 + row.n12)) } }
                tr { th scope="row" { "original " (bad) } (cell(Cell::OnlyPerturbed, row.n21))
                    (cell(Cell::BothWrong, row.n22)) td.number { (grouped(row.n21 + row.n22)) } }
                tr { th scope="row" { "all" } td.number { (grouped(row.n11 + row.n21)) } td.number { (grouped(row.n12 + row.n22)) }
                    td.number { (grouped(row.n)) } }
            }
        }
    }
}

fn lost(at: &At<'_>, compared: &ComparisonId, own: &Comparison) -> Markup {
    let event = at.run.event(own);
    let causes: Vec<(Cell, u64)> = CAUSES
        .map(|cause| (Cell::Lost(cause), own.count(Cell::Lost(cause))))
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .collect();
    html! {
        @if causes.is_empty() { p { "No pair was lost." } } @else {
            p { "Lost pairs, which count in no cell:" }
            ul { @for (cell, count) in causes {
                li { a href=(pairs_of(at, compared, cell)) { (grouped(count)) } " " (meaning(cell, event)) }
            } }
        }
    }
}

/// Renders a warning if the list has other pairs than the table counts.
fn differing(own: &Comparison, row: &ResultRow) -> Markup {
    let listed: u64 = Cell::TABLE.iter().map(|cell| own.count(*cell)).sum();
    html! { @if listed != row.n { p.small {
        "The list has " (counted(listed, "pair", "pairs")) " with two verdicts, the table " (grouped(row.n)) ": this \
            comparison was decided before the other pairs were answered, so they do not count for it."
    } } }
}

fn tested(row: &ResultRow) -> Markup {
    let used = row.method_used.map_or_else(|| "–".to_owned(), |used| used.to_string());
    entries([
        ("equal performance rejected", decision(row).to_owned()),
        ("alternative", alternative(row.alternative).to_owned()),
        ("test rule", used),
        ("p", p_shown(row.p)),
        (
            "p adjusted",
            format!(
                "{}, within {} ({})",
                p_shown(row.p_adjusted),
                counted(row.family_size as u64, "test", "tests"),
                row.test_family
            ),
        ),
        ("p two-sided", p_shown(row.p_two_sided)),
        ("z", typeset(&fixed_decimals(row.z, 3))),
        ("difference", format!("{} percentage points", difference(row))),
        ("odds ratio", odds_ratio(row)),
        ("discordant pairs", grouped(row.n_discordant)),
    ])
}

/// Returns the alternative of a test in words.
fn alternative(of: Alternative) -> &'static str {
    match of {
        Alternative::TwoSided => "two-sided",
        Alternative::Greater => "one-sided: the perturbed member is answered better",
        Alternative::Less => "one-sided: the original member is answered better",
    }
}

fn members(unit: &Unit) -> Markup {
    let mut all =
        vec![("original", levels(&unit.original)), ("perturbed", levels(&unit.perturbed))];
    if unit.weight != 1 {
        all.push(("each pair counts", format!("{} times", unit.weight)));
    }
    entries(all)
}
