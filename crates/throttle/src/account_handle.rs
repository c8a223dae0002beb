//! The handle through which a worker requests permits of its account.

use crate::OnLimit;
use crate::account::{Account, AccountState};
use crate::account_event::{AccountEvent, Closure};
use crate::controller::RateController;
use crate::permit::Permit;
use crate::request::{Decision, RequestDemand, RequestSource, RequestToken};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::Notify;
use tokio::time::Instant;

/// The handle through which a worker requests permits of its account.
#[derive(Debug)]
pub struct AccountHandle {
    pub(crate) account: Arc<Account>,
    /// The number of the worker at the account.
    pub(crate) worker: usize,
    /// The number of the subject at the account.
    subject_number: usize,
    pub(crate) subject: Arc<str>,
    waker: Arc<Notify>,
    /// True if the limits adapt to the results of this worker's requests.
    pub(crate) adapts: bool,
    stops_at_limits: bool,
    /// True if the worker is in the queue.
    is_queued: AtomicBool,
}

/// The answer to a request for a permit.
#[derive(Debug)]
pub enum PermitDecision<'a> {
    /// The worker may send one request.
    Granted(Permit<'a>),
    /// There is no permit before this time, unless the capacity changes.
    NotBefore(Instant),
    /// There is no permit before the capacity changes or a request of this worker ends.
    Full,
    /// There is no permit in this run any more.
    Closed(Closure),
}

impl AccountHandle {
    pub(crate) fn new(
        account: Arc<Account>,
        subject: &str,
        adapts: bool,
        on_limit: OnLimit,
    ) -> Self {
        let (waker, subject): (_, Arc<str>) = (Arc::new(Notify::new()), Arc::from(subject));
        let (worker, subject_number) = account.lock().add_worker(&subject, &waker);
        let stops_at_limits = on_limit == OnLimit::Stop;
        let is_queued = AtomicBool::new(false);
        Self { account, worker, subject_number, subject, waker, adapts, stops_at_limits, is_queued }
    }

    /// Requests a permit. A worker that gets none waits in a queue, and must
    /// [withdraw](Self::withdraw) if it no longer wants one.
    pub fn request(&self, demand: RequestDemand, now: Instant) -> PermitDecision<'_> {
        let mut state = self.account.lock();
        let source = RequestSource { subject: self.subject_number, is_isolated: false };
        let controller = state.isolated.get_mut(&self.subject);
        let isolated = match controller.map(|it| it.decide_isolated(demand, source, now)) {
            None => None,
            Some(Decision::Admit(token)) => Some(Box::new(token)),
            // The subject waits for itself, outside the queue of the others.
            Some(decision) => {
                self.leave_queue(&mut state);
                self.note_events(&state);
                return match self.find_closure(&state) {
                    Some(closure) => PermitDecision::Closed(closure),
                    None => self.refuse(&state, &decision),
                };
            }
        };
        let source = RequestSource { is_isolated: isolated.is_some(), ..source };
        let decision = self.decide(&mut state, demand, source, now);
        self.note_events(&state);
        if let Decision::Admit(token) = decision {
            return PermitDecision::Granted(self.admit(&mut state, token, isolated, now));
        }
        if let (Some(token), Some(controller)) = (isolated, state.isolated.get_mut(&self.subject)) {
            controller.cancel(&token, now);
            controller.release_slot();
        }
        if let Some(closure) = self.find_closure(&state) {
            self.leave_queue(&mut state);
            state.wake_all();
            return PermitDecision::Closed(closure);
        }
        if matches!(decision, Decision::Yield(_)) {
            self.leave_queue(&mut state);
        } else if !self.is_queued.swap(true, Ordering::Relaxed) {
            state.queue.push_back(self.worker);
        }
        self.refuse(&state, &decision)
    }

    /// Returns the decision of the account's controller.
    fn decide(
        &self,
        state: &mut AccountState,
        demand: RequestDemand,
        source: RequestSource,
        now: Instant,
    ) -> Decision {
        let is_first = state.first_in_queue(now).is_none_or(|first| first == self.worker)
            && !state.yield_front(self.worker);
        let (hanging, more_at) = state.hanging_slots(self.worker, now);
        let decision = match is_first {
            true => state.controller.decide(demand, source, hanging, now),
            false => Decision::Full,
        };
        match (decision, more_at) {
            (Decision::Full, Some(at)) => Decision::NotBefore(at),
            (Decision::QuotaExhausted(closure), _) => {
                state.close_subject(&self.subject, closure, now);
                Decision::Closed
            }
            (decision, _) => decision,
        }
    }

    /// Creates the permit for an admitted request.
    fn admit(
        &self,
        state: &mut AccountState,
        token: RequestToken,
        isolated: Option<Box<RequestToken>>,
        now: Instant,
    ) -> Permit<'_> {
        self.is_queued.store(false, Ordering::Relaxed);
        state.occupy_slot(self.worker, now);
        if let Some(place) = state.queue.iter().position(|worker| *worker == self.worker) {
            state.queue.remove(place);
        }
        state.wake_next(self.worker);
        Permit::new(self, token, isolated)
    }

    /// Returns the decision for a worker without a permit.
    fn refuse(&self, state: &AccountState, decision: &Decision) -> PermitDecision<'_> {
        match decision {
            Decision::NotBefore(at) | Decision::Yield(at) => PermitDecision::NotBefore(*at),
            Decision::Closed | Decision::QuotaExhausted(_) => {
                self.find_closure(state).map_or(PermitDecision::Full, PermitDecision::Closed)
            }
            Decision::Full | Decision::Admit(_) => PermitDecision::Full,
        }
    }

    /// Leaves the queue, if the worker is in it.
    pub fn withdraw(&self) {
        if self.is_queued.load(Ordering::Relaxed) {
            self.leave_queue(&mut self.account.lock());
        }
    }

    fn leave_queue(&self, state: &mut AccountState) {
        if !self.is_queued.swap(false, Ordering::Relaxed) {
            return;
        }
        if let Some(place) = state.queue.iter().position(|worker| *worker == self.worker) {
            state.queue.remove(place);
            state.wake_next(self.worker);
        }
    }

    /// Waits until this worker may get a permit, or the account is closed.
    pub async fn capacity_changed(&self) {
        self.waker.notified().await;
    }

    /// Returns the reason why there are no more permits for this subject, if there are none.
    pub fn closure(&self) -> Option<Closure> {
        self.find_closure(&self.account.lock())
    }

    fn find_closure(&self, state: &AccountState) -> Option<Closure> {
        let isolated = state.isolated.get(&self.subject).and_then(RateController::closure);
        isolated.or(state.controller.closure()).cloned()
    }

    /// Returns true if the subject has limits of its own, because it fails while others are
    /// answered.
    pub fn is_isolated(&self) -> bool {
        self.account.lock().isolated.contains_key(&self.subject)
    }

    /// Returns true if a limit that requires a long wait closes the account.
    pub fn stops_at_limits(&self) -> bool {
        self.stops_at_limits
    }

    /// Returns true if the subject ever answered at this account, in this round or an earlier one.
    pub fn has_answered(&self) -> bool {
        self.account.lock().answered.contains(&self.subject)
    }

    /// Returns true if there are events to take.
    pub fn has_events(&self) -> bool {
        self.account.has_events.load(Ordering::Relaxed)
    }

    /// Takes the events of the account since the last call of any worker. The name is that of the
    /// isolated subject, if the event is about one.
    pub fn take_events(&self) -> Vec<(Option<Arc<str>>, AccountEvent)> {
        let mut state = self.account.lock();
        self.account.has_events.store(false, Ordering::Relaxed);
        let shared = state.controller.take_events().into_iter().map(|event| (None, event));
        let mut all: Vec<_> = shared.collect();
        for (subject, controller) in &mut state.isolated {
            let events = controller.take_events().into_iter();
            all.extend(events.map(|event| (Some(Arc::clone(subject)), event)));
        }
        all
    }

    pub(crate) fn note_events(&self, state: &AccountState) {
        if state.has_events() {
            self.account.has_events.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for AccountHandle {
    fn drop(&mut self) {
        self.withdraw();
        let mut state = self.account.lock();
        state.active.remove(&self.subject);
        state.rejections.forget(&self.subject);
    }
}
