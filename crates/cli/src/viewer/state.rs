//! What the viewer knows of its runs, and how it learns more.

use super::fetch::{search, stored};
use super::opening::{Translated, open};
use super::regrading::Previews;
use super::shelves::{Place, Shelves, about, changed};
use super::thought::Thought;
use futures::future::join_all;
use peirast_study::AnalysisOptions;
use peirast_view::{
    About, Guard, Library, Material, Opened, Reply, Request, Response, Route, Shelf, State, Wanted,
    respond, run_names,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// What a run says of itself holds so long, and so many times as long as it took to find out.
const FRESH: Duration = Duration::from_millis(800);
const LOOKS: u32 = 5;
/// What was found out longer ago is not shown before somebody has looked again.
const STALE: Duration = Duration::from_secs(5);
/// How long a request waits for a run to be read before it says that it is.
const PATIENCE: Duration = Duration::from_millis(1500);
/// A run that grows is read again no sooner than this, and no sooner than so many times what reading it took.
const REST: Duration = Duration::from_secs(3);
const RESTS: u32 = 4;
/// More than this is wanted for no page.
const MOST_WANTS: usize = 8;

/// The runs that are shown, and who may see them.
pub struct Viewer {
    guard: Guard,
    shelves: Shelves,
    /// Every run that was found since the start: one that is gone is still shown as it was.
    known: Mutex<Vec<Arc<Known>>>,
    thought: Thought,
    previews: Previews,
}

/// A run directory, and what is known of it.
struct Known {
    place: Place,
    about: Mutex<Option<Looked>>,
    reading: Mutex<Reading>,
    /// What is waited for while it is read.
    read: tokio::sync::Notify,
    /// One look at a time.
    looking: tokio::sync::Mutex<()>,
}

/// What a run said of itself, and when.
#[derive(Clone)]
struct Looked {
    about: Result<About, String>,
    at: Instant,
    /// How long it took to find out.
    took: Duration,
}

impl Looked {
    /// Whether it is time to look again: a run that takes long to look at is looked at less often, and one that
    /// has ended only when its store has changed.
    fn is_old(&self, dir: &Path) -> bool {
        let has_ended = |about: &About| matches!(about.state, State::Finished | State::Imported);
        let is_same = |about: &About| about.changed.is_some() && about.changed == changed(dir);
        let rests = self.about.as_ref().is_ok_and(|about| has_ended(about) && is_same(about));
        self.at.elapsed() > FRESH.max(self.took * LOOKS) && !rests
    }
}

/// How far a run has been read.
struct Reading {
    /// When the store had changed last, as it was read.
    changed: Option<String>,
    opened: Opened,
    /// What others made of its answers.
    translated: Arc<Translated>,
    /// Whether it is being read, for the first time or again.
    is_under_way: bool,
    /// When it was read last, and how long that took.
    last: Option<(Instant, Duration)>,
}

impl Viewer {
    /// A viewer of the runs on these shelves.
    pub fn new(shelves: Shelves, guard: Guard) -> Self {
        let viewer = Self {
            guard,
            known: Mutex::default(),
            thought: Thought::default(),
            previews: Previews::default(),
            shelves,
        };
        viewer.take_up(viewer.shelves.places());
        viewer
    }

    /// The answer to a request.
    pub async fn answer(&self, request: &Request) -> Response {
        if let Err(refusal) = self.guard.check(request) {
            return *refusal;
        }
        if Route::of(&request.path).is_some_and(|route| route.takes_thought()) {
            return self.thought.page(request).await;
        }
        self.look_for_runs(request).await;
        let mut material = Material::default();
        for _ in 0..MOST_WANTS {
            let library = self.library().await;
            match respond(&library, request, &material) {
                Reply::Page(page) => return page,
                Reply::Wants(wanted) => self.fetch(&library, wanted, &mut material).await,
            }
        }
        Response::failure("this page wants more and more, which is an error of the program")
    }

    /// Looks which runs there are by now, where a page lists them, or asks for one that is not known.
    async fn look_for_runs(&self, request: &Request) {
        let is_known = |id: &str| {
            let library = Library { shelves: self.shelved(|_| None), dirs: Vec::new() };
            !library.named(id).is_empty()
        };
        let looks = match Route::of(&request.path) {
            Some(Route::Runs | Route::Compare) => true,
            Some(Route::Run(id, _)) => !is_known(&id),
            _ => false,
        };
        if looks {
            let shelves = self.shelves.clone();
            let found = tokio::task::spawn_blocking(move || shelves.places()).await;
            self.take_up(found.unwrap_or_default());
        }
    }

    /// Takes up what was not known: in the order in which it was found, those that are gone behind.
    fn take_up(&self, found: Vec<Place>) {
        let mut known = locked(&self.known);
        let mut gone = std::mem::take(&mut *known);
        for place in found {
            let at = gone.iter().position(|own| own.place.path == place.path);
            let own = at.map(|at| gone.remove(at));
            known.push(own.unwrap_or_else(|| Arc::new(Known::new(place))));
        }
        known.append(&mut gone);
    }

    /// Every run as it is known now.
    async fn library(&self) -> Library {
        let all = locked(&self.known).clone();
        let look = async |known: &Arc<Known>| {
            let about = known.about().await;
            known.read_again(&about);
            (known.place.path.clone(), about)
        };
        let abouts: BTreeMap<_, _> = join_all(all.iter().map(look)).await.into_iter().collect();
        let shelves = self.shelved(|place| abouts.get(&place.path).cloned());
        Library { shelves, dirs: self.shelves.named() }
    }

    /// Every run that is known, by its name, with what is known of it.
    fn shelved(&self, about: impl Fn(&Place) -> Option<Result<About, String>>) -> Vec<Shelf> {
        let all = locked(&self.known).clone();
        let paths: Vec<&str> = all.iter().map(|known| known.place.path.as_str()).collect();
        let shelf = |(known, id): (&Arc<Known>, String)| Shelf {
            id,
            path: known.place.path.clone(),
            dir: known.place.dir.display().to_string(),
            about: about(&known.place).unwrap_or_else(|| Err("not looked at yet".to_owned())),
            opened: locked(&known.reading).opened.clone(),
        };
        all.iter().zip(run_names(&paths)).map(shelf).collect()
    }

    async fn fetch(&self, library: &Library, wanted: Wanted, material: &mut Material) {
        let id = match &wanted {
            Wanted::Run(id) | Wanted::Stored { run: id, .. } | Wanted::Regraded { run: id, .. } => {
                id
            }
            Wanted::Search(search) => &search.run,
        };
        let Some(shelf) = library.shelf(id) else { return };
        let Some(known) = self.known(&shelf.path) else { return };
        let (dir, opened) = (&known.place.dir, Some(&shelf.opened));
        match (wanted, opened) {
            (Wanted::Run(_), _) => known.be_read().await,
            (Wanted::Stored { keys, .. }, _) => {
                let translated = Arc::clone(&locked(&known.reading).translated);
                material.stored.extend(stored(dir, keys, &translated).await);
            }
            (Wanted::Search(wanted), Some(Opened::Open(run))) => {
                material.found = Some(search(dir, run.index(), &wanted).await);
            }
            (Wanted::Regraded { regrading, .. }, Some(Opened::Open(run))) => {
                let preview = self.previews.of(dir, run, regrading).await;
                material.regraded = Some((regrading, preview));
            }
            _ => {}
        }
    }

    /// The run of a path.
    fn known(&self, path: &str) -> Option<Arc<Known>> {
        locked(&self.known).iter().find(|known| known.place.path == path).cloned()
    }
}

impl Known {
    /// A run of which nothing is known yet.
    fn new(place: Place) -> Self {
        let reading = Reading {
            changed: None,
            opened: Opened::Not,
            translated: Arc::default(),
            is_under_way: false,
            last: None,
        };
        Self {
            place,
            about: Mutex::new(None),
            reading: Mutex::new(reading),
            read: tokio::sync::Notify::new(),
            looking: tokio::sync::Mutex::new(()),
        }
    }

    /// What the run says of itself, as it was found out last. When that is old, it is found out anew meanwhile;
    /// only where it is very old, or nothing is known yet, that is waited for, and not for ever.
    async fn about(self: &Arc<Self>) -> Result<About, String> {
        let known = locked(&self.about).clone();
        if let Some(looked) = known {
            if !looked.is_old(&self.place.dir) {
                return looked.about;
            }
            let looking = self.look_again();
            if looked.at.elapsed() < STALE {
                return looked.about;
            }
            let _ = tokio::time::timeout(PATIENCE, looking).await;
            return locked(&self.about).clone().map_or(looked.about, |now| now.about);
        }
        let looking = self.look_again();
        let _ = tokio::time::timeout(PATIENCE, looking).await;
        let known = locked(&self.about).clone();
        match known {
            Some(looked) => looked.about,
            None => Err("its answers are being counted; look again in a moment".to_owned()),
        }
    }

    /// Looks at the run, unless that is being done.
    fn look_again(self: &Arc<Self>) -> JoinHandle<()> {
        let own = Arc::clone(self);
        tokio::spawn(async move {
            match own.looking.try_lock() {
                Ok(_turn) => own.look().await,
                Err(_) => drop(own.looking.lock().await),
            }
        })
    }

    async fn look(&self) {
        let begun = Instant::now();
        let about = about(&self.place.dir).await.map_err(|error| format!("{error:#}"));
        let looked = Looked { about, at: Instant::now(), took: begun.elapsed() };
        *locked(&self.about) = Some(looked);
    }

    /// Reads the run, and waits for that for a while.
    async fn be_read(self: &Arc<Self>) {
        let done = self.read.notified();
        tokio::pin!(done);
        done.as_mut().enable();
        {
            let mut reading = locked(&self.reading);
            if matches!(reading.opened, Opened::Not) {
                reading.opened = Opened::Reading;
                self.begin(&mut reading);
            }
        }
        let _ = tokio::time::timeout(PATIENCE, done).await;
    }

    /// Reads the run again where it has other answers than it had, and has been left alone for long enough.
    /// Until that is done, it is shown as it was.
    fn read_again(self: &Arc<Self>, about: &Result<About, String>) {
        let Ok(about) = about else { return };
        let mut reading = locked(&self.reading);
        let has_grown = match &reading.opened {
            Opened::Open(run) => {
                run.responses() != about.answered() || reading.changed != about.changed
            }
            Opened::Failed(_) => true,
            _ => false,
        };
        let has_rested =
            reading.last.is_none_or(|(at, took)| at.elapsed() > REST.max(took * RESTS));
        if has_grown && has_rested && !reading.is_under_way {
            self.begin(&mut reading);
        }
    }

    fn begin(self: &Arc<Self>, reading: &mut Reading) {
        reading.is_under_way = true;
        // Before it is read: what is stored meanwhile is a later change.
        reading.changed = changed(&self.place.dir);
        let known = Arc::clone(self);
        let dir = self.place.dir.clone();
        let runtime = tokio::runtime::Handle::current();
        // Grading takes all cores for a while: not those that answer requests.
        tokio::task::spawn_blocking(move || {
            let begun = Instant::now();
            let read = runtime.block_on(open(&dir, &AnalysisOptions::default()));
            let mut reading = locked(&known.reading);
            match read {
                Ok((run, translated)) => {
                    reading.opened = Opened::Open(Arc::new(run));
                    reading.translated = Arc::new(translated);
                }
                Err(error) => reading.opened = Opened::Failed(format!("{error:#}")),
            }
            reading.is_under_way = false;
            reading.last = Some((Instant::now(), begun.elapsed()));
            drop(reading);
            known.read.notify_waiters();
        });
    }
}

/// What a lock guards; it is whole also after a panic of who held it.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt as _;

    #[tokio::test]
    async fn what_takes_no_thought_does_not_wait_for_what_does() {
        let guard = Guard::new([127, 0, 0, 1].into(), 1, &[], None);
        let viewer = Viewer::new(Shelves::of(&[]).unwrap(), guard);
        let seats = viewer.thought.all_seats().await;
        for target in ["/healthz", "/help", "/play/syllogisms"] {
            assert_eq!(viewer.answer(&Request::get(target)).await.status, 200, "{target}");
        }
        let premises = Request::get("/play/premises?case=e1");
        assert!(viewer.answer(&premises).now_or_never().is_none(), "there was no seat");
        drop(seats);
        assert_eq!(viewer.answer(&premises).await.status, 200);
    }
}
