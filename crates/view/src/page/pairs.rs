//! The pairs of a comparison, or of one cell of its table.

use super::answers::{further, search_fields, search_note, searched, stretch};
use super::comparison::tested_alone;
use super::list::{Paging, ROWS, choice, field, pick, without};
use super::nothing;
use super::outcome::{meaning, outcome};
use super::run::At;
use super::shown::{answer, head};
use crate::pairs::{CAUSES, Cell, Comparison, Pair};
use crate::query::Query;
use crate::reply::Search;
use crate::route::{ComparisonId, RunRoute};
use crate::{Need, Reply, SearchHit, SearchOutcome};
use maud::{Markup, html};
use peirast_record::{Event, shell_line};
use peirast_task::method_label;
use std::collections::BTreeMap;

/// Renders the list.
pub(crate) fn pairs(at: &At<'_>, compared: &ComparisonId) -> Reply {
    let Some((_, own)) = at.run.comparison(compared) else {
        return nothing(&at.no_comparison(compared));
    };
    let chosen = chosen(at, own);
    let path = at.path(RunRoute::Pairs(compared.clone()));
    let (list, beside) = match searched(at.query) {
        None => {
            let paging = Paging::new(at.query, chosen.len());
            let list = html! {
                (paging.links(at.query, &path))
                (table(at, compared, own, paging.of_all(&chosen), &BTreeMap::new()))
                (paging.links(at.query, &path))
            };
            (list, paging.beside(at.query, &path))
        }
        Some((text, scope)) => {
            let rows = rows_of(own, &chosen);
            let from = at.query.number("from").unwrap_or(0).min(rows.len());
            let Some(found) = &at.data.found else {
                let (run, text, most) = (at.entry.id.clone(), text.to_owned(), ROWS);
                return Reply::Needs(Need::Search(Search { run, rows, from, text, scope, most }));
            };
            let list = html! {
                (search_note(found, from, rows.len(), at.query, &path))
                (found_pairs(at, compared, own, &chosen, found))
            };
            (list, (None, further(found, rows.len(), at.query, &path)))
        }
    };
    let words = method_label(&compared.method);
    let title = format!("Pairs of {}: {}, {words}", compared.hypothesis, compared.subject);
    let content =
        html! { (form(at.query, &path, at.run.event(own))) (unknown(at.query, &path)) (list) };
    let mut frame = at
        .frame_of(compared, title, content)
        .below(&words, at.path(RunRoute::Comparison(compared.clone())));
    // No command lists pairs; the command shown tests their row.
    let is_filtered = at.query.pairs().any(|(name, _)| !["page", "sort"].contains(&name));
    if !is_filtered {
        frame.command = Some(shell_line(tested_alone(at, compared)));
    }
    frame.beside = beside;
    Reply::Page(frame.response(200))
}

/// Returns the pairs that pass the filter of the address, in its order, by their index in the
/// comparison.
pub(super) fn chosen(at: &At<'_>, own: &Comparison) -> Vec<usize> {
    let cell = at.query.get("cell");
    let like = at.query.get("like").map(str::to_lowercase);
    let passes = |pair: &Pair| {
        cell.is_none_or(|cell| pair.cell.name() == cell)
            && like.as_ref().is_none_or(|part| {
                at.run.index.item_named(pair.item).to_lowercase().contains(part.as_str())
            })
    };
    let all = own.pairs.iter().enumerate();
    let mut chosen: Vec<usize> = all.filter(|(_, pair)| passes(pair)).map(|(at, _)| at).collect();
    if at.query.get("sort") == Some("cell") {
        chosen.sort_by_key(|at| own.pairs.get(*at).map(|pair| pair.cell));
    }
    chosen
}

/// Returns the rows of the members of some pairs, in the order of the pairs.
fn rows_of(own: &Comparison, chosen: &[usize]) -> Vec<u32> {
    let members = chosen.iter().filter_map(|at| own.pairs.get(*at)).flat_map(|pair| {
        let (original, perturbed) = own.members(pair);
        original.iter().chain(perturbed)
    });
    members.copied().collect()
}

fn form(query: &Query, path: &str, event: Event) -> Markup {
    let lost = CAUSES.map(Cell::Lost);
    let cells: Vec<(&str, String)> = Cell::TABLE
        .into_iter()
        .chain(lost)
        .map(|cell| (cell.name(), meaning(cell, event)))
        .collect();
    let cells = cells.iter().map(|(name, shown)| (*name, shown.as_str()));
    html! {
        form.filters method="get" action=(path) role="search" aria-label="Filter pairs" {
            (search_fields(query))
            (choice("Results", "cell", cells, query.get("cell")))
            (field("Item contains", "like", "text", query.get("like")))
            (pick("Sort by", "sort", &["item", "cell"], query.get("sort")))
            button type="submit" { "Show" }
            a href=(path) { "Clear" }
        }
    }
}

/// Renders a message for a cell that no table has; no pair passes it.
fn unknown(query: &Query, path: &str) -> Markup {
    let all = Cell::TABLE.into_iter().chain(CAUSES.map(Cell::Lost));
    let cell = query.get("cell").filter(|cell| all.into_iter().all(|own| own.name() != *cell));
    html! { @if let Some(cell) = cell { (without(query, path, "cell", "Results", cell)) } }
}

/// Returns the pairs with a hit in a member, each once.
fn found_pairs(
    at: &At<'_>,
    compared: &ComparisonId,
    own: &Comparison,
    chosen: &[usize],
    found: &SearchOutcome,
) -> Markup {
    let hits: BTreeMap<u32, &SearchHit> = found.hits.iter().map(|hit| (hit.row, hit)).collect();
    let holds = |at: &usize| {
        own.pairs.get(*at).is_some_and(|pair| {
            let (original, perturbed) = own.members(pair);
            original.iter().chain(perturbed).any(|row| hits.contains_key(row))
        })
    };
    let pairs: Vec<usize> = chosen.iter().copied().filter(holds).collect();
    table(at, compared, own, &pairs, &hits)
}

/// Returns the address of a pair, in the list that the query describes.
pub(super) fn address(at: &At<'_>, compared: &ComparisonId, pair: &Pair) -> String {
    let item = at.run.index.item_named(pair.item).to_owned();
    let path = at.path(RunRoute::Pair(compared.clone(), item));
    let query = at.query.without(&["page", "from", "q", "in", "unit"]);
    let query = if pair.unit > 0 { query.with("unit", pair.unit) } else { query };
    query.after(&path)
}

fn table(
    at: &At<'_>,
    compared: &ComparisonId,
    own: &Comparison,
    chosen: &[usize],
    hits: &BTreeMap<u32, &SearchHit>,
) -> Markup {
    let event = at.run.event(own);
    html! {
        div.wide tabindex="0" { table.rows {
            caption { "One row for each pair; the item links to both prompts and answers" }
            (head(&["Item", "Results", "Original", "Perturbed"]))
            tbody { @for pair in chosen.iter().filter_map(|at| own.pairs.get(*at)) {
                @let (original, perturbed) = own.members(pair);
                tr {
                    th scope="row" { a href=(address(at, compared, pair)) { (at.run.index.item_named(pair.item)) }
                        @if pair.weight != 1 { span.small { " counts " (pair.weight) " times" } } }
                    td { (meaning(pair.cell, event)) }
                    td { (member(at, original, hits, event)) }
                    td { (member(at, perturbed, hits, event)) }
                }
            } }
        } }
    }
}

/// Renders the answer to one member.
fn member(at: &At<'_>, rows: &[u32], hits: &BTreeMap<u32, &SearchHit>, event: Event) -> Markup {
    html! {
        @for row in rows {
            @if let Some(shown) = at.run.index.row(*row) {
                div { (answer(&shown)) " " (outcome(&shown, event)) }
            }
            @if let Some(hit) = hits.get(row) { div.small { (stretch(hit)) } }
        }
        @if rows.is_empty() { "not answered" }
    }
}
