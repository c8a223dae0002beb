//! The context of a sentence: its earlier clauses.

use super::dictionary::Frame;
use super::subject::ClauseSubject;

/// The earlier clauses of a sentence, as far as later ones refer to them.
#[derive(Default)]
pub(super) struct Context {
    subjects: Vec<ClauseSubject>,
    closed: Vec<bool>,
    /// The subject of the last clause.
    pub(super) last: Option<usize>,
    /// The verb of the last clause, and whether it was denied.
    pub(super) frame: Option<LastVerb>,
    pub(super) quantifiers: usize,
    /// True if an earlier clause of this part has a verb.
    pub(super) has_clause: bool,
}

/// The verb of a clause.
#[derive(Clone, Debug)]
pub(super) struct LastVerb {
    pub(super) frame: Frame,
    /// The base form of a verb.
    pub(super) verb: String,
    /// The words before the name that a relation was to: *taller than*, *in*.
    pub(super) before: Vec<String>,
    pub(super) denied: bool,
    /// True if its complement had an article: *an ace or king* is an ace or a king.
    pub(super) counts: bool,
    /// True if it had a complement.
    pub(super) has_complement: bool,
}

impl Context {
    pub(super) fn subject(&self, number: usize) -> &ClauseSubject {
        &self.subjects[number]
    }

    /// The number of subjects so far.
    pub(super) fn count(&self) -> usize {
        self.subjects.len()
    }

    /// Marks a quantified subject as put in; false if it was already.
    pub(super) fn close(&mut self, number: usize) -> bool {
        !std::mem::replace(&mut self.closed[number], true)
    }

    /// Another part of the sentence begins: its verb has to be said again.
    pub(super) fn begin_part(&mut self) {
        self.frame = None;
        self.has_clause = false;
    }

    /// Adds a subject, which is the last from here on, and gives its number.
    pub(super) fn add(&mut self, subject: ClauseSubject) -> usize {
        self.subjects.push(subject);
        self.closed.push(false);
        let number = self.subjects.len() - 1;
        self.last = Some(number);
        number
    }
}
