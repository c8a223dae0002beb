//! What there is to see.

use crate::Run;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Every run directory that the viewer was given.
#[derive(Debug, Default)]
pub struct Library {
    /// The runs, in the order in which they are listed.
    pub shelves: Vec<Shelf>,
    /// The directories that the viewer was told to look at, as they were named.
    pub dirs: Vec<String>,
}

impl Library {
    /// The run of this name, if it is the name of one alone.
    pub fn shelf(&self, id: &str) -> Option<&Shelf> {
        match self.named(id).as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    /// Every run that a name stands for: it is the end of the run's path, so that an address never comes to mean
    /// another run, whatever else is shown.
    pub fn named(&self, id: &str) -> Vec<&Shelf> {
        let all = self.shelves.iter().filter(|shelf| shelf.id == id || is_end(&shelf.path, id));
        all.collect()
    }
}

/// Names of runs by their paths: the last part, and as many before it as no other path ends in.
///
/// ```
/// use peirast_view::run_names;
/// assert_eq!(run_names(&["/a/runs/tb", "/a/runs/x", "/a/old/tb"]), ["runs/tb", "x", "old/tb"]);
/// ```
pub fn run_names(paths: &[&str]) -> Vec<String> {
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    for end in paths.iter().flat_map(|path| endings(path)) {
        *ends.entry(end).or_default() += 1;
    }
    let is_own = |end: &&str| ends.get(end) == Some(&1);
    paths.iter().map(|path| endings(path).find(is_own).unwrap_or(path).to_owned()).collect()
}

/// The ends of a path, from its last part on.
fn endings(path: &str) -> impl Iterator<Item = &str> {
    let starts = path.rmatch_indices('/').map(|(at, _)| at + 1);
    let ends = starts.filter_map(|at| path.get(at..)).filter(|end| !end.is_empty());
    ends.chain([path].into_iter().filter(|path| !path.is_empty()))
}

fn is_end(path: &str, id: &str) -> bool {
    endings(path).any(|end| end == id)
}

/// One run directory.
#[derive(Clone, Debug)]
pub struct Shelf {
    /// Its name in addresses, which no other has; see [`run_names`].
    pub id: String,
    /// The whole path of the directory, its parts parted by slashes.
    pub path: String,
    /// The directory, as a command takes it.
    pub dir: String,
    /// What it says of itself, or why that cannot be read.
    pub about: Result<About, String>,
    /// Its answers, as far as they have been read.
    pub opened: Opened,
}

/// How far the answers of a run have been read.
#[derive(Clone, Debug)]
pub enum Opened {
    /// Nobody has asked for them.
    Not,
    /// They are being read and graded.
    Reading,
    /// They cannot be: why.
    Failed(String),
    /// They have been, as they stood then.
    Open(Arc<Run>),
}

/// What a run says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Title of the study.
    pub title: String,
    /// Its id; empty of recorded answers.
    pub study: String,
    /// How far each subject has come, in order of their names.
    pub subjects: Vec<SubjectProgress>,
    /// Failed attempts, by kind.
    pub failures: Vec<(String, u64)>,
    /// When its store changed last, in UTC.
    pub changed: Option<String>,
    /// Whether it is done.
    pub state: State,
}

impl About {
    /// Questions that have an answer.
    pub fn answered(&self) -> u64 {
        self.subjects.iter().map(|subject| subject.answered).sum()
    }

    /// Questions that were planned.
    pub fn planned(&self) -> u64 {
        self.subjects.iter().map(|subject| subject.planned).sum()
    }
}

/// How far one subject has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubjectProgress {
    /// The subject.
    pub name: String,
    /// Its questions.
    pub planned: u64,
    /// Those that have an answer.
    pub answered: u64,
}

/// Whether a run is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Questions are being asked.
    UnderWay,
    /// Nobody asks, and questions are without an answer.
    #[default]
    Stopped,
    /// Every question has an answer.
    Finished,
    /// The answers were recorded elsewhere.
    Imported,
}

impl State {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::UnderWay => "under way",
            Self::Stopped => "stopped before its end",
            Self::Finished => "finished",
            Self::Imported => "imported",
        }
    }
}
