//! Surface cues of the problems, as other parts of the program found them.

use peirast_record::Task;
use serde::Serialize;

/// The problems of one family that ask alike, and how often guessers that see one surface cue are right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SurfaceCheck {
    /// The family.
    pub family: String,
    /// The task of the problems.
    pub task: Task,
    /// Items examined.
    pub items: u64,
    /// The accuracy of a guess without any cue, from 0 to 1.
    pub chance: f64,
    /// The largest permitted advantage of a guesser over chance, as a share.
    pub bound: f64,
    /// The number of cues tried.
    pub cues: u64,
    /// The cues over the bound, the most telling first.
    pub over: Vec<SurfaceCue>,
}

/// A cue that tells more than the bound allows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SurfaceCue {
    /// The cue in words: `words of the premises alone`.
    pub cue: String,
    /// The accuracy of a guesser that sees this cue alone, from 0 to 1.
    pub accuracy: f64,
    /// The reason why the cue helps, if that is intended.
    pub why: Option<String>,
}
