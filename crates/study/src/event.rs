//! Events: the one interface between what runs and who shows it.

use crate::money::BudgetTracker;
use peirast_run::Event;
use peirast_throttle::Accounts;
use std::sync::Arc;

/// What happens while a study is planned, asked, graded and analysed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum RunEvent<'a> {
    /// The plan has come so far. `questions` is how many trials were planned since the last such
    /// event, of about `total`; a `total` of 0 ends the count.
    Planning {
        /// Trials planned since the last event.
        questions: u64,
        /// Trials of the whole plan, about.
        total: u64,
    },
    /// The plan is made; from now on it is stored.
    Planned {
        /// About how many questions it asks, of all subjects.
        questions: u64,
    },
    /// It is known who counts the cost from now on; `None` where nothing costs anything.
    BudgetOpened {
        /// What is spent and reserved.
        tracker: Option<&'a Arc<BudgetTracker>>,
    },
    /// A round of questions begins. A run has one round, unless votes or looks ask for more.
    RoundStarted {
        /// Who is asked in this round.
        subjects: &'a [RoundSubject],
        /// The accounts behind the subjects: how much is in flight there, and within which limits.
        accounts: &'a Accounts,
    },
    /// Something happened to a trial, a subject or an account.
    Asking(Event<'a>),
    /// A round has ended; every answer that was counted is stored.
    RoundEnded,
    /// A message for people. The code is stable; the words are not.
    Notice {
        /// What it is about.
        code: NoticeCode,
        /// The message, on one or more lines. It may quote what a server said: escape it.
        message: &'a str,
    },
}

/// A subject in a round of questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundSubject {
    /// Its name.
    pub name: String,
    /// The account whose rate limits it shares.
    pub account: String,
    /// Questions of this round.
    pub trials: u64,
    /// Answers of earlier runs that no round asks about, such as earlier votes.
    pub answered_before: u64,
}

/// What a [`RunEvent::Notice`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoticeCode {
    /// Hypotheses or strategies that this run leaves out.
    LeftOut,
    /// A setting that a subject cannot be sent.
    NotSent,
    /// A key that would travel or be stored in the clear.
    KeyExposed,
    /// A price that is old, or a subject that is taken to be free.
    Price,
    /// What the run cost, or what a budget lacks.
    Cost,
    /// Answers taken over from other run directories.
    Reused,
    /// What the votes so far call for.
    Votes,
    /// How far a sequential test has come.
    Sequential,
    /// A database that does not answer yet.
    Waiting,
    /// A limit of this machine.
    Machine,
    /// What became of a batch.
    Batch,
    /// Something about the analysis that a reader should know.
    Analysis,
}

/// Takes events. A run waits for the call: it must be quick.
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
    /// Takes one event.
    fn emit(&self, event: &RunEvent<'_>);

    /// Takes a message for people.
    fn notice(&self, code: NoticeCode, message: &str) {
        self.emit(&RunEvent::Notice { code, message });
    }
}

impl<F: Fn(&RunEvent<'_>) + Send + Sync> EventSink for F {
    fn emit(&self, event: &RunEvent<'_>) {
        self(event);
    }
}

/// Takes no notice of anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvents;

impl EventSink for NoEvents {
    fn emit(&self, _: &RunEvent<'_>) {}
}

/// A sink that several tasks share.
pub type SharedSink = Arc<dyn EventSink>;
