//! Figures of a report. The findings decide which figures there are.
//!
//! A table of the report has every number of a figure too. A figure that has more rows than a sheet
//! has room for is continued on further ones.

mod accuracy;
mod belief;
mod compared;
mod consistency;
mod elsewhere;
mod evidence;
mod order;
mod people;
mod power;
mod scatter;
pub(crate) mod sheet;
mod strategies;
mod venn;

pub use power::power_curve;
pub use venn::venn;

use crate::Report;
use peirast_figure::{Data, Figure};

/// Makes figures of a report: one, several, or none.
pub type FigureMaker = fn(&Report) -> Vec<Figure>;

/// The makers of the figures of a report, in the order of the report.
pub const FIGURES: &[FigureMaker] = &[
    compared::paired_bars,
    compared::forests,
    compared::p_values,
    evidence::paths,
    belief::butterfly,
    accuracy::fallacies,
    accuracy::by_condition,
    accuracy::ranking,
    accuracy::boxes,
    strategies::discordant,
    belief::validity,
    consistency::shares,
    consistency::accuracy,
    consistency::variants,
    consistency::over_subjects,
    order::dumbbells,
    elsewhere::benchmarks,
    elsewhere::capabilities,
    people::forms,
    venn::worst,
    power::curves,
];

/// The figures of a report.
///
/// Names are unique. If a figure cannot show its data as they are, its [`Figure::svg`] refuses.
pub fn figures(report: &Report) -> Vec<Figure> {
    figures_made_by(FIGURES, report)
}

/// The same with the figures that these make.
pub fn figures_made_by(makers: &[FigureMaker], report: &Report) -> Vec<Figure> {
    let mut figures: Vec<Figure> = makers.iter().flat_map(|make| make(report)).collect();
    if report.simulated {
        let note = "Subjects whose name begins with sim: are programs, not language models.";
        figures.iter_mut().filter(|one| !matches!(one.data, Data::Venn(_))).for_each(|one| {
            one.caption = format!("{} {note}", one.caption);
        });
    }
    named_once(&mut figures);
    figures
}

/// Gives every figure a stem of its own: names come from studies, and some may look alike as files.
fn named_once(figures: &mut [Figure]) {
    let mut taken = std::collections::BTreeSet::new();
    for figure in figures {
        let own = figure.stem();
        let mut stem = own.clone();
        let mut number = 2;
        while !taken.insert(stem.clone()) {
            // Short enough that nothing is cut off at the end.
            let short: String = own.chars().take(50).collect();
            stem = format!("{}-{number}", short.trim_end_matches('-'));
            number += 1;
        }
        figure.name = stem;
    }
}

/// The items that were asked, in words: `4 items`.
fn items(report: &Report) -> String {
    let items = report.conduct.materials.iter().map(|own| own.items).sum();
    peirast_decimals::counted(items, "item", "items")
}

/// Figures of at most `most` rows each: the title of a continuation gives its number.
fn paged<T: Clone>(
    name: &str,
    title: &str,
    caption: &str,
    rows: &[T],
    most: usize,
    data: impl Fn(Vec<T>) -> Data,
) -> Vec<Figure> {
    let pages = rows.len().div_ceil(most.max(1));
    let page = |(at, rows): (usize, &[T])| {
        let (name, title) = match at {
            0 if pages == 1 => (name.to_owned(), title.to_owned()),
            _ => (format!("{name}-{}", at + 1), format!("{title} ({} of {pages})", at + 1)),
        };
        Figure { name, title, caption: caption.to_owned(), data: data(rows.to_vec()) }
    };
    rows.chunks(most.max(1)).enumerate().map(page).collect()
}

/// The most rows of a figure that still fits a page.
const MOST_ROWS: usize = 40;
/// Shapes that a reader can distinguish.
const SHAPES: usize = 7;
