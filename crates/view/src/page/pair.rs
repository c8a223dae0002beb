//! A matched pair: prompts and answers next to each other, with their readings and reasons.

use super::nothing;
use super::outcome::{meaning, outcome};
use super::pairs::{address, chosen};
use super::run::At;
use super::story::{prompt_shown, story};
use crate::index::Filter;
use crate::marks::compared as marked;
use crate::pairs::{Comparison, Pair};
use crate::query::Query;
use crate::route::{ComparisonId, RunRoute};
use crate::{Reply, StoredTrial};
use maud::{Markup, html};
use peirast_record::{Event, Factors, Key, shell_line};
use peirast_task::method_label;
use peirast_words::capitalised;

/// Renders one pair.
pub(crate) fn pair(at: &At<'_>, compared: &ComparisonId, item: &str) -> Reply {
    let Some((_, own)) = at.run.comparison(compared) else {
        return nothing(&at.no_comparison(compared));
    };
    let unit = at.query.number("unit").unwrap_or(0);
    let number = at.run.index.item(item);
    let is_it = |pair: &Pair| Some(pair.item) == number && usize::from(pair.unit) == unit;
    let found = own.pairs.iter().position(is_it);
    let Some((place, pair)) = found.and_then(|place| Some((place, own.pairs.get(place)?))) else {
        return nothing(&format!("the comparison has no such pair of the item “{item}”"));
    };
    let members = members(at, compared, own, pair);
    let keys: Vec<Key> = members.iter().flatten().cloned().collect();
    if keys.iter().any(|key| at.trial(key).is_none()) {
        return at.stored(keys);
    }
    let [original, perturbed] = members.map(|key| key.and_then(|key| at.trial(&key)));
    let (before, after) = beside(at, compared, own, place);
    let event = at.run.event(own);
    let content = html! {
        nav.pages aria-label="Pairs of the list" {
            @if let Some(before) = &before { a rel="prev" href=(before) { "previous pair" } }
            @if let Some(after) = &after { a rel="next" href=(after) { "next pair" } }
        }
        p { strong { (capitalised(&meaning(pair.cell, event))) } "."
            @if pair.weight != 1 { " It counts " (pair.weight) " times." } }
        (prompts(original, perturbed))
        h2 { "Answers" }
        div.pair {
            (member(at, "Original", original, own.members(pair).0, event))
            (member(at, "Perturbed", perturbed, own.members(pair).1, event))
        }
        p { a href=(others(at, item)) { "All answers to the item " (item) } }
    };
    let title = format!("Pair {item}");
    let mut frame = at
        .frame_of(compared, title, content)
        .below(&method_label(&compared.method), at.path(RunRoute::Comparison(compared.clone())))
        .below(
            "Pairs",
            at.query.without(&["unit"]).after(&at.path(RunRoute::Pairs(compared.clone()))),
        );
    let commands: Vec<String> = keys
        .iter()
        .map(|key| shell_line(["peirast", "show", &at.entry.dir, &key.text()]))
        .collect();
    frame.command = (!commands.is_empty()).then(|| commands.join(" && "));
    frame.beside = (before, after);
    Reply::Page(frame.response(200))
}

/// Returns the keys of both members: of the first answer to each, or of its question if there is no
/// answer.
fn members(
    at: &At<'_>,
    compared: &ComparisonId,
    own: &Comparison,
    pair: &Pair,
) -> [Option<Key>; 2] {
    let index = &at.run.index;
    let unit = at
        .run
        .contrasts
        .get(own.contrast)
        .and_then(|contrast| contrast.units.get(usize::from(pair.unit)));
    let open = |levels: &Factors| {
        let filter = Filter {
            item: Some(index.item_named(pair.item).to_owned()),
            subject: Some(compared.subject.clone()),
            levels: levels.clone(),
            ..Filter::default()
        };
        index.select(&filter).first().copied()
    };
    let (original, perturbed) = own.members(pair);
    let key = |rows: &[u32], levels: Option<&Factors>| {
        let row = rows.first().copied().or_else(|| levels.and_then(open))?;
        index.key(row)
    };
    [
        key(original, unit.map(|unit| &unit.original)),
        key(perturbed, unit.map(|unit| &unit.perturbed)),
    ]
}

/// Renders the prompts next to each other.
fn prompts(
    original: Option<&Result<StoredTrial, String>>,
    perturbed: Option<&Result<StoredTrial, String>>,
) -> Markup {
    let text = |stored: Option<&Result<StoredTrial, String>>| match stored {
        Some(Ok(stored)) => prompt_shown(stored),
        Some(Err(why)) => format!("(cannot be read: {why})"),
        None => "(not asked)".to_owned(),
    };
    let (one, other) = marked(&text(original), &text(perturbed));
    let id = |stored: Option<&Result<StoredTrial, String>>| match stored {
        Some(Ok(stored)) => {
            format!("{}, {}", stored.problem.id, method_label(&stored.trial.protocol))
        }
        _ => String::new(),
    };
    html! {
        h2 { "Prompts" }
        p.small { "Text that is in only one of the two prompts is marked and underlined." }
        div.pair {
            section { h3 { "Original" } p.small { (id(original)) } pre.text { (one) } }
            section { h3 { "Perturbed" } p.small { (id(perturbed)) } pre.text { (other) } }
        }
    }
}

fn member(
    at: &At<'_>,
    which: &str,
    stored: Option<&Result<StoredTrial, String>>,
    rows: &[u32],
    event: Event,
) -> Markup {
    let first = rows.first().and_then(|row| at.run.index.row(*row));
    html! {
        section {
            h3 { (which) }
            @if let Some(first) = first.filter(|_| !event.is_default()) { p { "In this comparison it counts as: " (outcome(&first, event)) } }
            @match stored {
                Some(Ok(stored)) => (story(at, stored)),
                Some(Err(why)) => p { "Cannot be read: " (why) },
                None => p { "This member was not asked." },
            }
            @if rows.len() > 1 { p { "It was asked " (rows.len()) " times, and the majority of verdicts counts. The other answers: "
                @for key in rows.iter().skip(1).filter_map(|row| at.run.index.key(*row)) {
                    a href=(at.path(RunRoute::Answer(key.to_string()))) {
                        code { (key.text().get(..8).unwrap_or_default()) }
                    } " "
                }
            } }
        }
    }
}

/// Returns the address of every answer to an item.
pub(super) fn others(at: &At<'_>, item: &str) -> String {
    Query::default().with("item", item).after(&at.path(RunRoute::Answers))
}

/// Returns the addresses of the previous and the next pair in its list.
fn beside(
    at: &At<'_>,
    compared: &ComparisonId,
    own: &Comparison,
    place: usize,
) -> (Option<String>, Option<String>) {
    let list = chosen(at, own);
    let Some(here) = list.iter().position(|one| *one == place) else { return (None, None) };
    let address = |at_list: Option<usize>| {
        let pair = own.pairs.get(*list.get(at_list?)?)?;
        Some(address(at, compared, pair))
    };
    (address(here.checked_sub(1)), address(Some(here + 1)))
}
