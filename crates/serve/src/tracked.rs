//! A run that the viewer follows: its summary and its answers, refreshed in the background.

use crate::{RunDirectory, RunLoader, last_change, locked};
use peirast_view::{GradingRules, LoadState, RunStatus, RunSummary};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// A summary is fresh for this time, and for this multiple of the time that reading it took.
const FRESH: Duration = Duration::from_millis(800);
const FRESH_FACTOR: u32 = 5;
/// A page shows no older summary; it waits until the summary is read again.
const STALE: Duration = Duration::from_secs(5);
/// Time that a request waits for a run before the page says that it is being read.
const WAIT_TIME: Duration = Duration::from_millis(1500);
/// Minimum time before answers are read again, and minimum multiple of the time that reading took.
const REST: Duration = Duration::from_secs(3);
const REST_FACTOR: u32 = 4;

/// A run directory with everything read from it.
pub(crate) struct TrackedRun<L: RunLoader> {
    pub(crate) place: RunDirectory,
    loader: Arc<L>,
    summary: Mutex<Option<DatedSummary>>,
    answers: Mutex<TrackedAnswers<L>>,
    /// Signals that reading the answers has ended.
    read: tokio::sync::Notify,
    /// Held while the summary is being read.
    summarising: tokio::sync::Mutex<()>,
}

/// A summary, with the time of its reading.
#[derive(Clone)]
struct DatedSummary {
    summary: Result<RunSummary, String>,
    at: Instant,
    /// Time that reading it took.
    took: Duration,
}

impl DatedSummary {
    /// Returns true if it should be read again. A run that takes long to read is read less often,
    /// and a finished run only if its store has changed.
    fn is_old(&self, dir: &Path) -> bool {
        let has_ended =
            |one: &RunSummary| matches!(one.state, RunStatus::Finished | RunStatus::Imported);
        let is_same = |one: &RunSummary| one.changed.is_some() && one.changed == last_change(dir);
        let is_final = self.summary.as_ref().is_ok_and(|one| has_ended(one) && is_same(one));
        self.at.elapsed() > FRESH.max(self.took * FRESH_FACTOR) && !is_final
    }
}

/// The answers of a run, with the time of their reading.
struct TrackedAnswers<L: RunLoader> {
    /// Last change of the store before they were read.
    changed: Option<String>,
    state: LoadState,
    memo: Arc<L::Memo>,
    /// True if they are being read, for the first time or again.
    is_under_way: bool,
    /// Time of the last reading, and its duration.
    last: Option<(Instant, Duration)>,
}

impl<L: RunLoader> TrackedRun<L> {
    /// Creates a run of which nothing has been read.
    pub(crate) fn new(place: RunDirectory, loader: Arc<L>) -> Self {
        let answers = TrackedAnswers {
            changed: None,
            state: LoadState::NotLoaded,
            memo: Arc::default(),
            is_under_way: false,
            last: None,
        };
        Self {
            place,
            loader,
            summary: Mutex::new(None),
            answers: Mutex::new(answers),
            read: tokio::sync::Notify::new(),
            summarising: tokio::sync::Mutex::new(()),
        }
    }

    /// Returns the current answers.
    pub(crate) fn state(&self) -> LoadState {
        locked(&self.answers).state.clone()
    }

    /// Returns the loader's data of the current answers.
    pub(crate) fn memo(&self) -> Arc<L::Memo> {
        Arc::clone(&locked(&self.answers).memo)
    }

    /// Returns the latest summary. If it is old, a background task reads it again; the page waits
    /// for that only if the summary is very old or missing, and only for a short time.
    pub(crate) async fn summary(self: &Arc<Self>) -> Result<RunSummary, String> {
        let known = locked(&self.summary).clone();
        if let Some(dated) = known.clone().filter(|dated| !dated.is_old(&self.place.dir)) {
            return dated.summary;
        }
        let reading = self.start_summary();
        if let Some(dated) = known.filter(|dated| dated.at.elapsed() < STALE) {
            return dated.summary;
        }
        let _ = tokio::time::timeout(WAIT_TIME, reading).await;
        let known = locked(&self.summary).clone();
        let counting = || Err("its answers are being counted; reload in a moment".to_owned());
        known.map_or_else(counting, |dated| dated.summary)
    }

    /// Reads the summary in the background, unless it is being read already.
    fn start_summary(self: &Arc<Self>) -> JoinHandle<()> {
        let run = Arc::clone(self);
        tokio::spawn(async move {
            match run.summarising.try_lock() {
                Ok(_turn) => run.read_summary().await,
                Err(_) => drop(run.summarising.lock().await),
            }
        })
    }

    async fn read_summary(&self) {
        let begun = Instant::now();
        let summary = self.loader.summary(&self.place.dir).await;
        let dated = DatedSummary { summary, at: Instant::now(), took: begun.elapsed() };
        *locked(&self.summary) = Some(dated);
    }

    /// Starts reading the answers if they were not read, and waits for them for a while.
    pub(crate) async fn load(self: &Arc<Self>) {
        let done = self.read.notified();
        tokio::pin!(done);
        done.as_mut().enable();
        {
            let mut answers = locked(&self.answers);
            if matches!(answers.state, LoadState::NotLoaded) {
                answers.state = LoadState::Loading;
                self.start_loading(&mut answers);
            }
        }
        let _ = tokio::time::timeout(WAIT_TIME, done).await;
    }

    /// Reads the answers again if the store has changed and enough time has passed. Pages show the
    /// old state until that is done.
    pub(crate) fn refresh(self: &Arc<Self>, summary: &Result<RunSummary, String>) {
        let Ok(summary) = summary else { return };
        let mut answers = locked(&self.answers);
        let has_grown = match &answers.state {
            LoadState::Loaded(run) => {
                run.responses() != summary.answered() || answers.changed != summary.changed
            }
            LoadState::Failed(_) => true,
            _ => false,
        };
        let has_rested =
            answers.last.is_none_or(|(at, took)| at.elapsed() > REST.max(took * REST_FACTOR));
        if has_grown && has_rested && !answers.is_under_way {
            self.start_loading(&mut answers);
        }
    }

    fn start_loading(self: &Arc<Self>, answers: &mut TrackedAnswers<L>) {
        answers.is_under_way = true;
        // Read before the answers, so that an answer stored meanwhile counts as a later change.
        answers.changed = last_change(&self.place.dir);
        let run = Arc::clone(self);
        // Grading uses all cores for a while, but not the threads that answer requests.
        tokio::task::spawn_blocking(move || {
            let begun = Instant::now();
            let loaded = run.loader.load(&run.place.dir, &GradingRules::default());
            let mut answers = locked(&run.answers);
            match loaded {
                Ok((loaded, memo)) => {
                    answers.state = LoadState::Loaded(Arc::new(loaded));
                    answers.memo = Arc::new(memo);
                }
                Err(error) => answers.state = LoadState::Failed(error),
            }
            answers.is_under_way = false;
            answers.last = Some((Instant::now(), begun.elapsed()));
            drop(answers);
            run.read.notify_waiters();
        });
    }
}
