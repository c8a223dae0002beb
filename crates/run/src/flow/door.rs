//! A door: a lane's way to its account.

use super::OnLimit;
use super::account::{Account, State};
use super::control::Control;
use super::pass::Pass;
use super::signal::{Over, Signal};
use super::ticket::{Entry, Question};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::Notify;
use tokio::time::Instant;

/// A lane's way to its account.
#[derive(Debug)]
pub(crate) struct Door {
    pub(super) account: Arc<Account>,
    pub(super) lane: usize,
    /// The number of the subject at the account.
    who: usize,
    pub(super) subject: Arc<str>,
    bell: Arc<Notify>,
    /// Whether what happens to this lane's attempts says anything of the account.
    pub(super) needs_relief: bool,
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
    /// A door for one more lane, of this subject.
    pub(super) fn to(
        account: Arc<Account>,
        subject: &str,
        needs_relief: bool,
        on_limit: OnLimit,
    ) -> Self {
        let (bell, subject): (_, Arc<str>) = (Arc::new(Notify::new()), Arc::from(subject));
        let (lane, who) = account.lock().admit(&subject, &bell);
        let stops_at_limits = on_limit == OnLimit::Stop;
        let queued = AtomicBool::new(false);
        Self { account, lane, who, subject, bell, needs_relief, stops_at_limits, queued }
    }

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
            return Turn::Now(Pass::new(self, ticket, own));
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

    pub(super) fn note_news(&self, state: &State) {
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
