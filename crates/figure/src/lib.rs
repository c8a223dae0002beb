//! Figures: plain data in, SVG at print size out.
//!
//! A [`Figure`] has a title, a caption, and one of the kinds of [`Data`]; [`Figure::svg`] draws it
//! for a [`Sheet`]. Drawing is pure: the same data give the same bytes. Series differ by shape or
//! pattern as well as by colour. Names are escaped, since they may be hostile, and shortened to
//! fit; the title of their element has the whole name. A [`FigureError`] refuses data that cannot
//! be drawn as they are.
//!
//! ```
//! use peirast_figure::{Data, Estimate, Figure, Ranked, Ranking, Sheet};
//!
//! let row = |name: &str, accuracy: Estimate| Ranked { name: name.to_owned(), rank: 1.0, accuracy };
//! let figure = Figure {
//!     name: "ranking".to_owned(),
//!     title: "Accuracy".to_owned(),
//!     caption: "With 95 % intervals.".to_owned(),
//!     data: Data::Ranking(Ranking { rows: vec![row("a model", Estimate::within(0.8, 0.7, 0.9))] }),
//! };
//! let svg = figure.svg(&Sheet::default())?;
//! assert!(svg.starts_with("<svg") && svg.contains("a model"));
//! # Ok::<(), peirast_figure::FigureError>(())
//! ```

mod error;
mod estimate;
mod figure;
mod kind;
mod kit;
mod sheet;

pub use error::FigureError;
pub use estimate::Estimate;
pub use figure::{Data, Figure, KINDS};
pub use kind::*;
pub use kit::palette::style_sheet;
pub use kit::plane::{Axis, Line, Point};
pub use kit::scale::Unit;
pub use kit::text::width as text_width;
pub use sheet::{Sheet, Width};
