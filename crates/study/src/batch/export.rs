//! Open questions as a file that inference engines execute.

use super::open_questions::{factory, open_questions, planned, reader};
use super::part::QuestionPart;
use super::{ShardFormat, ShardWriter};
use crate::error::{Context as _, Result, bail};
use crate::event::SharedSink;
use crate::options::ModelAccess;
use peirast_llm::batch::openai::request_line;
use peirast_report::escape_line;
use peirast_store::{Store, make_folder};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Bytes that are written at once.
const CHUNK: usize = 1 << 20;

/// The exported questions.
#[derive(Clone, Debug)]
pub struct BatchExport {
    /// Exported questions by subject.
    pub subjects: Vec<ExportedSubject>,
    /// True if a run is asking these questions now.
    pub is_under_way: bool,
}

/// The exported questions of a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedSubject {
    /// Name of the subject.
    pub subject: String,
    /// Model name in its requests.
    pub model: String,
    /// Number of questions.
    pub questions: usize,
}

/// An error of the receiver of the lines.
pub type WriteError = Box<dyn std::error::Error + Send + Sync>;

/// Writes the open questions of these subjects (all live ones, if none is named) that belong to these
/// parts, at most `most`, part by part, as lines in the form of OpenAI's batches.
///
/// # Errors
/// A subject whose format the batch files do not support; a store that cannot be read; an error of
/// `write`.
pub async fn export(
    store: &Store,
    subjects: &[String],
    parts: &[QuestionPart],
    most: Option<usize>,
    access: &ModelAccess,
    events: &SharedSink,
    mut write: impl FnMut(QuestionPart, &str) -> std::result::Result<(), WriteError>,
) -> Result<BatchExport> {
    let factory = factory(access, false, events)?;
    let plans = planned(store, subjects).await?;
    let mut readers = Vec::new();
    for one in &plans {
        let hosted = reader(&one.subject, &one.endpoint, &factory)?;
        let Some(path) = hosted.path_in_files() else {
            bail!(
                Batch,
                "{} is asked in a format that such files do not have: name the others with --model, or \
                 hand its questions in with `peirast batch submit`",
                escape_line(&one.subject)
            );
        };
        readers.push((one, hosted, path));
    }
    let is_under_way = store.is_under_way().await?;
    let (mut exported, mut left) = (Vec::new(), most.unwrap_or(usize::MAX));
    for (one, hosted, path) in readers {
        let model = hosted.model().to_owned();
        let open = open_questions(store, one, hosted).await?;
        let (mut lines, mut questions) = (String::new(), 0);
        for part in parts {
            for asked in open.asked(*part, left - questions) {
                lines.push_str(&request_line(&asked?, &path)?);
                lines.push('\n');
                questions += 1;
                if lines.len() >= CHUNK {
                    write(*part, &lines)?;
                    lines.clear();
                }
            }
            write(*part, &lines)?;
            lines.clear();
        }
        left -= questions;
        exported.push(ExportedSubject { subject: one.subject.clone(), model, questions });
    }
    Ok(BatchExport { subjects: exported, is_under_way })
}

/// A folder that shards are written into.
#[derive(Clone, Copy, Debug)]
pub struct ShardFolder<'p> {
    /// The folder; it has to be empty or missing.
    pub path: &'p Path,
    /// Number of files.
    pub shards: u32,
    /// Their format.
    pub format: ShardFormat,
}

impl ShardFolder<'_> {
    /// Returns the file of a part, and its temporary name until all files are complete.
    fn names(&self, part: QuestionPart) -> (PathBuf, PathBuf) {
        let file = self.path.join(part.file_name(self.format));
        let unfinished = file.with_extension("part");
        (file, unfinished)
    }
}

/// Writes all parts of the open questions to one subject into an empty folder, one file for each
/// part. A file gets its final name, which ends in `.jsonl` or `.parquet`, when all files are
/// complete.
///
/// # Errors
/// As [`export`]; a folder that is not empty or cannot be written; a choice that does not name
/// exactly one subject.
pub async fn export_into(
    store: &Store,
    subjects: &[String],
    into: ShardFolder<'_>,
    access: &ModelAccess,
    events: &SharedSink,
) -> Result<BatchExport> {
    if planned(store, subjects).await?.len() > 1 {
        bail!(Batch, "an engine executes the questions to one model: name one with --model");
    }
    let path = into.path;
    if path.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        bail!(Batch, "the folder {} is not empty: name another with --into", path.display());
    }
    make_folder(path)?;
    let parts: Vec<QuestionPart> = QuestionPart::all(into.shards).collect();
    // Parts are written one after another, so that only one file is open.
    let mut open: Option<(QuestionPart, ShardWriter<File>)> = None;
    let write = |part, lines: &str| {
        let mut writer = match open.take() {
            Some((own, writer)) if own == part => writer,
            before => {
                before.map(|(_, writer)| writer.finish()).transpose()?;
                ShardWriter::new(into.format, File::create(into.names(part).1)?)?
            }
        };
        writer.write(lines)?;
        open = Some((part, writer));
        Ok(())
    };
    let exported = export(store, subjects, &parts, None, access, events, write).await?;
    let writing = || format!("writing into {}", path.display());
    open.map(|(_, writer)| writer.finish()).transpose().with_context(writing)?;
    for part in parts {
        let (file, unfinished) = into.names(part);
        std::fs::rename(unfinished, &file)
            .with_context(|| format!("writing {}", file.display()))?;
    }
    Ok(exported)
}
