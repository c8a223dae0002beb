//! The one error type of this crate.

use std::fmt::Display;

/// An error in a step of a study.
///
/// The variant tells a program the kind of error; the message tells a person its place and the fix.
/// Causes follow by [`std::error::Error::source`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An invalid study, file of problems or option, or options that contradict each other.
    #[error("{0}")]
    Study(String),
    /// A study that is well formed and cannot be planned.
    #[error("{0}")]
    Plan(String),
    /// A run directory whose content conflicts with this run.
    #[error("{0}")]
    Conflict(String),
    /// A budget that cannot be kept, or prices that are unknown or cannot be read.
    #[error("{0}")]
    Budget(String),
    /// A subject that does not exist, cannot be reached as asked, or cannot be sent a setting.
    #[error("{0}")]
    Subject(String),
    /// A batch at a provider, or a file of results, that cannot be handled as asked.
    #[error("{0}")]
    Batch(String),
    /// Options of an analysis that do not fit the stored answers.
    #[error("{0}")]
    Analysis(String),
    /// A record that another stored record refers to is missing.
    #[error("{0}")]
    Missing(String),
    /// The store cannot be opened, read or written.
    #[error(transparent)]
    Store(#[from] peirast_store::StoreError),
    /// A run that ended early. Every answer counted until then is stored.
    #[error(transparent)]
    Run(#[from] peirast_run::RunError),
    /// An error with the step in which it occurred.
    #[error("{step}")]
    During {
        /// Step, with the name of the file, directory or subject.
        step: String,
        /// Cause.
        #[source]
        source: Box<Error>,
    },
    /// An error of a library: a file that cannot be read, a text that cannot be parsed, a test that
    /// is not defined for these counts.
    #[error(transparent)]
    Cause(Box<dyn std::error::Error + Send + Sync>),
}

/// A result with this crate's error.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Conversions of library errors that need no category; [`Context`] adds the step.
macro_rules! cause {
    ($($error:ty),* $(,)?) => { $(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::Cause(Box::new(error))
            }
        }
    )* };
}

cause!(
    peirast_exchange::ExchangeError,
    peirast_measure::BenchmarkError,
    peirast_table::ForeignTableError,
    peirast_measure::ConclusionError,
    peirast_pairs::PairsError,
    peirast_rows::DataFileError,
    peirast_record::KeyError,
    peirast_record::ProblemError,
    peirast_record::SamplingError,
    peirast_record::StudyError,
    peirast_report::PairError,
    peirast_report::RegistrationError,
    peirast_report::ReportError,
    peirast_store::AddressError,
    peirast_llm::batch::BatchError,
    peirast_llm::SetupError,
    peirast_llm::TableError,
    peirast_cost::TableError,
    peirast_stats::Error,
    peirast_task::MakeError,
    peirast_task::PlanError,
    peirast_task::SimulatedError,
    serde_json::Error,
    std::io::Error,
    tokio::task::JoinError,
    toml::ser::Error,
    peirast_store::MergeError,
    peirast_llm::UnknownProvider,
    peirast_stats::UnknownName,
    peirast_measure::SyllogismError,
    peirast_task::UnknownProtocol,
);

impl From<Box<dyn std::error::Error + Send + Sync>> for Error {
    fn from(error: Box<dyn std::error::Error + Send + Sync>) -> Self {
        Self::Cause(error)
    }
}

/// Adds the step to an error.
pub(crate) trait Context<T>: Sized {
    /// Returns the value, or an error in this step.
    fn context(self, step: impl Display) -> Result<T> {
        self.with_context(|| step)
    }

    /// Returns the value, or an error in a step that is described only if it is needed.
    fn with_context<D: Display>(self, step: impl FnOnce() -> D) -> Result<T>;
}

impl<T, E: Into<Error>> Context<T> for std::result::Result<T, E> {
    fn with_context<D: Display>(self, step: impl FnOnce() -> D) -> Result<T> {
        self.map_err(|source| Error::During {
            step: step().to_string(),
            source: Box::new(source.into()),
        })
    }
}

impl<T> Context<T> for Option<T> {
    fn with_context<D: Display>(self, step: impl FnOnce() -> D) -> Result<T> {
        self.ok_or_else(|| Error::Missing(step().to_string()))
    }
}

/// Ends a function with an error of a category: `bail!(Plan, "...")`.
macro_rules! bail {
    ($kind:ident, $($message:tt)*) => {
        return Err($crate::Error::$kind(format!($($message)*)))
    };
}

pub(crate) use bail;
