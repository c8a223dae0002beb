//! Events: what a run tells while it goes on.

use peirast_record::{ErrorKind, Response, Trial};
use std::time::Duration;

/// Something that happened in a run. More kinds may come.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A subject's trials were compared with the store, or all of those are planned that came besides.
    Planned {
        /// The subject.
        subject: &'a str,
        /// Its trials, without duplicates.
        trials: u64,
        /// Those with a stored response, which are not asked.
        already: u64,
    },
    /// More trials of a subject were planned, none of which has a response. When no more come, all of
    /// them are told of as planned again.
    PlanGrown {
        /// The subject.
        subject: &'a str,
        /// How many more.
        trials: u64,
    },
    /// Nothing is in flight any more, and nothing more goes out. The rest of the plan may still be stored.
    Drained,
    /// How far all workers together have come with what is planned for a subject that this one asks.
    /// Told now and then, and at the end.
    SharedProgress {
        /// The subject.
        subject: &'a str,
        /// Its trials.
        trials: u64,
        /// Those with a stored response.
        answered: u64,
    },
    /// A trial is put to its subject.
    Started {
        /// Which trial.
        trial: &'a Trial,
        /// The attempt, from 1.
        attempt: u32,
    },
    /// A response is on disk.
    Answered {
        /// Which trial.
        trial: &'a Trial,
        /// The response.
        response: &'a Response,
    },
    /// A response came when another worker had stored one. It is kept apart.
    DuplicateAnswer {
        /// Which trial.
        trial: &'a Trial,
    },
    /// An attempt failed and another will follow.
    Retrying {
        /// Which trial.
        trial: &'a Trial,
        /// The attempt that failed, from 1.
        attempt: u32,
        /// Why.
        kind: ErrorKind,
        /// Why, in words.
        message: &'a str,
        /// How long until the next attempt.
        wait: Duration,
    },
    /// An attempt failed after which another would follow, were anything more asked: the trial stays
    /// unanswered, and the next run asks it again.
    RetryAbandoned {
        /// Which trial.
        trial: &'a Trial,
        /// The attempt that failed, from 1.
        attempt: u32,
        /// Why.
        kind: ErrorKind,
        /// Why, in words.
        message: &'a str,
    },
    /// A server asks to wait for long, or says that nothing is left of its limits. Told once for all
    /// the attempts that it delays.
    Paused {
        /// The account.
        account: &'a str,
        /// Host and port of the server.
        host: &'a str,
        /// The HTTP status with which it asks; none if the headers of an answer said so.
        status: Option<u16>,
        /// How long it asks to wait.
        asked: Duration,
        /// How long that is heeded: see [`RetryPolicy::longest_asked`](peirast_throttle::RetryPolicy).
        wait: Duration,
    },
    /// What may be in flight at an account changed: it was lowered, or went up by more than a quarter.
    LimitChanged {
        /// The account.
        account: &'a str,
        /// How many attempts could be in flight when this was last told.
        from: usize,
        /// How many can be now.
        to: usize,
    },
    /// A server answers nobody. It is tried with one question now and then.
    Outage {
        /// The account.
        account: &'a str,
        /// Host and port of the server.
        host: &'a str,
        /// Attempts that failed in a row.
        attempts: u32,
        /// Why the last one failed, in words.
        message: &'a str,
    },
    /// A server of which an outage was told answers again.
    Recovered {
        /// The account.
        account: &'a str,
        /// Host and port of the server.
        host: &'a str,
        /// How long nobody was answered.
        after: Duration,
    },
    /// A subject is refused, or too late, while others at its account are answered: it is asked apart from them, and
    /// that says nothing of the account any more.
    SubjectIsolated {
        /// The account.
        account: &'a str,
        /// Host and port of the server.
        host: &'a str,
        /// The subject.
        subject: &'a str,
        /// Whether it is refused; else it leaves requests without an answer.
        refused: bool,
    },
    /// The purse pays for nothing more: nothing new is put, and what is in flight is stored.
    BudgetExhausted {
        /// Why, in words.
        reason: &'a str,
    },
    /// A trial is given up for this run; it stays unanswered, and the next run asks it again.
    Failed {
        /// Which trial.
        trial: &'a Trial,
        /// Attempts made.
        attempts: u32,
        /// Why the last one failed.
        kind: ErrorKind,
        /// Why, in words.
        message: &'a str,
    },
    /// No further trial is put to this subject in this run.
    SubjectStop {
        /// The subject.
        subject: &'a str,
        /// The kind of failure that stopped it.
        kind: ErrorKind,
        /// Why, in words.
        reason: &'a str,
    },
    /// The run was cancelled; this subject's attempts in flight are waited for.
    Cancelling {
        /// The subject.
        subject: &'a str,
        /// How many attempts are in flight.
        in_flight: usize,
    },
}
