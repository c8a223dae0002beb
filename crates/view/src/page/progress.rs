//! Progress of a run.

use super::run::framed;
use super::shown::head;
use crate::frame::copied;
use crate::query::Query;
use crate::{Response, Route, RunEntry, RunRoute, RunStatus, RunSummary, SubjectProgress};
use maud::{Markup, html};
use peirast_decimals::{grouped, percent_decimals};
use peirast_record::shell_line;
use serde_json::json;

/// Renders the page; the script keeps it up to date, and without the script it has a link to
/// reload.
pub(crate) fn progress(entry: &RunEntry, query: &Query) -> Response {
    let content = match &entry.about {
        Err(why) => html! { p { "This run cannot be read: " (why) } },
        Ok(about) => counts(entry, about),
    };
    let command = ["peirast", "doctor", &entry.dir, "--offline"];
    let frame = framed(entry, "Progress", content).with_command(shell_line(command));
    let is_under_way = entry.about.as_ref().is_ok_and(|one| one.state == RunStatus::UnderWay);
    match query.get("again") {
        Some(_) if is_under_way => frame.again_after(2).response(200),
        _ => frame.response(200),
    }
}

fn counts(entry: &RunEntry, about: &RunSummary) -> Markup {
    let path = Route::Run(entry.id.clone(), RunRoute::Progress).path();
    let again = Query::default().with("again", "yes").after(&path);
    let json = Route::Run(entry.id.clone(), RunRoute::ProgressJson).path();
    html! {
        div data-progress=(json) data-state=(about.state.word()) {
            p { "This run is "
                strong role="status" data-field="state" { (about.state.word()) } ": "
                span data-field="answered" { (grouped(about.answered())) } " of "
                span data-field="planned" { (grouped(about.planned())) } " questions answered. "
                span data-field="rate" {} }
            div.wide tabindex="0" { table {
                caption { "Progress of each subject" }
                (head(&["Subject", "#Answered", "#Planned", "Share"]))
                tbody { @for subject in &about.subjects { (line(subject)) } }
            } }
            h2 { "Failed attempts" }
            @if about.failures.is_empty() { p data-field="failures" { "None." } }
            @else { p data-field="failures" { (failures(about)) } }
        }
        (resume(about))
        @if about.state == RunStatus::UnderWay {
            noscript { p { a href=(again) { "Reload every two seconds" } } }
         }
    }
}

/// Renders the command that continues a stopped run.
pub(super) fn resume(about: &RunSummary) -> Markup {
    html! { @if let Some(command) = &about.resume {
        p { "This run stopped before its end. This command asks the open questions, and no question a second time. \
            Add the options for speed, budget and keys of the first command:" }
        (copied(command))
    } }
}

fn line(subject: &SubjectProgress) -> Markup {
    let share = percent_decimals(subject.answered as f64 / subject.planned.max(1) as f64, 0);
    html! { tr data-subject=(subject.name) {
        th scope="row" { (subject.name) }
        td.number data-field="answered" { (grouped(subject.answered)) } td.number data-field="planned" { (grouped(subject.planned)) }
        td { progress value=(subject.answered) max=(subject.planned.max(1)) aria-label=(format!("{share} % answered")) {} }
    } }
}

fn failures(about: &RunSummary) -> String {
    let kinds = about.failures.iter().map(|(kind, count)| format!("{} {kind}", grouped(*count)));
    format!("{}.", kinds.collect::<Vec<_>>().join(", "))
}

/// Returns the same data for the script.
pub(crate) fn json(entry: &RunEntry) -> Response {
    Response::json(&match &entry.about {
        Err(why) => json!({ "error": why }),
        Ok(about) => json!({
            "state": about.state.word(),
            "under_way": about.state == RunStatus::UnderWay,
            "answered": about.answered(),
            "planned": about.planned(),
            "failures": if about.failures.is_empty() { "None.".to_owned() } else { failures(about) },
            "subjects": about.subjects.iter().map(|one| json!({
                "name": one.name, "answered": one.answered, "planned": one.planned,
            })).collect::<Vec<_>>(),
        }),
    })
}
