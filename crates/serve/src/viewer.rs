//! The viewer: the runs that it follows, and its responses to requests.

use crate::preview::Previews;
use crate::reasoning::ReasoningPool;
use crate::tracked::TrackedRun;
use crate::{RunDirectories, RunDirectory, RunLoader, TextSearch, locked};
use futures::future::join_all;
use peirast_view::{
    Guard, Index, Library, LoadState, Need, PageData, Reply, Request, Response, Route, RunEntry,
    RunSummary, Search, SearchOutcome, respond, run_names,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Maximum number of times that one page may need more data.
const MAX_NEEDS: usize = 8;

/// Shows the runs of some directories to requests that the guard admits.
pub struct Viewer<L: RunLoader> {
    guard: Guard,
    directories: RunDirectories,
    loader: Arc<L>,
    /// Every run found since the start. A deleted run is still shown in its last state.
    runs: Mutex<Vec<Arc<TrackedRun<L>>>>,
    reasoning: ReasoningPool,
    previews: Previews,
}

impl<L: RunLoader> Viewer<L> {
    /// Creates a viewer of the runs in these directories.
    pub fn new(directories: RunDirectories, loader: L, guard: Guard) -> Self {
        let viewer = Self {
            guard,
            loader: Arc::new(loader),
            runs: Mutex::default(),
            reasoning: ReasoningPool::default(),
            previews: Previews::default(),
            directories,
        };
        viewer.add_runs(viewer.directories.list());
        viewer
    }

    /// Returns the response to a request.
    pub async fn respond(&self, request: &Request) -> Response {
        if let Err(refusal) = self.guard.check(request) {
            return *refusal;
        }
        if Route::from_path(&request.path).is_some_and(|route| route.needs_reasoning()) {
            return self.reasoning.respond(request).await;
        }
        self.find_runs(request).await;
        let mut data = PageData::default();
        for _ in 0..MAX_NEEDS {
            let library = self.library().await;
            match respond(&library, request, &data) {
                Reply::Page(page) => return page,
                Reply::Needs(need) => self.fetch(&library, need, &mut data).await,
            }
        }
        Response::failure("this page requests data without end, which is a bug in the program")
    }

    /// Searches for new run directories if a page lists runs or names an unknown one.
    async fn find_runs(&self, request: &Request) {
        let is_known = |id: &str| {
            let library = Library { runs: self.entries(|_| None), dirs: Vec::new() };
            !library.named(id).is_empty()
        };
        let looks = match Route::from_path(&request.path) {
            Some(Route::Runs | Route::Compare | Route::Leaderboard | Route::LeaderboardJson) => {
                true
            }
            Some(Route::Run(id, _)) => !is_known(&id),
            _ => false,
        };
        if looks {
            let directories = self.directories.clone();
            let found = tokio::task::spawn_blocking(move || directories.list()).await;
            self.add_runs(found.unwrap_or_default());
        }
    }

    /// Follows new runs. The order is that of `found`; runs that no longer exist come last.
    fn add_runs(&self, found: Vec<RunDirectory>) {
        let mut runs = locked(&self.runs);
        let mut gone = std::mem::take(&mut *runs);
        for place in found {
            let at = gone.iter().position(|run| run.place.path == place.path);
            let known = at.map(|at| gone.remove(at));
            let new = || Arc::new(TrackedRun::new(place, Arc::clone(&self.loader)));
            runs.push(known.unwrap_or_else(new));
        }
        runs.append(&mut gone);
    }

    /// Returns every run as currently known.
    async fn library(&self) -> Library {
        let all = locked(&self.runs).clone();
        let look = async |run: &Arc<TrackedRun<L>>| {
            let summary = run.summary().await;
            run.refresh(&summary);
            (run.place.path.clone(), summary)
        };
        let summaries: BTreeMap<_, _> = join_all(all.iter().map(look)).await.into_iter().collect();
        let runs = self.entries(|place| summaries.get(&place.path).cloned());
        Library { runs, dirs: self.directories.arguments() }
    }

    /// Returns every run with its name, its summary and its answers.
    fn entries(
        &self,
        summary: impl Fn(&RunDirectory) -> Option<Result<RunSummary, String>>,
    ) -> Vec<RunEntry> {
        let all = locked(&self.runs).clone();
        let paths: Vec<&str> = all.iter().map(|run| run.place.path.as_str()).collect();
        let entry = |(run, id): (&Arc<TrackedRun<L>>, String)| RunEntry {
            id,
            path: run.place.path.clone(),
            dir: run.place.dir.display().to_string(),
            about: summary(&run.place).unwrap_or_else(|| Err("not looked at yet".to_owned())),
            answers: run.state(),
        };
        all.iter().zip(run_names(&paths)).map(entry).collect()
    }

    async fn fetch(&self, library: &Library, need: Need, data: &mut PageData) {
        let id = match &need {
            Need::Runs(ids) => return self.load_all(library, ids).await,
            Need::Run(id) | Need::Trials { run: id, .. } | Need::Regrade { run: id, .. } => id,
            Need::Search(search) => &search.run,
        };
        let Some(entry) = library.entry(id) else { return };
        let Some(run) = self.tracked(&entry.path) else { return };
        let dir = &run.place.dir;
        match (need, &entry.answers) {
            (Need::Run(_), _) => run.load().await,
            (Need::Trials { keys, .. }, _) => {
                let trials = self.loader.trials(dir, keys, &run.memo()).await;
                let of_run = |(key, trial)| ((entry.id.clone(), key), trial);
                data.stored.extend(trials.into_iter().map(of_run));
            }
            (Need::Search(search), LoadState::Loaded(run)) => {
                data.found = Some(self.search(dir, run.index(), &search).await);
            }
            (Need::Regrade { rules, .. }, LoadState::Loaded(run)) => {
                let preview = self.previews.get(&self.loader, dir, run, rules).await;
                data.regraded = Some((rules, preview));
            }
            _ => {}
        }
    }

    /// Reads the answers of several runs, one after the other, until one of them takes long: grading
    /// uses all cores, and the page is shown without the others meanwhile.
    async fn load_all(&self, library: &Library, ids: &[String]) {
        for entry in ids.iter().filter_map(|id| library.entry(id)) {
            let Some(run) = self.tracked(&entry.path) else { continue };
            run.load().await;
            if matches!(run.state(), LoadState::Loading) {
                return;
            }
        }
    }

    async fn search(&self, dir: &Path, index: &Index, search: &Search) -> SearchOutcome {
        match TextSearch::new(index, search) {
            Ok(mut under_way) => {
                let result = self.loader.search(dir, &mut under_way).await;
                under_way.finish(result)
            }
            Err(why) => {
                let looked = search.from;
                SearchOutcome { looked, trouble: Some(why), ..SearchOutcome::default() }
            }
        }
    }

    fn tracked(&self, path: &str) -> Option<Arc<TrackedRun<L>>> {
        locked(&self.runs).iter().find(|run| run.place.path == path).cloned()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use futures::FutureExt as _;
    use peirast_record::Key;
    use peirast_view::{GradingRules, Run, StoredTrial};

    /// A loader that finds no run.
    pub(crate) struct NoRuns;

    impl RunLoader for NoRuns {
        type Memo = ();

        async fn summary(&self, _: &Path) -> Result<RunSummary, String> {
            Err("no run".to_owned())
        }

        fn load(&self, _: &Path, _: &GradingRules) -> Result<(Run, ()), String> {
            Err("no run".to_owned())
        }

        async fn trials(
            &self,
            _: &Path,
            _: Vec<Key>,
            (): &(),
        ) -> BTreeMap<Key, Result<StoredTrial, String>> {
            BTreeMap::new()
        }

        async fn search(&self, _: &Path, _: &mut TextSearch<'_>) -> Result<(), String> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn quick_pages_do_not_wait_for_slow_ones() {
        let guard = Guard::new([127, 0, 0, 1].into(), 1, &[], None);
        let viewer = Viewer::new(RunDirectories::new(&[]).unwrap(), NoRuns, guard);
        let permits = viewer.reasoning.all_permits().await;
        for target in ["/healthz", "/help", "/play/syllogisms"] {
            assert_eq!(viewer.respond(&Request::get(target)).await.status, 200, "{target}");
        }
        let premises = Request::get("/play/premises?case=e1");
        assert!(viewer.respond(&premises).now_or_never().is_none(), "there was no permit");
        drop(permits);
        assert_eq!(viewer.respond(&premises).await.status, 200);
    }
}
