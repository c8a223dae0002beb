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
            @if at < SHOWN { (figure(one)) } @else {
                details { summary { (one.figure.title) } (figure(one)) }
            }
        }
    };
    let command = ["peirast", "figures", &at.entry.dir, "--into", "figures"];
    at.frame("Figures", content).with_command(shell_line(command)).response(200)
}

/// Renders the figure of the discordant pairs of a hypothesis.
pub(super) fn drawn_for(at: &At<'_>, hypothesis: &str) -> Markup {
    let is_own = |one: &&Drawn| {
        let title = &one.figure.title;
        matches!(one.figure.data, Data::PairedBars(_))
            && (title == hypothesis || title.starts_with(&format!("{hypothesis}: ")))
    };
    html! { @for one in at.run.figures.iter().filter(is_own) { (figure(one)) } }
}

fn figure(one: &Drawn) -> Markup {
    html! {
        figure id=(one.figure.stem()) {
            @match &one.svg {
                Some(svg) => (PreEscaped(svg)),
                None => p.small { "It cannot be drawn." },
            }
            figcaption { strong { (one.figure.title) ". " } (typeset(&one.figure.caption)) }
        }
    }
}
