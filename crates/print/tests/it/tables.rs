//! Tables as Parquet and XLSX: the written values are read back, and the bytes are always the same.

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use peirast_print::{parquet, parquet_of_columns, xlsx};
use peirast_table::{Cell, Column, Row, Table, Unit};

const HOSTILE: &str = "=HYPERLINK(\"http://x\")\u{1b}[2J\u{202e}\u{0}<script>";

fn example(rows: usize) -> Table<'static> {
    let columns = vec![
        Column::new("subject", Unit::Name, "who answered"),
        Column::new("n", Unit::Count, "pairs"),
        Column::new("share", Unit::Share, "of all"),
        Column::new("reject", Unit::Flag, "whether"),
        Column::new("mixed", Unit::Count, "what is no count is kept too"),
    ];
    let row = |at: usize| {
        Row::new(vec![
            if at.is_multiple_of(3) { HOSTILE.into() } else { Cell::Missing },
            (at as u64).into(),
            if at.is_multiple_of(2) {
                Cell::Number(f64::INFINITY)
            } else {
                Cell::Number(0.1 + at as f64)
            },
            at.is_multiple_of(2).into(),
            if at == 1 { "many".into() } else { 3_u64.into() },
        ])
    };
    let origin = vec![("study".to_owned(), "small".to_owned())];
    Table { origin, ..Table::new("example", "Example", columns, (0..rows).map(row).collect()) }
}

/// The cell that a field of Parquet represents.
fn cell(field: &Field) -> Cell<'static> {
    match field {
        Field::Null => Cell::Missing,
        Field::Bool(flag) => Cell::Flag(*flag),
        Field::Long(count) => Cell::Count(u64::try_from(*count).unwrap()),
        Field::Double(number) => Cell::Number(*number),
        Field::Str(text) => Cell::from(text.clone()),
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn parquet_reads_back_equal() {
    // More than one group of rows.
    let table = example(70_000);
    let bytes = parquet(&table).unwrap();
    assert_eq!(bytes, parquet(&table).unwrap());
    assert_eq!(bytes, parquet_of_columns(&table.without_rows(), &table.column_buffers()).unwrap());
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
    let metadata = reader.metadata().file_metadata();
    let about = metadata.key_value_metadata().unwrap()[0].value.as_deref().unwrap();
    assert!(about.contains("who answered") && about.contains("\"study\":\"small\""), "{about}");
    let mut count = 0;
    for (read, own) in reader.get_row_iter(None).unwrap().zip(&table.rows) {
        let read = read.unwrap();
        let cells: Vec<Cell<'_>> = read.get_column_iter().map(|(_, field)| cell(field)).collect();
        assert_eq!(cells[..4], own.cells[..4]);
        let mixed = if count == 1 { "many" } else { "3" };
        assert_eq!(cells[4], Cell::from(mixed));
        count += 1;
    }
    assert_eq!(count, table.rows.len());
}

#[test]
fn a_table_without_rows_is_a_file_too() {
    let table = example(0);
    let reader = SerializedFileReader::new(bytes::Bytes::from(parquet(&table).unwrap())).unwrap();
    assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
    assert_eq!(reader.metadata().file_metadata().schema_descr().num_columns(), 5);
    let of_columns = parquet_of_columns(&table, &table.column_buffers()).unwrap();
    assert_eq!(of_columns, parquet(&table).unwrap());
    assert!(xlsx(&table).unwrap().starts_with(b"PK"));
}

#[test]
fn two_columns_of_one_name_are_refused_or_kept_apart() {
    let column = || Column::new("a", Unit::Name, "");
    let rows = vec![Row::new(vec!["x".into(), "y".into()])];
    let table = Table::new("t", "T", vec![column(), column()], rows);
    if let Ok(bytes) = parquet(&table) {
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        assert_eq!(reader.metadata().file_metadata().schema_descr().num_columns(), 2);
    }
}

/// The text of a part of a workbook.
fn part(bytes: &[u8], name: &str) -> String {
    use std::io::Read as _;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_workbook_has_texts_and_no_formulas() {
    let long = "y".repeat(1_000_000);
    let mut table = example(5);
    table.rows.push(Row::new(vec![long.as_str().into()]));
    let bytes = xlsx(&table).unwrap();
    assert_eq!(bytes, xlsx(&table).unwrap());
    let sheet = part(&bytes, "xl/worksheets/sheet1.xml");
    assert!(!sheet.contains("<f>") && !sheet.contains("hyperlink"), "{sheet}");
    assert!(sheet.contains("<v>4</v>"));
    let texts = part(&bytes, "xl/sharedStrings.xml");
    assert!(texts.contains("\\u{1b}[2J") && texts.contains("&lt;script&gt;"), "visible, escaped");
    assert!(texts.contains("[cut: 1000000 characters in all]") && texts.len() < 60_000);
    assert!(texts.contains("who answered") && texts.contains("small"));
}
