//! The list of runs.

use super::shown::head;
use crate::frame::Frame;
use crate::{Library, Response, Route, RunEntry, RunRoute, RunStatus, RunSummary};
use maud::{Markup, html};
use peirast_decimals::{grouped, percent_decimals};
use peirast_record::shell_line;

/// Renders all runs with their progress.
pub(crate) fn runs(library: &Library) -> Response {
    let content = html! {
        @if library.runs.is_empty() {
            p { "No runs. Start one, for example with " code { "peirast run token-bias" }
                ", and start the viewer where " code { "runs/" } " is, or name the directory of a run." }
        } @else { (table(&library.runs)) }
    };
    let dirs = library.dirs.iter().map(String::as_str);
    Frame::new("Runs", content)
        .with_command(shell_line(["peirast", "view"].into_iter().chain(dirs)))
        .response(200)
}

fn table(runs: &[RunEntry]) -> Markup {
    html! {
        div.wide tabindex="0" { table.rows {
            caption { "All run directories of the viewer" }
            (head(&["Run", "Study", "Subjects", "#Answered", "#Planned", "State", "Changed (UTC)"]))
            tbody { @for entry in runs { (row(entry)) } }
        } }
    }
}

fn row(entry: &RunEntry) -> Markup {
    let address = Route::Run(entry.id.clone(), RunRoute::Board).path();
    html! {
        tr {
            th scope="row" { a href=(address) { (entry.id) } div.small { code { (entry.dir) } } }
            @match &entry.about {
                Err(why) => td colspan="6" { "cannot be read: " (why) },
                Ok(about) => {
                    td.text { (about.title) @if !about.study.is_empty() { div.small { (about.study) } } }
                    td.text { (names(about)) }
                    td.number { (grouped(about.answered())) } td.number { (grouped(about.planned())) }
                    td { (about.state.word()) @if about.state == RunStatus::UnderWay {
                        a href=(Route::Run(entry.id.clone(), RunRoute::Progress).path()) { (bar(about)) } } }
                    td { (about.changed.as_deref().unwrap_or("–")) }
                }
            }
        }
    }
}

/// Returns the names of the subjects; only the first if there are very many.
fn names(about: &RunSummary) -> String {
    const MOST: usize = 6;
    let names: Vec<&str> = about.subjects.iter().take(MOST).map(|one| one.name.as_str()).collect();
    match about.subjects.len().checked_sub(MOST) {
        Some(more) if more > 0 => format!("{} and {more} more", names.join(", ")),
        _ => names.join(", "),
    }
}

/// Renders the progress as a bar with its number.
fn bar(about: &RunSummary) -> Markup {
    let (done, of) = (about.answered(), about.planned().max(1));
    let percent = percent_decimals(done as f64 / of as f64, 0);
    html! { div { progress value=(done) max=(of) { } " " (percent) " %" } }
}
