//! Converts between the formats of other tools and the records of Peirast.
//!
//! * [`brought`]: answers that another tool collected, as a run of Peirast;
//! * [`inspect`]: logs of Inspect, written and read;
//! * [`every_eval_ever`]: runs as records of a shared schema of evaluation results;
//! * [`lm_eval`]: tasks for EleutherAI's lm-evaluation-harness, and the sample logs that it writes;
//! * [`etr_eval`]: documents of the public fallacy evaluation (2025), its replays, and the answers
//!   in them;
//! * [`syllogism_eval`]: the data set and the answers of the benchmark "Logic in LLMs" (2025);
//! * [`scores`]: the scores of items in the logs of any tool, for comparisons of runs;
//! * [`token_bias`]: the questions and answers of the token-bias study (2024).
//!
//! The crate trusts no file: it computes labels again if possible, and reports those that differ.
//! Each module reads the files of its tool, within limits. The caller stores their content.
//!
//! ```
//! use peirast_exchange::etr_eval::{DocumentImport, Origin};
//!
//! let line = r#"{"prompt": "* The ace is red, or the king is blue.\n* The ace is red.\nWhat follows?",
//!     "premises": ["{red(ace()),blue(king())}", "{red(ace())}"], "etr_conclusion": "{blue(king())}",
//!     "model": "lab/model", "response": "Answer: The king is blue."}"#;
//! let mut import = DocumentImport::default();
//! import.take(line, &Origin { file: 0, place: "answers.jsonl, line 1", number: 0, model: None, is_given: false });
//! let collected = import.finish(1);
//! assert_eq!(collected.answers[0].model, "lab/model");
//! // That the king is blue is not what people are predicted to conclude.
//! assert_eq!(collected.labels[0].field, "etr_predicted");
//! ```

pub mod brought;
mod built_in;
mod error;
pub mod etr_eval;
pub mod every_eval_ever;
mod files;
pub mod inspect;
mod lines;
pub mod lm_eval;
mod model;
mod recorded;
pub mod scores;
mod shown;
pub mod syllogism_eval;
pub mod token_bias;

pub use error::ExchangeError;
pub use shown::{ProblemIds, PromptCheck};
