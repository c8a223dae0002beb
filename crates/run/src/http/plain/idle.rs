//! Connections that wait for a request.

use super::connection::Connection;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// Connections that wait, the one that has waited longest first.
#[derive(Debug, Default)]
pub(super) struct Idle(Mutex<VecDeque<Connection>>);

impl Idle {
    /// The one that has waited least, of those that still stand.
    pub(super) fn take(&self) -> Option<Connection> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::iter::from_fn(|| waiting.pop_back()).find(Connection::stands)
    }

    /// Has a connection wait, if it stands. Those that were closed meanwhile are let go.
    pub(super) fn put(&self, connection: Connection) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while waiting.front().is_some_and(|longest| !longest.stands()) {
            waiting.pop_front();
        }
        if connection.stands() {
            waiting.push_back(connection);
        }
    }
}
