//! Connections that wait for a request.

use super::connection::Connection;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::time::sleep;

/// How often those are let go that the server has closed.
const SWEEP: Duration = Duration::from_secs(1);

/// Connections that wait.
#[derive(Debug, Default)]
pub(super) struct Idle(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    /// The one that has waited longest first.
    connections: VecDeque<Connection>,
    /// Whether somebody looks after them.
    is_swept: bool,
}

impl Idle {
    /// The one that has waited least, of those that still stand.
    pub(super) fn take(&self) -> Option<Connection> {
        let mut waiting = self.lock();
        std::iter::from_fn(|| waiting.connections.pop_back()).find(Connection::stands)
    }

    /// Has a connection wait, if it stands.
    pub(super) fn put(self: &Arc<Self>, connection: Connection) {
        if !connection.stands() {
            return;
        }
        let mut waiting = self.lock();
        waiting.connections.push_back(connection);
        if !waiting.is_swept {
            waiting.is_swept = true;
            tokio::spawn(sweep(Arc::downgrade(self)));
        }
    }

    /// Lets those go that were closed; tells whether any wait.
    fn let_go(&self) -> bool {
        let mut waiting = self.lock();
        waiting.connections.retain(Connection::stands);
        waiting.is_swept = !waiting.connections.is_empty();
        waiting.is_swept
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks after connections while any wait: a server that closed one waits for us to do so, too.
async fn sweep(idle: Weak<Idle>) {
    loop {
        sleep(SWEEP).await;
        if !idle.upgrade().is_some_and(|idle| idle.let_go()) {
            break;
        }
    }
}
