//! Parquet with text columns, written group by group.

use crate::DataFileError;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::io::Write;
use std::sync::Arc;

/// A Parquet file of `N` text columns without missing values, compressed by Snappy. The same rows
/// in the same groups give the same bytes.
///
/// ```
/// use peirast_rows::{DataFile, DataFormat, TextParquet};
/// let mut file = TextParquet::new(Vec::new(), ["id", "body"])?;
/// file.write(&[["1".to_owned(), "{}".to_owned()]])?;
/// let read = DataFile::from_bytes(&file.finish()?, DataFormat::Parquet)?;
/// assert_eq!(read.rows[0].text("body"), Some("{}"));
/// # Ok::<(), peirast_rows::DataFileError>(())
/// ```
pub struct TextParquet<W: Write + Send, const N: usize>(SerializedFileWriter<W>);

impl<W: Write + Send, const N: usize> TextParquet<W, N> {
    /// Begins a file.
    ///
    /// # Errors
    /// Two columns of one name; a file that cannot be written.
    pub fn new(to: W, columns: [&str; N]) -> Result<Self, DataFileError> {
        Self::begun(to, columns).map(Self).map_err(failed)
    }

    fn begun(to: W, columns: [&str; N]) -> Result<SerializedFileWriter<W>, ParquetError> {
        let field = |name: &str| {
            let text = Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
                .with_repetition(Repetition::REQUIRED)
                .with_logical_type(Some(LogicalType::String));
            text.build().map(Arc::new)
        };
        let fields = columns.into_iter().map(field).collect::<Result<Vec<_>, _>>()?;
        let schema = Type::group_type_builder("rows").with_fields(fields).build()?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("peirast ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties))
    }

    /// Adds a group of rows.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&mut self, rows: &[[String; N]]) -> Result<(), DataFileError> {
        if rows.is_empty() {
            return Ok(());
        }
        self.group(rows).map_err(failed)
    }

    fn group(&mut self, rows: &[[String; N]]) -> Result<(), ParquetError> {
        let mut group = self.0.next_row_group()?;
        let mut column = 0;
        while let Some(mut writer) = group.next_column()? {
            let values: Vec<ByteArray> =
                rows.iter().map(|row| ByteArray::from(row[column].as_str())).collect();
            writer.typed::<ByteArrayType>().write_batch(&values, None, None)?;
            writer.close()?;
            column += 1;
        }
        group.close().map(drop)
    }

    /// Ends the file: without this call, the file cannot be read.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn finish(self) -> Result<W, DataFileError> {
        self.0.into_inner().map_err(failed)
    }
}

fn failed(error: ParquetError) -> DataFileError {
    DataFileError::Parquet(error.to_string())
}
