//! What there is to see.

use crate::Run;
use std::sync::Arc;

/// Every run directory that the viewer was given.
#[derive(Debug, Default)]
pub struct Library {
    /// The runs, in the order in which they are listed.
    pub shelves: Vec<Shelf>,
}

impl Library {
    /// The run of this name.
    pub fn shelf(&self, id: &str) -> Option<&Shelf> {
        self.shelves.iter().find(|shelf| shelf.id == id)
    }
}

/// One run directory.
#[derive(Clone, Debug)]
pub struct Shelf {
    /// Its name in addresses, which no other has.
    pub id: String,
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
