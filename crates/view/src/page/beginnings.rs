//! Answers by the beginning of their keys.

use super::nothing;
use super::run::At;
use crate::index::Beginning;
use crate::route::RunRoute;
use crate::{Reply, Response};
use maud::html;
use peirast_record::Key;

/// Returns the one key with this beginning; otherwise a page that says that there is none, or lists
/// several.
pub(super) fn by_key(
    at: &At<'_>,
    beginning: &str,
    page: impl Fn(&str) -> RunRoute,
) -> Result<Key, Box<Reply>> {
    match at.run.index.beginning(beginning) {
        Beginning::One(key) => Ok(key),
        Beginning::None => Err(Box::new(nothing(&format!(
            "the run {} has no question whose key begins with “{beginning}”",
            at.entry.id
        )))),
        Beginning::Several(keys, all) => Err(Box::new(several(at, beginning, &keys, all, page))),
    }
}

fn several(
    at: &At<'_>,
    beginning: &str,
    keys: &[Key],
    all: usize,
    page: impl Fn(&str) -> RunRoute,
) -> Reply {
    let content = html! {
        p { "The keys of " (all) " questions begin with " code { (beginning) } ". Which one do you \
            mean?"
            @if all > keys.len() { " These are the first " (keys.len()) "." } }
        ul { @for key in keys { li {
            a href=(at.path(page(&key.text()))) { code { (key) } }
            @if let Some(row) = at.run.index.find(key).and_then(|row| at.run.index.row(row)) {
                " " (row.subject) ", " (row.problem)
            }
        } } }
    };
    let frame = at.frame("Several answers", content).below("Answers", at.path(RunRoute::Answers));
    Reply::Page(frame.response(300))
}

/// Returns the page for stored data about a trial that cannot be read.
pub(super) fn unreadable(at: &At<'_>, key: &Key, why: &str) -> Response {
    let content = html! { p { "The stored data of this answer cannot be read: " (why) } };
    at.frame(format!("Answer {key}"), content).response(503)
}
