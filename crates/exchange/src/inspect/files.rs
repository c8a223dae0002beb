//! Files of Inspect: archives and JSON, read within bounds.

use super::{HEADER, Header, LogImport, START, is_sample};
use crate::brought::KnownProblems;
use crate::{ExchangeError, files};
use peirast_record::read_json;
use peirast_table::escape_line;
use ruzstd::decoding::StreamingDecoder;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

/// Maximum size of an unpacked entry and of all entries, in bytes: more than any log has, and less
/// than memory.
const MAX_ENTRY: u64 = 256 << 20;
const MAX_TOTAL: u64 = 8 << 30;
/// Maximum size of a log that is one JSON text, in bytes.
const MAX_JSON: u64 = 1 << 30;
/// The first bytes of a ZIP archive.
const ZIP: &[u8] = b"PK";

/// A receiver of a log: its header first, then each sample.
pub(super) trait LogReader {
    /// Takes the header.
    fn header(&mut self, header: &Header) -> Result<(), ExchangeError>;

    /// Takes a sample of the log with this header; `place` names the file.
    fn sample(&mut self, sample: &Value, header: &Header, place: &str);
}

impl LogReader for LogImport {
    fn header(&mut self, header: &Header) -> Result<(), ExchangeError> {
        self.begin(header)
    }

    fn sample(&mut self, sample: &Value, header: &Header, place: &str) {
        self.take(sample, header, place);
    }
}

/// Reads all answers of some logs. `known` are the problems of samples that carry none.
///
/// # Errors
/// A file that cannot be read; logs of several studies. A sample that cannot be understood is left
/// out.
pub fn read_logs(files: &[PathBuf], known: KnownProblems) -> Result<LogImport, ExchangeError> {
    let mut import = LogImport::new(known);
    for file in files {
        read(file, &mut import)?;
    }
    Ok(import)
}

/// The logs that are named, and those in folders.
///
/// # Errors
/// A folder that cannot be listed, or no log.
pub fn log_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, ExchangeError> {
    let is_log = |name: &str| name.ends_with(".eval") || name.ends_with(".json");
    let none = "the folders hold no log (.eval or .json): name files";
    let mut logs = files::all_below(paths, is_log, none)?;
    logs.dedup();
    Ok(logs)
}

/// Reads a log: its header first, then every sample.
pub(super) fn read(file: &Path, into: &mut impl LogReader) -> Result<(), ExchangeError> {
    let opened = File::open(file).map_err(ExchangeError::io("cannot open", file))?;
    let mut reader = BufReader::new(opened);
    let first = reader.fill_buf().map_err(ExchangeError::io("cannot read", file))?;
    let place = file.display().to_string();
    let result = match first.starts_with(ZIP) {
        true => read_archive(reader, into, &place),
        false => read_text(reader, into, &place),
    };
    result.map_err(|error| error.within(format!("reading the log {place}")))
}

fn read_text(
    reader: impl Read,
    into: &mut impl LogReader,
    place: &str,
) -> Result<(), ExchangeError> {
    let log: Value = read_json(&text_of(reader, MAX_JSON)?)?;
    let header = Header::read(&log)?;
    into.header(&header)?;
    for sample in log["samples"].as_array().into_iter().flatten() {
        into.sample(sample, &header, place);
    }
    Ok(())
}

fn read_archive(
    reader: BufReader<File>,
    into: &mut impl LogReader,
    place: &str,
) -> Result<(), ExchangeError> {
    let broken = |source| ExchangeError::Archive {
        what: "the archive is broken or cut off: copy it again".to_owned(),
        source,
    };
    let mut archive = ZipArchive::new(reader).map_err(broken)?;
    let mut left = MAX_TOTAL;
    let Some(at) = archive.index_for_name(HEADER) else {
        return Err(ExchangeError::Layout(match archive.index_for_name(START) {
            Some(_) => format!(
                "it has no {HEADER}: the run that wrote it did not come to its end; `inspect log recover` \
                 makes a whole log of what is there"
            ),
            None => format!("it is an archive, and no log of Inspect: it has no {HEADER}"),
        }));
    };
    let header = Header::read(&entry(&mut archive, at, &mut left)?)?;
    into.header(&header)?;
    for at in 0..archive.len() {
        if is_sample(&name_of(&archive, at)) {
            into.sample(&entry(&mut archive, at, &mut left)?, &header, place);
        }
    }
    Ok(())
}

/// The name of an entry; empty if it is no text.
fn name_of(archive: &ZipArchive<BufReader<File>>, at: usize) -> String {
    let name = archive.name_for_index(at).and_then(Result::ok);
    name.map(std::borrow::Cow::into_owned).unwrap_or_default()
}

/// An entry of an archive, unpacked. `left` is the number of bytes that may still be unpacked.
fn entry(
    archive: &mut ZipArchive<BufReader<File>>,
    at: usize,
    left: &mut u64,
) -> Result<Value, ExchangeError> {
    let what = format!("entry {}", escape_line(&name_of(archive, at)));
    let text = unpacked(archive, at, MAX_ENTRY.min(*left), &what)?;
    *left -= text.len() as u64;
    read_json(&text).map_err(|error| ExchangeError::from(error).within(what))
}

fn unpacked(
    archive: &mut ZipArchive<BufReader<File>>,
    at: usize,
    most: u64,
    what: &str,
) -> Result<String, ExchangeError> {
    let in_archive = |source: ZipError| ExchangeError::Archive { what: what.to_owned(), source };
    let packing = archive.by_index_raw(at).map_err(in_archive)?.compression();
    let text = if packing == CompressionMethod::ZSTD {
        let raw = archive.by_index_raw(at).map_err(in_archive)?;
        let unpacking = StreamingDecoder::new(raw).map_err(ExchangeError::from);
        unpacking.and_then(|unpacking| text_of(unpacking, most))
    } else {
        text_of(archive.by_index(at).map_err(in_archive)?, most)
    };
    text.map_err(|error| error.within(what))
}

/// A text of at most so many bytes.
fn text_of(reader: impl Read, most: u64) -> Result<String, ExchangeError> {
    let mut bytes = Vec::new();
    let read = reader.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|source| ExchangeError::Io { what: "it cannot be unpacked".to_owned(), source })?;
    if bytes.len() as u64 > most {
        return Err(ExchangeError::Layout(format!(
            "it unpacks to more than {} MiB: no log is that large",
            most >> 20
        )));
    }
    String::from_utf8(bytes).map_err(|_| ExchangeError::layout("it is no text"))
}
