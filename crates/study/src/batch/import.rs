//! Answers from files that an inference engine wrote.

use super::counts::ResultCounts;
use super::open_questions::{OpenQuestions, all_open_questions, factory, planned, reader};
use super::results::ResultWriter;
use super::shard::{ShardFormat, result_of_row};
use crate::error::{Context as _, Result, bail};
use crate::event::SharedSink;
use crate::options::ModelAccess;
use peirast_llm::batch::{BatchError, BatchResult, line_text, openai};
use peirast_record::{BatchTally, Key};
use peirast_rows::{DataFile, DataFileError, DataFormat};
use peirast_store::{Store, Submission, SubmissionStage};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Most bytes of one line: far more than any answer.
const LONGEST: u64 = 32 * 1024 * 1024;

/// Stores the answers of result files in the form of OpenAI's batches, as JSON lines or as Parquet;
/// `-` is stdin, and a folder means its files that end in `.jsonl` or `.parquet`. An unreadable
/// Parquet file is counted, and the other files are stored.
///
/// # Errors
/// A file that cannot be read, a store that cannot be written.
pub async fn import(
    store: &Store,
    files: &[PathBuf],
    access: &ModelAccess,
    events: &SharedSink,
) -> Result<ResultCounts> {
    let factory = factory(access, false, events)?;
    let (mut all_questions, mut answered) = (Vec::new(), Vec::new());
    for one in planned(store, &[]).await? {
        let place = (&*one.subject, &*one.endpoint);
        let hosted = reader(place.0, place.1, &factory)?;
        all_questions.push(all_open_questions(store, place, hosted).await?);
        answered.push(store.answered_keys_at(place).await?);
    }
    let mut counts = ResultCounts::default();
    for file in &files_of(files)? {
        let read = import_file(store, file, &all_questions, &mut answered).await;
        counts.add(read.with_context(|| format!("reading {}", file.display()))?);
    }
    Ok(counts)
}

/// Returns the named files, and the files of named folders in the order of their names.
fn files_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let reading = || format!("reading the folder {}", path.display());
        let entries = std::fs::read_dir(path).with_context(reading)?;
        let entries = entries.collect::<std::io::Result<Vec<_>>>().with_context(reading)?;
        let mut own: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        let endings = ShardFormat::ALL.map(ShardFormat::ending);
        let is_meant = |end: &std::ffi::OsStr| endings.iter().any(|known| end == *known);
        own.retain(|file| file.is_file() && file.extension().is_some_and(is_meant));
        if own.is_empty() {
            let endings = endings.map(|ending| format!(".{ending}")).join(" or ");
            bail!(Batch, "the folder {} holds no file that ends in {endings}", path.display());
        }
        own.sort();
        files.extend(own);
    }
    Ok(files)
}

async fn import_file(
    store: &Store,
    file: &Path,
    all_questions: &[OpenQuestions],
    answered: &mut [BTreeSet<Key>],
) -> Result<ResultCounts> {
    let at_us = written_us(file);
    let each = all_questions.iter().zip(answered);
    let into: Vec<ResultWriter<'_>> = each
        .map(|(questions, answered)| ResultWriter::new(store, questions, answered, at_us))
        .collect();
    let mut results = FileResults { into, counts: ResultCounts::default() };
    match ShardFormat::from_path(file) {
        ShardFormat::Jsonl => results.take_lines(file).await?,
        ShardFormat::Parquet => results.take_rows(file).await?,
    }
    let FileResults { into, mut counts } = results;
    for (stored, questions) in into.into_iter().zip(all_questions) {
        let in_line = |line: u64, _: &Key| format!("line {line}");
        if let Some((keys, tally)) = stored.finish(&mut counts, in_line).await? {
            store.submit(record(questions, file, tally, at_us), &keys).await?;
        }
    }
    Ok(counts)
}

/// The results of one file on their way into the store.
struct FileResults<'s> {
    /// A writer for each subject.
    into: Vec<ResultWriter<'s>>,
    counts: ResultCounts,
}

impl FileResults<'_> {
    /// Takes the results of JSON lines.
    async fn take_lines(&mut self, file: &Path) -> Result<()> {
        let mut reader = reader_of(file)?;
        let (mut line, mut number) = (Vec::new(), 0);
        loop {
            line.clear();
            number += 1;
            if (&mut reader).take(LONGEST).read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            if line.len() as u64 == LONGEST {
                bail!(
                    Batch,
                    "line {number} is longer than 32 MiB, which no answer is: is this a file of results?"
                );
            }
            let read = match line_text(number, &line) {
                Ok("") => continue,
                Ok(text) => openai::result_line(number, text),
                Err(damaged) => Err(damaged),
            };
            self.take(number as u64, read).await?;
        }
    }

    /// Takes the results of Parquet. A truncated file has none.
    async fn take_rows(&mut self, file: &Path) -> Result<()> {
        let bytes =
            std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let rows = match DataFile::from_bytes(&bytes, DataFormat::Parquet) {
            Ok(read) => read.rows,
            Err(DataFileError::Empty(_)) => return Ok(()),
            Err(error) => {
                self.counts.cannot_read_file(format!(
                    "{}: {error}: was it cut off? Its questions are still open, unless other files \
                     answer them",
                    file.display()
                ));
                return Ok(());
            }
        };
        for row in rows {
            let read = openai::result_line(row.place as usize, &result_of_row(&row)?);
            self.take(row.place, read).await?;
        }
        Ok(())
    }

    /// Takes the result in one place of the file.
    async fn take(&mut self, place: u64, read: Result<BatchResult, BatchError>) -> Result<()> {
        match read {
            Ok(result) => {
                let its = |stored: &&mut ResultWriter<'_>| {
                    result.trial.as_ref().is_some_and(|key| stored.asked(key))
                };
                match self.into.iter_mut().find(its) {
                    Some(stored) => stored.take(place, result, &mut self.counts).await?,
                    None => self.counts.unknown += 1,
                }
            }
            Err(unreadable) => self.counts.cannot_read(unreadable.to_string()),
        }
        Ok(())
    }
}

/// Returns the stored record of a file that was read.
fn record(questions: &OpenQuestions, file: &Path, tally: BatchTally, at_us: i64) -> Submission {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Submission {
        number: 0,
        subject: questions.subject.clone(),
        endpoint: questions.endpoint.clone(),
        job: Some(format!("file {name}")),
        stage: SubmissionStage::Collected,
        questions: tally.answered + tally.failed,
        tally,
        handed_in_us: at_us,
        trouble: None,
    }
}

fn reader_of(file: &Path) -> Result<Box<dyn BufRead>> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(std::io::stdin().lock()));
    }
    let opened = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(Box::new(BufReader::new(opened)))
}

/// Returns the time of a file's last change, in microseconds since 1970.
fn written_us(file: &Path) -> i64 {
    let written = std::fs::metadata(file).and_then(|known| known.modified());
    let written = written.unwrap_or_else(|_| SystemTime::now());
    let since = written.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}
