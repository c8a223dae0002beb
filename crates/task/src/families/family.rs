//! What a family is: what it makes, and everything that is said about it elsewhere.

use super::draw::Draw;
use super::exemplars::Exemplars;
use super::texts::{Cue, Phrasing, Reply};
use super::worked_out::WorkOut;
use crate::{DataError, Design, MakeError};
use peirast_record::{Origin, Problem, Profile, Versions};

/// A family of problems, and everything that is said about them.
///
/// Making, asking, grading and testing never look at a family's name, so a new family is a folder with
/// one of these, and a line in [`FAMILIES`](crate::FAMILIES). Lists that are not built in can be tried with
/// [`Families::with`](crate::Families::with).
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name, for example `conjunction`.
    pub name: &'static str,
    /// What it tests, in a line.
    pub about: &'static str,
    /// The designs in which it is made.
    pub profiles: &'static [Profile],
    /// Its variants.
    pub variants: &'static [Variant],
    /// The solved problems that can come before its questions, if there are some.
    pub exemplars: Option<&'static dyn Exemplars>,
    /// The wording around its questions.
    pub phrasing: Phrasing,
    /// The ways in which a simulated subject words an answer, one of which it takes.
    pub replies: fn(&Reply<'_>) -> Vec<String>,
    /// The levels that tempt a biased simulated subject.
    pub cues: &'static [Cue],
    /// Where its problems come from, in the words of a methods section.
    pub origins: &'static [Origin],
    /// True if its problems are syllogisms of known forms, of which answers are measured as such.
    pub has_forms: bool,
    /// Works out the right answer of one of its problems from the text alone.
    pub work_out: WorkOut,
    /// Parses its data files.
    pub check_data: DataCheck,
}

/// A variant of a family.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Its name within the family, for example `2`.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The factors that its matched versions vary.
    pub factors: &'static [Factor],
    /// How its items are made.
    pub make: Make,
}

/// Makes the versions of one item, or none in an unlucky draw.
pub type MakeItem = fn(&Draw<'_>) -> Option<Vec<Problem>>;

/// Makes the wanted versions of so many items.
pub type MakeItems = fn(&Design, u32, &Versions) -> Result<Vec<Problem>, MakeError>;

/// Parses the data files of a family, and returns the first error.
pub type DataCheck = fn() -> Result<(), DataError>;

/// How the items of a variant are made.
#[derive(Clone, Copy, Debug)]
pub enum Make {
    /// Each by itself, so that a plan can grow while it is asked.
    Each(MakeItem),
    /// All together, where an item depends on the others.
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
