//! Files of lines, plain or gzip.

use anyhow::{Context as _, Result};
use flate2::read::MultiGzDecoder;
use peirast_llm::wire::mend;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Calls `take` with every line of a file that is not blank, and its number from 1.
pub fn each(file: &Path, mut take: impl FnMut(&str, usize) -> Result<()>) -> Result<()> {
    let opened = File::open(file).with_context(|| format!("cannot open {}", file.display()))?;
    let mut reader = BufReader::new(opened);
    let zipped = reader
        .fill_buf()
        .with_context(|| format!("cannot read {}", file.display()))?
        .starts_with(&[0x1f, 0x8b]);
    let input: Box<dyn Read> =
        if zipped { Box::new(MultiGzDecoder::new(reader)) } else { Box::new(reader) };
    for (at, line) in BufReader::with_capacity(1 << 16, input).lines().enumerate() {
        let line = line.with_context(|| {
            format!(
                "{}: the file is cut off or not text (gzip files need their end)",
                place(file, at + 1)
            )
        })?;
        // Windows programs put a byte order mark before a text, and some a half of an emoji into it.
        let line = mend(&line);
        if !line.trim().is_empty() {
            take(&line, at + 1)?;
        }
    }
    Ok(())
}

/// Where a line stands, to be told to people.
pub fn place(file: &Path, line: usize) -> String {
    format!("{}, line {line}", file.display())
}
