//! Logs as files.

use super::{Log, entries, file_name};
use crate::ExchangeError;
use std::io::{Cursor, Write as _};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The form of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// A ZIP archive, of which Inspect reads only the parts that it shows.
    Eval,
    /// One JSON text.
    Json,
}

impl LogFormat {
    /// The ending of file names.
    fn ending(self) -> &'static str {
        match self {
            Self::Eval => "eval",
            Self::Json => "json",
        }
    }
}

impl Log<'_> {
    /// The name of the log's file.
    pub fn file_name(&self, format: LogFormat) -> String {
        file_name(self.created(), &self.task, self.subject, &self.task_id, format.ending())
    }

    /// The content of the log's file. The same log gives the same bytes.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn bytes(&self, format: LogFormat) -> Result<Vec<u8>, ExchangeError> {
        match format {
            LogFormat::Json => Ok((self.json().to_string() + "\n").into_bytes()),
            LogFormat::Eval => self.archive().map_err(in_archive),
        }
    }

    fn archive(&self) -> Result<Vec<u8>, ZipError> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        // Without a time, so that the bytes are reproducible.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        for (name, text) in entries(self) {
            archive.start_file(name, options)?;
            archive.write_all(text.as_bytes())?;
        }
        Ok(archive.finish()?.into_inner())
    }
}

fn in_archive(source: ZipError) -> ExchangeError {
    ExchangeError::Archive { what: "an archive".to_owned(), source }
}

/// Gives logs of simulated subjects, which have no times, the time of the run's first request. If
/// all subjects are simulated, there is no such time, and exports of the same run are identical.
pub(super) fn date(logs: &mut [Log<'_>]) {
    let first = logs.iter().filter_map(|log| log.times.as_ref()).map(|(first, _)| first).min();
    let Some(first) = first.cloned() else { return };
    for log in logs.iter_mut().filter(|log| log.times.is_none()) {
        log.times = Some((first.clone(), first.clone()));
    }
}
