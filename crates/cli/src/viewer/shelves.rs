//! Which runs there are, and what each says of itself.

use crate::run_dir::{self, Kind};
use anyhow::{Result, bail};
use peirast_run::Store;
use peirast_view::{About, State, SubjectProgress};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Where runs are looked for unless directories are named.
const RUNS: &str = "runs";
/// What a run directory holds: a store, or where it is.
const MARKS: [&str; 2] = ["store.sqlite", "store.json"];

/// A run directory, and its name in addresses.
#[derive(Clone, Debug)]
pub struct Place {
    pub id: String,
    pub dir: PathBuf,
}

/// The run directories among `dirs` and directly below them, by name.
pub fn found(dirs: &[PathBuf]) -> Result<Vec<Place>> {
    let default = [PathBuf::from(RUNS)];
    let named = if dirs.is_empty() { &default[..] } else { dirs };
    let mut runs = Vec::new();
    for dir in named {
        let own = runs_in(dir);
        if own.is_empty() && !dirs.is_empty() {
            bail!(
                "{} is no run directory and holds none: make one with `peirast run STUDY --into DIR`",
                dir.display()
            );
        }
        runs.extend(own);
    }
    let (mut taken, mut places) = (BTreeSet::new(), Vec::new());
    for dir in runs {
        if places.iter().all(|place: &Place| place.dir != dir) {
            places.push(Place { id: name(&dir, &mut taken), dir });
        }
    }
    Ok(places)
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

/// The last part of a directory's path, with a number where another has the same.
fn name(dir: &Path, taken: &mut BTreeSet<String>) -> String {
    let full = std::fs::canonicalize(dir).unwrap_or_else(|_| dir.to_owned());
    let own = full.file_name().map_or("run".into(), |name| name.to_string_lossy().into_owned());
    let numbered = (2..).map(|number| format!("{own}-{number}"));
    let mut names = std::iter::once(own.clone()).chain(numbered);
    names.find(|name| taken.insert(name.clone())).unwrap_or(own)
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
    let kind = match run_dir::is_whole(store).await? {
        true => Some(run_dir::kind(store).await?),
        false => None,
    };
    let counts = store.counts_by_subject().await?;
    let subject = |(name, counts): (String, peirast_run::SubjectCounts)| SubjectProgress {
        name,
        planned: counts.trials,
        answered: counts.responses,
    };
    let subjects: Vec<SubjectProgress> = counts.into_iter().map(subject).collect();
    let failures = store.counts().await?.failures;
    let (title, study) = match kind.as_ref().map(Kind::study) {
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

async fn state(store: &Store, kind: Option<&Kind>, about: &About) -> Result<State> {
    Ok(match kind {
        Some(Kind::Recorded) => State::Imported,
        Some(Kind::Study { .. }) if about.answered() == about.planned() => State::Finished,
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
