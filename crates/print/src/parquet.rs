//! Tables as Parquet.

use crate::PrintError;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use peirast_table::{Cell, Column, Row, Table, Unit};
use std::sync::Arc;

/// Number of rows in a group.
const ROW_GROUP: usize = 65_536;

/// A table as Parquet, compressed by Snappy. Every column is nullable. Names are unescaped texts;
/// counts are 64-bit integers; other numbers are doubles, including infinite ones. The metadata
/// under `peirast` hold the meanings of the columns and the origin of the table. The same table
/// gives the same bytes.
///
/// # Errors
/// Columns that a file cannot have, for example two of one name.
pub fn parquet(table: &Table<'_>) -> Result<Vec<u8>, PrintError> {
    let failed = |e: ParquetError| PrintError::Writer { format: "Parquet", message: e.to_string() };
    written(table).map_err(failed)
}

fn written(table: &Table<'_>) -> Result<Vec<u8>, ParquetError> {
    let kinds: Vec<Physical> = (0..table.columns.len()).map(|at| physical(table, at)).collect();
    let fields = table.columns.iter().zip(&kinds).map(|(column, kind)| field(column, *kind));
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("table").with_fields(fields).build()?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("peirast ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(metadata(table)))
        .build();
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    for rows in table.rows.chunks(ROW_GROUP) {
        let mut group = file.next_row_group()?;
        for (at, kind) in kinds.iter().enumerate() {
            put(&mut group, rows, at, *kind)?;
        }
        group.close()?;
    }
    file.into_inner()
}

/// The physical type of a column: by its unit, or text if some value does not fit that.
fn physical(table: &Table<'_>, at: usize) -> Physical {
    let unit = table.columns.get(at).map_or(Unit::Name, |column| column.unit);
    let all = |fits: fn(&Cell<'_>) -> bool| {
        table.rows.iter().map(|row| row.cell(at)).all(|cell| *cell == Cell::Missing || fits(cell))
    };
    match unit {
        Unit::Flag if all(|cell| matches!(cell, Cell::Flag(_))) => Physical::BOOLEAN,
        Unit::Count if all(|cell| matches!(cell, Cell::Count(n) if i64::try_from(*n).is_ok())) => {
            Physical::INT64
        }
        unit if unit.is_number()
            && all(|cell| matches!(cell, Cell::Count(_) | Cell::Number(_))) =>
        {
            Physical::DOUBLE
        }
        _ => Physical::BYTE_ARRAY,
    }
}

fn field(column: &Column, kind: Physical) -> Result<Arc<Type>, ParquetError> {
    let is_text = kind == Physical::BYTE_ARRAY;
    let builder = Type::primitive_type_builder(&column.name, kind)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(is_text.then_some(LogicalType::String));
    Ok(Arc::new(builder.build()?))
}

fn metadata(table: &Table<'_>) -> Vec<KeyValue> {
    // The table without rows.
    let about = Table { rows: Vec::new(), ..table.clone() };
    vec![KeyValue::new("peirast".to_owned(), about.json())]
}

fn put(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    rows: &[Row<'_>],
    at: usize,
    kind: Physical,
) -> Result<(), ParquetError> {
    let cells = || rows.iter().map(move |row| row.cell(at));
    match kind {
        Physical::BOOLEAN => column::<BoolType>(group, cells().map(flag)),
        Physical::INT64 => column::<Int64Type>(group, cells().map(count)),
        Physical::DOUBLE => column::<DoubleType>(group, cells().map(number)),
        _ => column::<ByteArrayType>(group, cells().map(text)),
    }
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
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

fn flag(cell: &Cell<'_>) -> Option<bool> {
    if let Cell::Flag(flag) = cell { Some(*flag) } else { None }
}

fn count(cell: &Cell<'_>) -> Option<i64> {
    if let Cell::Count(count) = cell { i64::try_from(*count).ok() } else { None }
}

fn number(cell: &Cell<'_>) -> Option<f64> {
    match cell {
        Cell::Count(count) => Some(*count as f64),
        Cell::Number(number) => Some(*number),
        _ => None,
    }
}

fn text(cell: &Cell<'_>) -> Option<ByteArray> {
    match cell {
        Cell::Text(text) => Some(ByteArray::from(text.as_bytes().to_vec())),
        Cell::Flag(flag) => Some(ByteArray::from(flag.to_string().as_str())),
        Cell::Count(count) => Some(ByteArray::from(count.to_string().as_str())),
        Cell::Number(number) => Some(ByteArray::from(number.to_string().as_str())),
        Cell::Missing => None,
    }
}
