//! Measures of a run in addition to its comparisons.

use super::run::At;
use crate::Response;
use maud::{PreEscaped, html};
use peirast_record::shell_line;
use peirast_report::measured_html;

/// Renders every table of measures.
pub(crate) fn measures(at: &At<'_>) -> Response {
    let tables = &at.run.report.measured;
    let content = html! {
        @if tables.is_empty() { p { "This run has no measures other than its comparisons." } }
        @if tables.len() > 1 { nav aria-label="Tables" { ul {
            @for table in tables { li { a href=(format!("#{}", table.name)) { (table.title) } } }
        } } }
        @for table in tables { (PreEscaped(measured_html(table))) }
    };
    let command = ["peirast", "tables", &at.entry.dir, "--into", "tables"];
    at.frame("Measures", content).with_command(shell_line(command)).response(200)
}
