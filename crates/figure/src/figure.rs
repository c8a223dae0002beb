//! A figure: its words and its data.

use crate::kind::*;
use crate::kit::canvas::{Anchor, Canvas, Type};
use crate::kit::palette::Ink;
use crate::{FigureError, Sheet};

/// A figure that can be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The name of its files, without an ending.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The caption: the content of the figure, and how to read it.
    pub caption: String,
    /// The data, and with them the kind of figure.
    pub data: Data,
}

/// Makes the kinds of figures: for each its data, which are a [`Kind`], and its name.
macro_rules! kinds {
    ($($kind:ident($data:ident) => $name:literal),+ $(,)?) => {
        /// The kinds of figures, each with its data.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Data {
            $(
                #[doc = concat!("See [`", stringify!($data), "`](crate::", stringify!($data), ").")]
                $kind($data),
            )+
        }

        /// The names of all kinds.
        pub const KINDS: [&str; [$($name),+].len()] = [$($name),+];

        impl Data {
            /// The name of the kind, one of [`KINDS`].
            pub const fn kind(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => $name),+
                }
            }

            /// The code that checks and draws the data.
            fn drawing(&self) -> &dyn Kind {
                match self {
                    $(Self::$kind(data) => data),+
                }
            }
        }
    };
}

kinds! {
    PairedBars(PairedBars) => "paired-bars",
    Forest(Forest) => "forest",
    Differences(Differences) => "differences",
    PValues(PValues) => "p-values",
    HeatMap(HeatMap) => "heat-map",
    Butterfly(Butterfly) => "butterfly",
    Consistency(Consistency) => "consistency",
    AccuracyConsistency(Scatter) => "accuracy-consistency",
    VariantCorrelations(VariantCorrelations) => "variant-correlations",
    ValidityBelief(ValidityBelief) => "validity-belief",
    Ranking(Ranking) => "ranking",
    BoxPlot(BoxPlot) => "box-plot",
    Benchmark(Scatter) => "benchmark",
    Capability(Scatter) => "capability",
    PremiseOrder(PremiseOrder) => "premise-order",
    People(People) => "people",
    EvidencePaths(EvidencePaths) => "evidence",
    PowerCurves(PowerCurves) => "power",
    Venn(Venn) => "venn",
}

impl Figure {
    /// The figure as an SVG document: the same data, the same bytes.
    ///
    /// # Errors
    /// Data that cannot be shown as they are; see [`FigureError`].
    pub fn svg(&self, sheet: &Sheet) -> Result<String, FigureError> {
        let (canvas, says) = self.drawn(self.data.drawing(), sheet)?;
        canvas.finish(&self.title, &format!("{} {says}", self.caption))
    }

    /// The same as a part of a page. The page has [`crate::style_sheet`] once for all of its
    /// figures, and the caption next to each.
    ///
    /// # Errors
    /// As for [`Figure::svg`].
    ///
    /// ```
    /// use peirast_figure::{Data, Figure, Region, Sheet, Venn};
    /// # let [name, title, caption] = ["venn", "A term", "Something is S."].map(str::to_owned);
    /// let (terms, regions) = (vec!["S".to_owned()], vec![Region::Unknown, Region::Occupied]);
    /// let figure = Figure { name, title, caption, data: Data::Venn(Venn { terms, regions }) };
    /// let (whole, part) = (figure.svg(&Sheet::default())?, figure.inline_svg(&Sheet::default())?);
    /// assert!(whole.contains("<style>") && !part.contains("<style>"));
    /// # Ok::<(), peirast_figure::FigureError>(())
    /// ```
    pub fn inline_svg(&self, sheet: &Sheet) -> Result<String, FigureError> {
        let (canvas, says) = self.drawn(self.data.drawing(), sheet)?;
        canvas.finish_inline(&self.title, &says)
    }

    /// The canvas with everything drawn, and what the kind says of its data.
    fn drawn(&self, kind: &dyn Kind, sheet: &Sheet) -> Result<(Canvas, String), FigureError> {
        kind.check()?;
        let mut canvas = Canvas::new(sheet.width.points());
        if sheet.has_caption && !self.title.is_empty() {
            canvas.paragraph(&self.title, Type::title());
            canvas.y += 4.0;
        }
        kind.draw(&mut canvas)?;
        let notes = [
            (canvas.has_moved_marks, MOVED_MARKS),
            (canvas.has_rings, RINGS),
            (canvas.has_moved_intervals, MOVED_INTERVALS),
        ];
        let notes: Vec<&str> =
            notes.into_iter().filter_map(|(is_so, note)| is_so.then_some(note)).collect();
        if !notes.is_empty() {
            canvas.y += 2.0;
            canvas.paragraph(&notes.join(" "), Type::label(Anchor::Start).ink(Ink::Muted));
        }
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
}

/// The note of a figure in which marks are not quite at their place.
const MOVED_MARKS: &str = "Marks that would cover each other are drawn side by side.";
/// The note of a figure in which marks are around each other.
const RINGS: &str = "Marks at one place are drawn around each other; their size has no meaning.";
/// The note of a figure in which intervals are not quite at their marks.
const MOVED_INTERVALS: &str = "Intervals that would cover each other are drawn side by side.";

#[cfg(test)]
mod tests {
    use super::*;

    /// A kind of figure that is none of the built-in ones.
    struct Note(f64);

    impl Kind for Note {
        fn check(&self) -> Result<(), FigureError> {
            Ok(())
        }

        fn draw(&self, canvas: &mut Canvas) -> Result<(), FigureError> {
            canvas.paragraph(&self.0.to_string(), Type::label(Anchor::Start));
            Ok(())
        }

        fn says(&self) -> String {
            format!("A line of {}.", self.0)
        }
    }

    /// A kind is what implements the trait: words, sheet and file need nothing else of it.
    #[test]
    fn a_kind_that_is_added_is_drawn_like_the_others() {
        let data = Data::Venn(Venn { terms: vec![], regions: vec![] });
        let words = ["line", "A title", "A caption."].map(str::to_owned);
        let [name, title, caption] = words;
        let figure = Figure { name, title, caption, data };
        let (canvas, says) = figure.drawn(&Note(12.5), &Sheet::default()).expect("a drawing");
        let svg = canvas.finish(&figure.title, &says).expect("a document");
        for text in ["12.5", "A line of 12.5.", "A title"] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
    }
}
