//! Parquet.

use crate::file::{DataFile, DataFileError, DataRow};
use bytes::Bytes;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::{Field, Row};
use serde_json::{Map, Number, Value};

/// Reads Parquet with any nesting of lists and structures.
pub(crate) fn read(bytes: &[u8]) -> Result<DataFile, DataFileError> {
    let reader = SerializedFileReader::new(Bytes::copy_from_slice(bytes)).map_err(failed)?;
    let columns: Vec<String> = reader
        .metadata()
        .file_metadata()
        .schema()
        .get_fields()
        .iter()
        .map(|field| field.name().to_owned())
        .collect();
    let mut rows = Vec::new();
    for (place, row) in (1..).zip(reader.get_row_iter(None).map_err(failed)?) {
        rows.push(DataRow { place, fields: fields(&row.map_err(failed)?) });
    }
    // The stored index of a data frame is not a column of the data.
    let is_index = |name: &str| name.starts_with("__index_level_");
    for row in &mut rows {
        row.fields.retain(|name, _| !is_index(name));
    }
    let columns = columns.into_iter().filter(|name| !is_index(name)).collect();
    Ok(DataFile { columns, rows, ..DataFile::default() })
}

fn failed(error: ParquetError) -> DataFileError {
    match error {
        ParquetError::NYI(what) => DataFileError::ParquetKind(what),
        other => DataFileError::Parquet(other.to_string()),
    }
}

fn fields(row: &Row) -> Map<String, Value> {
    row.get_column_iter().map(|(name, field)| (name.clone(), value(field))).collect()
}

/// Converts a value of Parquet to JSON. Times and decimals become texts, as they are printed.
fn value(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(is) => Value::Bool(*is),
        Field::Byte(number) => Value::from(*number),
        Field::Short(number) => Value::from(*number),
        Field::Int(number) => Value::from(*number),
        Field::Long(number) => Value::from(*number),
        Field::UByte(number) => Value::from(*number),
        Field::UShort(number) => Value::from(*number),
        Field::UInt(number) => Value::from(*number),
        Field::ULong(number) => Value::from(*number),
        // A float of 32 bits gets the digits of its printed form.
        Field::Float(number) => float(number.to_string().parse().unwrap_or(f64::from(*number))),
        Field::Double(number) => float(*number),
        Field::Str(text) => Value::String(text.clone()),
        Field::Bytes(bytes) => match std::str::from_utf8(bytes.data()) {
            Ok(text) => Value::String(text.to_owned()),
            Err(_) => Value::Null,
        },
        Field::Group(row) => Value::Object(fields(row)),
        Field::ListInternal(list) => Value::Array(list.elements().iter().map(value).collect()),
        Field::MapInternal(map) => {
            let key = |field: &Field| match value(field) {
                Value::String(text) => text,
                other => other.to_string(),
            };
            map.entries().iter().map(|(name, field)| (key(name), value(field))).collect()
        }
        other => Value::String(other.to_string()),
    }
}

/// Converts a number; an infinite number or NaN becomes `null`.
fn float(number: f64) -> Value {
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::basic::{BrotliLevel, Compression, GzipLevel, ZstdLevel};
    use parquet::data_type::DoubleType;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;
    use std::sync::Arc;

    fn written(compression: Compression) -> Result<Vec<u8>, ParquetError> {
        let schema = Arc::new(parse_message_type("message rows { REQUIRED DOUBLE score; }")?);
        let properties = WriterProperties::builder().set_compression(compression).build();
        let mut file = Vec::new();
        let mut writer = SerializedFileWriter::new(&mut file, schema, Arc::new(properties))?;
        let mut group = writer.next_row_group()?;
        if let Some(mut column) = group.next_column()? {
            column.typed::<DoubleType>().write_batch(&[0.0, 1.0, 0.5], None, None)?;
            column.close()?;
        }
        group.close()?;
        writer.close()?;
        Ok(file)
    }

    #[test]
    fn every_compression_of_data_frames_is_read() {
        let compressions = [
            Compression::UNCOMPRESSED,
            Compression::SNAPPY,
            Compression::GZIP(GzipLevel::default()),
            Compression::BROTLI(BrotliLevel::default()),
            Compression::ZSTD(ZstdLevel::default()),
            Compression::LZ4,
            Compression::LZ4_RAW,
        ];
        for compression in compressions {
            let file = read(&written(compression).expect("a file")).expect("rows");
            let scores: Vec<_> = file.rows.iter().map(|row| row.fields["score"].clone()).collect();
            assert_eq!(scores, [0.0, 1.0, 0.5].map(Value::from), "{compression}");
        }
    }
}
