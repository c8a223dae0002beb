//! Failed attempts: the worker asks again, gives the trial up, or stops the subject.

use super::attempt::Attempt;
use super::doubt::TRIES;
use super::state::WorkerState;
use super::{Intake, SubjectWorker};
use crate::Event;
use peirast_llm::{Failure, FormRefusal, Http};
use peirast_record::ErrorKind;
use peirast_store::FailedAttempt;
use peirast_throttle::FailureDisposition;
use std::cmp::Reverse;
use std::time::Duration;
use tokio::time::Instant;

/// An attempt that failed.
pub(super) struct AttemptFailure {
    pub(super) attempt: Attempt,
    pub(super) failure: Failure,
    pub(super) disposition: FailureDisposition,
    /// Time at which it was sent, in microseconds since 1970 UTC.
    pub(super) at_us: i64,
}

/// The expected result of further attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finality {
    /// Another attempt may be answered.
    Passing,
    /// No attempt will be answered.
    Final,
    /// No attempt will be answered, as repeated attempts have shown.
    Believed,
}

impl SubjectWorker {
    /// Handles a failed attempt; returns its log entry.
    pub(super) fn failed(
        &self,
        mut failed: AttemptFailure,
        intake: &Intake,
        state: &mut WorkerState,
    ) -> FailedAttempt {
        failed.attempt.counts.record(failed.disposition);
        let finality = self.finality(&failed, intake, state);
        // A request in another form is not a retry of the same request; there is at most one more.
        let has_other_form = failed.failure.form.as_ref().is_some_and(FormRefusal::may_ask_again);
        let goes_on =
            has_other_form || self.shared.settings.retry.allows_retry(failed.attempt.counts);
        self.tell_of_form(&failed.failure);
        if goes_on && finality == Finality::Passing {
            *state.summary.retried.entry(failed.failure.kind).or_default() += 1;
            match intake.is_open() {
                true => self.retry(&failed, state),
                false => self.abandon_retry(&failed),
            }
        } else {
            self.give_up(&failed, finality, intake, state);
        }
        let AttemptFailure { attempt, failure, at_us, .. } = failed;
        FailedAttempt {
            trial: attempt.trial().key.clone(),
            attempt: attempt.number(),
            was_sent: failure.was_sent(),
            kind: failure.kind,
            status: failure.status,
            message: failure.message,
            at_us,
            body: failure.body,
        }
    }

    /// Returns the expected result of further attempts. A refused key or an unknown model is final,
    /// unless the subject has answered before: then a proxy or load balancer may have refused, and
    /// a few attempts decide.
    fn finality(
        &self,
        failed: &AttemptFailure,
        intake: &Intake,
        state: &mut WorkerState,
    ) -> Finality {
        let AttemptFailure { attempt, failure, .. } = failed;
        let in_doubt = state.ended(attempt);
        match failure.kind {
            kind if kind.is_transient() => Finality::Passing,
            _ if failure.form.as_ref().is_some_and(FormRefusal::may_ask_again) => Finality::Passing,
            ErrorKind::BadRequest => Finality::Final,
            kind => {
                // A refusal in the provider's own words did not come from a proxy.
                let by_status = failure.status.and_then(Http::kind_of) == Some(kind);
                if !by_status || !intake.account.has_answered() {
                    return Finality::Final;
                }
                let wait = match self.subject.backs_off() {
                    true => self.shared.settings.retry.base,
                    false => Duration::ZERO,
                };
                match state.doubts(in_doubt, Instant::now(), wait) {
                    true => Finality::Believed,
                    false => Finality::Passing,
                }
            }
        }
    }

    /// Reports the first refusal that changed the form of requests.
    fn tell_of_form(&self, failure: &Failure) {
        if let &Some(FormRefusal::Renamed { from, to, is_first: true }) = &failure.form {
            self.tell(Event::FormChanged { subject: self.subject.name(), from, to });
        }
    }

    fn retry(&self, failed: &AttemptFailure, state: &mut WorkerState) {
        let AttemptFailure { attempt, failure, disposition, .. } = failed;
        let (trial, number, now) = (attempt.trial(), attempt.number(), Instant::now());
        let (first, asked) = (disposition.max_first_wait, failure.retry_after);
        let wait = match (self.subject.backs_off(), state.doubt) {
            (true, Some(doubt)) if !failure.kind.is_transient() => doubt.left(now),
            (true, _) => self.shared.settings.retry.wait(first, &trial.key, number, asked),
            (false, _) => Duration::ZERO,
        };
        state.waiting.push(Reverse((now + wait, attempt.next())));
        let (kind, message) = (failure.kind, failure.message.as_str());
        self.tell(Event::Retrying { trial, attempt: number, kind, message, wait });
    }

    /// Reports an abandoned retry, because nothing more is asked.
    fn abandon_retry(&self, AttemptFailure { attempt, failure, .. }: &AttemptFailure) {
        let (kind, message) = (failure.kind, failure.message.as_str());
        let (trial, attempt) = (attempt.trial(), attempt.number());
        self.tell(Event::RetryAbandoned { trial, attempt, kind, message });
    }

    fn give_up(
        &self,
        AttemptFailure { attempt, failure, .. }: &AttemptFailure,
        finality: Finality,
        intake: &Intake,
        state: &mut WorkerState,
    ) {
        let (trial, kind) = (attempt.trial(), failure.kind);
        self.source.gave_up(&trial.key);
        let (attempts, message) = (attempt.number(), failure.message.as_str());
        *state.summary.failed.entry(kind).or_default() += 1;
        state.summary.last_failures.insert(kind, failure.message.clone());
        self.tell(Event::Failed { trial, attempts, kind, message });
        let Some(reason) = reason_to_stop(failure, finality, attempts, state) else { return };
        // Exhausted credit is also a limit, which no wait can lift.
        let no_credit = kind == ErrorKind::Auth && matches!(failure.status, Some(402 | 429));
        let is_limit = no_credit && intake.account.stops_at_limits();
        self.stop(kind, reason, is_limit, intake, state);
    }
}

/// Returns the reason to stop asking the subject after a trial was given up, if there is one.
fn reason_to_stop(
    failure: &Failure,
    finality: Finality,
    attempts: u32,
    state: &mut WorkerState,
) -> Option<String> {
    let message = &failure.message;
    match (failure.kind, finality) {
        (ErrorKind::BadRequest, _) if state.summary.answered == 0 && is_not_taken(failure) => {
            Some(message.clone())
        }
        (ErrorKind::BadRequest, _) => {
            let is_over = state.was_refused();
            let row = state.refused.length();
            let words = || format!("{row} questions in a row were refused; the last: {message}");
            is_over.then(words)
        }
        (ErrorKind::Auth | ErrorKind::NotFound, Finality::Passing) => None,
        (ErrorKind::Auth | ErrorKind::NotFound, Finality::Final) => Some(message.clone()),
        (ErrorKind::Auth | ErrorKind::NotFound, Finality::Believed) => {
            Some(format!("{message}; {TRIES} later attempts had the same result"))
        }
        _ => {
            let is_over = state.gave_up();
            let (row, times) = (state.exhausted.length(), render_times(attempts));
            let words =
                || format!("{row} questions in a row failed {times} each; the last: {message}");
            is_over.then(words)
        }
    }
}

/// Returns true if the model does not take a setting that all questions have.
fn is_not_taken(failure: &Failure) -> bool {
    matches!(failure.form, Some(FormRefusal::NotTaken(_)))
}

/// Renders a number of times in words.
fn render_times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}
