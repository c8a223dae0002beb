//! The runs that the viewer can show.

use crate::Run;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The run directories of the viewer.
#[derive(Debug, Default)]
pub struct Library {
    /// The runs, in the order in which they are listed.
    pub runs: Vec<RunEntry>,
    /// The directories that the viewer searches, as the user named them.
    pub dirs: Vec<String>,
}

impl Library {
    /// Returns the run with this name, if exactly one run has it.
    pub fn entry(&self, id: &str) -> Option<&RunEntry> {
        match self.named(id).as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    /// Returns every run whose path ends in this name. So an address never changes its meaning to
    /// another run, even if runs are added.
    pub fn named(&self, id: &str) -> Vec<&RunEntry> {
        let all = self.runs.iter().filter(|entry| entry.id == id || is_end(&entry.path, id));
        all.collect()
    }
}

/// Returns names of runs by their paths: the last part, and the preceding parts that make it
/// unique.
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

/// Returns the ends of a path, from its last part on.
fn endings(path: &str) -> impl Iterator<Item = &str> {
    let starts = path.rmatch_indices('/').map(|(at, _)| at + 1);
    let ends = starts.filter_map(|at| path.get(at..)).filter(|end| !end.is_empty());
    ends.chain([path].into_iter().filter(|path| !path.is_empty()))
}

fn is_end(path: &str, id: &str) -> bool {
    endings(path).any(|end| end == id)
}

/// One run directory in the list of runs.
#[derive(Clone, Debug)]
pub struct RunEntry {
    /// Unique name of the run in addresses; see [`run_names`].
    pub id: String,
    /// Full path of the directory, with slashes between its parts.
    pub path: String,
    /// The directory as an argument of a command.
    pub dir: String,
    /// Progress of the run, or the reason why it cannot be read.
    pub about: Result<RunSummary, String>,
    /// Graded answers, as far as they have been loaded.
    pub answers: LoadState,
}

/// Progress of loading and grading the answers of a run.
#[derive(Clone, Debug)]
pub enum LoadState {
    /// No page has needed them yet.
    NotLoaded,
    /// A background task is reading and grading them.
    Loading,
    /// Loading failed, for this reason.
    Failed(String),
    /// They are ready, as the store had them at that time.
    Loaded(Arc<Run>),
}

/// Title and progress of a run, without its answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// Title of the study.
    pub title: String,
    /// Id of the study; empty for recorded answers.
    pub study: String,
    /// Progress of each subject, sorted by name.
    pub subjects: Vec<SubjectProgress>,
    /// Number of failed attempts of each kind.
    pub failures: Vec<(String, u64)>,
    /// Time of the last change to the store, in UTC.
    pub changed: Option<String>,
    /// State of the run.
    pub state: RunStatus,
    /// The command that asks the open questions of a stopped run.
    pub resume: Option<String>,
}

impl RunSummary {
    /// Returns the number of questions that have an answer.
    pub fn answered(&self) -> u64 {
        self.subjects.iter().map(|subject| subject.answered).sum()
    }

    /// Returns the number of planned questions.
    pub fn planned(&self) -> u64 {
        self.subjects.iter().map(|subject| subject.planned).sum()
    }
}

/// Progress of one subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubjectProgress {
    /// Name of the subject.
    pub name: String,
    /// Number of its questions.
    pub planned: u64,
    /// Number of its questions that have an answer.
    pub answered: u64,
}

/// State of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunStatus {
    /// A process is asking questions.
    UnderWay,
    /// Questions lack an answer, and no process is asking.
    #[default]
    Stopped,
    /// Every question has an answer.
    Finished,
    /// The answers were recorded elsewhere.
    Imported,
}

impl RunStatus {
    /// Returns its name on a page.
    pub fn word(self) -> &'static str {
        match self {
            Self::UnderWay => "under way",
            Self::Stopped => "stopped before its end",
            Self::Finished => "finished",
            Self::Imported => "imported",
        }
    }
}
