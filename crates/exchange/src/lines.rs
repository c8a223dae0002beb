//! Files of lines, plain or gzip.

use crate::ExchangeError;
use flate2::read::MultiGzDecoder;
use peirast_record::repaired_json;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Calls `take` with every line of a file that is not blank, and its number from 1.
pub(crate) fn each(
    file: &Path,
    mut take: impl FnMut(&str, usize) -> Result<(), ExchangeError>,
) -> Result<(), ExchangeError> {
    let opened = File::open(file).map_err(ExchangeError::io("cannot open", file))?;
    let mut reader = BufReader::new(opened);
    let first = reader.fill_buf().map_err(ExchangeError::io("cannot read", file))?;
    let is_gzip = first.starts_with(&GZIP);
    let input: Box<dyn Read> =
        if is_gzip { Box::new(MultiGzDecoder::new(reader)) } else { Box::new(reader) };
    for (at, line) in BufReader::with_capacity(1 << 16, input).lines().enumerate() {
        let line = line.map_err(|source| ExchangeError::Io {
            what: format!(
                "{}: the file is cut off or not text (gzip files need their end)",
                place(file, at + 1)
            ),
            source,
        })?;
        let line = repaired_json(&line);
        if !line.trim().is_empty() {
            take(&line, at + 1)?;
        }
    }
    Ok(())
}

/// The place of a line, for messages.
pub(crate) fn place(file: &Path, line: usize) -> String {
    format!("{}, line {line}", file.display())
}
