//! Arguments of `peirast figures`.

use super::{TestOptions, WIDTHS, one_of};
use clap::{Args, ValueEnum};
use peirast_figure::Width;
use std::path::PathBuf;

/// Arguments of `figures`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  peirast figures runs/token-bias --list
  peirast figures runs/token-bias --into figures
  peirast figures runs/token-bias --into figures --only paired-bars,forest --format pdf --width single
  peirast figures runs/syllogism --into figures --only benchmark --benchmarks scores.csv

Which figures there are follows from what was found. Beside the files stands figures.jsonl: for each
file its title, caption, study, seed and version.")]
pub struct FiguresArgs {
    /// A run directory.
    pub dir: PathBuf,
    /// The folder to write into; it is made if it is not there.
    #[arg(long, value_name = "FOLDER", required_unless_present = "list")]
    pub into: Option<PathBuf>,
    /// The formats.
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = FigureFormat::ALL)]
    pub format: Vec<FigureFormat>,
    /// Only figures of these kinds, or of these names.
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    pub only: Vec<String>,
    /// How wide they are in print: a column of two (89 mm) or a page (183 mm).
    #[arg(long, value_parser = one_of(WIDTHS), default_value = "double")]
    pub width: Width,
    /// Without title and caption, for a paper that sets its own; both stay in the manifest.
    #[arg(long)]
    pub bare: bool,
    /// Pixels to an inch of print, of PNG.
    #[arg(long, value_name = "NUMBER", default_value_t = 300, value_parser = clap::value_parser!(u32).range(10..=2400))]
    pub dpi: u32,
    /// List the figures that there are, and write none.
    #[arg(long)]
    pub list: bool,
    /// With --list: JSON lines.
    #[arg(long, requires = "list")]
    pub json: bool,
    #[command(flatten)]
    pub options: TestOptions,
}

/// A format of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum FigureFormat {
    /// For pages, and for changing by hand.
    Svg,
    /// For papers, with its font embedded.
    Pdf,
    /// For slides.
    Png,
}

impl FigureFormat {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Svg, Self::Pdf, Self::Png];

    /// What ends the names of its files.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Pdf => "pdf",
            Self::Png => "png",
        }
    }
}
