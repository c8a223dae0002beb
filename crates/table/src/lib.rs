//! Tables: columns with units and meanings, and rows, as CSV, JSON, Markdown and LaTeX.
//!
//! CSV and JSON contain all data in plain numbers, shares from 0 to 1. Markdown and LaTeX are for
//! people: shares in percent, details left out, long texts shortened. Texts are treated as hostile:
//! none is a formula to a spreadsheet, a command to a terminal, or markup. [`ColumnBuffers`] hold a
//! column in the layout of data frames.
//!
//! ```
//! use peirast_table::{Cell, Column, Row, Table, Unit};
//!
//! let columns = vec![
//!     Column::new("subject", Unit::Name, "who answered"),
//!     Column::new("accuracy", Unit::Share, "right answers among all"),
//! ];
//! let cells = vec![Cell::from("=1+1"), Cell::Number(0.5)];
//! let table = Table::new("accuracy", "Accuracy", columns, vec![Row::new(cells)]);
//! assert_eq!(table.csv(), "subject,accuracy\n'=1+1,0.5\n");
//! assert!(table.latex().contains(r"accuracy (\%)"));
//! ```

mod buffers;
mod builder;
mod cell;
mod column_width;
mod escape;
mod foreign;
mod format;
mod notation;
mod plain_name;
mod table;
mod unit;
mod value;

pub use buffers::{ColumnBuffers, ColumnKind};
pub use builder::Builder;
pub use cell::Cell;
pub use column_width::column_width;
pub use escape::{escape_control, escape_json, escape_line, spreadsheet_text};
pub use foreign::{
    ForeignRow, ForeignRows, ForeignTable, ForeignTableError, decode_text, is_missing, truth_value,
};
pub use format::csv::CsvWriter;
pub use format::latex::latex_text;
pub use notation::{NotationConflict, NotationProof, NumberFault, NumberNotation};
pub use plain_name::plain_name;
pub use table::{Column, Row, Table};
pub use unit::Unit;
pub use value::Value;
