//! Open questions as a file that inference engines execute.

use super::open_questions::{factory, open_questions, planned, reader};
use super::part::QuestionPart;
use crate::error::{Context as _, Result, bail};
use crate::event::SharedSink;
use crate::options::ModelAccess;
use peirast_llm::batch::openai::request_line;
use peirast_report::escape_line;
use peirast_store::Store;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;

/// Bytes that are written at once.
const CHUNK: usize = 1 << 20;

/// The exported questions.
#[derive(Clone, Debug)]
pub struct BatchExport {
    /// Exported questions by subject.
    pub subjects: Vec<ExportedSubject>,
    /// Whether a run is asking these questions now.
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

/// An error of what writes the lines.
pub type WriteError = Box<dyn std::error::Error + Send + Sync>;

/// Writes the open questions of these subjects (all live ones, if none is named) that belong to these
/// parts, at most `most`, part by part, as lines in the form of OpenAI's batches.
///
/// # Errors
/// A subject whose format such files do not have; a store that cannot be read; an error of `write`.
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

/// Writes every part of the open questions to one subject into an empty folder, so many files. A file has its
/// name, which ends in `.jsonl`, once all are whole.
///
/// # Errors
/// As [`export`]; a folder that is not empty or cannot be written; several subjects, of which none or several are
/// named.
pub async fn export_into(
    store: &Store,
    subjects: &[String],
    (into, shards): (&Path, u32),
    access: &ModelAccess,
    events: &SharedSink,
) -> Result<BatchExport> {
    if planned(store, subjects).await?.len() > 1 {
        bail!(Batch, "an engine executes the questions to one model: name one with --model");
    }
    if into.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        bail!(Batch, "the folder {} is not empty: name another with --into", into.display());
    }
    std::fs::create_dir_all(into)
        .with_context(|| format!("making the folder {}", into.display()))?;
    let parts: Vec<QuestionPart> = QuestionPart::all(shards).collect();
    let unfinished = |part: QuestionPart| into.join(part.file_name()).with_extension("part");
    let write = |part, lines: &str| {
        let mut file = File::options().create(true).append(true).open(unfinished(part))?;
        Ok(file.write_all(lines.as_bytes())?)
    };
    let exported = export(store, subjects, &parts, None, access, events, write).await?;
    for part in parts {
        let file = into.join(part.file_name());
        std::fs::rename(unfinished(part), &file)
            .with_context(|| format!("writing {}", file.display()))?;
    }
    Ok(exported)
}
