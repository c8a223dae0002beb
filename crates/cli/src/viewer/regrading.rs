//! Runs by other rules: graded and tested anew in memory, and nothing written.

use super::opening::open;
use crate::args::TestOptions;
use anyhow::{Result, anyhow};
use clap::ValueEnum;
use peirast_view::{Opened, Regrading, Run};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::{Notify, Semaphore};

/// The previews that are kept or made: each takes as much memory as its run.
const MOST: usize = 2;
/// How long one that is done is kept for whoever asked for it and has not looked since.
const KEPT: Duration = Duration::from_secs(30);
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
    /// Since when it is done; absent while it is made.
    since: OnceLock<Instant>,
    /// Whether it has been looked at since.
    is_seen: AtomicBool,
}

impl Previews {
    /// A run by other rules, as far as that has come; not opened while as many others are being made as there may be.
    pub async fn of(&self, dir: &Path, run: &Run, rules: Regrading) -> Opened {
        let Some(preview) = self.begun(dir, run.responses(), rules) else { return Opened::Not };
        let done = preview.done.notified();
        tokio::pin!(done);
        done.as_mut().enable();
        if matches!(*locked(&preview.opened), Opened::Reading) {
            let _ = tokio::time::timeout(PATIENCE, done).await;
        }
        if preview.since.get().is_some() {
            preview.is_seen.store(true, Ordering::Relaxed);
        }
        locked(&preview.opened).clone()
    }

    /// The preview that is there or being made; else a new one, in the place of the oldest that may go. None where
    /// none may: what is being made is never given up for another.
    fn begun(&self, dir: &Path, responses: u64, rules: Regrading) -> Option<Arc<Preview>> {
        let mut last = locked(&self.last);
        let is_it = |one: &&Arc<Preview>| {
            one.dir == dir && one.responses == responses && one.rules == rules
        };
        if let Some(found) = last.iter().find(is_it) {
            return Some(Arc::clone(found));
        }
        if last.len() >= MOST {
            let oldest = last.iter().position(|one| one.may_go())?;
            last.remove(oldest);
        }
        let preview = Arc::new(Preview {
            dir: dir.to_owned(),
            rules,
            responses,
            opened: Mutex::new(Opened::Reading),
            done: Notify::new(),
            since: OnceLock::new(),
            is_seen: AtomicBool::new(false),
        });
        last.push(Arc::clone(&preview));
        tokio::spawn(Arc::clone(&preview).make(Arc::clone(&self.turn)));
        Some(preview)
    }
}

impl Preview {
    /// Whether it may make place for another: it is done, and whoever asked for it has seen it, or had the time to.
    fn may_go(&self) -> bool {
        let has_seen = self.is_seen.load(Ordering::Relaxed);
        self.since.get().is_some_and(|since| has_seen || since.elapsed() > KEPT)
    }

    async fn make(self: Arc<Self>, turn: Arc<Semaphore>) {
        let _turn = turn.acquire_owned().await;
        let (own, runtime) = (Arc::clone(&self), Handle::current());
        let work = move || match options(&own.rules) {
            Ok(options) => runtime.block_on(open(&own.dir, &options.options())),
            Err(error) => Err(error),
        };
        let opened = match tokio::task::spawn_blocking(work).await {
            Ok(Ok((run, _))) => Opened::Open(Arc::new(run)),
            Ok(Err(error)) => Opened::Failed(format!("{error:#}")),
            Err(error) => Opened::Failed(error.to_string()),
        };
        *locked(&self.opened) = opened;
        let _ = self.since.set(Instant::now());
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Previews of a directory that holds no run, while nobody's turn comes.
    async fn held() -> (Previews, tokio::sync::OwnedSemaphorePermit) {
        let previews = Previews::default();
        let turn = Arc::clone(&previews.turn).acquire_owned().await;
        (previews, turn.unwrap())
    }

    fn rules() -> [Regrading; 3] {
        ["as-wrong", "exclude", "as-wrong"]
            .map(|treatment| Regrading { treatment: Some(treatment), ..Regrading::default() })
    }

    #[tokio::test]
    async fn what_is_being_made_is_never_given_up_for_another() {
        let (previews, turn) = held().await;
        let dir = Path::new("no-such-run");
        let [one, other, mut third] = rules();
        third.rule = Some("mid-p");
        let first = previews.begun(dir, 1, one).unwrap();
        let second = previews.begun(dir, 1, other).unwrap();
        assert!(previews.begun(dir, 1, third).is_none(), "both are being made");
        assert!(Arc::ptr_eq(&previews.begun(dir, 1, one).unwrap(), &first));
        drop(turn);
        until_done(&first).await;
        until_done(&second).await;
        // Done, but not seen: whoever asked for it is about to look again.
        assert!(previews.begun(dir, 1, third).is_none());
        second.is_seen.store(true, Ordering::Relaxed);
        assert!(previews.begun(dir, 1, third).is_some());
        assert!(Arc::ptr_eq(&previews.begun(dir, 1, one).unwrap(), &first), "the seen one went");
    }

    async fn until_done(preview: &Preview) {
        while preview.since.get().is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(matches!(*locked(&preview.opened), Opened::Failed(_)), "there is no such run");
    }
}
