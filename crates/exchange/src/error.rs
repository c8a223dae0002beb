//! Errors of reading and writing the formats of other tools.

use peirast_record::{KeyError, ProblemError, StudyError};
use peirast_task::PosedError;
use peirast_words::WordsError;
use ruzstd::decoding::errors::FrameDecoderError;
use std::io;
use std::path::Path;
use thiserror::Error;

/// Reasons why a file, a line, a document or a problem cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExchangeError {
    /// Something is missing, or differs from the format. The text says what the format has there.
    #[error("{0}")]
    Layout(String),
    /// Invalid JSON, or a field of another type.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The record of Peirast in a document is damaged.
    #[error("the field `peirast` is not a valid record of a problem: {0}")]
    Carried(serde_json::Error),
    /// The record of a run in a log of Peirast is damaged.
    #[error("the field `peirast` in the metadata of the log is not a valid record of a run: {0}")]
    CarriedRun(serde_json::Error),
    /// A sample that has the id of a problem, but another question or other options.
    #[error(
        "its question differs from that of problem {id}: {what}; correct the id, or the file of \
         problems"
    )]
    OtherQuestion {
        /// The id.
        id: String,
        /// The question and options of the sample.
        what: String,
    },
    /// A sample whose right answer differs from that of its problem.
    #[error("its target is {target}, but the right answer to {id} is {truth}")]
    OtherTarget {
        /// The id of the problem.
        id: String,
        /// The answer in the log, in the letters of the problem.
        target: String,
        /// The answer of the problem.
        truth: String,
    },
    /// Log-likelihoods from which no answer follows.
    #[error("{0}")]
    LogLikelihoods(String),
    /// An error at a place in the input.
    #[error("{place}: {source}")]
    At {
        /// The place, such as the id of an item.
        place: String,
        /// The error.
        source: Box<ExchangeError>,
    },
    /// An error within a named file or entry.
    #[error("{what}")]
    Within {
        /// The activity, such as reading a file.
        what: String,
        /// The error.
        source: Box<ExchangeError>,
    },
    /// A file or folder that cannot be read.
    #[error("{what}")]
    Io {
        /// The operation that failed, with the path.
        what: String,
        /// The error of the operating system.
        source: io::Error,
    },
    /// An archive that cannot be read or written.
    #[error("{what}")]
    Archive {
        /// The operation that failed.
        what: String,
        /// The error of the archive library.
        source: zip::result::ZipError,
    },
    /// An entry that was packed by an unknown method.
    #[error(transparent)]
    Unpacking(#[from] FrameDecoderError),
    /// A table that cannot be written.
    #[error(transparent)]
    Csv(#[from] io::Error),
    /// Outcomes that do not form pairs.
    #[error(transparent)]
    Pair(#[from] peirast_report::PairError),
    /// A text that is not a view.
    #[error(transparent)]
    View(#[from] peirast_etr::Error),
    /// Views that the theory cannot judge.
    #[error(transparent)]
    Theory(#[from] peirast_fallacy::Error),
    /// Views for which there are no words.
    #[error(transparent)]
    Words(#[from] WordsError),
    /// Unusable views or words of a problem.
    #[error(transparent)]
    Posed(#[from] PosedError),
    /// A problem that breaks a guarantee.
    #[error(transparent)]
    Check(#[from] ProblemError),
    /// A strategy or a study that contradicts itself.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// A study without a unique key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A family or a design that does not exist.
    #[error(transparent)]
    Make(#[from] peirast_task::MakeError),
}

impl ExchangeError {
    /// The error of something that a format lacks or has in another form.
    pub(crate) fn layout(what: impl Into<String>) -> Self {
        Self::Layout(what.into())
    }

    /// Adds a place to the error.
    pub(crate) fn at(self, place: impl Into<String>) -> Self {
        Self::At { place: place.into(), source: Box::new(self) }
    }

    /// Adds the activity that failed because of the error.
    pub(crate) fn within(self, what: impl Into<String>) -> Self {
        Self::Within { what: what.into(), source: Box::new(self) }
    }

    /// A failed operation on a file or folder, such as `cannot open PATH`.
    pub(crate) fn io(what: &str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let what = format!("{what} {}", path.display());
        move |source| Self::Io { what, source }
    }
}
