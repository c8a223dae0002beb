//! Figures within a page.

use peirast_figure::{Data, Figure};
use peirast_report::{Report, figures, screen_svg};

/// A figure, drawn once for all pages that show it.
#[derive(Debug)]
pub(crate) struct Drawn {
    pub(crate) figure: Figure,
    /// The drawing; `None` if the figure cannot be drawn.
    pub(crate) svg: Option<String>,
}

/// Returns the figures of a report, except those of single families of tests, of which there may be
/// very many.
pub(crate) fn drawn(report: &Report) -> Vec<Drawn> {
    let shown = figures(report).into_iter().filter(|one| !matches!(one.data, Data::PValues(_)));
    shown.map(|figure| Drawn { svg: inline(&figure), figure }).collect()
}

/// Returns a figure as part of a page, at two widths of which the style sheet shows one; `None` if it
/// cannot be drawn. Its style is in the page's style sheet: the policy allows no style in the page itself.
pub(crate) fn inline(figure: &Figure) -> Option<String> {
    screen_svg(figure).ok()
}
