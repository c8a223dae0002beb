//! The definition of a family: its problems, and all texts about them.

use super::draw::Draw;
use super::exemplars::Exemplars;
use super::texts::{Cue, Phrasing, Reply};
use super::worked_out::WorkOut;
use crate::{DataError, Design, MakeError};
use peirast_record::{Origin, Problem, Profile, Versions};

/// A family of problems, with all texts about them.
///
/// Making, asking, grading and testing do not depend on a family's name, so a new family is a
/// folder with one of these, and a line in [`FAMILIES`](crate::FAMILIES). Families that are not
/// built in can be tried with [`Families::with`](crate::Families::with).
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name, for example `conjunction`.
    pub name: &'static str,
    /// Its purpose, in a line.
    pub about: &'static str,
    /// The designs in which it is made.
    pub profiles: &'static [Profile],
    /// Its variants.
    pub variants: &'static [Variant],
    /// The solved problems that can precede its questions, if there are any.
    pub exemplars: Option<&'static dyn Exemplars>,
    /// The wording around its questions.
    pub phrasing: Phrasing,
    /// The ways in which a simulated subject words an answer.
    pub replies: fn(&Reply<'_>) -> Vec<String>,
    /// The levels that tempt a biased simulated subject.
    pub cues: &'static [Cue],
    /// The sources of its problems, in the words of a methods section.
    pub origins: &'static [Origin],
    /// True if its problems are syllogisms of known forms, so that syllogism measures apply.
    pub has_forms: bool,
    /// Works out the right answer of one of its problems from the text only.
    pub work_out: WorkOut,
    /// Parses its data files.
    pub check_data: DataCheck,
}

/// A variant of a family.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Its name within the family, for example `2`.
    pub name: &'static str,
    /// Its description, in a line.
    pub about: &'static str,
    /// The factors that its matched versions vary.
    pub factors: &'static [Factor],
    /// The way in which its items are made.
    pub make: Make,
}

/// Makes the versions of one item, or `None` if a draw fails.
pub type MakeItem = fn(&Draw<'_>) -> Option<Vec<Problem>>;

/// Makes the requested versions of this number of items.
pub type MakeItems = fn(&Design, u32, &Versions) -> Result<Vec<Problem>, MakeError>;

/// Parses the data files of a family, and returns the first error.
pub type DataCheck = fn() -> Result<(), DataError>;

/// The way in which the items of a variant are made.
#[derive(Clone, Copy, Debug)]
pub enum Make {
    /// Each independently, so that a plan can grow while it is asked.
    Each(MakeItem),
    /// All together, because an item depends on the others.
    Together(MakeItems),
}

/// A factor that versions of one item vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Its name, for example `context`.
    pub name: &'static str,
    /// Its levels, the original first.
    pub levels: &'static [&'static str],
    /// The roles of the text segments that it may change.
    pub touches: &'static [&'static str],
    /// True if it may change the right answer.
    pub changes_truth: bool,
}
