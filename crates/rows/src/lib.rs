//! Data files of other programs as rows of named values.
//!
//! [`DataFile`] reads separated values (commas, semicolons, tabs, bars), JSON, JSON lines and
//! Parquet. Its callers interpret the columns. The crate does no I/O: bytes in, rows out.
//! [`TextParquet`] writes Parquet with columns of texts.
//!
//! ```
//! use peirast_rows::{DataFile, DataFormat};
//! let file = DataFile::from_bytes(b"item,question\n1,Why?\n", DataFormat::Separated)?;
//! assert_eq!(file.columns, ["item", "question"]);
//! assert_eq!(file.rows[0].text("question"), Some("Why?"));
//! # Ok::<(), peirast_rows::DataFileError>(())
//! ```

mod file;
mod format;
mod json;
mod parquet;
mod separated;
mod text_parquet;

pub use file::{DataFile, DataFileError, DataRow};
pub use format::DataFormat;
pub use separated::SeparatedRows;
pub use text_parquet::TextParquet;
