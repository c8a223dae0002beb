//! Files of Inspect: archives and JSON, read within bounds.

use anyhow::{Context as _, Result, bail};
use peirast_exchange::inspect::{HEADER, Header, START, is_sample, parsed};
use peirast_report::escape_line;
use ruzstd::decoding::StreamingDecoder;
use serde_json::Value;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use zip::{CompressionMethod, ZipArchive};

/// The most bytes of an entry, and of all, when they are unpacked: more than any log has, and less
/// than memory.
const MOST_OF_ENTRY: u64 = 256 << 20;
const MOST_OF_ALL: u64 = 8 << 30;
/// The most bytes of a log that is one JSON text.
const MOST_OF_JSON: u64 = 1 << 30;

/// Logs that are named, and those in folders.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        let mut found = Vec::new();
        find(path, &mut found)?;
        found.sort();
        files.extend(found);
    }
    files.dedup();
    if files.is_empty() {
        bail!("the folders hold no log (.eval or .json): name files");
    }
    Ok(files)
}

fn find(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let list = || format!("cannot list {}", path.display());
    for entry in std::fs::read_dir(path).with_context(list)? {
        let path = entry.with_context(list)?.path();
        let is_link = std::fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_symlink());
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        // A link may lead back to where it stands.
        if path.is_dir() {
            if !is_link {
                find(&path, files)?;
            }
        } else if ["eval", "json"].contains(&ending) {
            files.push(path);
        }
    }
    Ok(())
}

/// Reads a log: its header first, then every sample.
pub fn each(
    file: &Path,
    mut begin: impl FnMut(&Header) -> Result<()>,
    mut take: impl FnMut(&Value, &Header, &str),
) -> Result<()> {
    let in_file = || format!("reading the log {}", file.display());
    let opened = File::open(file).with_context(|| format!("cannot open {}", file.display()))?;
    let mut reader = BufReader::new(opened);
    let is_archive = std::io::BufRead::fill_buf(&mut reader)
        .with_context(|| format!("cannot read {}", file.display()))?
        .starts_with(b"PK");
    if is_archive {
        return archive(reader, &mut begin, &mut take, file).with_context(in_file);
    }
    let log =
        parsed(&text_of(reader, MOST_OF_JSON).with_context(in_file)?).with_context(in_file)?;
    let header = Header::read(&log).with_context(in_file)?;
    begin(&header).with_context(in_file)?;
    let place = file.display().to_string();
    for sample in log["samples"].as_array().into_iter().flatten() {
        take(sample, &header, &place);
    }
    Ok(())
}

fn archive(
    reader: BufReader<File>,
    begin: &mut impl FnMut(&Header) -> Result<()>,
    take: &mut impl FnMut(&Value, &Header, &str),
    file: &Path,
) -> Result<()> {
    let mut archive =
        ZipArchive::new(reader).context("the archive is broken or cut off: copy it again")?;
    let mut left = MOST_OF_ALL;
    let Some(at) = archive.index_for_name(HEADER) else {
        match archive.index_for_name(START) {
            Some(_) => bail!(
                "it has no {HEADER}: the run that wrote it did not come to its end; `inspect log recover` \
                 makes a whole log of what is there"
            ),
            None => bail!("it is an archive, and no log of Inspect: it has no {HEADER}"),
        }
    };
    let header = Header::read(&entry(&mut archive, at, &mut left)?)?;
    begin(&header)?;
    let place = file.display().to_string();
    for at in 0..archive.len() {
        if is_sample(&name_of(&archive, at)) {
            take(&entry(&mut archive, at, &mut left)?, &header, &place);
        }
    }
    Ok(())
}

/// The name of an entry; of one that is no text, nothing.
fn name_of(archive: &ZipArchive<BufReader<File>>, at: usize) -> String {
    let name = archive.name_for_index(at).and_then(Result::ok);
    name.map(std::borrow::Cow::into_owned).unwrap_or_default()
}

/// An entry of an archive, unpacked.
fn entry(archive: &mut ZipArchive<BufReader<File>>, at: usize, left: &mut u64) -> Result<Value> {
    let name = name_of(archive, at);
    let in_entry = || format!("entry {}", escape_line(&name));
    let most = MOST_OF_ENTRY.min(*left);
    let packing = archive.by_index_raw(at).with_context(in_entry)?.compression();
    let text = if packing == CompressionMethod::ZSTD {
        let raw = archive.by_index_raw(at).with_context(in_entry)?;
        text_of(StreamingDecoder::new(raw).with_context(in_entry)?, most)
    } else {
        text_of(archive.by_index(at).with_context(in_entry)?, most)
    };
    let text = text.with_context(in_entry)?;
    *left -= text.len() as u64;
    parsed(&text).with_context(in_entry)
}

/// A text of at most so many bytes.
fn text_of(reader: impl Read, most: u64) -> Result<String> {
    let mut bytes = Vec::new();
    reader.take(most.saturating_add(1)).read_to_end(&mut bytes).context("it cannot be unpacked")?;
    if bytes.len() as u64 > most {
        bail!("it unpacks to more than {} MiB: no log is that large", most >> 20);
    }
    String::from_utf8(bytes).context("it is no text")
}
