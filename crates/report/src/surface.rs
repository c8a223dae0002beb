//! What the surface of the problems gives away, as other parts of the program found it.

use peirast_record::Task;
use serde::Serialize;

/// The problems of one family that ask alike, and how often guessers that see one surface cue are right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SurfaceCheck {
    /// The family.
    pub family: String,
    /// What the problems ask for.
    pub task: Task,
    /// Items examined.
    pub items: u64,
    /// How often a guess without any cue is right, from 0 to 1.
    pub chance: f64,
    /// How far over chance a guesser may be, as a share.
    pub bound: f64,
    /// How many cues were tried.
    pub cues: u64,
    /// The cues over the bound, the most telling first.
    pub over: Vec<SurfaceCue>,
}

/// A cue that tells more than the bound allows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SurfaceCue {
    /// The cue in words: `words of the premises alone`.
    pub cue: String,
    /// How often a guesser that sees this cue alone is right, from 0 to 1.
    pub accuracy: f64,
    /// Why the cue tells, where that is meant.
    pub why: Option<String>,
}
