//! Which runs there are, and what each says of itself.

use anyhow::{Result, bail};
use peirast_store::Store;
use peirast_study::run_dir::{self, StoredKind};
use peirast_view::{About, State, SubjectProgress};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Where runs are looked for unless directories are named.
const RUNS: &str = "runs";
/// What a run directory holds: a store, or where it is.
const MARKS: [&str; 2] = ["store.sqlite", "store.json"];

/// A run directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub dir: PathBuf,
    /// Its whole path, by which it is told from others; its parts are parted by slashes.
    pub path: String,
}

impl Place {
    fn of(dir: PathBuf) -> Self {
        let full = std::fs::canonicalize(&dir).unwrap_or_else(|_| dir.clone());
        Self { path: full.to_string_lossy().replace(MAIN_SEPARATOR, "/"), dir }
    }
}

/// Where runs are looked for.
#[derive(Clone, Debug)]
pub struct Shelves {
    /// The directories that were named; where runs are kept, if none was.
    dirs: Vec<PathBuf>,
    is_default: bool,
}

impl Shelves {
    /// The directories that somebody named.
    ///
    /// # Errors
    /// One that is no run directory and holds none.
    pub fn of(dirs: &[PathBuf]) -> Result<Self> {
        if let Some(dir) = dirs.iter().find(|dir| runs_in(dir).is_empty()) {
            bail!(
                "{} is no run directory and holds none: make one with `peirast run STUDY --into DIR`",
                dir.display()
            );
        }
        let default = || vec![PathBuf::from(RUNS)];
        let is_default = dirs.is_empty();
        Ok(Self { dirs: if is_default { default() } else { dirs.to_vec() }, is_default })
    }

    /// The run directories among them and directly below them, as they are now; each once.
    pub fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for place in self.dirs.iter().flat_map(|dir| runs_in(dir)).map(Place::of) {
            if places.iter().all(|known| known.path != place.path) {
                places.push(place);
            }
        }
        places
    }

    /// The directories as arguments of the command; none where none was named.
    pub fn named(&self) -> Vec<String> {
        let dirs = self.dirs.iter().filter(|_| !self.is_default);
        dirs.map(|dir| dir.display().to_string()).collect()
    }
}

/// The directory, if it is that of a run; else those of runs directly in it, in order.
fn runs_in(dir: &Path) -> Vec<PathBuf> {
    let is_run = |dir: &Path| MARKS.iter().any(|mark| dir.join(mark).is_file());
    if is_run(dir) {
        return vec![dir.to_owned()];
    }
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let mut below: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|dir| is_run(dir)).collect();
    below.sort();
    below
}

/// What a run says of itself.
pub async fn about(dir: &Path) -> Result<About> {
    let store = Store::open_read_only(dir).await?;
    let about = about_open(&store).await;
    store.close().await;
    about
}

async fn about_open(store: &Store) -> Result<About> {
    // Before anything is counted: what is stored meanwhile is a later change.
    let changed = changed(store.dir());
    // A plan that is still being stored is no reason to say nothing.
    let kind = match store.plan_state().await?.is_complete() {
        true => Some(run_dir::kind(store).await?),
        false => None,
    };
    let counts = store.counts_by_subject().await?;
    let subject = |(name, counts): (String, peirast_store::SubjectCounts)| SubjectProgress {
        name,
        planned: counts.trials,
        answered: counts.responses,
    };
    let subjects: Vec<SubjectProgress> = counts.into_iter().map(subject).collect();
    let failures = store.counts().await?.failures;
    let (title, study) = match kind.as_ref().map(StoredKind::study) {
        Some(Some(study)) => (study.title.clone(), study.id.clone()),
        Some(None) => ("Answers recorded elsewhere".to_owned(), String::new()),
        None => ("A plan that is not stored to its end".to_owned(), String::new()),
    };
    let mut about = About {
        title,
        study,
        failures: failures.into_iter().map(|(kind, n)| (kind.as_str().to_owned(), n)).collect(),
        subjects,
        changed,
        state: State::Stopped,
    };
    about.state = state(store, kind.as_ref(), &about).await?;
    Ok(about)
}

async fn state(store: &Store, kind: Option<&StoredKind>, about: &About) -> Result<State> {
    Ok(match kind {
        Some(StoredKind::Recorded) => State::Imported,
        Some(StoredKind::Study { .. }) if about.answered() == about.planned() => State::Finished,
        _ if store.is_under_way().await? => State::UnderWay,
        _ => State::Stopped,
    })
}

/// When the files of a store changed last; unknown of one that is in a database elsewhere.
pub fn changed(dir: &Path) -> Option<String> {
    let time = |file: &str| std::fs::metadata(dir.join(file)).and_then(|file| file.modified()).ok();
    let last = ["store.sqlite", "store.sqlite-wal"].into_iter().filter_map(time).max()?;
    let seconds = last.duration_since(UNIX_EPOCH).ok()?.as_secs();
    Some(jiff::Timestamp::from_second(seconds.try_into().ok()?).ok()?.to_string())
}
