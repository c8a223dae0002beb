//! Signals: what happens at an account that others may want to know.

use peirast_record::ErrorKind;
use std::time::Duration;

/// Why nothing more is asked of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Over {
    pub(crate) kind: ErrorKind,
    /// What happened, to be followed by the words of the server.
    pub(crate) what: String,
    /// Whether a limit was to end the run.
    pub(crate) limited: bool,
}

/// What others may want to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// More or fewer attempts may be in flight.
    Limit { from: usize, to: usize },
    /// The server asks for a long wait, or says that nothing is left.
    Paused { status: Option<u16>, asked: Duration, wait: Duration },
    /// The server answers nobody; the last failure in words.
    Outage { attempts: u32, message: String },
    /// It answers again.
    Recovered { after: Duration },
    /// This subject is refused, or else too late, while others are answered, and is asked apart from them.
    Apart { subject: String, refused: bool },
}
