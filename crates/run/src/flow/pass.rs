//! A pass: a slot of an account.

use super::Quota;
use super::door::Door;
use super::sign::{is_refusal, is_strain};
use super::ticket::{Struck, Ticket};
use crate::Failure;
use peirast_record::Usage;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

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

impl<'a> Pass<'a> {
    /// The slot of an attempt that goes out now.
    pub(super) fn new(door: &'a Door, ticket: Ticket, own: Option<Box<Ticket>>) -> Self {
        Self { door, ticket, own, out: true, is_free: false }
    }

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
                if is_strain(failure) && !failure.is_local() && state.rows.refused(subject, next) {
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
