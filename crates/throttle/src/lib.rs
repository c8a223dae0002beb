//! Rate control without I/O: it decides when a request may be sent to a server, and adapts to the
//! server.
//!
//! An *account* is a set of models that share rate limits: usually those behind one endpoint and
//! one key. These models are its *subjects*. Each worker gets an [`AccountHandle`] and requests a
//! [`Permit`] for every request. It records the outcome on the permit, from which the account
//! learns:
//!
//! * an adaptive limit on requests in flight, with slow start and congestion events
//!   (`concurrency_limit`);
//! * a minimum time between requests, for servers that limit by time (`request_spacing`);
//! * token buckets for the requests and tokens per minute that the user allows (`token_bucket`);
//! * the quota that response headers advertise ([`Quota`], `advertised_quota`);
//! * the wait that a server asks for;
//! * a circuit breaker for a server that does not answer (`circuit_breaker`).
//!
//! A subject that fails although its server answers the others at the account is isolated: it gets
//! a controller of its own, and its failures are no evidence about the account
//! (`isolated_subject`).
//!
//! This crate sends nothing, retries nothing and stores nothing. It knows no HTTP client, and no
//! prompts. A [`RetryPolicy`] gives the wait before a retry, but the caller waits. All decisions
//! take the time as a parameter and are tested in simulated time.
//!
//! ```
//! use peirast_record::{ErrorKind, Usage};
//! use peirast_throttle::{
//!     Accounts, FailureReport, Limits, PermitDecision, Quota, RequestDemand,
//! };
//! use tokio::time::Instant;
//!
//! let accounts = Accounts::new(Limits { concurrency: 2, ..Limits::default() });
//! let handle = accounts.handle("https://api.example/v1", "example:model", true);
//! let demand =
//!     RequestDemand { prompt_bytes: 400, max_output_tokens: Some(100), failed_before: false };
//! let request = || match handle.request(demand, Instant::now()) {
//!     PermitDecision::Granted(permit) => Some(permit),
//!     _ => None,
//! };
//!
//! let (mut first, mut second) = (request().expect("a slot"), request().expect("a slot"));
//! assert!(request().is_none(), "two requests are in flight");
//!
//! first.record_answer(Usage::default(), Quota::default());
//! drop(first);
//! let failure = FailureReport {
//!     kind: ErrorKind::RateLimit,
//!     status: Some(429),
//!     message: "slow down",
//!     retry_after: None,
//!     quota: Quota::default(),
//!     sent: true,
//!     local_shortage: false,
//! };
//! let disposition = second.record_failure(&failure, None);
//! assert!(disposition.rejected, "the attempt does not count against the question");
//! drop(second);
//!
//! let statistics = &accounts.statistics()["https://api.example/v1"];
//! assert_eq!((statistics.sent, statistics.refused, statistics.limit), (2, 1, 1));
//! ```

mod account;
mod account_event;
mod account_handle;
mod accounts;
mod advertised_quota;
mod background_rejection;
mod capacity_snapshot;
mod circuit_breaker;
mod concurrency_limit;
mod congestion_event;
mod controller;
mod feedback;
mod isolated_subject;
mod limits;
mod moving_average;
mod outcome_counts;
mod pause;
mod permit;
mod quota;
mod request;
mod request_spacing;
mod retry;
mod round;
#[cfg(test)]
mod simulation;
mod statistics;
mod token_bucket;
mod token_estimate;
mod uptime_interval;

pub use account_event::{AccountEvent, Closure};
pub use account_handle::{AccountHandle, PermitDecision};
pub use accounts::{Accounts, isolated_subject_name};
pub use feedback::FailureReport;
pub use limits::{Limits, OnLimit};
pub use permit::Permit;
pub use quota::{Quota, Remaining};
pub use request::{FailureDisposition, RequestDemand};
pub use retry::{AttemptCounts, RetryPolicy};
pub use statistics::{AccountStatistics, AccountStatus};
