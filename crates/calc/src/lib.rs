//! Answers to questions that a user writes as text: statistics on numbers and files of columns,
//! logic ([`logic`]) and the erotetic theory of reasoning ([`etr`]).
//!
//! A request describes a calculation. It is plain data, in which counts and names are texts as a
//! user writes them. The answer is a [`Sheet`] of named values, or a [`peirast_stats::TestResult`].
//! Both have a form for readers and a form for programs.
//!
//! ```
//! use peirast_calc::{DataFile, IntervalName, IntervalRequest, interval};
//!
//! let request = IntervalRequest {
//!     of: IntervalName::Proportion,
//!     numbers: vec!["8".to_owned(), "10".to_owned()],
//!     data: DataFile { data: None, columns: Vec::new(), beside: None, join: None },
//!     method: Some("wilson".to_owned()),
//!     confidence: 0.95,
//!     by: Vec::new(),
//!     wide: false,
//! };
//! assert!(interval(&request)?.text().contains("0.49016 to 0.94332"));
//! # Ok::<(), peirast_calc::CalcError>(())
//! ```

mod adjust;
mod agreement;
mod batch;
mod bootstrap;
mod choice;
mod clock;
mod columns;
mod content_effect;
mod describe;
mod effect;
mod error;
pub mod etr;
mod excerpt;
mod groups;
mod interval;
mod labels;
pub mod logic;
mod logistic;
mod mcnemar;
mod mcnemar_power;
mod names;
mod options;
mod pairs;
mod power;
mod request;
mod reversal;
mod sequential;
mod sheet;
mod simulation;
mod suites;
mod test;

pub use adjust::adjust;
pub use agreement::agreement;
pub use batch::{BatchAnswers, BatchCheck, BatchDocument};
pub use bootstrap::bootstrap;
pub use content_effect::content_effect;
pub use describe::describe;
pub use effect::effect;
pub use error::{CalcError, Result};
pub use interval::interval;
pub use logistic::logistic;
pub use mcnemar_power::{PowerAnswer, mcnemar_power};
pub use names::are_near_names;
pub use power::wilcoxon_power;
pub use power::{discordant_power, mann_whitney_power, sequential_power, two_proportions_power};
pub use request::*;
pub use reversal::reversal;
pub use sequential::sequential;
pub use sheet::{Cell, Printout, Sheet, json_line};
pub use test::test;
