//! Tables as Parquet.

use crate::PrintError;
use bytes::Bytes;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use peirast_table::{Column, ColumnBuffers, ColumnKind, Table};
use std::ops::Range;
use std::sync::Arc;

/// Number of rows in a group.
const ROW_GROUP: usize = 65_536;

/// A group of rows that is being written.
type RowGroup<'a> = SerializedRowGroupWriter<'a, Vec<u8>>;

/// A table as Parquet, compressed by Snappy. Every column is nullable. Names are unescaped texts;
/// counts are 64-bit integers; other numbers are doubles, including infinite ones. The metadata
/// under `peirast` hold the meanings of the columns and the origin of the table. The same table
/// gives the same bytes.
///
/// # Errors
/// Columns that a file cannot have, for example two of one name.
pub fn parquet(table: &Table<'_>) -> Result<Vec<u8>, PrintError> {
    let kinds = table.column_kinds();
    let put = |group: &mut RowGroup<'_>, rows: Range<usize>| {
        let (len, rows) = (rows.len(), table.rows.get(rows).unwrap_or_default());
        kinds.iter().enumerate().try_for_each(|(at, kind)| {
            let cells = rows.iter().map(|row| row.cell(at));
            put(group, &ColumnBuffers::of_kind(*kind, cells), 0..len)
        })
    };
    written(&table.without_rows(), &kinds, table.rows.len(), put).map_err(failed)
}

/// The same for a table whose columns are there as buffers, and whose rows are not.
///
/// # Errors
/// Those of [`parquet()`].
pub fn parquet_of_columns(
    head: &Table<'_>,
    columns: &[ColumnBuffers],
) -> Result<Vec<u8>, PrintError> {
    let kinds: Vec<ColumnKind> = columns.iter().map(ColumnBuffers::kind).collect();
    let len = columns.first().map_or(0, ColumnBuffers::len);
    let put = |group: &mut RowGroup<'_>, rows: Range<usize>| {
        columns.iter().try_for_each(|column| put(group, column, rows.clone()))
    };
    written(head, &kinds, len, put).map_err(failed)
}

fn failed(e: ParquetError) -> PrintError {
    PrintError::Writer { format: "Parquet", message: e.to_string() }
}

/// A file with `len` rows; `put` writes some of them into a group.
fn written(
    head: &Table<'_>,
    kinds: &[ColumnKind],
    len: usize,
    put: impl Fn(&mut RowGroup<'_>, Range<usize>) -> Result<(), ParquetError>,
) -> Result<Vec<u8>, ParquetError> {
    let fields = head.columns.iter().zip(kinds).map(|(column, kind)| field(column, *kind));
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("table").with_fields(fields).build()?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("peirast ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(vec![KeyValue::new("peirast".to_owned(), head.json())]))
        .build();
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    for start in (0..len).step_by(ROW_GROUP) {
        let mut group = file.next_row_group()?;
        put(&mut group, start..len.min(start + ROW_GROUP))?;
        group.close()?;
    }
    file.into_inner()
}

const fn physical(kind: ColumnKind) -> Physical {
    match kind {
        ColumnKind::Text => Physical::BYTE_ARRAY,
        ColumnKind::Flag => Physical::BOOLEAN,
        ColumnKind::Count => Physical::INT64,
        ColumnKind::Number => Physical::DOUBLE,
    }
}

fn field(column: &Column, kind: ColumnKind) -> Result<Arc<Type>, ParquetError> {
    let is_text = kind == ColumnKind::Text;
    let builder = Type::primitive_type_builder(&column.name, physical(kind))
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(is_text.then_some(LogicalType::String));
    Ok(Arc::new(builder.build()?))
}

/// Puts these rows of the next column into a group.
fn put(
    group: &mut RowGroup<'_>,
    column: &ColumnBuffers,
    rows: Range<usize>,
) -> Result<(), ParquetError> {
    match column.kind() {
        ColumnKind::Flag => values::<BoolType>(group, rows.map(|at| column.flag(at))),
        ColumnKind::Count => values::<Int64Type>(group, rows.map(|at| column.count(at))),
        ColumnKind::Number => values::<DoubleType>(group, rows.map(|at| column.number(at))),
        ColumnKind::Text => values::<ByteArrayType>(group, texts(column, rows)),
    }
}

/// The texts of these rows, which share their bytes.
fn texts(column: &ColumnBuffers, rows: Range<usize>) -> impl Iterator<Item = Option<ByteArray>> {
    let place = column.texts(rows.clone());
    let start = place.start;
    let shared = Bytes::copy_from_slice(column.data().get(place).unwrap_or_default());
    rows.map(move |at| {
        let text = column.text(at)?;
        Some(ByteArray::from(shared.slice(text.start - start..text.end - start)))
    })
}

fn values<T: DataType>(
    group: &mut RowGroup<'_>,
    cells: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let mut levels: Vec<i16> = Vec::new();
    let mut values: Vec<T::T> = Vec::new();
    for cell in cells {
        levels.push(i16::from(cell.is_some()));
        values.extend(cell);
    }
    if let Some(mut writer) = group.next_column()? {
        writer.typed::<T>().write_batch(values.as_slice(), Some(&levels), None)?;
        writer.close()?;
    }
    Ok(())
}
