//! Two answers to one question, of two runs, side by side.

use super::questions::{address, chosen};
use super::{Both, Side, both};
use crate::frame::Frame;
use crate::index::Match;
use crate::marks::compared as marked;
use crate::page::labels::named_method;
use crate::page::missing;
use crate::page::run::At;
use crate::page::story::{prompt_shown, story};
use crate::query::Query;
use crate::{Library, PageData, Reply, Route, RunRoute, StoredTrial};
use maud::{Markup, html};
use peirast_record::{Key, shell_line};
use peirast_words::capitalised;

/// A stored trial, or the reason why it cannot be read.
type Stored = Result<StoredTrial, String>;

/// Renders the page, or returns the data that it needs.
pub(crate) fn compared_answers(library: &Library, query: &Query, data: &PageData) -> Reply {
    let both = match both(library, query) {
        Ok(both) => both,
        Err(reply) => return *reply,
    };
    let Some((one, other)) = both.chosen.filter(|_| both.share_problems()) else {
        return Reply::Page(missing("the two runs have no question in common"));
    };
    let (first, second) = (&both.a.run.index, &both.b.run.index);
    let row = |index: &crate::Index, name| {
        let key = query.get(name).map(Key::from_stored)?;
        index.find(&key)
    };
    let rows = row(first, "key-a").zip(row(second, "key-b"));
    let matches = first.matches(one, second, other);
    let found = matches.all.iter().find(|own| Some(own.rows) == rows);
    let keys = |found: &Match| first.key(found.rows.0).zip(second.key(found.rows.1));
    let Some((found, keys)) = found.and_then(|found| Some((found, keys(found)?))) else {
        return Reply::Page(missing("the two keys are not one question, asked of both subjects"));
    };
    let (a, b) = (at_side(both.a, query, data), at_side(both.b, query, data));
    let (stored_a, stored_b) = match (a.trial(&keys.0), b.trial(&keys.1)) {
        (Some(one), Some(other)) => (one, other),
        (None, _) => return a.stored(vec![keys.0]),
        (_, None) => return b.stored(vec![keys.1]),
    };
    let list = chosen(&both, &matches, query);
    let beside = beside(&both, &list, found, query);
    let content = html! {
        (links(&beside))
        (summary(&both, found))
        (prompts(stored_a, stored_b))
        h2 { "Answers" }
        div.pair {
            (side(&a, "A", stored_a))
            (side(&b, "B", stored_b))
        }
    };
    let commands = [(&a, &keys.0), (&b, &keys.1)]
        .map(|(at, key)| shell_line(["peirast", "show", &at.entry.dir, &key.text()]));
    let back = query.without(&["key-a", "key-b"]).after(&Route::Compare.path());
    let names = both.title();
    let title = first.row(found.rows.0).map_or_else(String::new, |row| row.problem.to_owned());
    let mut frame = Frame::new(title, content)
        .below("Runs", Route::Runs.path())
        .below(&names, back)
        .with_command(commands.join(" && "));
    frame.beside = beside;
    Reply::Page(frame.response(200))
}

fn at_side<'a>(side: Side<'a>, query: &'a Query, data: &'a PageData) -> At<'a> {
    At { entry: side.entry, run: side.run, query, data }
}

/// Returns the addresses of the previous and the next question of the list.
fn beside(
    both: &Both<'_>,
    list: &[Match],
    found: &Match,
    query: &Query,
) -> (Option<String>, Option<String>) {
    let Some(here) = list.iter().position(|one| one == found) else { return (None, None) };
    let at = |place: Option<usize>| address(both, query, list.get(place?)?);
    (at(here.checked_sub(1)), at(Some(here + 1)))
}

fn links((before, after): &(Option<String>, Option<String>)) -> Markup {
    html! {
        nav.pages aria-label="Questions of the list" {
            @if let Some(before) = before { a rel="prev" href=(before) { "previous question" } }
            @if let Some(after) = after { a rel="next" href=(after) { "next question" } }
        }
    }
}

/// Renders who is right, and how the question was asked.
fn summary(both: &Both<'_>, found: &Match) -> Markup {
    let row = both.a.run.index.row(found.rows.0);
    html! {
        p { strong { (capitalised(found.fate.words())) } "."
            @if let Some(row) = &row { " The right answer is " (row.truth) ". Asked with: " (named_method(row.protocol())) "." } }
    }
}

/// Renders the prompt: once if both runs sent the same, otherwise both with the differences marked.
fn prompts(one: &Stored, other: &Stored) -> Markup {
    let text = |stored: &Stored| match stored {
        Ok(stored) => prompt_shown(stored),
        Err(why) => format!("(cannot be read: {why})"),
    };
    let (one, other) = (text(one), text(other));
    let is_same = one == other;
    let (marked_one, marked_other) = marked(&one, &other);
    html! {
        @if is_same {
            h2 { "Prompt of both" }
            pre.text tabindex="0" aria-label="The prompt" { (one) }
        } @else {
            h2 { "Prompts" }
            p.small { "Text that is in only one of the two prompts is marked and underlined." }
            div.pair {
                section { h3 { "A" } pre.text tabindex="0" aria-label="The prompt of A" { (marked_one) } }
                section { h3 { "B" } pre.text tabindex="0" aria-label="The prompt of B" { (marked_other) } }
            }
        }
    }
}

fn side(at: &At<'_>, name: &str, stored: &Stored) -> Markup {
    let board = at.path(RunRoute::Board);
    html! {
        section {
            h3 { (name) ": " a href=(board) { (at.entry.id) } }
            @match stored {
                Ok(stored) => (story(at, stored)),
                Err(why) => p { "Cannot be read: " (why) },
            }
        }
    }
}
