//! Events: the one interface between a run and its display.

use crate::spending::SpendingMeter;
use peirast_llm::Subject;
use peirast_run::Event;
use peirast_throttle::Accounts;
use std::sync::Arc;

/// An event while a study is planned, asked, graded and analysed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum RunEvent<'a> {
    /// Progress of planning: `questions` trials since the last such event, of about `total`. A
    /// `total` of 0 ends the count.
    Planning {
        /// Trials planned since the last event.
        questions: u64,
        /// Trials of the whole plan, about.
        total: u64,
    },
    /// The plan, or its first chunk, is made, and the store is open to take it.
    Planned {
        /// Estimated number of questions, of all subjects.
        questions: u64,
    },
    /// The budget is open; `None` if nothing costs anything.
    BudgetOpened {
        /// Spending of the run.
        meter: Option<Arc<dyn SpendingMeter>>,
    },
    /// A round of questions begins. A run has one round, unless votes or looks ask for more.
    RoundStarted {
        /// Subjects of this round.
        subjects: &'a [RoundSubject],
        /// Accounts of the subjects, with the requests in flight and their limits.
        accounts: &'a Accounts,
    },
    /// Something happened to a trial, a subject or an account.
    Asking(Event<'a>),
    /// A round has ended; every answer that was counted is stored.
    RoundEnded,
    /// A message for people. The code is stable, the wording is not.
    Notice {
        /// Topic of the message.
        code: NoticeCode,
        /// The message, on one or more lines. It may quote what a server said: escape it.
        message: &'a str,
    },
}

/// A subject in a round of questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundSubject {
    /// Name of the subject.
    pub name: String,
    /// Account whose rate limits it shares.
    pub account: String,
    /// Questions of this round.
    pub trials: u64,
    /// Answers of earlier runs that no round asks about, such as earlier votes.
    pub answered_before: u64,
}

impl RoundSubject {
    /// Creates the entry of a subject that is asked this number of questions.
    pub(crate) fn new(subject: &dyn Subject, trials: u64) -> Self {
        let (name, account) = (subject.name().to_owned(), subject.account().to_owned());
        Self { name, account, trials, answered_before: 0 }
    }
}

/// The topic of a [`RunEvent::Notice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoticeCode {
    /// Hypotheses or strategies that this run leaves out.
    LeftOut,
    /// A setting that a subject does not take.
    NotSent,
    /// A key that would travel or be stored in the clear.
    KeyExposed,
    /// A key that answers may say by chance, and that is masked there.
    KeyInAnswers,
    /// An old price, or a subject that counts as free.
    Price,
    /// The cost of a run, or a budget that is too small.
    Cost,
    /// Answers reused from other run directories.
    Reused,
    /// Answers that the votes so far call for.
    Votes,
    /// Progress of a sequential test.
    Sequential,
    /// A database that does not answer yet.
    Waiting,
    /// A limit of this machine.
    Machine,
    /// Progress or result of a batch.
    Batch,
    /// A remark on the analysis.
    Analysis,
    /// Departures of a run from its preregistration; registered tests with too few pairs.
    Registration,
    /// Problems that a simulated subject cannot answer as it should.
    Simulated,
    /// Warnings about a file of own problems.
    Problems,
}

/// Receiver of events. A run waits for each call, so it must be quick.
///
/// ```
/// use peirast_study::{EventSink, NoEvents, RunEvent};
///
/// let print = |event: &RunEvent<'_>| {
///     if let RunEvent::Notice { message, .. } = event {
///         eprintln!("{message}");
///     }
/// };
/// let sinks: [&dyn EventSink; 2] = [&print, &NoEvents];
/// sinks.iter().for_each(|sink| sink.emit(&RunEvent::RoundEnded));
/// ```
pub trait EventSink: Send + Sync {
    /// Receives one event.
    fn emit(&self, event: &RunEvent<'_>);

    /// Sends a message for people.
    fn notice(&self, code: NoticeCode, message: &str) {
        self.emit(&RunEvent::Notice { code, message });
    }
}

impl<F: Fn(&RunEvent<'_>) + Send + Sync> EventSink for F {
    fn emit(&self, event: &RunEvent<'_>) {
        self(event);
    }
}

/// A sink that ignores all events.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvents;

impl EventSink for NoEvents {
    fn emit(&self, _: &RunEvent<'_>) {}
}

/// A sink that several tasks share.
pub type SharedSink = Arc<dyn EventSink>;
