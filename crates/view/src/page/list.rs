//! Lists of many pages.

use crate::query::Query;
use maud::{Markup, html};
use peirast_decimals::grouped;
use std::fmt::Display;

/// Rows of one page of a list.
pub(crate) const ROWS: usize = 50;

/// One page of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paging {
    /// Number of the page, from 1.
    pub(crate) page: usize,
    /// Number of all rows.
    pub(crate) rows: usize,
    /// True if an address asks for a page that does not exist, so that another is shown.
    is_other: bool,
}

impl Paging {
    /// Returns the page of an address; the last one if the list is shorter.
    pub(crate) fn new(query: &Query, rows: usize) -> Self {
        let pages = rows.div_ceil(ROWS).max(1);
        let asked = query.number("page");
        let page = asked.unwrap_or(1).clamp(1, pages);
        let is_other = query.get("page").is_some() && asked != Some(page);
        Self { page, rows, is_other }
    }

    fn pages(self) -> usize {
        self.rows.div_ceil(ROWS).max(1)
    }

    /// Returns the rows of the page.
    pub(crate) fn of_all<T>(self, all: &[T]) -> &[T] {
        let start = (self.page - 1) * ROWS;
        all.get(start..all.len().min(start + ROWS)).unwrap_or_default()
    }

    /// Returns the addresses of the previous and the next page.
    pub(crate) fn beside(self, query: &Query, path: &str) -> (Option<String>, Option<String>) {
        let page = |page: usize| query.with("page", page).after(path);
        let before = (self.page > 1).then(|| page(self.page - 1));
        (before, (self.page < self.pages()).then(|| page(self.page + 1)))
    }

    /// Renders the position of the page in the list, with links to others.
    pub(crate) fn links(self, query: &Query, path: &str) -> Markup {
        let page = |page: usize| query.with("page", page).after(path);
        let (before, after) = self.beside(query, path);
        let first = (self.page - 1) * ROWS + usize::from(self.rows > 0);
        let last = (self.page * ROWS).min(self.rows);
        html! {
            @if self.is_other { p.notice role="note" {
                "The list has no such page. This is page " (self.page) " of " (self.pages()) "."
            } }
            nav.pages aria-label="Pages of the list" {
                @if let Some(before) = before { a href=(page(1)) { "first" } " " a rel="prev" href=(before) { "previous" } }
                span { (grouped(first as u64)) "–" (grouped(last as u64)) " of " (grouped(self.rows as u64)) }
                @if let Some(after) = after { a rel="next" href=(after) { "next" } " " a href=(page(self.pages())) { "last" } }
            }
        }
    }
}

/// Renders a selection field: each option has a value, a label, and a flag that marks the chosen
/// one. The empty option, if there is one, is first.
pub(crate) fn select<V: Display, W: Display>(
    label: &str,
    name: &str,
    empty: Option<&str>,
    options: impl IntoIterator<Item = (V, W, bool)>,
) -> Markup {
    html! {
        label { span { (label) }
            select name=(name) {
                @if let Some(words) = empty { option value="" { (words) } }
                @for (value, words, is_chosen) in options { option value=(value) selected[is_chosen] { (words) } }
            }
        }
    }
}

/// Renders a selection field whose empty option does not restrict the list.
pub(crate) fn choice<'a>(
    label: &str,
    name: &str,
    levels: impl IntoIterator<Item = (&'a str, &'a str)>,
    chosen: Option<&str>,
) -> Markup {
    let levels: Vec<(&str, &str)> = levels.into_iter().collect();
    // A value that is not listed still applies.
    let other = chosen.filter(|chosen| levels.iter().all(|(value, _)| value != chosen));
    let other = other.map(|other| (other, format!("{other} (not listed)"), true));
    let listed =
        levels.into_iter().map(|(value, words)| (value, words.to_owned(), chosen == Some(value)));
    select(label, name, Some("any"), listed.chain(other))
}

/// Renders a message that a filter has a value that does not occur, with a link that removes it.
pub(crate) fn without(query: &Query, path: &str, name: &str, label: &str, value: &str) -> Markup {
    let address = query.without(&[name, "page", "from"]).after(path);
    html! { p.notice role="note" {
        (label) ": nothing has the value " code { (value) } ". " a href=(address) { "Remove this filter" }
    } }
}

/// Renders a selection field without an empty option; the first option is the default.
pub(crate) fn pick(label: &str, name: &str, ways: &[&str], chosen: Option<&str>) -> Markup {
    select(label, name, None, ways.iter().map(|way| (*way, *way, chosen == Some(*way))))
}

/// Renders a text field of a form.
pub(crate) fn field(label: &str, name: &str, kind: &str, value: Option<&str>) -> Markup {
    html! {
        label { span { (label) } input type=(kind) name=(name) value=(value.unwrap_or_default()) autocomplete="off"; }
    }
}
