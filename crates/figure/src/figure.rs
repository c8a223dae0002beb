//! A figure: its words and its data.

use crate::kind::*;
use crate::kit::canvas::{Anchor, Canvas, Type};
use crate::kit::palette::Ink;
use crate::{FigureError, Sheet};

/// A figure that can be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What its files are called, without an ending.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it shows, and how to read it.
    pub caption: String,
    /// What is drawn.
    pub data: Data,
}

/// The kinds of figures, each with its data.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// See [`PairedBars`].
    PairedBars(PairedBars),
    /// See [`Forest`].
    Forest(Forest),
    /// See [`PValues`].
    PValues(PValues),
    /// See [`HeatMap`].
    HeatMap(HeatMap),
    /// See [`Butterfly`].
    Butterfly(Butterfly),
    /// See [`Slope`].
    Slope(Slope),
    /// See [`Consistency`].
    Consistency(Consistency),
    /// See [`VariantCorrelations`].
    VariantCorrelations(VariantCorrelations),
    /// See [`ValidityBelief`].
    ValidityBelief(ValidityBelief),
    /// See [`Ranking`].
    Ranking(Ranking),
    /// See [`Benchmark`].
    Benchmark(Benchmark),
    /// See [`Capability`].
    Capability(Capability),
    /// See [`PremiseOrder`].
    PremiseOrder(PremiseOrder),
    /// See [`People`].
    People(People),
    /// See [`EvidencePaths`].
    EvidencePaths(EvidencePaths),
    /// See [`PowerCurves`].
    PowerCurves(PowerCurves),
    /// See [`Venn`].
    Venn(Venn),
}

/// The names of all kinds.
pub const KINDS: [&str; 17] = [
    "paired-bars",
    "forest",
    "p-values",
    "heat-map",
    "butterfly",
    "slope",
    "consistency",
    "variant-correlations",
    "validity-belief",
    "ranking",
    "benchmark",
    "capability",
    "premise-order",
    "people",
    "evidence",
    "power",
    "venn",
];

impl Data {
    /// The name of the kind, one of [`KINDS`].
    ///
    /// ```
    /// let kinds: Vec<&str> = peirast_figure::examples().iter().map(|one| one.data.kind()).collect();
    /// assert!(peirast_figure::KINDS.iter().all(|kind| kinds.contains(kind)));
    /// ```
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::PairedBars(_) => "paired-bars",
            Self::Forest(_) => "forest",
            Self::PValues(_) => "p-values",
            Self::HeatMap(_) => "heat-map",
            Self::Butterfly(_) => "butterfly",
            Self::Slope(_) => "slope",
            Self::Consistency(_) => "consistency",
            Self::VariantCorrelations(_) => "variant-correlations",
            Self::ValidityBelief(_) => "validity-belief",
            Self::Ranking(_) => "ranking",
            Self::Benchmark(_) => "benchmark",
            Self::Capability(_) => "capability",
            Self::PremiseOrder(_) => "premise-order",
            Self::People(_) => "people",
            Self::EvidencePaths(_) => "evidence",
            Self::PowerCurves(_) => "power",
            Self::Venn(_) => "venn",
        }
    }
}

impl Figure {
    /// The figure as an SVG document: the same data, the same bytes.
    ///
    /// # Errors
    /// Data that cannot be shown as they are; see [`FigureError`].
    pub fn svg(&self, sheet: &Sheet) -> Result<String, FigureError> {
        let (canvas, says) = self.drawn(sheet)?;
        canvas.finish(&self.title, &format!("{} {says}", self.caption))
    }

    /// The same as a part of a page, which has [`crate::style_sheet`] once for all of its figures, and the
    /// caption beside each.
    ///
    /// # Errors
    /// As for [`Figure::svg`].
    ///
    /// ```
    /// use peirast_figure::{Sheet, examples};
    /// let figure = &examples()[0];
    /// let (whole, part) = (figure.svg(&Sheet::default())?, figure.inline_svg(&Sheet::default())?);
    /// assert!(whole.contains("<style>") && !part.contains("<style>"));
    /// # Ok::<(), peirast_figure::FigureError>(())
    /// ```
    pub fn inline_svg(&self, sheet: &Sheet) -> Result<String, FigureError> {
        let (canvas, says) = self.drawn(sheet)?;
        canvas.finish_inline(&self.title, &says)
    }

    /// The canvas with everything drawn, and what the kind says of its data.
    fn drawn(&self, sheet: &Sheet) -> Result<(Canvas, String), FigureError> {
        let kind = self.kind();
        kind.check()?;
        let mut canvas = Canvas::new(sheet.width.points());
        if sheet.has_caption && !self.title.is_empty() {
            canvas.paragraph(&self.title, Type { size: 8.0, ..Type::label(Anchor::Start).bold() });
            canvas.y += 3.0;
        }
        kind.draw(&mut canvas)?;
        if sheet.has_caption && !self.caption.is_empty() {
            canvas.y += 3.0;
            canvas.paragraph(&self.caption, Type::label(Anchor::Start).ink(Ink::Muted));
        }
        Ok((canvas, kind.says()))
    }

    /// A name for files: lower-case letters of English, digits and hyphens alone, at most 60 of them.
    ///
    /// ```
    /// # use peirast_figure::{Data, Figure, Venn};
    /// # let data = Data::Venn(Venn { terms: vec![], regions: vec![] });
    /// # let (title, caption) = (String::new(), String::new());
    /// let figure = Figure { name: "../H1 bars<x>".to_owned(), title, caption, data };
    /// assert_eq!(figure.stem(), "h1-bars-x");
    /// ```
    pub fn stem(&self) -> String {
        let mut stem = String::new();
        for c in self.name.chars().map(|c| c.to_ascii_lowercase()) {
            match c {
                'a'..='z' | '0'..='9' => stem.push(c),
                _ if !stem.is_empty() && !stem.ends_with('-') => stem.push('-'),
                _ => {}
            }
            if stem.len() == 60 {
                break;
            }
        }
        let stem = stem.trim_end_matches('-');
        if stem.is_empty() { "figure".to_owned() } else { stem.to_owned() }
    }

    fn kind(&self) -> &dyn Kind {
        match &self.data {
            Data::PairedBars(data) => data,
            Data::Forest(data) => data,
            Data::PValues(data) => data,
            Data::HeatMap(data) => data,
            Data::Butterfly(data) => data,
            Data::Slope(data) => data,
            Data::Consistency(data) => data,
            Data::VariantCorrelations(data) => data,
            Data::ValidityBelief(data) => data,
            Data::Ranking(data) => data,
            Data::Benchmark(data) => data,
            Data::Capability(data) => data,
            Data::PremiseOrder(data) => data,
            Data::People(data) => data,
            Data::EvidencePaths(data) => data,
            Data::PowerCurves(data) => data,
            Data::Venn(data) => data,
        }
    }
}
