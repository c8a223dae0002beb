//! Erotetic views in English, and English read back as views.
//!
//! A problem of the Erotetic Theory of Reasoning is a list of views whose names mean nothing. To put
//! it to people or models, the names need words and the views sentences:
//!
//! * [`Vocabulary`]: what the names of a problem are called, and back;
//! * [`Vocabulary::write`]: a view as an English sentence that means just that;
//! * [`Vocabulary::read`]: the sentence back as the view. Whatever is written is read back, so that
//!   no sentence is ambiguous; `tests/round_trip.rs` tries it on a hundred thousand random views;
//! * [`Vocabulary::write_logic`]: the view in signs.
//!
//! What is at issue in a view has no trace in English, and is what a view loses on the way.
//!
//! The crate is pure: no input, no output, no clock; the same input always gives the same words.
//!
//! ```
//! use peirast_words::{Role, Vocabulary};
//!
//! let vocabulary = Vocabulary::default()
//!     .with(Role::Object, "a", "the ace")?
//!     .with(Role::Object, "k", "the king")?
//!     .with(Role::Predicate, "P", "marked")?;
//! let premise = "{P(a()),P(k())}".parse()?;
//! let sentence = vocabulary.write(&premise)?;
//! assert_eq!(sentence, "Either the ace is marked, or the king is marked.");
//! assert!(vocabulary.read(&sentence)?.equivalent(&premise)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod claim;
mod english;
mod error;
mod logic;
mod role;
mod stream;
mod theme;
mod vocabulary;

pub use answer::{Answered, Rule, Unread};
pub use claim::{Claim, Literal, Term};
pub use error::{ThemeError, WordsError};
pub use role::Role;
pub use theme::{FEWEST, Fact, MOST_LETTERS, Theme};
pub use vocabulary::{Kind, Vocabulary};
