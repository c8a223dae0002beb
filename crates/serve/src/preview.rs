//! Previews: runs graded and tested by other rules, in memory only.

use crate::{RunLoader, locked};
use peirast_view::{GradingRules, LoadState, Run};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, Semaphore};

/// Maximum number of previews that are kept or being made. Each takes as much memory as its run.
const MAX_PREVIEWS: usize = 2;
/// Time that a finished preview is kept for a browser that has not requested it yet.
const KEEP_TIME: Duration = Duration::from_secs(30);
/// Time that a request waits before the page says that a preview is being made.
const WAIT_TIME: Duration = Duration::from_millis(1500);

/// The most recent previews.
pub(crate) struct Previews {
    recent: Mutex<Vec<Arc<Preview>>>,
    /// One preview is made at a time, because it takes all cores.
    turn: Arc<Semaphore>,
}

impl Default for Previews {
    fn default() -> Self {
        Self { recent: Mutex::default(), turn: Arc::new(Semaphore::new(1)) }
    }
}

/// A run graded by other rules.
struct Preview {
    dir: PathBuf,
    rules: GradingRules,
    /// Number of responses of the run. If the run has more responses now, it is graded again.
    responses: u64,
    answers: Mutex<LoadState>,
    done: Notify,
    /// Time of its completion; empty while it is being made.
    finished: OnceLock<Instant>,
    /// True if a browser has requested it since then.
    is_seen: AtomicBool,
}

impl Previews {
    /// The run under other rules, as far as it is loaded. It is not loaded while the maximum number
    /// of others is being made.
    pub(crate) async fn get<L: RunLoader>(
        &self,
        loader: &Arc<L>,
        dir: &Path,
        run: &Run,
        rules: GradingRules,
    ) -> LoadState {
        let Some(preview) = self.find_or_start(loader, dir, run.responses(), rules) else {
            return LoadState::NotLoaded;
        };
        let done = preview.done.notified();
        tokio::pin!(done);
        done.as_mut().enable();
        if matches!(*locked(&preview.answers), LoadState::Loading) {
            let _ = tokio::time::timeout(WAIT_TIME, done).await;
        }
        if preview.finished.get().is_some() {
            preview.is_seen.store(true, Ordering::Relaxed);
        }
        locked(&preview.answers).clone()
    }

    /// Returns the preview with these rules, or a new one in place of the oldest that may be
    /// dropped. `None` if no preview may be dropped: a preview that is being made is never dropped.
    fn find_or_start<L: RunLoader>(
        &self,
        loader: &Arc<L>,
        dir: &Path,
        responses: u64,
        rules: GradingRules,
    ) -> Option<Arc<Preview>> {
        let mut recent = locked(&self.recent);
        let is_same = |one: &&Arc<Preview>| {
            one.dir == dir && one.responses == responses && one.rules == rules
        };
        if let Some(found) = recent.iter().find(is_same) {
            return Some(Arc::clone(found));
        }
        if recent.len() >= MAX_PREVIEWS {
            let oldest = recent.iter().position(|one| one.may_be_dropped())?;
            recent.remove(oldest);
        }
        let preview = Arc::new(Preview {
            dir: dir.to_owned(),
            rules,
            responses,
            answers: Mutex::new(LoadState::Loading),
            done: Notify::new(),
            finished: OnceLock::new(),
            is_seen: AtomicBool::new(false),
        });
        recent.push(Arc::clone(&preview));
        tokio::spawn(Arc::clone(&preview).make(Arc::clone(loader), Arc::clone(&self.turn)));
        Some(preview)
    }
}

impl Preview {
    /// Returns true if it is finished and its browser has requested it, or had enough time to.
    fn may_be_dropped(&self) -> bool {
        let is_seen = self.is_seen.load(Ordering::Relaxed);
        self.finished.get().is_some_and(|since| is_seen || since.elapsed() > KEEP_TIME)
    }

    async fn make<L: RunLoader>(self: Arc<Self>, loader: Arc<L>, turn: Arc<Semaphore>) {
        let _turn = turn.acquire_owned().await;
        let preview = Arc::clone(&self);
        let work = move || loader.load(&preview.dir, &preview.rules);
        let answers = match tokio::task::spawn_blocking(work).await {
            Ok(Ok((run, _))) => LoadState::Loaded(Arc::new(run)),
            Ok(Err(error)) => LoadState::Failed(error),
            Err(error) => LoadState::Failed(error.to_string()),
        };
        *locked(&self.answers) = answers;
        let _ = self.finished.set(Instant::now());
        self.done.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::tests::NoRuns;

    fn rules() -> [GradingRules; 3] {
        ["as-wrong", "exclude", "as-wrong"]
            .map(|treatment| GradingRules { treatment: Some(treatment), ..GradingRules::default() })
    }

    #[tokio::test]
    async fn a_preview_being_made_is_never_given_up() {
        let (previews, loader) = (Previews::default(), Arc::new(NoRuns));
        let turn = Arc::clone(&previews.turn).acquire_owned().await.unwrap();
        let start = |rules| previews.find_or_start(&loader, Path::new("no-such-run"), 1, rules);
        let [one, other, mut third] = rules();
        third.rule = Some("mid-p");
        let first = start(one).unwrap();
        let second = start(other).unwrap();
        assert!(start(third).is_none(), "both are being made");
        assert!(Arc::ptr_eq(&start(one).unwrap(), &first));
        drop(turn);
        until_done(&first).await;
        until_done(&second).await;
        // Finished, but not requested: the browser will request it soon.
        assert!(start(third).is_none());
        second.is_seen.store(true, Ordering::Relaxed);
        assert!(start(third).is_some());
        assert!(Arc::ptr_eq(&start(one).unwrap(), &first), "the seen one went");
    }

    async fn until_done(preview: &Preview) {
        while preview.finished.get().is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(matches!(*locked(&preview.answers), LoadState::Failed(_)), "there is no such run");
    }
}
