//! The end of a request as evidence about the load of its server.

use crate::Quota;
use peirast_record::ErrorKind;
use std::time::Duration;

/// A failed request, with the facts that rate control needs.
#[derive(Clone, Copy, Debug)]
pub struct FailureReport<'a> {
    /// The kind of failure.
    pub kind: ErrorKind,
    /// The HTTP status, if there was a response.
    pub status: Option<u16>,
    /// A message for the user. Rate control passes it on and never uses it for decisions.
    pub message: &'a str,
    /// The wait that the server asks for.
    pub retry_after: Option<Duration>,
    /// The quota that the response advertises.
    pub quota: Quota,
    /// True if the request may have reached the server.
    pub sent: bool,
    /// True if this machine was short of a resource, such as open files. The server is not the
    /// cause.
    pub local_shortage: bool,
}

impl FailureReport<'_> {
    /// Returns true if the server rejected the request because of a rate limit or overload.
    pub(crate) fn is_rejection(&self) -> bool {
        ServerFeedback::from_failure(self) == ServerFeedback::Rejected
    }

    /// Returns true if the server rejected the request, or did not answer it in time.
    pub(crate) fn is_overload(&self) -> bool {
        let feedback = ServerFeedback::from_failure(self);
        matches!(feedback, ServerFeedback::Rejected | ServerFeedback::TimedOut)
    }

    /// Returns true if it is a rejection that came from the server and not from this machine.
    pub(crate) fn is_server_rejection(&self) -> bool {
        self.is_rejection() && !self.local_shortage
    }
}

/// The evidence from the end of a request about the load of its server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServerFeedback {
    /// The server answered.
    Answered,
    /// The server rejected the request because of a rate limit or overload.
    Rejected,
    /// The server did not answer in time.
    TimedOut,
    /// The connection broke after the request may have been sent.
    Disconnected,
    /// The end is no evidence about load.
    Neutral,
}

impl ServerFeedback {
    /// Returns the feedback of a failure.
    pub(crate) fn from_failure(failure: &FailureReport<'_>) -> Self {
        match (failure.kind, failure.status) {
            (ErrorKind::RateLimit, _) => Self::Rejected,
            _ if failure.local_shortage => Self::Rejected,
            // A server that asks for a wait is overloaded.
            (kind, _) if kind.is_transient() && failure.retry_after.is_some() => Self::Rejected,
            // 503 is "Service Unavailable"; Anthropic sends 529 when it is overloaded.
            (ErrorKind::Server, Some(503 | 529)) => Self::Rejected,
            (ErrorKind::Timeout, _) => Self::TimedOut,
            (ErrorKind::Network, _) if failure.sent => Self::Disconnected,
            _ => Self::Neutral,
        }
    }
}
