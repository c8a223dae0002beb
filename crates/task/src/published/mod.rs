//! Prompts of the public programs of published studies, equal to the byte.
//!
//! The texts are data of `data/published` and of the built-in studies, quoted with their source. A
//! study of profile `paper-2024` uses them; [`PromptRow`] makes them for any question, and compares
//! them with recorded ones.
//!
//! ```
//! use peirast_task::published::PromptRow;
//!
//! let row = PromptRow::parse(r#"{"fallacy_type": "linda", "method": "zero_shot_cot", "question": "Which?"}"#)?;
//! let messages = row.messages()?;
//! assert_eq!(messages[1].content, "Which?\nLet’s think step by step.");
//! # Ok::<(), peirast_task::published::PublishedError>(())
//! ```

mod conclusion;
mod row;
mod script;

pub(crate) use conclusion::themes;
pub use row::PromptRow;
pub(crate) use script::script;

use peirast_words::Theme;
use thiserror::Error;

/// Returns the built-in theme with this name: one of `peirast_words`, or one of the ETR study's
/// program.
///
/// ```
/// use peirast_task::published::theme_named;
///
/// let theme = theme_named("particles-2025").expect("a theme of the study");
/// assert_eq!(theme.objects[0], "chronoton");
/// assert!(theme_named("cards").is_some() && theme_named("nothing").is_none());
/// ```
pub fn theme_named(name: &str) -> Option<&'static Theme> {
    Theme::named(name).or_else(|| themes().iter().find(|theme| theme.name == name))
}

/// The reason why no published prompt can be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PublishedError {
    /// A row that is not a row of a published prompt.
    #[error(
        "no row: {0}; a row has `fallacy_type`, `method` and `question`, or `strategy` and `item`, or \
         `premises_text`, `names` and `prompt`"
    )]
    Row(String),
    /// An empty text in the question.
    #[error("no row: {0} has nothing in it: write its text")]
    Blank(String),
    /// A kind of problem or a method that the program does not have.
    #[error("the published program has no {what} `{name}`; it has: {known}")]
    Unknown {
        /// The unknown field: `fallacy_type`, `method`, `strategy`.
        what: &'static str,
        /// Its name.
        name: String,
        /// The known ones.
        known: String,
    },
    /// An exemplar that the method needs is missing.
    #[error(
        "`{method}` needs {needed} exemplars, and there are {given}: `exemplars` lists them, each with \
             `question` and `target_answer`"
    )]
    Exemplars {
        /// The method.
        method: String,
        /// The required number.
        needed: usize,
        /// The number in the row.
        given: usize,
    },
    /// Exemplars that the method would ignore.
    #[error(
        "`{method}` takes {most} exemplars at most from a row, and there are {given}: leave the others out \
         of `exemplars`"
    )]
    Ignored {
        /// The method.
        method: String,
        /// The largest number it uses.
        most: usize,
        /// The number in the row.
        given: usize,
    },
    /// Data of the program that do not parse: a bug of Peirast.
    #[error("the published texts cannot be read: {0}")]
    Data(String),
}
