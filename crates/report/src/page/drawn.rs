//! Figures on the page.

use super::prose::typeset;
use crate::wording::listed;
use crate::{Report, figures};
use maud::{Markup, PreEscaped, html};
use peirast_decimals::counted;
use peirast_figure::{Data, Figure, FigureError, Sheet, Width};

/// The figures of a page, drawn; captions are below, where they can be read and copied.
pub(super) struct Drawn {
    figures: Vec<(Figure, Result<String, String>)>,
}

/// Draws the figures of a report. Those of single families of tests are left to `peirast figures`:
/// a page would be full of them.
pub(super) fn drawn(report: &Report) -> Drawn {
    let shown = figures(report).into_iter().filter(|one| !matches!(one.data, Data::PValues(_)));
    let draw = |figure: Figure| {
        let svg = screen_svg(&figure).map_err(|e| e.to_string());
        (figure, svg)
    };
    Drawn { figures: shown.map(draw).collect() }
}

/// Draws a figure for a page, without title and caption: at the width of a page and, for narrow screens, at
/// the width of a column. [`crate::BOARD_STYLE`] shows the one that fits, so that the text keeps its
/// size. A diagram of circles has one width.
///
/// # Errors
/// As for [`Figure::inline_svg`].
///
/// ```
/// use peirast_figure::{Data, Figure, PowerCurve, PowerCurves};
/// # let [name, title, caption] = ["power", "Power", "By pairs."].map(str::to_owned);
/// let curve = PowerCurve { name: String::new(), points: vec![(10, 0.2), (20, 0.5)], own: None };
/// let data = Data::PowerCurves(PowerCurves { curves: vec![curve], target: None });
/// let html = peirast_report::screen_svg(&Figure { name, title, caption, data })?;
/// assert_eq!(html.matches("<svg").count(), 2);
/// # Ok::<(), peirast_report::FigureError>(())
/// ```
pub fn screen_svg(figure: &Figure) -> Result<String, FigureError> {
    let at = |width| figure.inline_svg(&Sheet { width, has_caption: false });
    if matches!(figure.data, Data::Venn(_)) {
        return Ok(format!("<div class=\"column-figure\">{}</div>", at(Width::Single)?));
    }
    Ok(format!(
        "<div class=\"page-figure\">{}</div><div class=\"phone-figure\">{}</div>",
        at(Width::Double)?,
        at(Width::Single)?
    ))
}

impl Drawn {
    /// The figures of matched pairs; nothing if there are none.
    pub(super) fn pairs(&self) -> Markup {
        let of =
            |fits: fn(&Data) -> bool| self.figures.iter().filter(move |(one, _)| fits(&one.data));
        let all = of(|data| matches!(data, Data::PairedBars(_)));
        let (bars, quiet): (Vec<_>, Vec<_>) = all.partition(|(figure, _)| has_bars(&figure.data));
        let ratios: Vec<_> = of(|data| matches!(data, Data::Forest(_))).collect();
        html! {
            @if !bars.is_empty() || !quiet.is_empty() {
                h3 { "Discordant pairs" }
                (shown(&bars, "hypothesis", "hypotheses"))
            }
            @if !quiet.is_empty() {
                @let ids: Vec<&str> = quiet.iter().map(|(figure, _)| id_of(&figure.title)).collect();
                p.small { (listed(&ids)) ": no pair is discordant, so there is no odds ratio and nothing to draw." }
            }
            @if !ratios.is_empty() {
                details.more {
                    summary { "Odds ratios with their intervals" }
                    div.figures { @for (figure, svg) in ratios { (one(figure, svg)) } }
                }
            }
        }
    }

    /// True if there are figures of matched pairs.
    pub(super) fn has_pairs(&self) -> bool {
        self.figures.iter().any(|(one, _)| !is_other(&one.data))
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
                @if is_headline(&others[0].0) { (one(&others[0].0, &others[0].1)) }
                @for (figure, svg) in others.iter().skip(usize::from(is_headline(&others[0].0))) {
                    details.printed { summary { (typeset(&figure.title)) } (one(figure, svg)) }
                }
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

/// True if a figure is worth a look before others: neither the power of another study nor the accuracy
/// under protocols, which may have been asked different problems.
fn is_headline(figure: &Figure) -> bool {
    !matches!(figure.data, Data::PowerCurves(_)) && figure.name != "accuracy"
}

/// True if a figure of pairs has a bar to draw.
fn has_bars(data: &Data) -> bool {
    let Data::PairedBars(own) = data else { return false };
    own.panels.iter().flat_map(|panel| &panel.bars).any(|bar| bar.n12 + bar.n21 > 0)
}

/// The hypothesis of a figure, by which its title begins.
fn id_of(title: &str) -> &str {
    title.split_once(": ").map_or(title, |(id, _)| id)
}

/// The first figure; under one line the others, each folded under its title.
fn shown(figures: &[&(Figure, Result<String, String>)], what: &str, many: &str) -> Markup {
    html! {
        @for (figure, svg) in figures.iter().take(1) { (one(figure, svg)) }
        @if figures.len() > 1 { details.more {
            summary { "The same for " (counted(figures.len() as u64 - 1, &format!("more {what}"), &format!("more {many}"))) }
            @for (figure, svg) in figures.iter().skip(1) {
                details { summary { (typeset(&figure.title)) } (one(figure, svg)) }
            }
        } }
    }
}

fn one(figure: &Figure, svg: &Result<String, String>) -> Markup {
    html! {
        figure id=(format!("figure-{}", figure.stem())) {
            @match svg {
                Ok(svg) => (PreEscaped(svg)),
                Err(why) => p.small { "Not drawn: " (why) "." },
            }
            figcaption { strong { (typeset(&figure.title)) ". " } (typeset(&figure.caption)) }
        }
    }
}
