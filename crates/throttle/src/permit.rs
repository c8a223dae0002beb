//! A permit to send one request.

use crate::Quota;
use crate::account::AccountState;
use crate::account_handle::AccountHandle;
use crate::feedback::FailureReport;
use crate::request::{FailureDisposition, RequestToken};
use peirast_record::Usage;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// A permit to send one request. It occupies a slot of the account until it is dropped.
///
/// Record the outcome by [`record_answer`](Self::record_answer) or
/// [`record_failure`](Self::record_failure). A permit that is dropped without either counts as a
/// request without an outcome.
#[derive(Debug)]
pub struct Permit<'a> {
    handle: &'a AccountHandle,
    token: RequestToken,
    /// The token of the subject's own controller. It is boxed because few subjects are isolated and
    /// many permits exist at the same time.
    isolated: Option<Box<RequestToken>>,
    is_in_flight: bool,
    /// True if the slot was released before the answer was stored.
    is_slot_free: bool,
}

impl<'a> Permit<'a> {
    pub(crate) fn new(
        handle: &'a AccountHandle,
        token: RequestToken,
        isolated: Option<Box<RequestToken>>,
    ) -> Self {
        Self { handle, token, isolated, is_in_flight: true, is_slot_free: false }
    }

    /// Records an answer.
    pub fn record_answer(&mut self, usage: Usage, quota: Quota) {
        self.is_in_flight = false;
        let now = Instant::now();
        let subject = &self.handle.subject;
        let mut state = self.handle.account.lock();
        if !state.answered.contains(subject) {
            state.answered.insert(Arc::clone(subject));
        }
        if !self.handle.adapts {
            return state.controller.record_neutral(&self.token, now);
        }
        state.rejections.record_answer(subject, self.token.number);
        if let (Some(token), Some(controller)) =
            (self.isolated.as_deref(), state.isolated.get_mut(subject))
        {
            controller.record_answer(token, usage, quota, now);
        }
        state.controller.record_answer(&self.token, usage, quota, now);
        self.handle.note_events(&state);
    }

    /// Releases the slot before the answer is stored, unless too many answers wait for the disk.
    pub fn release_slot(&mut self) {
        let mut state = self.handle.account.lock();
        if !self.is_slot_free && state.controller.release_slot_early() {
            self.is_slot_free = true;
            state.release_slot(self.handle.worker, Instant::now());
            state.wake_next(self.handle.worker);
        }
    }

    /// Records a failure. `kept_wait` is the accepted part of the wait that the server asks for.
    /// Returns the consequence of the failure for the trial.
    pub fn record_failure(
        &mut self,
        failure: &FailureReport<'_>,
        kept_wait: Option<Duration>,
    ) -> FailureDisposition {
        self.is_in_flight = false;
        let now = Instant::now();
        let mut state = self.handle.account.lock();
        if !self.handle.adapts {
            state.controller.record_neutral(&self.token, now);
            return FailureDisposition { counts: true, rejected: false, max_first_wait: None };
        }
        let subject = &self.handle.subject;
        if !state.failed.contains(subject) {
            state.failed.insert(Arc::clone(subject));
        }
        let disposition = self.assign_failure(&mut state, failure, kept_wait, now);
        self.handle.note_events(&state);
        if state.controller.closure().is_some() {
            state.wake_all();
        }
        disposition
    }

    /// Assigns a failure to the subject or to the account.
    fn assign_failure(
        &self,
        state: &mut AccountState,
        failure: &FailureReport<'_>,
        kept_wait: Option<Duration>,
        now: Instant,
    ) -> FailureDisposition {
        let (subject, token) = (&self.handle.subject, &self.token);
        match (self.isolated.as_deref(), state.isolated.get_mut(subject)) {
            (Some(isolated), Some(controller)) => {
                state.controller.record_neutral(token, now);
                controller.record_failure(isolated, failure, kept_wait, now)
            }
            // A limit at which to stop. It may concern only this subject.
            (None, None) if let Some(closure) = state.controller.closure_for(failure) => {
                state.controller.record_isolated_failure(token, failure, now);
                state.close_subject(subject, closure, now);
                FailureDisposition { counts: false, rejected: true, max_first_wait: None }
            }
            // The request was in flight when its subject was isolated.
            (None, Some(_)) if failure.is_overload() => {
                state.controller.record_isolated_failure(token, failure, now);
                let rejected = failure.is_rejection();
                FailureDisposition { counts: !rejected, rejected, max_first_wait: None }
            }
            _ => {
                // A wait that may concern only this subject applies only to this question.
                let kept_wait = kept_wait.filter(|_| !state.may_be_alone(subject));
                let disposition = state.controller.record_failure(token, failure, kept_wait, now);
                let next = state.controller.next_number();
                let is_evidence = failure.is_overload() && !failure.local_shortage;
                if is_evidence && state.rejections.record_rejection(subject, next) {
                    state.isolate(subject, disposition.rejected, now);
                }
                disposition
            }
        }
    }

    /// Cancels the request, which was not sent.
    pub fn cancel(mut self) {
        self.is_in_flight = false;
        let mut state = self.handle.account.lock();
        let now = Instant::now();
        state.controller.cancel(&self.token, now);
        if let (Some(token), Some(controller)) =
            (self.isolated.as_deref(), state.isolated.get_mut(&self.handle.subject))
        {
            controller.cancel(token, now);
        }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut state = self.handle.account.lock();
        let now = Instant::now();
        if let (Some(token), Some(controller)) =
            (self.isolated.as_deref(), state.isolated.get_mut(&self.handle.subject))
        {
            if self.is_in_flight {
                controller.record_neutral(token, now);
            }
            controller.release_slot();
        }
        if self.is_in_flight {
            state.controller.record_neutral(&self.token, now);
        }
        if self.is_slot_free {
            state.controller.answer_stored();
            return;
        }
        state.controller.release_slot();
        state.release_slot(self.handle.worker, now);
        state.wake_next(self.handle.worker);
    }
}
