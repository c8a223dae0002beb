//! Erotetic views in English, and English read back as views.
//!
//! A problem of the Erotetic Theory of Reasoning is a list of views whose names mean nothing. To put
//! it to people or models, the names need words and the views sentences:
//!
//! * [`Theme`]: a scene with words, as data; sixteen themes and made-up words come with the crate,
//!   and a file makes another;
//! * [`Vocabulary`]: what the names of a problem are called, and back; drawn from a theme under a
//!   seed by [`Theme::vocabulary`];
//! * [`Vocabulary::write`]: a view as an English sentence that means just that;
//! * [`Vocabulary::read`]: the sentence back as the view. Whatever is written is read back, so that
//!   no sentence is ambiguous; `tests/it/round_trip.rs` tries it on a hundred thousand random views;
//! * [`TextReader`]: sentences in words of the writer's own as views, as people type them beside
//!   formulas and view strings; its [`Dictionary`] says views in these words;
//! * [`Vocabulary::read_answer`]: what a free answer claims, as a view, or why it was left
//!   [`Unread`].
//!
//! What is at issue in a view has no trace in English, and is what a view loses on the way.
//!
//! # How well answers are read
//!
//! `tests/it/agreement.rs` compares the reader with views that a language model had read in 6,684
//! recorded answers to problems of this kind. Counts are of answers.
//!
//! | | |
//! |---|---|
//! | the same view | 5,185 |
//! | the same but for a condition, written as alternatives there | 134 |
//! | other alternatives that come to the same | 36 |
//! | another view | 726 |
//! | left unread here | 392 |
//! | names torn apart there | 211 |
//!
//! So 82.2 % of the views that are not torn are the same. Two hundred readings were judged one by
//! one; `docs/readings.md` lists them. Of a hundred drawn from all answers, 94 were read and none
//! wrongly (95 % interval 0 to 3.9 %). Of a hundred that differ from what was recorded, 67 were
//! read: the recorded view was wrong in 66, and in one both can be argued for. Of the 33 unread, 24
//! are rightly so: mostly refusals, blanks and remarks about the premises, recorded as views.
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
mod role;
mod theme;
mod typed;
mod vocabulary;

pub use answer::{Answered, Rule, Unread};
pub use claim::{Claim, Literal, Term};
pub use english::capitalised;
pub use error::{Place, ThemeError, WordsError};
pub use role::Role;
pub use theme::{FEWEST, Fact, MOST_BYTES, MOST_LETTERS, MOST_NAMES, Theme, ThemeSourceError};
pub use typed::{Dictionary, Hearing, TextFormat, TextReader, Understanding, Understood};
pub use vocabulary::{Kind, Vocabulary};
