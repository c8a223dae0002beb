//! All answers of a run: filtered, searched and sorted, one page of a list at a time.

use super::labels::method;
use super::list::{Paging, ROWS, choice, field, pick, without};
use super::run::At;
use super::shown::{answer, grade, head};
use crate::index::{Filter, Index, Row, Sort, Standing};
use crate::query::Query;
use crate::reply::{Scope, Search};
use crate::route::RunRoute;
use crate::{Need, Reply, SearchHit, SearchOutcome};
use maud::{Markup, html};
use peirast_decimals::{counted, grouped};
use peirast_record::shell_line;
use peirast_task::{factor_label, level_label};
use peirast_words::capitalised;

/// Most levels of a factor that a form lists; if there are more, the user types one.
const MOST_LEVELS: usize = 60;

/// Renders the list of answers.
pub(crate) fn answers(at: &At<'_>) -> Reply {
    let index = &at.run.index;
    let filter = Filter::from_query(at.query);
    let rows = index.sort(index.select(&filter), Sort::named(at.query.get("sort")));
    let path = at.path(RunRoute::Answers);
    let heads = html! { (form(at, &path)) (unknown(at, &filter, &path)) (summary(index, &rows, at.query, &path)) };
    let (list, beside) = match searched(at.query) {
        Some((text, scope)) => {
            let from = at.query.number("from").unwrap_or(0).min(rows.len());
            let Some(found) = &at.data.found else {
                let run = at.entry.id.clone();
                let (text, most) = (text.to_owned(), ROWS);
                return Reply::Needs(Need::Search(Search { run, rows, from, text, scope, most }));
            };
            let list = html! {
                (search_note(found, from, rows.len(), at.query, &path))
                @if !found.hits.is_empty() { (hits(at, index, &found.hits)) }
            };
            (list, (None, further(found, rows.len(), at.query, &path)))
        }
        None => {
            let paging = Paging::new(at.query, rows.len());
            let list = html! {
                (paging.links(at.query, &path))
                (table(at, paging.of_all(&rows).iter().filter_map(|row| index.row(*row))))
                (paging.links(at.query, &path))
            };
            (list, paging.beside(at.query, &path))
        }
    };
    let mut frame = at.frame("Answers", html! { (heads) (list) });
    frame.command = command(at, &filter);
    frame.beside = beside;
    Reply::Page(frame.response(200))
}

/// Returns the command that writes the same table: the table of all answers, because no command
/// filters them.
fn command(at: &At<'_>, filter: &Filter) -> Option<String> {
    let is_whole = *filter == Filter::default() && searched(at.query).is_none();
    let dir = at.entry.dir.as_str();
    let words = ["peirast", "tables", dir, "--into", "tables", "--only", "outcomes"];
    is_whole.then(|| shell_line(words))
}

/// Renders the conditions of the filter that no answer of the run satisfies.
fn unknown(at: &At<'_>, filter: &Filter, path: &str) -> Markup {
    html! { @for (name, value) in at.run.index.unknown(filter) {
        @let label = name.strip_prefix("f.").map_or_else(|| capitalised(&name), factor_label);
        (without(at.query, path, &name, &label, &value))
    } }
}

/// Returns the search term, and the texts to search.
pub(super) fn searched(query: &Query) -> Option<(&str, Scope)> {
    let scope = if query.get("in") == Some("prompts") { Scope::Prompts } else { Scope::Answers };
    Some((query.get("q")?, scope))
}

/// Renders the fields of a search in texts.
pub(super) fn search_fields(query: &Query) -> Markup {
    html! {
        (field("Search texts", "q", "search", query.get("q")))
        (pick("in", "in", &["answers", "prompts"], query.get("in")))
    }
}

fn form(at: &At<'_>, path: &str) -> Markup {
    let (index, query) = (&at.run.index, at.query);
    let grades = Standing::ALL.map(|one| (one.name(), one.words()));
    let orders = Sort::ALL.map(|(name, _)| name);
    html! {
        form.filters method="get" action=(path) role="search" aria-label="Filter answers" {
            (search_fields(query))
            (choice("Subject", "subject", index.subjects().map(same), query.get("subject")))
            (choice("Grade", "grade", grades, query.get("grade")))
            (choice("Answer", "answer", index.answers().take(MOST_LEVELS).map(same), query.get("answer")))
            (field("Item contains", "like", "text", query.get("like")))
            (pick("Sort by", "sort", &orders, query.get("sort")))
            details open[at.query.pairs().any(|(name, _)| name.starts_with("f."))] {
                summary { "Factors" }
                div.filters { @for (factor, levels) in index.factors() { (factor_field(query, factor, levels)) } }
            }
            @for (name, label) in [("item", "Item"), ("problem", "Problem")] { @if let Some(value) = query.get(name) {
                (field(label, name, "text", Some(value)))
            } }
            button type="submit" { "Show" }
            a href=(path) { "Clear" }
        }
    }
}

/// Returns a level that is shown by its name.
fn same(name: &str) -> (&str, &str) {
    (name, name)
}

fn factor_field(
    query: &Query,
    factor: &str,
    levels: &std::collections::BTreeSet<String>,
) -> Markup {
    let (name, label) = (Filter::parameter(factor), factor_label(factor));
    let words: Vec<(&str, String)> =
        levels.iter().map(|level| (level.as_str(), level_label(factor, level))).collect();
    match levels.len() <= MOST_LEVELS {
        true => {
            let shown = words.iter().map(|(level, words)| (*level, words.as_str()));
            choice(&label, &name, shown, query.get(&name))
        }
        false => field(&label, &name, "text", query.get(&name)),
    }
}

/// Renders the numbers of right, wrong and other rows, each as a link to these rows. A question may have
/// several answers: of several subjects, or in several repeats.
fn summary(index: &Index, rows: &[u32], query: &Query, path: &str) -> Markup {
    let query = query.without(&["page", "from"]);
    let counts = index.counts(rows);
    let [answered, open] = [counts[..3].iter().sum::<usize>() as u64, counts[3] as u64];
    let questions = index.distinct_questions(rows) as u64;
    html! {
        p.counts { strong { (counted(answered, "answer", "answers"))
            @if open > 0 || questions != answered { " to " (counted(questions, "question", "questions")) } } ": "
            @for (at, (standing, count)) in Standing::ALL.into_iter().zip(counts).enumerate() {
                @if at > 0 { ", " }
                a href=(query.with("grade", standing.name()).after(path)) { (grouped(count as u64)) " " (standing.words()) }
            }
        }
    }
}

/// Renders the progress of a search, and a link to continue.
pub(super) fn search_note(
    found: &SearchOutcome,
    from: usize,
    all: usize,
    query: &Query,
    path: &str,
) -> Markup {
    html! {
        @if let Some(trouble) = &found.trouble { p.notice role="alert" { "The search ended early: " (trouble) } }
        p role="status" {
            (found.hits.len()) " found in texts " (grouped((from + usize::from(found.looked > from)) as u64)) " to "
                (grouped(found.looked as u64)) " of " (grouped(all as u64)) "."
            @match further(found, all, query, path) {
                Some(on) => { " " a href=(on) rel="next" data-search-on[found.hits.is_empty()] { "Continue the search" } },
                None if found.trouble.is_none() => " All texts were searched.",
                None => "",
            }
        }
    }
}

/// Returns the address that continues the search, if texts are left.
pub(super) fn further(
    found: &SearchOutcome,
    all: usize,
    query: &Query,
    path: &str,
) -> Option<String> {
    (found.looked < all && found.trouble.is_none())
        .then(|| query.without(&["page"]).with("from", found.looked).after(path))
}

fn hits(at: &At<'_>, index: &Index, hits: &[SearchHit]) -> Markup {
    html! {
        (table(at, hits.iter().filter_map(|hit| index.row(hit.row))))
        h2 { "Where" }
        ol { @for hit in hits { @if let Some(row) = index.row(hit.row) {
            li { (link(at, &row)) " " (stretch(hit)) }
        } } }
    }
}

/// Renders the text around a hit.
pub(super) fn stretch(hit: &SearchHit) -> Markup {
    html! { q { "…" (hit.before) mark { (hit.text) } (hit.after) "…" } }
}

/// Renders the link to an answer.
fn link(at: &At<'_>, row: &Row<'_>) -> Markup {
    let key = row.key.text();
    html! { a href=(at.path(RunRoute::Answer(row.key.to_string()))) { code { (key.get(..8).unwrap_or(&key)) } } }
}

/// Renders answers, one row each.
pub(super) fn table<'a>(at: &At<'_>, rows: impl Iterator<Item = Row<'a>>) -> Markup {
    html! {
        div.wide tabindex="0" { table.rows {
            caption { "One row for each answer; the key links to its prompt, answer and reading" }
            (head(&["Key", "Answer", "Right", "Grade", "Subject", "Problem", "Protocol", "#Repeat"]))
            tbody { @for row in rows { tr {
                th scope="row" { (link(at, &row)) }
                td { (answer(&row)) } td { (row.truth) } td { (grade(row.standing)) }
                td { (row.subject) } td { (row.problem) } td { (method(row.protocol())) } td.number { (row.repeat) }
            } } }
        } }
    }
}
