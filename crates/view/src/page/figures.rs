//! The figures of a run.

use super::run::At;
use crate::Response;
use crate::drawing::Drawn;
use maud::{Markup, PreEscaped, html};
use peirast_figure::Data;
use peirast_record::shell_line;
use peirast_report::typeset;

/// The number of figures that are shown at once; others are folded under their titles.
const SHOWN: usize = 3;

/// Renders every figure, those after the first few folded.
pub(crate) fn figures(at: &At<'_>) -> Response {
    let all = &at.run.figures;
    let content = html! {
        @if all.is_empty() { p { "This run has no figures: nothing was compared or measured." } }
        @for (at, one) in all.iter().enumerate() {
            @let title = title(one, all);
            @if at < SHOWN { (figure(one, &title)) } @else {
                details { summary { (title) } (figure(one, &title)) }
            }
        }
    };
    let command = ["peirast", "figures", &at.entry.dir, "--into", "figures"];
    at.frame("Figures", content).with_command(shell_line(command)).response(200)
}

/// Returns the title of a figure; with its kind if another figure has the same title.
fn title(one: &Drawn, all: &[Drawn]) -> String {
    let title = &one.figure.title;
    let kind = match &one.figure.data {
        Data::Forest(_) => "forest plot".to_owned(),
        other => other.kind().replace('-', " "),
    };
    match all.iter().filter(|other| other.figure.title == *title).count() {
        0 | 1 => title.clone(),
        _ => format!("{title} ({kind})"),
    }
}

/// Renders the figure of the discordant pairs of a hypothesis.
pub(super) fn drawn_for(at: &At<'_>, hypothesis: &str) -> Markup {
    let is_own = |one: &&Drawn| {
        let title = &one.figure.title;
        matches!(one.figure.data, Data::PairedBars(_))
            && (title == hypothesis || title.starts_with(&format!("{hypothesis}: ")))
    };
    html! { @for one in at.run.figures.iter().filter(is_own) { (figure(one, &one.figure.title)) } }
}

fn figure(one: &Drawn, title: &str) -> Markup {
    html! {
        figure id=(one.figure.stem()) {
            @match &one.svg {
                Some(svg) => (PreEscaped(svg)),
                None => p.small { "It cannot be drawn." },
            }
            figcaption { strong { (title) ". " } (typeset(&one.figure.caption)) }
        }
    }
}
