//! Runs by other rules: graded and tested anew in memory, and nothing written.

use super::opening::open;
use crate::args::TestOptions;
use anyhow::{Result, anyhow};
use clap::ValueEnum;
use peirast_view::{Opened, Regrading, Run};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{Notify, Semaphore};

/// The previews that are kept: each takes as much memory as its run.
const MOST: usize = 2;
/// How long a request waits before it says that a preview is being made.
const PATIENCE: Duration = Duration::from_millis(1500);

/// The last previews that were asked for.
pub struct Previews {
    last: Mutex<Vec<Arc<Preview>>>,
    /// One is made at a time: it takes all cores.
    turn: Arc<Semaphore>,
}

impl Default for Previews {
    fn default() -> Self {
        Self { last: Mutex::default(), turn: Arc::new(Semaphore::new(1)) }
    }
}

/// A run by other rules.
struct Preview {
    dir: PathBuf,
    rules: Regrading,
    /// The responses that the run had: a run that has grown is graded anew.
    responses: u64,
    opened: Mutex<Opened>,
    done: Notify,
}

impl Previews {
    /// A run by other rules, as far as that has come.
    pub async fn of(&self, dir: &Path, run: &Run, rules: Regrading) -> Opened {
        let preview = self.begun(dir, run.responses(), rules);
        let done = preview.done.notified();
        tokio::pin!(done);
        done.as_mut().enable();
        if matches!(*locked(&preview.opened), Opened::Reading) {
            let _ = tokio::time::timeout(PATIENCE, done).await;
        }
        locked(&preview.opened).clone()
    }

    /// The preview that is there or being made; else a new one, in the place of the oldest.
    fn begun(&self, dir: &Path, responses: u64, rules: Regrading) -> Arc<Preview> {
        let mut last = locked(&self.last);
        let is_it = |one: &&Arc<Preview>| {
            one.dir == dir && one.responses == responses && one.rules == rules
        };
        if let Some(found) = last.iter().find(is_it) {
            return Arc::clone(found);
        }
        let preview = Arc::new(Preview {
            dir: dir.to_owned(),
            rules,
            responses,
            opened: Mutex::new(Opened::Reading),
            done: Notify::new(),
        });
        last.push(Arc::clone(&preview));
        let surplus = last.len().saturating_sub(MOST);
        last.drain(..surplus);
        tokio::spawn(Arc::clone(&preview).make(Arc::clone(&self.turn)));
        preview
    }
}

impl Preview {
    async fn make(self: Arc<Self>, turn: Arc<Semaphore>) {
        let _turn = turn.acquire_owned().await;
        // Nobody asks for it any more, if it was driven out while it waited.
        if Arc::strong_count(&self) == 1 {
            return;
        }
        let (own, runtime) = (Arc::clone(&self), Handle::current());
        let work = move || match options(&own.rules) {
            Ok(options) => runtime.block_on(open(&own.dir, &options)),
            Err(error) => Err(error),
        };
        let opened = match tokio::task::spawn_blocking(work).await {
            Ok(Ok((run, _))) => Opened::Open(Arc::new(run)),
            Ok(Err(error)) => Opened::Failed(format!("{error:#}")),
            Err(error) => Opened::Failed(error.to_string()),
        };
        *locked(&self.opened) = opened;
        self.done.notify_waiters();
    }
}

/// The options of `peirast test` for these rules.
fn options(rules: &Regrading) -> Result<TestOptions> {
    Ok(TestOptions {
        grader: named(rules.grader)?,
        treatment: named(rules.treatment)?,
        rule: rules.rule.map(str::to_owned),
        ..TestOptions::default()
    })
}

/// The value of an option by its name.
fn named<T: ValueEnum>(name: Option<&str>) -> Result<Option<T>> {
    let read = |name| T::from_str(name, false).map_err(|_| anyhow!("`{name}` is no such rule"));
    name.map(read).transpose()
}

/// What a lock guards; it is whole also after a panic of who held it.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
