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

/// The fewest objects that a theme has, and the fewest predicates.
pub const FEWEST: usize = 16;

/// A scene with words for objects, predicates, relations and facts.
///
/// Themes are data: a file like those in `crates/words/data` makes a new one.
///
/// ```
/// use peirast_words::Theme;
///
/// let theme = Theme::named("cards").expect("built in");
/// assert!(theme.predicates.iter().any(|words| words == "gilded"));
/// assert!(Theme::all().len() >= 12);
/// ```
///
/// What makes a theme fit: sixteen objects and predicates at least; no words twice, and none inside
/// others, whatever case, articles and hyphens; no words of the written language among them. So each
/// sentence can be read in one way only. The preamble is one line, which no premise can be mistaken
/// for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// What it is called.
    pub name: String,
    /// A sentence or two that set the scene.
    pub preamble: String,
    /// What its things are.
    pub kind: Kind,
    /// Names and descriptions of things: *the ace*.
    pub objects: Vec<String>,
    /// What can stand after *is*: *red*, *a joker*.
    pub predicates: Vec<String>,
    /// What can stand after *is* and before a thing: *heavier than*.
    pub relations: Vec<String>,
    /// Clauses that may hold or fail.
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
