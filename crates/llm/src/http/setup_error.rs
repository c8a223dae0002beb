//! Errors that prevent the setup of a subject.

use thiserror::Error;

/// A subject that cannot be set up as asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A base URL that cannot be used.
    #[error("base URL `{url}`: {what}")]
    BaseUrl {
        /// The URL, without credentials.
        url: String,
        /// The fault, and the correct form.
        what: String,
    },
    /// A key that cannot be sent.
    #[error("the API key {0}")]
    Key(&'static str),
    /// A model's name that does not fit a path.
    #[error("the model `{0}` leads out of its path: name it without `.` and `..` between slashes")]
    Model(String),
    /// A URL with a variable that has no value.
    #[error("set the environment variable {name}, which the URL {url} needs, or give --base-url")]
    Variable {
        /// The URL, with the variable in it.
        url: String,
        /// The variable.
        name: String,
    },
    /// A proxy that cannot be used.
    #[error("{name} {what}: write http://host:port, or unset it")]
    Proxy {
        /// The environment variable that names it.
        name: &'static str,
        /// The fault; its value is not shown.
        what: &'static str,
    },
    /// The table of providers cannot be used.
    #[error(transparent)]
    Table(#[from] crate::TableError),
    /// No provider of this name.
    #[error(transparent)]
    Unknown(#[from] crate::UnknownProvider),
    /// The HTTP client cannot be built.
    #[error("cannot set up the HTTP client: {0}")]
    Client(String),
}
