//! The outcome of a run, for exit codes and for programs that read events.

use peirast_record::ErrorKind;
use peirast_run::Summary;

/// The outcome of a run. A command line that cannot be read exits with 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    /// Every question has an answer.
    Complete,
    /// Some questions have no answer.
    Partial,
    /// The budget is used up.
    Budget,
    /// A rate limit ended the run, as `--on-limit stop` demands.
    Limit,
    /// No question was answered, and the same command would get no answer: models refuse the key or
    /// are unknown, or questions are refused for good. Errors have the same exit code.
    Failed,
    /// The run was interrupted.
    Interrupted,
}

impl RunOutcome {
    /// Returns the outcome of a run with this summary.
    pub fn from_summary(summary: &Summary) -> Self {
        match summary {
            run if run.cancelled => Self::Interrupted,
            run if run.is_complete() => Self::Complete,
            run if run.spent.is_some() => Self::Budget,
            run if run.limited => Self::Limit,
            run if is_refused(run) => Self::Failed,
            _ => Self::Partial,
        }
    }

    /// Returns the exit code. Codes are stable.
    pub fn code(self) -> u8 {
        match self {
            Self::Complete => 0,
            Self::Failed => 1,
            Self::Partial => 3,
            Self::Budget => 4,
            Self::Limit => 5,
            Self::Interrupted => 130,
        }
    }

    /// Returns the name used in events.
    pub fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Partial => "partial",
            Self::Budget => "budget",
            Self::Limit => "limit",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
        }
    }
}

/// Returns true if there was no answer and the same command would get none: the models refuse the
/// caller, or everything open was refused for good.
fn is_refused(run: &Summary) -> bool {
    let is_lasting = |kind: &ErrorKind| !kind.is_transient();
    let are_closed = !run.stopped.is_empty() && run.stopped.iter().all(|one| is_lasting(&one.kind));
    let are_refused = run.failed.values().sum::<u64>() == run.unanswered();
    run.answered + run.elsewhere + run.wasted == 0
        && run.failed.keys().chain(run.retried.keys()).all(is_lasting)
        && (are_closed || are_refused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_run::SubjectStop;

    #[test]
    fn every_ending_has_a_code_of_its_own() {
        let run = |answered| Summary { trials: 10, answered, ..Summary::default() };
        let stopped = |answered, kind| {
            let (subject, reason) = ("openai:a".to_owned(), "refused".to_owned());
            Summary { stopped: vec![SubjectStop { subject, kind, reason }], ..run(answered) }
        };
        let refused = |kind, count, run| Summary { failed: [(kind, count)].into(), ..run };
        let (spent, limited) = (Some("spent".to_owned()), true);
        for (summary, ending, code) in [
            (run(10), RunOutcome::Complete, 0),
            (run(9), RunOutcome::Partial, 3),
            (Summary { spent: spent.clone(), ..run(9) }, RunOutcome::Budget, 4),
            (Summary { limited, ..run(9) }, RunOutcome::Limit, 5),
            (stopped(0, ErrorKind::Auth), RunOutcome::Failed, 1),
            (stopped(1, ErrorKind::Auth), RunOutcome::Partial, 3),
            (stopped(0, ErrorKind::NotFound), RunOutcome::Failed, 1),
            (stopped(0, ErrorKind::BadRequest), RunOutcome::Failed, 1),
            (stopped(1, ErrorKind::BadRequest), RunOutcome::Partial, 3),
            (stopped(0, ErrorKind::Network), RunOutcome::Partial, 3),
            (refused(ErrorKind::BadRequest, 10, run(0)), RunOutcome::Failed, 1),
            // Others were not asked, or were answered, or may still be.
            (refused(ErrorKind::BadRequest, 9, run(0)), RunOutcome::Partial, 3),
            (refused(ErrorKind::BadRequest, 2, run(8)), RunOutcome::Partial, 3),
            (refused(ErrorKind::Server, 10, run(0)), RunOutcome::Partial, 3),
            (Summary { spent: spent.clone(), ..run(10) }, RunOutcome::Complete, 0),
            (Summary { cancelled: true, spent, limited, ..run(10) }, RunOutcome::Interrupted, 130),
        ] {
            assert_eq!(
                (RunOutcome::from_summary(&summary), ending.code()),
                (ending, code),
                "{summary:?}"
            );
        }
    }
}
