//! An account: one control, shared by the lanes that ask it.

use super::apart::Rows;
use super::breaker::Breaker;
use super::control::{Control, is_refusal, is_strain};
use super::signal::{Over, Signal};
use super::ticket::{Entry, Question, Struck, Ticket};
use super::{Achieved, Limits, OnLimit, Quota, Standing};
use crate::Failure;
use peirast_record::Usage;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// A lane that gave no slot back for so long hangs.
const HANGS: Duration = Duration::from_secs(10);

/// The accounts that a program asks, and what was learnt of them. Clones share them; give one to
/// each [`Runner`](crate::Runner) that should go on from where the last one stopped, rather than
/// find out again what a server bears.
///
/// ```
/// use peirast_run::{Accounts, Limits};
/// let slow = Limits { requests_per_minute: Some(20), ..Limits::default() };
/// let accounts = Accounts::new(Limits::default()).with("https://free.example/v1", slow);
/// assert!(accounts.standings().is_empty(), "nothing was asked yet");
/// ```
#[derive(Clone, Debug)]
pub struct Accounts(Arc<Registry>);

#[derive(Debug)]
struct Registry {
    limits: Limits,
    own: BTreeMap<String, Limits>,
    expected: Mutex<BTreeMap<String, usize>>,
    accounts: Mutex<BTreeMap<String, Arc<Account>>>,
}

impl Accounts {
    /// Accounts with these limits each.
    pub fn new(limits: Limits) -> Self {
        Self::of(limits, BTreeMap::new())
    }

    /// The same accounts, one of them with limits of its own. Nothing may have been asked yet.
    #[must_use]
    pub fn with(self, account: impl Into<String>, limits: Limits) -> Self {
        let mut own = self.0.own.clone();
        own.insert(account.into(), limits);
        Self::of(self.0.limits, own)
    }

    fn of(limits: Limits, own: BTreeMap<String, Limits>) -> Self {
        let (expected, accounts) = Default::default();
        Self(Arc::new(Registry { limits, own, expected, accounts }))
    }

    /// So many questions more are to be asked of an account of which none was yet. Where they are very many, what it
    /// bears is found out in fewer steps: at most a fortieth of them is refused by the last of these.
    ///
    /// ```
    /// use peirast_run::{Accounts, Limits};
    /// let accounts = Accounts::new(Limits { concurrency: 1000, ..Limits::default() });
    /// accounts.expect("http://localhost:8000/v1", 20_000);
    /// ```
    pub fn expect(&self, account: &str, questions: usize) {
        let mut expected = self.0.expected.lock().unwrap_or_else(PoisonError::into_inner);
        *expected.entry(account.to_owned()).or_default() += questions;
    }

    fn expected(&self, account: &str) -> usize {
        let expected = self.0.expected.lock().unwrap_or_else(PoisonError::into_inner);
        expected.get(account).copied().unwrap_or_default()
    }

    /// The limits of an account.
    pub fn limits(&self, account: &str) -> Limits {
        self.0.own.get(account).copied().unwrap_or(self.0.limits)
    }

    /// How each account stands, by name.
    pub fn standings(&self) -> Vec<Standing> {
        let now = Instant::now();
        let standing = |account: &Arc<Account>| {
            let (in_flight, limit, waits) = account.lock().control.standing(now);
            Standing { account: account.name.clone(), in_flight, limit, waits }
        };
        self.all().values().map(standing).collect()
    }

    /// What each account that can be overloaded achieved so far, and what each subject did besides that is asked
    /// apart from the others at its account.
    pub(crate) fn achieved(&self) -> BTreeMap<String, Achieved> {
        let (all, now) = (self.all(), Instant::now());
        let mut achieved = BTreeMap::new();
        for account in all.values().filter(|account| account.needs_relief) {
            let state = account.lock();
            achieved.insert(account.name.clone(), state.control.achieved(now));
            let apart = state.apart.iter().map(|(subject, own)| (subject, own.achieved(now)));
            // Of one that was only stopped there is nothing to tell.
            for (subject, own) in apart.filter(|(_, own)| own.sent > 0) {
                achieved.insert(apart_name(&account.name, subject), own);
            }
        }
        achieved
    }

    /// A door to an account, for the lane of this subject.
    pub(crate) fn door(&self, name: &str, subject: &str, needs_relief: bool) -> Door {
        let mut all = self.all();
        let new = || {
            let account = Account::new(name, self.limits(name), needs_relief);
            account.lock().control.expect(self.expected(name));
            Arc::new(account)
        };
        let account = Arc::clone(all.entry(name.to_owned()).or_insert_with(new));
        let bell = Arc::new(Notify::new());
        let subject: Arc<str> = Arc::from(subject);
        let (lane, who) = {
            let mut state = account.lock();
            state.asked.insert(Arc::clone(&subject));
            state.bells.push(Arc::clone(&bell));
            state.taken.push(Taken::default());
            (state.bells.len() - 1, state.number_of(&subject))
        };
        let stops_at_limits = self.limits(name).on_limit == OnLimit::Stop;
        let queued = AtomicBool::new(false);
        Door { account, lane, who, subject, bell, needs_relief, stops_at_limits, queued }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Account>>> {
        self.0.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a subject is called that is asked apart from the others at its account.
pub(crate) fn apart_name(account: &str, subject: &str) -> String {
    format!("{account} {subject}")
}

#[derive(Debug)]
struct Account {
    name: String,
    needs_relief: bool,
    /// Whether there are signals that nobody heard.
    news: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    control: Control,
    /// Lanes that wait for their turn, first come, first served: one attempt each.
    queue: VecDeque<usize>,
    bells: Vec<Arc<Notify>>,
    /// What each lane has taken.
    taken: Vec<Taken>,
    /// Subjects that answered.
    answered: BTreeSet<Arc<str>>,
    /// Subjects of which an attempt failed.
    failed: BTreeSet<Arc<str>>,
    /// Subjects that are asked.
    asked: BTreeSet<Arc<str>>,
    /// Those that ever were: the place is the number.
    numbered: Vec<Arc<str>>,
    /// Subjects that are refused.
    rows: Rows,
    /// Those that alone are refused: each is let in by a control of its own first, and its refusals say nothing
    /// of the account.
    apart: BTreeMap<Arc<str>, Control>,
}

/// Slots that a lane has taken, and since when none of them was given back.
#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    slots: usize,
    since: Option<Instant>,
}

impl Account {
    fn new(name: &str, limits: Limits, needs_relief: bool) -> Self {
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

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Wakes the lane whose turn it is, unless it is this one, which looks by itself.
    fn ring(&self, lane: usize) {
        if let Some(first) = self.first(Instant::now()).filter(|first| *first != lane)
            && let Some(bell) = self.bells.get(first)
        {
            bell.notify_one();
        }
    }

    /// Lets the others in the queue go before the lane at its front, if that has half of all slots: one whose
    /// attempts hang would have all of them soon. Only where a slot is free, so that no two lanes have that many.
    fn let_others_go_first(&mut self, lane: usize) -> bool {
        let has_half = self.taken.get(lane).is_some_and(|taken| taken.slots >= self.half());
        let yields = has_half && self.queue.len() > 1 && self.control.has_room();
        if yields {
            self.queue.rotate_left(1);
            self.ring(lane);
        }
        yields
    }

    /// The first lane in the queue of those that do not hang.
    fn first(&self, now: Instant) -> Option<usize> {
        self.queue.iter().copied().find(|lane| !self.hangs(*lane, now))
    }

    /// Whether a lane holds more than half of all slots, and gave none back for long.
    fn hangs(&self, lane: usize, now: Instant) -> bool {
        let taken = self.taken.get(lane).filter(|taken| taken.slots > self.half());
        taken.is_some_and(|taken| taken.since.is_some_and(|since| since + HANGS <= now))
    }

    fn half(&self) -> usize {
        self.control.limit().div_ceil(2)
    }

    /// How many slots others hold beyond half of all, who gave none back for long: they took them before fewer were
    /// left, and hang. And when that may be so of more.
    fn hanging(&self, lane: usize, now: Instant) -> (usize, Option<Instant>) {
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
    fn take(&mut self, lane: usize, now: Instant) {
        if let Some(taken) = self.taken.get_mut(lane) {
            taken.slots += 1;
            taken.since = taken.since.or(Some(now));
        }
    }

    /// A lane has given a slot back.
    fn give_back(&mut self, lane: usize, now: Instant) {
        if let Some(taken) = self.taken.get_mut(lane) {
            taken.slots = taken.slots.saturating_sub(1);
            taken.since = (taken.slots > 0).then_some(now);
        }
    }

    /// The number of a subject.
    fn number_of(&mut self, subject: &Arc<str>) -> usize {
        self.numbered.iter().position(|one| one == subject).unwrap_or_else(|| {
            self.numbered.push(Arc::clone(subject));
            self.numbered.len() - 1
        })
    }

    fn ring_all(&self) {
        self.bells.iter().for_each(|bell| bell.notify_one());
    }

    /// Whether anything happened that was not asked for.
    fn has_signals(&self) -> bool {
        self.control.has_signals() || self.apart.values().any(Control::has_signals)
    }

    /// Whether it may be this subject alone that is refused: the others are answered, or most were not refused yet.
    fn is_own(&self, subject: &Arc<str>) -> bool {
        let refused = self.rows.count_with(subject);
        self.rows.is_suspect(subject) || 2 * refused <= self.together()
    }

    /// How many subjects are asked that are not apart.
    fn together(&self) -> usize {
        self.asked.iter().filter(|one| !self.apart.contains_key(*one)).count()
    }

    /// The others that are still asked, together or apart.
    fn others<'s>(&'s self, subject: &Arc<str>) -> impl Iterator<Item = &'s Arc<str>> {
        let is_over = |one| self.apart.get(one).is_some_and(|own: &Control| own.over().is_some());
        self.asked.iter().filter(move |one| *one != subject && !is_over(*one))
    }

    /// Whether a subject answered, or did not fail yet.
    fn is_hopeful(&self, subject: &Arc<str>) -> bool {
        self.answered.contains(subject) || !self.failed.contains(subject)
    }

    /// Nothing more is asked of a subject, nor of the others at the account unless there is hope for them.
    fn end_for(&mut self, subject: &Arc<str>, over: Over, now: Instant) {
        if self.others(subject).any(|other| self.is_hopeful(other)) {
            let own = self.control.ended_for(over, now);
            self.apart.insert(Arc::clone(subject), own);
        } else {
            self.control.end(over);
        }
    }

    /// From now on a subject is asked apart from the others; whether it was `refused`, or was too late.
    fn part(&mut self, subject: &Arc<str>, refused: bool, now: Instant) {
        let breaker = Breaker::to_one_known(self.answered.contains(subject), refused);
        let own = self.control.part(subject, breaker, now);
        self.apart.insert(Arc::clone(subject), own);
    }
}

/// A lane's way to its account.
#[derive(Debug)]
pub(crate) struct Door {
    account: Arc<Account>,
    lane: usize,
    /// The number of the subject at the account.
    who: usize,
    subject: Arc<str>,
    bell: Arc<Notify>,
    /// Whether what happens to this lane's attempts says anything of the account.
    needs_relief: bool,
    stops_at_limits: bool,
    /// Whether the lane waits for its turn.
    queued: AtomicBool,
}

/// Whether a lane may make an attempt now.
#[derive(Debug)]
pub(crate) enum Turn<'a> {
    /// It may.
    Now(Pass<'a>),
    /// Not before this moment, unless the bell rings.
    Later(Instant),
    /// Not before the bell rings, or an attempt of its own ends.
    Full,
    /// No more in this run.
    Over(Over),
}

impl Door {
    /// Asks for a slot. Who does not get one waits in a queue, and has to
    /// [withdraw](Self::withdraw) if it wants none any more.
    pub(crate) fn enter(&self, question: Question, now: Instant) -> Turn<'_> {
        let question = Question { who: self.who, ..question };
        let mut state = self.account.lock();
        let own = match state.apart.get_mut(&self.subject).map(|own| own.enter_alone(question, now))
        {
            None => None,
            Some(Entry::Go(ticket)) => Some(Box::new(ticket)),
            // It waits for its own sake, and not in the queue of the others.
            Some(entry) => {
                self.leave(&mut state);
                self.note_news(&state);
                return match self.end(&state) {
                    Some(over) => Turn::Over(over),
                    None => self.turned_away(&state, &entry),
                };
            }
        };
        let question = Question { is_apart: own.is_some(), ..question };
        let mine = state.first(now).is_none_or(|first| first == self.lane)
            && !state.let_others_go_first(self.lane);
        let (hanging, more) = state.hanging(self.lane, now);
        let mut entry = match mine {
            true => state.control.enter_beside(question, hanging, now),
            false => Entry::Full,
        };
        if let (Entry::Full, Some(at)) = (&entry, more) {
            entry = Entry::Later(at);
        }
        if let Entry::Spent(over) = entry {
            state.end_for(&self.subject, over, now);
            entry = Entry::Over;
        }
        self.note_news(&state);
        if let Entry::Go(ticket) = entry {
            self.queued.store(false, Ordering::Relaxed);
            state.take(self.lane, now);
            if let Some(place) = state.queue.iter().position(|lane| *lane == self.lane) {
                state.queue.remove(place);
            }
            state.ring(self.lane);
            return Turn::Now(Pass { door: self, ticket, own, out: true, is_free: false });
        }
        if let (Some(ticket), Some(control)) = (own, state.apart.get_mut(&self.subject)) {
            control.undo(&ticket, now);
            control.release();
        }
        if let Some(over) = self.end(&state) {
            self.leave(&mut state);
            state.ring_all();
            return Turn::Over(over);
        }
        if matches!(entry, Entry::Aside(_)) {
            self.leave(&mut state);
            return self.turned_away(&state, &entry);
        }
        if !self.queued.swap(true, Ordering::Relaxed) {
            state.queue.push_back(self.lane);
        }
        self.turned_away(&state, &entry)
    }

    /// The turn of a lane that got no slot.
    fn turned_away(&self, state: &State, entry: &Entry) -> Turn<'_> {
        match entry {
            Entry::Later(at) | Entry::Aside(at) => Turn::Later(*at),
            Entry::Over | Entry::Spent(_) => self.end(state).map_or(Turn::Full, Turn::Over),
            Entry::Full | Entry::Go(_) => Turn::Full,
        }
    }

    /// Leaves the queue.
    pub(crate) fn withdraw(&self) {
        if self.queued.load(Ordering::Relaxed) {
            self.leave(&mut self.account.lock());
        }
    }

    fn leave(&self, state: &mut State) {
        if !self.queued.swap(false, Ordering::Relaxed) {
            return;
        }
        if let Some(place) = state.queue.iter().position(|lane| *lane == self.lane) {
            state.queue.remove(place);
            state.ring(self.lane);
        }
    }

    /// Waits until it may be this lane's turn, or nothing more is asked of the account.
    pub(crate) async fn bell(&self) {
        self.bell.notified().await;
    }

    /// Why nothing more is asked of the account, or of this subject, once nothing is.
    pub(crate) fn over(&self) -> Option<Over> {
        self.end(&self.account.lock())
    }

    fn end(&self, state: &State) -> Option<Over> {
        let own = state.apart.get(&self.subject).and_then(Control::over);
        own.or(state.control.over()).cloned()
    }

    /// Whether its subject is asked apart from the others at the account.
    pub(crate) fn is_apart(&self) -> bool {
        self.account.lock().apart.contains_key(&self.subject)
    }

    /// Whether a limit that asks for more than a minute ends the run.
    pub(crate) fn stops_at_limits(&self) -> bool {
        self.stops_at_limits
    }

    /// Whether the subject ever answered here, in this round or an earlier one.
    pub(crate) fn has_answered(&self) -> bool {
        self.account.lock().answered.contains(&self.subject)
    }

    /// Whether something happened at the account that no lane has told.
    pub(crate) fn has_news(&self) -> bool {
        self.account.news.load(Ordering::Relaxed)
    }

    /// What happened at the account since any lane last asked, and to which subject if that is asked apart.
    pub(crate) fn signals(&self) -> Vec<(Option<Arc<str>>, Signal)> {
        let mut state = self.account.lock();
        self.account.news.store(false, Ordering::Relaxed);
        let mut all: Vec<_> = state.control.signals().into_iter().map(|one| (None, one)).collect();
        for (subject, own) in &mut state.apart {
            let own = own.signals().into_iter().map(|one| (Some(Arc::clone(subject)), one));
            all.extend(own);
        }
        all
    }

    fn note_news(&self, state: &State) {
        if state.has_signals() {
            self.account.news.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.withdraw();
        let mut state = self.account.lock();
        state.asked.remove(&self.subject);
        state.rows.forget(&self.subject);
    }
}

/// A slot of an account, with an attempt that is out or was. It is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Pass<'a> {
    door: &'a Door,
    ticket: Ticket,
    /// That of the subject's own control, if it is asked apart: few are, and many passes are out.
    own: Option<Box<Ticket>>,
    out: bool,
    /// Whether the slot is free already.
    is_free: bool,
}

impl Pass<'_> {
    /// The attempt was answered.
    pub(crate) fn answered(&mut self, usage: Usage, quota: Quota) {
        self.out = false;
        let now = Instant::now();
        let mut state = self.door.account.lock();
        if !state.answered.contains(&self.door.subject) {
            state.answered.insert(Arc::clone(&self.door.subject));
        }
        if self.door.needs_relief {
            state.rows.answered(&self.door.subject, self.ticket.number());
            if let Some((own, control)) =
                self.own.as_deref().zip(state.apart.get_mut(&self.door.subject))
            {
                control.answered(own, usage, quota, now);
            }
            state.control.answered(&self.ticket, usage, quota, now);
            self.door.note_news(&state);
        } else {
            state.control.abandoned(&self.ticket, now);
        }
    }

    /// Gives the slot back before this is dropped, if as many answers as that may still be on their way to the disk.
    pub(crate) fn free(&mut self) {
        let mut state = self.door.account.lock();
        if !self.is_free && state.control.release_early() {
            self.is_free = true;
            state.give_back(self.door.lane, Instant::now());
            state.ring(self.door.lane);
        }
    }

    /// The attempt failed; `heeded` is how long the server is left alone if it asks for that.
    pub(crate) fn failed(&mut self, failure: &Failure, heeded: Option<Duration>) -> Struck {
        self.out = false;
        let now = Instant::now();
        let mut state = self.door.account.lock();
        let state = &mut *state;
        if !self.door.needs_relief {
            state.control.abandoned(&self.ticket, now);
            return Struck { counts: true, refused: false, base: None };
        }
        let subject = &self.door.subject;
        if !state.failed.contains(subject) {
            state.failed.insert(Arc::clone(subject));
        }
        let struck = match (self.own.as_deref(), state.apart.get_mut(subject)) {
            (Some(own), Some(control)) => {
                state.control.abandoned(&self.ticket, now);
                control.failed(own, failure, heeded, now)
            }
            // A limit was to end what is asked of this subject.
            (None, None) if let Some(over) = state.control.stop_for(failure) => {
                state.control.refused_alone(&self.ticket, failure, now);
                state.end_for(subject, over, now);
                Struck { counts: false, refused: true, base: None }
            }
            // Under way when it was found to be alone.
            (None, Some(_)) if is_strain(failure) => {
                state.control.refused_alone(&self.ticket, failure, now);
                let refused = is_refusal(failure);
                Struck { counts: !refused, refused, base: None }
            }
            _ => {
                // A wish to be left alone that is about this subject holds for its questions alone.
                let heeded = heeded.filter(|_| !state.is_own(subject));
                let struck = state.control.failed(&self.ticket, failure, heeded, now);
                let next = state.control.next();
                if is_strain(failure) && !failure.crowded && state.rows.refused(subject, next) {
                    state.part(subject, struck.refused, now);
                }
                struck
            }
        };
        self.door.note_news(state);
        if state.control.over().is_some() {
            state.ring_all();
        }
        struck
    }

    /// The attempt is not made after all.
    pub(crate) fn undo(mut self) {
        self.out = false;
        let mut state = self.door.account.lock();
        let now = Instant::now();
        state.control.undo(&self.ticket, now);
        if let Some((own, control)) =
            self.own.as_deref().zip(state.apart.get_mut(&self.door.subject))
        {
            control.undo(own, now);
        }
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        let mut state = self.door.account.lock();
        let now = Instant::now();
        if let Some((own, control)) =
            self.own.as_deref().zip(state.apart.get_mut(&self.door.subject))
        {
            if self.out {
                control.abandoned(own, now);
            }
            control.release();
        }
        if self.out {
            state.control.abandoned(&self.ticket, now);
        }
        if self.is_free {
            state.control.stored();
            return;
        }
        state.control.release();
        state.give_back(self.door.lane, now);
        state.ring(self.door.lane);
    }
}
