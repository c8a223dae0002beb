//! Figures on the page.

use crate::{Report, figures};
use maud::{Markup, PreEscaped, html};
use peirast_figure::{Data, Figure, Sheet, Width};

/// The figures of a page, drawn; captions are below, where they can be read and copied.
pub(super) struct Drawn {
    figures: Vec<(Figure, Result<String, String>)>,
}

/// Draws the figures of a report. Those of single families of tests are left to `peirast figures`:
/// a page would be full of them.
pub(super) fn drawn(report: &Report) -> Drawn {
    let sheet = Sheet { width: Width::Double, has_caption: false };
    let shown = figures(report).into_iter().filter(|one| !matches!(one.data, Data::PValues(_)));
    let draw = |figure: Figure| {
        let svg = figure.inline_svg(&sheet).map_err(|e| e.to_string());
        (figure, svg)
    };
    Drawn { figures: shown.map(draw).collect() }
}

impl Drawn {
    /// The figures of matched pairs; nothing if there are none.
    pub(super) fn pairs(&self) -> Markup {
        let of =
            |fits: fn(&Data) -> bool| self.figures.iter().filter(move |(one, _)| fits(&one.data));
        let bars: Vec<_> = of(|data| matches!(data, Data::PairedBars(_))).collect();
        let ratios: Vec<_> = of(|data| matches!(data, Data::Forest(_))).collect();
        html! {
            @if !bars.is_empty() {
                h2 { "Discordant pairs" }
                (shown(&bars))
            }
            @if !ratios.is_empty() {
                details {
                    summary { "Odds ratios with their intervals" }
                    div.figures { @for (figure, svg) in ratios { (one(figure, svg)) } }
                }
            }
        }
    }

    /// True if there are other figures.
    pub(super) fn has_others(&self) -> bool {
        self.figures.iter().any(|(one, _)| is_other(&one.data))
    }

    /// Everything else.
    pub(super) fn others(&self) -> Markup {
        let others: Vec<_> = self.figures.iter().filter(|(one, _)| is_other(&one.data)).collect();
        html! {
            @if !others.is_empty() {
                h2 { "Figures" }
                (shown(&others))
                p.small {
                    code { "peirast figures" } " writes these figures as files for print. The tables have their numbers."
                }
            }
        }
    }
}

/// True if a figure shows other things than matched pairs.
fn is_other(data: &Data) -> bool {
    !matches!(data, Data::PairedBars(_) | Data::Forest(_))
}

/// The first figure, and the others folded under their titles.
fn shown(figures: &[&(Figure, Result<String, String>)]) -> Markup {
    html! {
        @for (at, (figure, svg)) in figures.iter().enumerate() {
            @if at == 0 { (one(figure, svg)) } @else {
                details { summary { (figure.title) } (one(figure, svg)) }
            }
        }
    }
}

fn one(figure: &Figure, svg: &Result<String, String>) -> Markup {
    html! {
        figure id=(format!("figure-{}", figure.stem())) {
            @match svg {
                Ok(svg) => div.wide tabindex="0" { (PreEscaped(svg)) },
                Err(why) => p.small { "Not drawn: " (why) "." },
            }
            figcaption { strong { (figure.title) ". " } (figure.caption) }
        }
    }
}
