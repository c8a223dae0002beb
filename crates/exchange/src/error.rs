//! Errors of reading and writing the formats of other tools.

use peirast_record::{KeyError, ProblemError, StudyError};
use peirast_task::PosedError;
use peirast_words::WordsError;
use ruzstd::decoding::errors::FrameDecoderError;
use std::io;
use std::path::Path;
use thiserror::Error;

/// Why a file, a line, a document or a problem cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExchangeError {
    /// Something is missing, or not what the format has there; says what would be right.
    #[error("{0}")]
    Layout(String),
    /// No JSON, or a field of another type.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The record of ours that a document carries is damaged.
    #[error("`peirast` holds no record of a problem: {0}")]
    Carried(serde_json::Error),
    /// What a log of ours carries of its run is damaged.
    #[error("`peirast` in the metadata of the log holds no record of a run: {0}")]
    CarriedRun(serde_json::Error),
    /// A sample that carries the id of a problem, and asks another question or shows other options.
    #[error(
        "it does not ask the problem that it names, {id}: {what}; correct the id, or the file of problems"
    )]
    OtherQuestion {
        /// The id.
        id: String,
        /// The question and options that it shows.
        what: String,
    },
    /// A sample with another right answer than its problem.
    #[error("its target is {target}, and the right answer to {id} is {truth}")]
    OtherTarget {
        /// The id of the problem.
        id: String,
        /// The answer of the log, in the letters of the problem.
        target: String,
        /// The answer of the problem.
        truth: String,
    },
    /// Log-likelihoods that no answer can be made of.
    #[error("{0}")]
    LogLikelihoods(String),
    /// Something in a part of what was given.
    #[error("{place}: {source}")]
    At {
        /// Where, such as the id of an item.
        place: String,
        /// What.
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
        /// What cannot be done, with the path.
        what: String,
        /// The error of the system.
        source: io::Error,
    },
    /// An archive that cannot be read or written.
    #[error("{what}")]
    Archive {
        /// What cannot be done.
        what: String,
        /// The error of the archive's library.
        source: zip::result::ZipError,
    },
    /// An entry that is not packed by a method that the reader knows.
    #[error(transparent)]
    Unpacking(#[from] FrameDecoderError),
    /// A table that cannot be written.
    #[error(transparent)]
    Csv(#[from] io::Error),
    /// Outcomes that do not pair up.
    #[error(transparent)]
    Pair(#[from] peirast_report::PairError),
    /// A view that is none.
    #[error(transparent)]
    View(#[from] peirast_etr::Error),
    /// Views that cannot be judged.
    #[error(transparent)]
    Theory(#[from] peirast_fallacy::Error),
    /// Views that there are no words for.
    #[error(transparent)]
    Words(#[from] WordsError),
    /// Views or words of a problem that cannot be used.
    #[error(transparent)]
    Posed(#[from] PosedError),
    /// A problem that breaks a guarantee.
    #[error(transparent)]
    Check(#[from] ProblemError),
    /// A strategy or a study that contradicts itself.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// A study that cannot be told from others.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A family or a design that is not there.
    #[error(transparent)]
    Make(#[from] peirast_task::MakeError),
}

impl ExchangeError {
    /// What a format lacks or has otherwise.
    pub(crate) fn layout(what: impl Into<String>) -> Self {
        Self::Layout(what.into())
    }

    /// The same with its place.
    pub(crate) fn at(self, place: impl Into<String>) -> Self {
        Self::At { place: place.into(), source: Box::new(self) }
    }

    /// The same as the cause of a failed activity.
    pub(crate) fn within(self, what: impl Into<String>) -> Self {
        Self::Within { what: what.into(), source: Box::new(self) }
    }

    /// A failed operation on a file or folder, such as `cannot open PATH`.
    pub(crate) fn io(what: &str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let what = format!("{what} {}", path.display());
        move |source| Self::Io { what, source }
    }
}
