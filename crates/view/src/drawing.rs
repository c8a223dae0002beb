//! Figures within a page.

use peirast_figure::{Data, Figure, Sheet, Width, style_sheet};
use peirast_report::{Report, figures};

/// A figure, drawn once for all pages that show it.
#[derive(Debug)]
pub(crate) struct Drawn {
    pub(crate) figure: Figure,
    /// The drawing; none where it cannot be drawn.
    pub(crate) svg: Option<String>,
}

/// The figures of a report but those of single families of tests, of which there may be very many.
pub(crate) fn drawn(report: &Report) -> Vec<Drawn> {
    let shown = figures(report).into_iter().filter(|one| !matches!(one.data, Data::PValues(_)));
    shown.map(|figure| Drawn { svg: inline(&figure), figure }).collect()
}

/// A figure as part of a page; none where it cannot be drawn. Its style stands in the page's style
/// sheet: the policy allows none in the page itself.
pub(crate) fn inline(figure: &Figure) -> Option<String> {
    // A diagram of circles is as small on a page as in print; what is wider is scaled down with its words.
    let width = if matches!(figure.data, Data::Venn(_)) { Width::Single } else { Width::Double };
    let sheet = Sheet { width, has_caption: false };
    let svg = figure.svg(&sheet).ok()?;
    Some(svg.replace(&format!("<style>{}</style>", style_sheet()), ""))
}
