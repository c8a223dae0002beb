//! An account: one control, shared by the lanes that ask it.

use super::Limits;
use super::apart::Rows;
use super::breaker::Breaker;
use super::control::Control;
use super::signal::Over;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// A lane that gave no slot back for so long hangs.
const HANGS: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(super) struct Account {
    pub(super) name: String,
    pub(super) needs_relief: bool,
    /// Whether there are signals that nobody heard.
    pub(super) news: AtomicBool,
    pub(super) state: Mutex<State>,
}

#[derive(Debug)]
pub(super) struct State {
    pub(super) control: Control,
    /// Lanes that wait for their turn, first come, first served: one attempt each.
    pub(super) queue: VecDeque<usize>,
    pub(super) bells: Vec<Arc<Notify>>,
    /// What each lane has taken.
    pub(super) taken: Vec<Taken>,
    /// Subjects that answered.
    pub(super) answered: BTreeSet<Arc<str>>,
    /// Subjects of which an attempt failed.
    pub(super) failed: BTreeSet<Arc<str>>,
    /// Subjects that are asked.
    pub(super) asked: BTreeSet<Arc<str>>,
    /// Those that ever were: the place is the number.
    pub(super) numbered: Vec<Arc<str>>,
    /// Subjects that are refused.
    pub(super) rows: Rows,
    /// Those that alone are refused: each is let in by a control of its own first, and its refusals say nothing
    /// of the account.
    pub(super) apart: BTreeMap<Arc<str>, Control>,
}

/// Slots that a lane has taken, and since when none of them was given back.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Taken {
    slots: usize,
    since: Option<Instant>,
}

impl Account {
    pub(super) fn new(name: &str, limits: Limits, needs_relief: bool) -> Self {
        let control = Control::new(limits, needs_relief, Instant::now());
        let (queue, bells, answered) = (VecDeque::new(), Vec::new(), BTreeSet::new());
        let (taken, failed, asked, numbered, rows, apart) = Default::default();
        let state = Mutex::new(State {
            control,
            queue,
            bells,
            taken,
            answered,
            failed,
            asked,
            numbered,
            rows,
            apart,
        });
        Self { name: name.to_owned(), needs_relief, news: AtomicBool::new(false), state }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Admits one more lane, of this subject, that is woken by this bell; gives the numbers of both.
    pub(super) fn admit(&mut self, subject: &Arc<str>, bell: &Arc<Notify>) -> (usize, usize) {
        self.asked.insert(Arc::clone(subject));
        self.bells.push(Arc::clone(bell));
        self.taken.push(Taken::default());
        (self.bells.len() - 1, self.number_of(subject))
    }

    /// Wakes the lane whose turn it is, unless it is this one, which looks by itself.
    pub(super) fn ring(&self, lane: usize) {
        if let Some(first) = self.first(Instant::now()).filter(|first| *first != lane)
            && let Some(bell) = self.bells.get(first)
        {
            bell.notify_one();
        }
    }

    /// Lets the others in the queue go before the lane at its front, if that has half of all slots: one whose
    /// attempts hang would have all of them soon. Only where a slot is free, so that no two lanes have that many.
    pub(super) fn let_others_go_first(&mut self, lane: usize) -> bool {
        let has_half = self.taken.get(lane).is_some_and(|taken| taken.slots >= self.half());
        let yields = has_half && self.queue.len() > 1 && self.control.has_room();
        if yields {
            self.queue.rotate_left(1);
            self.ring(lane);
        }
        yields
    }

    /// The first lane in the queue of those that do not hang.
    pub(super) fn first(&self, now: Instant) -> Option<usize> {
        self.queue.iter().copied().find(|lane| !self.hangs(*lane, now))
    }

    /// Whether a lane holds more than half of all slots, and gave none back for long.
    pub(super) fn hangs(&self, lane: usize, now: Instant) -> bool {
        let taken = self.taken.get(lane).filter(|taken| taken.slots > self.half());
        taken.is_some_and(|taken| taken.since.is_some_and(|since| since + HANGS <= now))
    }

    pub(super) fn half(&self) -> usize {
        self.control.limit().div_ceil(2)
    }

    /// How many slots others hold beyond half of all, who gave none back for long: they took them before fewer were
    /// left, and hang. And when that may be so of more.
    pub(super) fn hanging(&self, lane: usize, now: Instant) -> (usize, Option<Instant>) {
        let (half, mut hanging, mut next) = (self.half(), 0, None);
        let others = self.taken.iter().enumerate().filter(|(at, _)| *at != lane);
        for (_, taken) in others.filter(|(_, taken)| taken.slots > half) {
            match taken.since.map(|since| since + HANGS) {
                Some(at) if at > now => next = Some(next.map_or(at, |next| at.min(next))),
                _ => hanging += taken.slots - half,
            }
        }
        (hanging, next)
    }

    /// A lane has taken a slot.
    pub(super) fn take(&mut self, lane: usize, now: Instant) {
        if let Some(taken) = self.taken.get_mut(lane) {
            taken.slots += 1;
            taken.since = taken.since.or(Some(now));
        }
    }

    /// A lane has given a slot back.
    pub(super) fn give_back(&mut self, lane: usize, now: Instant) {
        if let Some(taken) = self.taken.get_mut(lane) {
            taken.slots = taken.slots.saturating_sub(1);
            taken.since = (taken.slots > 0).then_some(now);
        }
    }

    /// The number of a subject.
    pub(super) fn number_of(&mut self, subject: &Arc<str>) -> usize {
        self.numbered.iter().position(|one| one == subject).unwrap_or_else(|| {
            self.numbered.push(Arc::clone(subject));
            self.numbered.len() - 1
        })
    }

    pub(super) fn ring_all(&self) {
        self.bells.iter().for_each(|bell| bell.notify_one());
    }

    /// Whether anything happened that was not asked for.
    pub(super) fn has_signals(&self) -> bool {
        self.control.has_signals() || self.apart.values().any(Control::has_signals)
    }

    /// Whether it may be this subject alone that is refused: the others are answered, or most were not refused yet.
    pub(super) fn is_own(&self, subject: &Arc<str>) -> bool {
        let refused = self.rows.count_with(subject);
        self.rows.is_suspect(subject) || 2 * refused <= self.together()
    }

    /// How many subjects are asked that are not apart.
    pub(super) fn together(&self) -> usize {
        self.asked.iter().filter(|one| !self.apart.contains_key(*one)).count()
    }

    /// The others that are still asked, together or apart.
    pub(super) fn others<'s>(&'s self, subject: &Arc<str>) -> impl Iterator<Item = &'s Arc<str>> {
        let is_over = |one| self.apart.get(one).is_some_and(|own: &Control| own.over().is_some());
        self.asked.iter().filter(move |one| *one != subject && !is_over(*one))
    }

    /// Whether a subject answered, or did not fail yet.
    pub(super) fn is_hopeful(&self, subject: &Arc<str>) -> bool {
        self.answered.contains(subject) || !self.failed.contains(subject)
    }

    /// Nothing more is asked of a subject, nor of the others at the account unless there is hope for them.
    pub(super) fn end_for(&mut self, subject: &Arc<str>, over: Over, now: Instant) {
        if self.others(subject).any(|other| self.is_hopeful(other)) {
            let own = self.control.ended_for(over, now);
            self.apart.insert(Arc::clone(subject), own);
        } else {
            self.control.end(over);
        }
    }

    /// From now on a subject is asked apart from the others; whether it was `refused`, or was too late.
    pub(super) fn part(&mut self, subject: &Arc<str>, refused: bool, now: Instant) {
        let breaker = Breaker::to_one_known(self.answered.contains(subject), refused);
        let own = self.control.part(subject, refused, breaker, now);
        self.apart.insert(Arc::clone(subject), own);
    }
}
