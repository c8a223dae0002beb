//! Reads a model's free-text response: text in, answer and the span it was read from out.
//!
//! Two readers live here. [`read`] is the default one: a fixed table of named rules that looks
//! for the verdict a response commits to, and keeps refusals, empty and cut-off responses apart
//! from wrong answers. [`published`] is the rule of the 2024 token-bias study, kept to replay its
//! recorded grades.
//!
//! The crate is pure: no I/O, no randomness, no model is asked. Responses are hostile input: any
//! text of any length is read in linear time without a panic.
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

/// Version of the default reader, of closed and open answers. It changes whenever some text may be
/// read differently, so that stored readings can be told apart and made again.
pub const READER_VERSION: u32 = 10;
