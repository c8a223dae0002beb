//! A sign: what the end of an attempt says of how much its server can bear.

use crate::Failure;
use peirast_record::ErrorKind;

/// What the end of an attempt says of how much its server can bear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// It answered.
    Answered,
    /// It refused, because of a limit or because it has too much to do.
    Refused,
    /// It did not answer in time.
    Late,
    /// It ended the connection.
    Broken,
    /// Nothing.
    None,
}

impl Sign {
    /// What a failure says.
    pub(crate) fn of(failure: &Failure) -> Self {
        match (failure.kind, failure.status) {
            (ErrorKind::RateLimit, _) => Self::Refused,
            _ if failure.is_local() => Self::Refused,
            // Whoever asks for a wait has too much to do.
            (kind, _) if kind.is_transient() && failure.retry_after.is_some() => Self::Refused,
            // Overloaded, by the book and by Anthropic.
            (ErrorKind::Server, Some(503 | 529)) => Self::Refused,
            (ErrorKind::Timeout, _) => Self::Late,
            (ErrorKind::Network, _) if failure.was_sent() => Self::Broken,
            _ => Self::None,
        }
    }
}

/// Whether a server refuses an attempt because of a limit, or because it has too much to do.
pub(crate) fn is_refusal(failure: &Failure) -> bool {
    Sign::of(failure) == Sign::Refused
}

/// Whether it does, or leaves an attempt without an answer for too long.
pub(crate) fn is_strain(failure: &Failure) -> bool {
    matches!(Sign::of(failure), Sign::Refused | Sign::Late)
}
