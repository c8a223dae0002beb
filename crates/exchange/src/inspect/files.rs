//! Reads files of Inspect, archives and JSON, within limits.

use super::{HEADER, Header, LogImport, START, is_sample};
use crate::brought::KnownProblems;
use crate::{ExchangeError, files};
use peirast_record::read_json;
use peirast_table::escape_line;
use ruzstd::decoding::StreamingDecoder;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read, Seek};
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
pub(crate) trait LogReader {
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

/// Reads all answers of some logs. `known` are the problems of samples without a problem record.
///
/// # Errors
/// If a file cannot be read, or logs are of several studies. Invalid samples are left out.
pub fn read_logs(files: &[PathBuf], known: KnownProblems) -> Result<LogImport, ExchangeError> {
    let mut import = LogImport::new(known);
    for file in files {
        read_log(file, &mut import)?;
    }
    Ok(import)
}

/// The named logs, and those in named folders.
///
/// # Errors
/// If a folder cannot be listed, or there is no log.
pub fn log_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, ExchangeError> {
    let is_log = |name: &str| name.ends_with(".eval") || name.ends_with(".json");
    let none = "the folders hold no log (.eval or .json): name files";
    let mut logs = files::all_below(paths, is_log, none)?;
    logs.dedup();
    Ok(logs)
}

/// Reads a log: first its header, then every sample.
pub(crate) fn read_log(file: &Path, into: &mut impl LogReader) -> Result<(), ExchangeError> {
    let opened = File::open(file).map_err(ExchangeError::io("cannot open", file))?;
    let mut reader = BufReader::new(opened);
    let first = reader.fill_buf().map_err(ExchangeError::io("cannot read", file))?;
    let place = file.display().to_string();
    let result = match first.starts_with(ZIP) {
        true => read_archive(reader, into, &place, Allowance::new(MAX_ENTRY, MAX_TOTAL)),
        false => read_text(reader, into, &place),
    };
    result.map_err(|error| error.within(format!("reading the log {place}")))
}

fn read_text(
    reader: impl Read,
    into: &mut impl LogReader,
    place: &str,
) -> Result<(), ExchangeError> {
    let log: Value =
        read_json(&text_of(at_most(reader, MAX_JSON)?.ok_or_else(|| too_large("it", MAX_JSON))?)?)
            .map_err(cut_off)?;
    let header = Header::read(&log)?;
    into.header(&header)?;
    for sample in log["samples"].as_array().into_iter().flatten() {
        into.sample(sample, &header, place);
    }
    Ok(())
}

/// The error of a log that is no JSON: most often the run was still writing it.
fn cut_off(error: serde_json::Error) -> ExchangeError {
    let is_eof = error.is_eof();
    let error = ExchangeError::from(error);
    match is_eof {
        true => error.within("the log is cut off: wait for the end of the run, or copy it again"),
        false => error,
    }
}

/// The bytes that an archive may unpack to.
struct Allowance {
    /// The limit for one entry.
    entry: u64,
    /// The limit for all entries.
    total: u64,
    /// The bytes that remain for further entries.
    left: u64,
}

impl Allowance {
    fn new(entry: u64, total: u64) -> Self {
        Self { entry, total, left: total }
    }

    /// The most bytes of the next entry.
    fn most(&self) -> u64 {
        self.entry.min(self.left)
    }

    /// The error of a larger entry, with the limit that it exceeds.
    fn exceeded(&self, entry: &str) -> ExchangeError {
        match self.left < self.entry {
            true => too_large("the archive", self.total),
            false => too_large("it", self.entry).within(entry),
        }
    }
}

fn too_large(what: &str, most: u64) -> ExchangeError {
    let most = most >> 20;
    ExchangeError::Layout(format!("{what} unpacks to more than {most} MiB: no log is that large"))
}

fn read_archive<R: Read + Seek>(
    reader: R,
    into: &mut impl LogReader,
    place: &str,
    mut allowance: Allowance,
) -> Result<(), ExchangeError> {
    let broken = |source| ExchangeError::Archive {
        what: "the archive is broken or cut off: copy it again".to_owned(),
        source,
    };
    let mut archive = ZipArchive::new(reader).map_err(broken)?;
    let Some(at) = archive.index_for_name(HEADER) else {
        return Err(ExchangeError::Layout(match archive.index_for_name(START) {
            Some(_) => format!(
                "it has no {HEADER}, because the run that wrote it did not finish; `inspect log \
                 recover` makes a complete log of its samples"
            ),
            None => format!("the archive is not a log of Inspect: it has no {HEADER}"),
        }));
    };
    let header = Header::read(&entry(&mut archive, at, &mut allowance)?)?;
    into.header(&header)?;
    for at in 0..archive.len() {
        if is_sample(&name_of(&archive, at)) {
            into.sample(&entry(&mut archive, at, &mut allowance)?, &header, place);
        }
    }
    Ok(())
}

/// The name of an entry; empty if it is not text.
fn name_of<R: Read + Seek>(archive: &ZipArchive<R>, at: usize) -> String {
    let name = archive.name_for_index(at).and_then(Result::ok);
    name.map(std::borrow::Cow::into_owned).unwrap_or_default()
}

/// An entry of an archive, unpacked.
fn entry<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
    at: usize,
    allowance: &mut Allowance,
) -> Result<Value, ExchangeError> {
    let what = format!("entry {}", escape_line(&name_of(archive, at)));
    let text = unpacked(archive, at, allowance, &what)?;
    allowance.left -= text.len() as u64;
    read_json(&text).map_err(|error| ExchangeError::from(error).within(what))
}

fn unpacked<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
    at: usize,
    allowance: &Allowance,
    what: &str,
) -> Result<String, ExchangeError> {
    let in_archive = |source: ZipError| ExchangeError::Archive { what: what.to_owned(), source };
    let packing = archive.by_index_raw(at).map_err(in_archive)?.compression();
    let bytes = if packing == CompressionMethod::ZSTD {
        let raw = archive.by_index_raw(at).map_err(in_archive)?;
        let unpacking = StreamingDecoder::new(raw).map_err(ExchangeError::from);
        unpacking.and_then(|unpacking| at_most(unpacking, allowance.most()))
    } else {
        at_most(archive.by_index(at).map_err(in_archive)?, allowance.most())
    };
    match bytes.map_err(|error| error.within(what))? {
        Some(bytes) => text_of(bytes).map_err(|error| error.within(what)),
        None => Err(allowance.exceeded(what)),
    }
}

/// All bytes of a reader; `None` if there are more than `most`.
fn at_most(reader: impl Read, most: u64) -> Result<Option<Vec<u8>>, ExchangeError> {
    let mut bytes = Vec::new();
    let read = reader.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|source| ExchangeError::Io { what: "it cannot be unpacked".to_owned(), source })?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

fn text_of(bytes: Vec<u8>) -> Result<String, ExchangeError> {
    String::from_utf8(bytes).map_err(|_| ExchangeError::layout("it is not text"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Cursor, Write as _};
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    /// Counts samples.
    #[derive(Default)]
    struct Count(usize);

    impl LogReader for Count {
        fn header(&mut self, _: &Header) -> Result<(), ExchangeError> {
            Ok(())
        }

        fn sample(&mut self, _: &Value, _: &Header, _: &str) {
            self.0 += 1;
        }
    }

    /// An archive with a header and this number of samples of this size.
    fn archive(samples: usize, bytes: usize) -> Cursor<Vec<u8>> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        let header = serde_json::json!({
            "version": 2, "status": "success",
            "eval": {"task": "t", "model": "m", "created": "2026-01-01T00:00:00+00:00"},
        });
        let mut entry = |name: &str, text: String| {
            writer.start_file(name, SimpleFileOptions::default()).expect("an entry");
            writer.write_all(text.as_bytes()).expect("written");
        };
        entry(HEADER, header.to_string());
        for number in 0..samples {
            entry(
                &format!("samples/{number}_epoch_1.json"),
                format!("\"{}\"", "x".repeat(bytes - 2)),
            );
        }
        writer.finish().expect("an archive")
    }

    /// An error with its causes.
    fn said(error: &dyn std::error::Error) -> String {
        let causes = std::iter::successors(Some(error), |error| error.source());
        causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
    }

    #[test]
    fn the_limit_that_is_exceeded_is_the_one_that_is_named() {
        const MIB: u64 = 1 << 20;
        let read = |samples, bytes| {
            let mut count = Count::default();
            let allowance = Allowance::new(MIB, 3 * MIB);
            read_archive(archive(samples, bytes), &mut count, "a.eval", allowance).map(|()| count.0)
        };
        let quarter = 1 << 18;
        assert_eq!(read(11, quarter).expect("within both"), 11);
        let all = said(&read(12, quarter).expect_err("more in all"));
        assert!(all.contains("the archive unpacks to more than 3 MiB"), "{all}");
        assert!(!all.contains("entry"), "{all}");
        let one = said(&read(1, 5 * quarter).expect_err("one too large"));
        assert!(one.contains("entry samples/0_epoch_1.json"), "{one}");
        assert!(one.contains("it unpacks to more than 1 MiB"), "{one}");
    }
}
