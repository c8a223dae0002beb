//! Events of an account.

use peirast_record::ErrorKind;
use std::time::Duration;

/// The reason why nothing more is sent to an account, or for one of its subjects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closure {
    /// The kind of the last failure.
    pub kind: ErrorKind,
    /// The reason, as the end of a sentence that begins with the name of the server.
    pub reason: String,
    /// True if the cause is a limit that [`OnLimit::Stop`](crate::OnLimit::Stop) asks to stop at.
    pub by_limit: bool,
}

/// Something that happened at an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountEvent {
    /// The concurrency limit decreased, or increased by more than a quarter.
    LimitChanged {
        /// The limit when it was last reported.
        from: usize,
        /// The limit now.
        to: usize,
    },
    /// The server asks for a long wait, or its quota is used up.
    Paused {
        /// The HTTP status of the rejection; `None` if headers of an answer announced the wait.
        status: Option<u16>,
        /// The wait that the server asks for.
        asked: Duration,
        /// The actual wait.
        wait: Duration,
    },
    /// The server does not answer.
    Outage {
        /// Consecutive failed requests.
        attempts: u32,
        /// The message of the last failure.
        message: String,
    },
    /// The server answers again.
    Recovered {
        /// The length of the outage.
        after: Duration,
    },
    /// A subject has limits of its own from now on, because it fails while others are answered.
    SubjectIsolated {
        /// The subject.
        subject: String,
        /// True if the server rejects it; otherwise its requests time out.
        rejected: bool,
    },
}
