//! Figures as PNG and PDF, with their font; tables as XLSX and Parquet.
//!
//! These formats need large libraries, so only the program depends on this crate.
//!
//! The font is part of the program, because servers have none: Arimo, whose letters have the widths
//! of Arial's, reduced to the scripts of names and formulas. Its licence, the SIL Open Font
//! License, is in `font/OFL.txt`. A PDF embeds the part of the font that it shows, as text that can
//! be searched and copied. The same document gives the same bytes.
//!
//! ```
//! let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="25.4mm" height="25.4mm"><rect width="9" height="9"/></svg>"#;
//! let png = peirast_print::png(svg, 300)?;
//! assert!(png.starts_with(b"\x89PNG"));
//! assert!(peirast_print::pdf(svg)?.starts_with(b"%PDF"));
//! # Ok::<(), peirast_print::PrintError>(())
//! ```

mod parquet;
mod xlsx;

pub use self::parquet::{parquet, parquet_of_columns};
pub use xlsx::xlsx;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};
use std::sync::{Arc, OnceLock};
use svg2pdf::{ConversionOptions, PageOptions};
use thiserror::Error;

/// The typeface of figures.
pub const FAMILY: &str = "Arimo";

/// Only one face: `svg2pdf` 0.13 writes several in an order that changes from run to run.
const FONT: &[u8] = include_bytes!("../font/Arimo-Regular.ttf");
/// Pixels per inch in the lengths of CSS and SVG.
const CSS_DPI: f32 = 96.0;
/// The largest picture, in pixels per side.
const MOST_PIXELS: u32 = 20_000;

/// A figure or a table that cannot be printed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PrintError {
    /// Not SVG.
    #[error("the figure is no SVG document: {0}")]
    NotSvg(String),
    /// Too large, or without a size.
    #[error(
        "the figure would be {width} x {height} pixels, and may have 1 to {MOST_PIXELS} a side: choose another resolution"
    )]
    Size {
        /// The width.
        width: u32,
        /// The height.
        height: u32,
    },
    /// The writer of the format returned an error.
    #[error("it cannot be written as {format}: {message}")]
    Writer {
        /// The format.
        format: &'static str,
        /// The message of its writer.
        message: String,
    },
}

/// A document as PNG, with this number of pixels per printed inch, on white.
///
/// # Errors
/// A document that is no SVG, or a picture of more than 20,000 pixels per side.
pub fn png(svg: &str, dots_per_inch: u32) -> Result<Vec<u8>, PrintError> {
    let tree = parsed(svg)?;
    let scale = dots_per_inch as f32 / CSS_DPI;
    let side = |length: f32| (length * scale).round().clamp(0.0, u32::MAX as f32) as u32;
    let (width, height) = (side(tree.size().width()), side(tree.size().height()));
    let fits = width.max(height) <= MOST_PIXELS;
    let pixmap = fits.then(|| Pixmap::new(width, height)).flatten();
    let mut pixmap = pixmap.ok_or(PrintError::Size { width, height })?;
    pixmap.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let failed = |e: String| PrintError::Writer { format: "PNG", message: e };
    pixmap.encode_png().map_err(|e| failed(e.to_string()))
}

/// A document as PDF, in its printed size, with its font embedded.
///
/// # Errors
/// A document that is no SVG.
pub fn pdf(svg: &str) -> Result<Vec<u8>, PrintError> {
    let tree = parsed(svg)?;
    let page = PageOptions { dpi: CSS_DPI };
    svg2pdf::to_pdf(&tree, ConversionOptions::default(), page)
        .map_err(|e| PrintError::Writer { format: "PDF", message: e.to_string() })
}

fn parsed(svg: &str) -> Result<Tree, PrintError> {
    let options = Options {
        dpi: CSS_DPI,
        font_family: FAMILY.to_owned(),
        fontdb: fonts(),
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|e| PrintError::NotSvg(e.to_string()))
}

/// The font, loaded once.
fn fonts() -> Arc<Database> {
    static READ: OnceLock<Arc<Database>> = OnceLock::new();
    let read = || {
        let mut fonts = Database::new();
        fonts.load_font_data(FONT.to_vec());
        fonts.set_sans_serif_family(FAMILY);
        Arc::new(fonts)
    };
    READ.get_or_init(read).clone()
}
