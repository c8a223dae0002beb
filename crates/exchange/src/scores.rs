//! Scores of answers in the logs of any tool, for comparisons of runs.
//!
//! The content of a file shows its format. Peirast grades nothing here: the scores of the tool
//! count.

mod collected;
mod data;
mod every_eval_ever;
mod file;
mod inspect;
mod lighteval;
mod lm_eval;
mod options;
mod promptfoo;
mod roles;
mod standing;
mod texts;

pub use data::{ModelRuns, read_data_scores};
pub use file::{ScoreFormat, read_scores};
pub use options::{ScoreColumns, ScoreOptions};
