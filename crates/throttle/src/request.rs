//! A request to an account: its demand, the decision about it, and its record.

use crate::account_event::Closure;
use std::time::Duration;
use tokio::time::Instant;

/// The decision on a request.
#[derive(Debug)]
pub(crate) enum Decision {
    /// The request may be sent.
    Admit(RequestToken),
    /// Nothing may be sent before this time.
    NotBefore(Instant),
    /// This subject may send nothing before this time; others may.
    Yield(Instant),
    /// No slot is free until another request ends.
    Full,
    /// This subject may send nothing more in this run, because a quota is used up.
    QuotaExhausted(Closure),
    /// Nothing more may be sent in this run.
    Closed,
}

/// The demand of a request.
#[derive(Clone, Copy, Debug)]
pub struct RequestDemand {
    /// The length of the prompt in bytes.
    pub prompt_bytes: usize,
    /// The maximum number of output tokens, if it is set.
    pub max_output_tokens: Option<u32>,
    /// True if the same question failed before while others were answered. Then the question may
    /// have caused a further failure.
    pub failed_before: bool,
}

/// The origin of a request.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RequestSource {
    /// The number of the subject at the account.
    pub(crate) subject: usize,
    /// True if the controller of an isolated subject counts the request.
    pub(crate) is_isolated: bool,
}

/// A request in flight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestToken {
    /// The number of the request, from 0.
    pub(crate) number: u64,
    pub(crate) demand: RequestDemand,
    pub(crate) source: RequestSource,
    /// Tokens charged for it.
    pub(crate) tokens: u64,
    /// Its marks in the advertised quotas of requests and tokens.
    pub(crate) request_mark: u64,
    pub(crate) token_mark: u64,
    pub(crate) sent_at: Instant,
}

/// The consequence of a failure for its trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailureDisposition {
    /// True if it counts as an attempt at the trial. It does not count while the server does not
    /// answer.
    pub counts: bool,
    /// True if a rate limit or overload caused it.
    pub rejected: bool,
    /// The longest first wait before a retry, if the cause passes as quickly as answers arrive.
    pub max_first_wait: Option<Duration>,
}
