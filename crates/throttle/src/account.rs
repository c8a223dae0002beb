//! An account: one rate controller, shared by the workers that send to its server.

use crate::Limits;
use crate::account_event::Closure;
use crate::circuit_breaker::CircuitBreaker;
use crate::controller::RateController;
use crate::isolated_subject::RejectionMonitor;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// The time without a released slot after which a worker is taken to hang.
const HANG_AFTER: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(crate) struct Account {
    pub(crate) name: String,
    /// True if the limits adapt to a server; a simulated one needs no relief.
    pub(crate) adapts: bool,
    /// True if there are events to take.
    pub(crate) has_events: AtomicBool,
    state: Mutex<AccountState>,
}

#[derive(Debug)]
pub(crate) struct AccountState {
    pub(crate) controller: RateController,
    /// Workers that wait for a slot for one request each, in order of arrival.
    pub(crate) queue: VecDeque<usize>,
    /// Wake-up signal of each worker.
    wakers: Vec<Arc<Notify>>,
    /// The slots that each worker occupies.
    worker_slots: Vec<WorkerSlots>,
    /// Subjects with an answer.
    pub(crate) answered: BTreeSet<Arc<str>>,
    /// Subjects with a failure.
    pub(crate) failed: BTreeSet<Arc<str>>,
    /// Subjects that have a worker.
    pub(crate) active: BTreeSet<Arc<str>>,
    /// All subjects so far, by number.
    numbers: Vec<Arc<str>>,
    /// The rejections of each subject.
    pub(crate) rejections: RejectionMonitor,
    /// The controllers of isolated subjects. A request of such a subject needs the consent of both
    /// controllers, and its rejection is no evidence about the account.
    pub(crate) isolated: BTreeMap<Arc<str>, RateController>,
}

/// The slots that a worker occupies.
#[derive(Clone, Copy, Debug, Default)]
struct WorkerSlots {
    count: usize,
    /// Time since which none was released.
    unreleased_since: Option<Instant>,
}

impl Account {
    pub(crate) fn new(name: &str, limits: Limits, adapts: bool) -> Self {
        let state = Mutex::new(AccountState {
            controller: RateController::new(limits, adapts, Instant::now()),
            queue: VecDeque::new(),
            wakers: Vec::new(),
            worker_slots: Vec::new(),
            answered: BTreeSet::new(),
            failed: BTreeSet::new(),
            active: BTreeSet::new(),
            numbers: Vec::new(),
            rejections: RejectionMonitor::default(),
            isolated: BTreeMap::new(),
        });
        Self { name: name.to_owned(), adapts, has_events: AtomicBool::new(false), state }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, AccountState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AccountState {
    /// Adds a worker of this subject. Returns the numbers of the worker and of the subject.
    pub(crate) fn add_worker(&mut self, subject: &Arc<str>, waker: &Arc<Notify>) -> (usize, usize) {
        self.active.insert(Arc::clone(subject));
        self.wakers.push(Arc::clone(waker));
        self.worker_slots.push(WorkerSlots::default());
        (self.wakers.len() - 1, self.number_of(subject))
    }

    /// Wakes the first worker in the queue, unless it is this one.
    pub(crate) fn wake_next(&self, worker: usize) {
        if let Some(first) = self.first_in_queue(Instant::now()).filter(|first| *first != worker)
            && let Some(waker) = self.wakers.get(first)
        {
            waker.notify_one();
        }
    }

    /// Wakes all workers.
    pub(crate) fn wake_all(&self) {
        self.wakers.iter().for_each(|waker| waker.notify_one());
    }

    /// Moves the first worker to the end of the queue if it has half of all slots and a slot is
    /// free. A worker whose requests hang would soon have all of them. Returns whether it was
    /// moved.
    pub(crate) fn yield_front(&mut self, worker: usize) -> bool {
        let has_half = self.worker_slots.get(worker).is_some_and(|it| it.count >= self.half());
        let yields = has_half && self.queue.len() > 1 && self.controller.has_free_slot();
        if yields {
            self.queue.rotate_left(1);
            self.wake_next(worker);
        }
        yields
    }

    /// The first worker in the queue that does not hang.
    pub(crate) fn first_in_queue(&self, now: Instant) -> Option<usize> {
        self.queue.iter().copied().find(|worker| !self.is_hanging(*worker, now))
    }

    /// Returns true if a worker has more than half of all slots and has released none for a long
    /// time.
    fn is_hanging(&self, worker: usize, now: Instant) -> bool {
        let slots = self.worker_slots.get(worker).filter(|slots| slots.count > self.half());
        let since = slots.and_then(|slots| slots.unreleased_since);
        since.is_some_and(|since| since + HANG_AFTER <= now)
    }

    fn half(&self) -> usize {
        self.controller.limit().div_ceil(2)
    }

    /// Returns the number of slots, beyond half of all, of other workers that hang: they took them
    /// before the limit fell. Also returns the time at which there may be more such slots.
    pub(crate) fn hanging_slots(&self, worker: usize, now: Instant) -> (usize, Option<Instant>) {
        let (half, mut hanging, mut next) = (self.half(), 0, None);
        let others = self.worker_slots.iter().enumerate().filter(|(at, _)| *at != worker);
        for (_, slots) in others.filter(|(_, slots)| slots.count > half) {
            match slots.unreleased_since.map(|since| since + HANG_AFTER) {
                Some(at) if at > now => next = Some(next.map_or(at, |next| at.min(next))),
                _ => hanging += slots.count - half,
            }
        }
        (hanging, next)
    }

    /// Records that a worker occupies one more slot.
    pub(crate) fn occupy_slot(&mut self, worker: usize, now: Instant) {
        if let Some(slots) = self.worker_slots.get_mut(worker) {
            slots.count += 1;
            slots.unreleased_since = slots.unreleased_since.or(Some(now));
        }
    }

    /// Records that a worker released a slot.
    pub(crate) fn release_slot(&mut self, worker: usize, now: Instant) {
        if let Some(slots) = self.worker_slots.get_mut(worker) {
            slots.count = slots.count.saturating_sub(1);
            slots.unreleased_since = (slots.count > 0).then_some(now);
        }
    }

    fn number_of(&mut self, subject: &Arc<str>) -> usize {
        self.numbers.iter().position(|one| one == subject).unwrap_or_else(|| {
            self.numbers.push(Arc::clone(subject));
            self.numbers.len() - 1
        })
    }

    /// Returns true if there are events to take.
    pub(crate) fn has_events(&self) -> bool {
        self.controller.has_events() || self.isolated.values().any(RateController::has_events)
    }

    /// Returns true if only this subject may be rejected: others are answered, or at most half of
    /// the subjects are in a streak of rejections.
    pub(crate) fn may_be_alone(&self, subject: &Arc<str>) -> bool {
        let rejected = self.rejections.rejected_subjects(subject);
        let together = self.active.iter().filter(|one| !self.isolated.contains_key(*one)).count();
        self.rejections.is_suspect(subject) || 2 * rejected <= together
    }

    /// Returns true if another active subject may still answer: it has answered, or has not failed
    /// yet.
    fn is_hope_for_others(&self, subject: &Arc<str>) -> bool {
        let is_closed = |one| {
            let controller: Option<&RateController> = self.isolated.get(one);
            controller.is_some_and(|it| it.closure().is_some())
        };
        let mut others = self.active.iter().filter(|one| *one != subject && !is_closed(*one));
        others.any(|one| self.answered.contains(one) || !self.failed.contains(one))
    }

    /// Closes a subject, and the whole account unless another subject may still answer.
    pub(crate) fn close_subject(&mut self, subject: &Arc<str>, closure: Closure, now: Instant) {
        if self.is_hope_for_others(subject) {
            let controller = self.controller.closed_copy(closure, now);
            self.isolated.insert(Arc::clone(subject), controller);
        } else {
            self.controller.close(closure);
        }
    }

    /// Gives a subject a controller of its own, because only it is `rejected`, or its requests time
    /// out.
    pub(crate) fn isolate(&mut self, subject: &Arc<str>, rejected: bool, now: Instant) {
        let has_answered = self.answered.contains(subject);
        let breaker = CircuitBreaker::to_known_server(has_answered, rejected);
        let controller = self.controller.isolate(subject, rejected, breaker, now);
        self.isolated.insert(Arc::clone(subject), controller);
    }
}
