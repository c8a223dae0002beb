//! Themes: words for the names of problems.

mod builtin;
mod check;
mod loader;
mod naming;
mod preamble;
mod pseudo;
mod source;

use crate::vocabulary::Kind;

pub(crate) use check::parts;
pub use check::{MOST_LETTERS, MOST_NAMES};
pub use loader::MOST_BYTES;
pub use source::ThemeSourceError;

/// The smallest number of objects of a theme, and of predicates.
pub const FEWEST: usize = 16;

/// A scene with words for objects, predicates, relations and facts.
///
/// Themes are data: a file like those in `crates/words/data` adds a new one.
///
/// ```
/// use peirast_words::Theme;
///
/// let theme = Theme::named("cards").expect("built in");
/// assert!(theme.predicates.iter().any(|words| words == "gilded"));
/// assert!(Theme::all().len() >= 12);
/// ```
///
/// A valid theme has at least sixteen objects and predicates; no words twice, and none inside
/// others, without regard to case, articles and hyphens; no words of the written language among
/// them. So each sentence has only one reading. The preamble is one line, which cannot be mistaken
/// for a premise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Its name.
    pub name: String,
    /// A sentence or two that describe the scene.
    pub preamble: String,
    /// The noun for its things.
    pub kind: Kind,
    /// Names and descriptions of things: *the ace*.
    pub objects: Vec<String>,
    /// Words that can follow *is*: *red*, *a joker*.
    pub predicates: Vec<String>,
    /// Words that can be between *is* and a thing: *heavier than*.
    pub relations: Vec<String>,
    /// Clauses that may be true or false.
    pub facts: Vec<Fact>,
}

/// A clause and its denial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// *the bell rings*
    pub holds: String,
    /// *the bell does not ring*
    pub fails: String,
}
