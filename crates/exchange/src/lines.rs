//! Files of samples: JSON lines, one JSON array, or JSON over several lines; plain or gzip.

use crate::ExchangeError;
use flate2::read::MultiGzDecoder;
use peirast_record::repaired_json;
use serde_json::Deserializer;
use serde_json::value::RawValue;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The byte order mark.
const MARK: char = '\u{feff}';
/// Maximum size of a file that is one JSON text, in bytes.
const MAX_TEXT: u64 = 1 << 30;

/// The place of a sample.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    file: &'a Path,
    unit: &'static str,
    /// The number of the line, or of the sample in an array, from 1.
    pub(crate) number: usize,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} {}", self.file.display(), self.unit, self.number)
    }
}

impl Place<'_> {
    /// The error of a sample that is not JSON. In most cases, the run that wrote the file was still
    /// writing, or stopped in the middle of a line.
    pub(crate) fn refuse(&self, error: serde_json::Error) -> ExchangeError {
        let unit = self.unit;
        let what = match error.is_eof() {
            true => format!(
                "reading {self}: the {unit} is cut off; wait for the end of the run that writes it, copy the file \
                 again, or remove the {unit}"
            ),
            false => format!("reading {self}: the {unit} is not JSON; correct or remove it"),
        };
        ExchangeError::from(error).within(what)
    }
}

/// Calls `take` with the JSON of every sample of a file, and its place.
///
/// A file is one JSON text if it begins with `[`, or with a line that contains only `{`. Its
/// values, and those in its arrays, are the samples. In any other file, each line that is not blank
/// is a sample.
pub(crate) fn each(
    file: &Path,
    mut take: impl FnMut(&str, Place<'_>) -> Result<(), ExchangeError>,
) -> Result<(), ExchangeError> {
    let opened = File::open(file).map_err(ExchangeError::io("cannot open", file))?;
    let mut reader = BufReader::new(opened);
    let first = reader.fill_buf().map_err(ExchangeError::io("cannot read", file))?;
    let is_gzip = first.starts_with(&GZIP);
    let input: Box<dyn Read> =
        if is_gzip { Box::new(MultiGzDecoder::new(reader)) } else { Box::new(reader) };
    let mut input = BufReader::with_capacity(1 << 16, input);
    let (mut line, mut number) = (String::new(), 0);
    let mut is_first = true;
    loop {
        line.clear();
        number += 1;
        let read = input.read_line(&mut line).map_err(|source| cut_off(file, number, source))?;
        if read == 0 {
            return Ok(());
        }
        let sample = if number == 1 { line.strip_prefix(MARK).unwrap_or(&line) } else { &line };
        let sample = sample.trim();
        if sample.is_empty() {
            continue;
        }
        if is_first && (sample.starts_with('[') || sample == "{") {
            let text = whole(file, sample, number, input)?;
            return values(&text, file, take);
        }
        is_first = false;
        take(sample, Place { file, unit: "line", number })?;
    }
}

/// The text of a file that begins with this line, after blank ones.
fn whole(
    file: &Path,
    first: &str,
    number: usize,
    input: impl Read,
) -> Result<String, ExchangeError> {
    // Errors then name the lines of the file.
    let mut text = "\n".repeat(number - 1) + first + "\n";
    let mut input = input.take(MAX_TEXT);
    input.read_to_string(&mut text).map_err(|source| cut_off(file, number, source))?;
    match input.limit() {
        0 => Err(ExchangeError::Layout(format!(
            "{} is one JSON text of more than {} MiB: write one sample on each line",
            file.display(),
            MAX_TEXT >> 20
        ))),
        _ => Ok(text),
    }
}

/// Calls `take` with each value of a text, and with those in arrays.
fn values(
    text: &str,
    file: &Path,
    mut take: impl FnMut(&str, Place<'_>) -> Result<(), ExchangeError>,
) -> Result<(), ExchangeError> {
    let text = repaired_json(text);
    let in_file = |error: serde_json::Error| {
        ExchangeError::from(error).within(format!("reading the JSON in {}", file.display()))
    };
    let mut number = 0;
    for value in Deserializer::from_str(&text).into_iter::<&RawValue>() {
        let value = value.map_err(in_file)?.get();
        let samples: Vec<&RawValue> = match value.starts_with('[') {
            true => serde_json::from_str(value).map_err(in_file)?,
            false => {
                number += 1;
                take(value, Place { file, unit: "sample", number })?;
                continue;
            }
        };
        for sample in samples {
            number += 1;
            take(sample.get(), Place { file, unit: "sample", number })?;
        }
    }
    Ok(())
}

fn cut_off(file: &Path, number: usize, source: std::io::Error) -> ExchangeError {
    ExchangeError::Io {
        what: format!(
            "{}: the file is cut off or not text (gzip files need their end)",
            Place { file, unit: "line", number }
        ),
        source,
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use peirast_record::read_json;
    use serde_json::Value;

    fn read(text: &str) -> Result<Vec<(Value, usize)>, ExchangeError> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("samples.jsonl");
        std::fs::write(&file, text).expect("a file");
        let mut found = Vec::new();
        each(&file, |sample, place| {
            found.push((read_json(sample)?, place.number));
            Ok(())
        })?;
        Ok(found)
    }

    #[test]
    fn samples_are_read_in_every_layout() {
        for text in [
            "{\"a\":1}\n\n{\"a\":null}\n",
            "\u{feff}{\"a\":1}\r\n\r\n{\"a\":NaN}",
            "\u{feff}[\n  {\n    \"a\": 1\n  },\n  {\n    \"a\": NaN\n  }\n]\n",
            "\n[{\"a\":1},{\"a\":-Infinity}]",
            "{\n  \"a\": 1\n}\n{\n  \"a\": NaN\n}\n",
        ] {
            let found = read(text).expect(text);
            let values: Vec<String> = found.iter().map(|(value, _)| value.to_string()).collect();
            assert_eq!(values, [r#"{"a":1}"#, r#"{"a":null}"#], "{text}");
        }
        let found = read("[{\"a\":1},2]").expect("samples");
        assert_eq!(found[1].1, 2, "samples of an array are numbered");
        assert_eq!(read("").expect("nothing"), []);
    }

    #[test]
    fn an_array_that_is_cut_off_is_named() {
        let error = read("[\n  {\"a\": 1},\n  {").expect_err("cut off");
        assert!(error.to_string().contains("reading the JSON in"), "{error}");
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        assert!(cause.is_some_and(|cause| cause.contains("line 3")), "the line is named");
    }
}
