//! Erotetic views in English, and English read as views.
//!
//! A problem of the Erotetic Theory of Reasoning is a list of views whose names have no meaning.
//! For people or models, the names need words and the views sentences:
//!
//! * [`Theme`]: a scene with words, as data; sixteen themes and one of made-up words are built in,
//!   and a file adds another;
//! * [`Vocabulary`]: the words for the names of a problem, and the reverse; [`Theme::vocabulary`]
//!   draws it from a theme with a seed;
//! * [`Vocabulary::write`]: a view as an English sentence with exactly this meaning;
//! * [`Vocabulary::read`]: the sentence read as the view again. Every written sentence can be read,
//!   so no sentence is ambiguous; `tests/it/round_trip.rs` checks this on a hundred thousand random
//!   views;
//! * [`TextReader`]: typed English, formulas and view strings, read as views; its [`Dictionary`]
//!   writes views in the words of the writer;
//! * [`Vocabulary::read_answer`]: the claim of a free answer, as a view, or the reason why it was
//!   left [`Unread`].
//!
//! English does not show the issues of a view, so they are lost.
//!
//! # Accuracy of the reader
//!
//! `tests/it/agreement.rs` compares the reader with views that a language model read in 6,684
//! recorded answers to problems of this kind. Numbers are counts of answers.
//!
//! | | |
//! |---|---|
//! | the same view | 5,185 |
//! | the same except for a condition, which the record has as alternatives | 134 |
//! | other alternatives with the same meaning | 36 |
//! | another view | 726 |
//! | unread by this reader | 392 |
//! | torn names in the record | 211 |
//!
//! So 82.2 % of the intact views are the same. Two hundred readings were judged individually;
//! `docs/readings.md` lists them. In a random sample of a hundred from all answers, 94 were read,
//! none of them wrongly (95 % interval 0 to 3.9 %). In a sample of a hundred that differ from the
//! record, 67 were read: the recorded view was wrong in 66, and one case is debatable. Of the 33
//! unread, 24 are correctly unread: mostly refusals, blanks and remarks about the premises,
//! recorded as views.
//!
//! The crate is pure: it has no input, no output and no clock; the same input always gives the same
//! words.
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
pub use typed::{
    Dictionary, Hearing, TextFormat, TextReader, Understanding, Understood, place_in_sentences,
};
pub use vocabulary::{Kind, Vocabulary};
