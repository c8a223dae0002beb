//! Reads a model's free-text response and returns the answer with its span in the text.
//!
//! There are two readers. [`read`] is the default. It is a fixed table of named rules that look for
//! the verdict of a response, and it distinguishes refusals, empty and truncated responses from
//! wrong answers. [`published`] is the rule of the 2024 token-bias study, kept to replay its
//! recorded grades.
//!
//! The crate is pure: it has no I/O and no randomness, and asks no model. Responses are untrusted
//! input: any text of any length is read in linear time without a panic.
//!
//! ```
//! use peirast_read::{Context, read};
//! use peirast_record::{Answer, Task};
//! let reading = read(Task::YesNo, "There is no doubt: yes, it follows.", &Context::default());
//! assert_eq!(reading.answer, Answer::YesNo(true));
//! ```

mod choice;
mod context;
mod decided;
mod example;
mod fields;
mod finding;
mod fold;
mod marks;
mod markup;
mod number;
mod plain;
pub mod published;
mod question;
mod reader;
mod refusal;
mod row;
mod rule;
mod runs_on;
mod said_text;
mod short_text;
mod text;
mod validity;
mod why;
mod yes_no;

pub use context::Context;
pub use example::text_matching;
pub use question::{Explained, Question, QuestionError};
pub use reader::read;
pub use row::{Check, Row, RowError, RowRead};
pub use said_text::{ConclusionField, SaidText, conclusion_field, is_plain};
pub use short_text::hold_against;
pub use why::{rules, why};

/// Version of the default reader, of closed and open answers. It changes whenever the reading of
/// some text may change, so that stored readings can be identified and repeated.
pub const READER_VERSION: u32 = 11;
