//! The frame of every page: title, navigation, breadcrumbs, the equivalent command, and the
//! content.

use crate::assets::{SCRIPT_PATH, STYLE_PATH};
use crate::{PlayRoute, Response, Route};
use maud::{DOCTYPE, Markup, html};

/// A page before it is framed.
pub(crate) struct Frame {
    /// Title.
    pub(crate) title: String,
    /// The pages above it, starting with the list of runs: name and address.
    pub(crate) above: Vec<(String, String)>,
    /// The command that shows the same in a terminal.
    pub(crate) command: Option<String>,
    /// The previous and the next page in its list.
    pub(crate) beside: (Option<String>, Option<String>),
    /// Seconds after which the browser reloads it.
    pub(crate) again: Option<u32>,
    /// The pages of the same run: name and address.
    tabs: Vec<(String, String)>,
    /// Remark on the whole page.
    note: Option<String>,
    /// The content.
    content: Markup,
}

impl Frame {
    /// Creates a page below the list of runs.
    pub(crate) fn new(title: impl Into<String>, content: Markup) -> Self {
        Self {
            title: title.into(),
            above: Vec::new(),
            command: None,
            beside: (None, None),
            again: None,
            tabs: Vec::new(),
            note: None,
            content,
        }
    }

    /// Adds a page above it.
    #[must_use]
    pub(crate) fn below(mut self, name: &str, address: String) -> Self {
        self.above.push((name.to_owned(), address));
        self
    }

    /// Sets the command that shows the same in a terminal.
    #[must_use]
    pub(crate) fn with_command(mut self, command: String) -> Self {
        self.command = Some(command);
        self
    }

    /// Sets the seconds after which the browser reloads it.
    #[must_use]
    pub(crate) fn again_after(mut self, seconds: u32) -> Self {
        self.again = Some(seconds);
        self
    }

    /// Sets the other pages of its run.
    #[must_use]
    pub(crate) fn with_tabs(mut self, tabs: Vec<(&str, String)>) -> Self {
        self.tabs = tabs.into_iter().map(|(name, address)| (name.to_owned(), address)).collect();
        self
    }

    /// Sets the remark on the whole page.
    #[must_use]
    pub(crate) fn with_note(mut self, note: Option<String>) -> Self {
        self.note = note;
        self
    }

    /// Renders the whole page.
    pub(crate) fn response(self, status: u16) -> Response {
        let again = self.again;
        let response = Response::page(status, self.markup());
        match again {
            Some(seconds) => response.with("refresh", seconds.to_string()),
            None => response,
        }
    }

    fn markup(self) -> Markup {
        let (before, after) = &self.beside;
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.title) " · Peirast" }
                    link rel="icon" href="data:,";
                    link rel="stylesheet" href=(*STYLE_PATH);
                    @if let Some(before) = before { link rel="prev" href=(before); }
                    @if let Some(after) = after { link rel="next" href=(after); }
                    script src=(*SCRIPT_PATH) defer {}
                }
                body {
                    a.skip href="#main" { "Skip to the content" }
                    header {
                        nav aria-label="Pages" {
                            a.brand href=(Route::Runs.path()) { "Peirast" }
                            a href=(Route::Runs.path()) { "Runs" }
                            a href=(Route::Leaderboard.path()) { "Leaderboard" }
                            a href=(Route::Compare.path()) { "Compare" }
                            a href=(Route::Play(PlayRoute::Premises).path()) { "Premises" }
                            a href=(Route::Play(PlayRoute::Syllogisms).path()) { "Syllogisms" }
                            a href=(Route::Help.path()) { "Help" }
                        }
                        (self.way())
                        @if !self.tabs.is_empty() { nav.tabs aria-label="Pages of this run" {
                            @for (name, address) in &self.tabs {
                                a href=(address) aria-current=[(*name == self.title).then_some("page")] { (name) }
                            }
                        } }
                    }
                    main #main tabindex="-1" {
                        h1 { (self.title) }
                        @if let Some(note) = &self.note { p.notice role="note" { (note) } }
                        @if let Some(command) = &self.command { (copied(command)) }
                        (self.content)
                    }
                }
            }
        }
    }

    /// Renders the links to the pages above this one.
    fn way(&self) -> Markup {
        html! {
            @if !self.above.is_empty() {
                nav.way aria-label="The way here" { ol {
                    @for (name, address) in &self.above { li { a href=(address) { (name) } } }
                    li aria-current="page" { (self.title) }
                } }
            }
        }
    }
}

/// Renders the command that shows the same in a terminal, with a button that the script activates.
pub(crate) fn copied(command: &str) -> Markup {
    html! {
        div.command {
            span.label { "In a terminal" }
            code { (command) }
            button type="button" hidden data-copy=(command) { "Copy" }
        }
    }
}
