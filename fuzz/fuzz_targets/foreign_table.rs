//! Any bytes are read as a table, or refused; numbers in plain notation are read as they were.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peirast_record::UniqueValue;
use peirast_table::{ForeignTable, foreign_number};

fuzz_target!(|bytes: &[u8]| {
    let _ = serde_json::from_slice::<UniqueValue>(bytes);
    let Ok(table) = ForeignTable::from_bytes(bytes) else { return };
    let separator = table.separator;
    let numbers = |table: &ForeignTable, separator: char| -> Vec<Option<f64>> {
        let cells = table.rows.iter().flat_map(|(_, cells)| cells);
        cells.map(|cell| foreign_number(cell, separator).filter(|n| n.is_finite())).collect()
    };
    let read = numbers(&table, separator);
    assert_eq!(numbers(&table.with_plain_numbers(), separator), read);
});
