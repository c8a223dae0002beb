//! Comparison of two runs.

mod accuracy;
mod answers;
mod better;
mod questions;
mod settings;
mod verdicts;

pub(crate) use answers::compared_answers;
pub(super) use questions::given;
pub(super) use verdicts::verdicts;

use super::missing;
use super::run::read;
use crate::frame::Frame;
use crate::index::Matches;
use crate::query::Query;
use crate::{Library, Reply, Response, Route, Run, RunEntry};
use maud::{Markup, html};
use peirast_record::shell_line;
use std::collections::BTreeSet;

/// One of the runs.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) name: &'static str,
    pub(super) entry: &'a RunEntry,
    pub(super) run: &'a Run,
}

impl<'a> Side<'a> {
    /// Returns the names of its subjects.
    fn subjects(&self) -> BTreeSet<&'a str> {
        self.run.report.subjects.iter().map(|subject| subject.model.as_str()).collect()
    }
}

/// Two runs, and the compared subjects.
pub(super) struct Both<'a> {
    pub(super) a: Side<'a>,
    pub(super) b: Side<'a>,
    /// Pairs of subjects, one from each run: subjects of one name, and the chosen pair.
    pub(super) subjects: Vec<(&'a str, &'a str)>,
    /// The subjects whose answers are compared one by one.
    pub(super) chosen: Option<(&'a str, &'a str)>,
}

/// Renders the page, or returns the data that it needs.
pub(crate) fn compare(library: &Library, query: &Query) -> Reply {
    if query.get("a").is_none() || query.get("b").is_none() {
        return Reply::Page(choice(library, query));
    }
    match both(library, query) {
        Ok(both) => Reply::Page(page(library, &both, query)),
        Err(reply) => *reply,
    }
}

/// Returns both runs of an address, or the reply until they were read.
fn both<'a>(library: &'a Library, query: &Query) -> Result<Both<'a>, Box<Reply>> {
    let chosen = |name| query.get(name).and_then(|id| library.entry(id));
    let (Some(a), Some(b)) = (chosen("a"), chosen("b")) else {
        let unknown = if chosen("a").is_none() { "a" } else { "b" };
        let name = query.get(unknown).unwrap_or_default();
        return Err(Box::new(Reply::Page(missing(&format!("the viewer has no run “{name}”")))));
    };
    let (first, second) = (read(a)?, read(b)?);
    let a = Side { name: "A", entry: a, run: first };
    let b = Side { name: "B", entry: b, run: second };
    Ok(Both::new(a, b, query))
}

impl<'a> Both<'a> {
    fn new(a: Side<'a>, b: Side<'a>, query: &Query) -> Self {
        let (of_a, of_b) = (a.subjects(), b.subjects());
        let mut subjects: Vec<(&str, &str)> =
            of_a.intersection(&of_b).map(|name| (*name, *name)).collect();
        let named = |name: &str, of: &BTreeSet<&'a str>| {
            query.get(name).and_then(|wanted| of.get(wanted).copied())
        };
        let first = || of_a.first().copied().zip(of_b.first().copied());
        let chosen = match (named("subject-a", &of_a), named("subject-b", &of_b)) {
            (Some(one), Some(other)) => Some((one, other)),
            // A subject of a run differs in nothing from itself.
            _ if a.entry.id == b.entry.id => {
                of_a.first().copied().zip(of_b.iter().nth(1).copied()).or_else(first)
            }
            _ => subjects.first().copied().or_else(first),
        };
        subjects.extend(chosen.filter(|pair| !subjects.contains(pair)));
        Self { a, b, subjects, chosen }
    }
}

impl Both<'_> {
    /// Returns true if a run put questions more than once, so that a question has several answers.
    fn has_repeats(&self) -> bool {
        self.a.run.index.has_repeats() || self.b.run.index.has_repeats()
    }

    /// Returns the name of what is matched one by one, for one and for several.
    fn units(&self) -> [&'static str; 2] {
        match self.has_repeats() {
            true => ["pair of answers", "pairs of answers"],
            false => ["question", "questions"],
        }
    }

    /// Returns the number of different questions among matched answers.
    fn matched_questions(&self, matches: &Matches) -> usize {
        let rows: Vec<u32> = matches.all.iter().map(|one| one.rows.0).collect();
        self.a.run.index.distinct_questions(&rows)
    }

    /// Returns the title of the page: the runs, or the subjects of one run.
    fn title(&self) -> String {
        match self.chosen {
            Some((one, other)) if self.a.entry.id == self.b.entry.id => {
                format!("{one} and {other} ({})", self.a.entry.id)
            }
            _ => format!("{} and {}", self.a.entry.id, self.b.entry.id),
        }
    }
}

/// Renders a form that chooses two runs.
fn chooser(library: &Library, query: &Query) -> Markup {
    html! {
        form.filters method="get" action=(Route::Compare.path()) {
            @for (name, label) in [("a", "Run A"), ("b", "Run B")] {
                label { span { (label) } select name=(name) {
                    @for entry in &library.runs {
                        option value=(entry.id) selected[query.get(name) == Some(&entry.id)] { (entry.id) }
                    }
                } }
            }
            button type="submit" { "Compare" }
        }
    }
}

fn choice(library: &Library, query: &Query) -> Response {
    let content = html! {
        p { "This page shows which of two runs is better, on which questions they differ, and how their settings differ." }
        @if library.runs.len() < 2 { p.notice role="note" { "The viewer has fewer than two runs." } }
        (chooser(library, query))
    };
    Frame::new("Compare two runs", content).below("Runs", Route::Runs.path()).response(200)
}

fn page(library: &Library, both: &Both<'_>, query: &Query) -> Response {
    let (a, b) = (both.a, both.b);
    let content = html! {
        (chooser(library, query))
        p { strong { "A" } " is " (a.entry.id) " (" (a.run.report.title) "), "
            strong { "B" } " is " (b.entry.id) " (" (b.run.report.title) ")." }
        (questions::questions(both, query))
        h2 { "Verdicts" }
        (verdicts(&a, &b, &both.subjects))
        h2 { "Accuracy" }
        (accuracy::accuracy(both))
        h2 { "Settings" }
        (settings::settings(both))
    };
    let commands = [a, b].map(|side| shell_line(["peirast", "test", &side.entry.dir, "--json"]));
    Frame::new(both.title(), content)
        .below("Runs", Route::Runs.path())
        .below("Compare", Route::Compare.path())
        .with_command(commands.join("; "))
        .response(200)
}
