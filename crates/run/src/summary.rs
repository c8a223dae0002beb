//! The summary of a run.

use peirast_record::ErrorKind;
use peirast_throttle::AccountStatistics;
use std::collections::BTreeMap;

/// The summary of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Trials given to the run, without duplicates.
    pub trials: u64,
    /// Trials sent to a subject at least once in this run.
    pub asked: u64,
    /// Responses stored in this run.
    pub answered: u64,
    /// Trials that had a stored response before.
    pub already: u64,
    /// Trials that other workers answered meanwhile.
    pub elsewhere: u64,
    /// Answers that arrived after another worker had stored one. They are paid for and kept, and
    /// not counted.
    pub wasted: u64,
    /// Trials given up, by the kind of their last failure.
    pub failed: BTreeMap<ErrorKind, u64>,
    /// Reason of the last of these failures, in words, by kind.
    pub last_failures: BTreeMap<ErrorKind, String>,
    /// Attempts beyond the first.
    pub retries: u64,
    /// Failed attempts that were followed by a retry, or would have been if the run had not ended,
    /// by kind of failure.
    pub retried: BTreeMap<ErrorKind, u64>,
    /// The statistics of each account since its first request, without simulated ones.
    pub accounts: BTreeMap<String, AccountStatistics>,
    /// The reason why the budget was exhausted, if it was.
    pub spent: Option<String>,
    /// True if a rate limit stopped a subject, as [`OnLimit::Stop`](peirast_throttle::OnLimit)
    /// requires.
    pub limited: bool,
    /// Subjects that were not asked to the end.
    pub stopped: Vec<SubjectStop>,
    /// True if the run was cancelled.
    pub cancelled: bool,
    /// Attempts that were dropped in flight because the run was cancelled and its grace period was
    /// over.
    pub dropped: u64,
}

/// A subject that was not asked to the end, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubjectStop {
    /// The subject.
    pub subject: String,
    /// The kind of failure that stopped it.
    pub kind: ErrorKind,
    /// The reason, in words.
    pub reason: String,
}

impl Summary {
    /// Returns the number of trials without a response.
    ///
    /// ```
    /// let summary = peirast_run::Summary { trials: 10, already: 3, answered: 5, ..Default::default() };
    /// assert_eq!(summary.unanswered(), 2);
    /// assert!(!summary.is_complete());
    /// ```
    pub fn unanswered(&self) -> u64 {
        self.trials.saturating_sub(self.already + self.answered + self.elsewhere)
    }

    /// Returns true if every trial has a response.
    pub fn is_complete(&self) -> bool {
        self.unanswered() == 0
    }

    /// Adds the counts of a further pass over the same trials: trials answered in this pass counted
    /// as answered there, and that pass asked the remaining ones.
    pub(crate) fn go_on(&mut self, further: Self) {
        let unanswered = further.unanswered();
        self.asked += further.asked;
        self.answered += further.answered;
        self.retries += further.retries;
        for (kind, count) in further.retried {
            *self.retried.entry(kind).or_default() += count;
        }
        self.wasted += further.wasted;
        self.accounts = further.accounts;
        self.spent = further.spent.or(self.spent.take());
        self.limited |= further.limited;
        self.dropped += further.dropped;
        self.failed = further.failed;
        self.last_failures = further.last_failures;
        self.stopped = further.stopped;
        self.elsewhere =
            self.trials.saturating_sub(self.already + self.answered).saturating_sub(unanswered);
    }

    /// Adds the counts of a later run, or of another part of this one.
    pub fn add(&mut self, part: Self) {
        self.trials += part.trials;
        self.asked += part.asked;
        self.answered += part.answered;
        self.already += part.already;
        self.elsewhere += part.elsewhere;
        self.wasted += part.wasted;
        self.retries += part.retries;
        self.cancelled |= part.cancelled;
        self.dropped += part.dropped;
        self.limited |= part.limited;
        self.spent = self.spent.take().or(part.spent);
        // The later value is more complete.
        self.accounts.extend(part.accounts);
        self.stopped.extend(part.stopped);
        self.last_failures.extend(part.last_failures);
        for (kind, count) in part.failed {
            *self.failed.entry(kind).or_default() += count;
        }
        for (kind, count) in part.retried {
            *self.retried.entry(kind).or_default() += count;
        }
    }
}
