//! Events of a run.

use peirast_record::{ErrorKind, Response, Trial};
use peirast_throttle::AccountEvent;
use std::time::Duration;

/// Something that happened in a run. More variants may be added.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The trials of a subject were compared with the store, or its plan is complete.
    Planned {
        /// The subject.
        subject: &'a str,
        /// Its trials, without duplicates.
        trials: u64,
        /// Trials with a stored response, which are not asked.
        already: u64,
    },
    /// More trials of a subject were planned, none of which has a response. When the plan is
    /// complete, `Planned` is reported again.
    PlanGrown {
        /// The subject.
        subject: &'a str,
        /// Number of additional trials.
        trials: u64,
    },
    /// Nothing is in flight, and nothing more will be sent. The rest of the plan may still be
    /// stored.
    Drained,
    /// The progress of all workers together on the plan of a subject. It is reported from time to
    /// time, and at the end.
    SharedProgress {
        /// The subject.
        subject: &'a str,
        /// Its trials.
        trials: u64,
        /// Trials with a stored response.
        answered: u64,
    },
    /// A trial is sent to its subject.
    Started {
        /// The trial.
        trial: &'a Trial,
        /// The attempt, from 1.
        attempt: u32,
    },
    /// A response arrived; it counts when it is on disk.
    Received {
        /// The trial.
        trial: &'a Trial,
    },
    /// A response is on disk.
    Answered {
        /// The trial.
        trial: &'a Trial,
        /// The response.
        response: &'a Response,
    },
    /// A response arrived after another worker had stored one. It is kept as a duplicate.
    DuplicateAnswer {
        /// The trial.
        trial: &'a Trial,
    },
    /// An attempt failed and another will follow.
    Retrying {
        /// The trial.
        trial: &'a Trial,
        /// The attempt that failed, from 1.
        attempt: u32,
        /// The kind of failure.
        kind: ErrorKind,
        /// The reason, in words.
        message: &'a str,
        /// Time until the next attempt.
        wait: Duration,
    },
    /// A refusal showed that the model takes a setting under another name. Requests to the subject
    /// have that name from now on; their questions and settings are the same.
    FormChanged {
        /// The subject.
        subject: &'a str,
        /// Name of the field before.
        from: &'a str,
        /// Name of the field from now on.
        to: &'a str,
    },
    /// An attempt failed, and the retry is abandoned because nothing more is asked. The trial stays
    /// unanswered, and the next run asks it again.
    RetryAbandoned {
        /// The trial.
        trial: &'a Trial,
        /// The attempt that failed, from 1.
        attempt: u32,
        /// The kind of failure.
        kind: ErrorKind,
        /// The reason, in words.
        message: &'a str,
    },
    /// Something happened at an account. It is reported once for all the attempts that it concerns.
    Account {
        /// The account.
        account: &'a str,
        /// Host and port of the server.
        host: &'a str,
        /// The event.
        event: &'a AccountEvent,
    },
    /// The budget is exhausted. Nothing new is asked; answers to requests in flight are stored.
    BudgetExhausted {
        /// The reason, in words.
        reason: &'a str,
    },
    /// A trial is given up for this run; it stays unanswered, and the next run asks it again.
    Failed {
        /// The trial.
        trial: &'a Trial,
        /// Attempts made.
        attempts: u32,
        /// The kind of the last failure.
        kind: ErrorKind,
        /// Its reason, in words.
        message: &'a str,
    },
    /// No further trial is sent to this subject in this run.
    Stopped {
        /// The subject.
        subject: &'a str,
        /// The kind of failure that stopped it.
        kind: ErrorKind,
        /// The reason, in words.
        reason: &'a str,
    },
    /// The run was cancelled; it waits for this subject's attempts in flight.
    Cancelling {
        /// The subject.
        subject: &'a str,
        /// Number of attempts in flight.
        in_flight: usize,
        /// Time that the run waits for them.
        grace: Duration,
    },
    /// The run was cancelled, and the grace is over: attempts in flight are dropped. Their trials
    /// stay unanswered, and the next run asks them again.
    Dropped {
        /// The subject.
        subject: &'a str,
        /// Number of attempts that were in flight.
        in_flight: usize,
        /// Time that the run waited for them.
        grace: Duration,
        /// True if they may have been charged: the subject's answers are not known to be free.
        may_cost: bool,
    },
}
