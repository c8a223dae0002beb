//! Is one run better than another, or is it noise? Scores in, verdicts out.
//!
//! * [`ScoredRun`]: the scores of a run on each item, from any tool;
//! * [`matched`]: matches the items of one run with those of the other;
//! * [`compare`]: every pair of runs, task by task and over all tasks: scores, the paired difference
//!   with its interval, tests, and a [`ComparisonVerdict`];
//! * [`comparison_text`], [`comparison_lines`], [`comparison_record`], [`comparison_page`], [`comparison_tables`],
//!   [`comparison_figures`]: the same for terminals, programs, browsers and papers.
//!
//! It reads no files and asks no model.
//!
//! ```
//! use peirast_compare::{CompareOptions, ItemId, ItemTexts, ScoreRow, ScoredRun, compare};
//! let run = |name: &str, right: &[bool]| {
//!     let mut run = ScoredRun::new(name);
//!     for (number, right) in (0..).zip(right) {
//!         run.add(ScoreRow {
//!             task: "sums".to_owned(),
//!             id: ItemId::Number(number),
//!             pass: 0,
//!             content: None,
//!             texts: ItemTexts::default(),
//!             columns: Default::default(),
//!             scores: vec![("acc".to_owned(), Some(f64::from(*right)))],
//!         });
//!     }
//!     run
//! };
//! let runs = [run("old", &[false; 12]), run("new", &[true; 12])];
//! let found = compare(&runs, &CompareOptions::default())?;
//! let row = &found.rows[0];
//! assert_eq!((row.n, row.difference.estimate, row.verdict.name()), (12, 1.0, "better"));
//! # Ok::<(), peirast_compare::CompareError>(())
//! ```

mod answers;
mod check;
mod cluster;
mod comparison;
mod direction;
mod error;
mod estimate;
mod family;
mod figures;
mod gate;
mod json;
mod left_out;
mod margins;
mod matching;
mod metrics;
mod needed;
mod numbers;
mod options;
mod page;
mod paired_test;
mod passes;
mod pooled;
mod refused;
mod remarks;
mod row_remarks;
mod scales;
mod scored;
mod sentence;
mod shared;
mod tables;
mod terminal;
mod unit;
mod verdict;

pub use answers::{CORRECT, GradedAnswer, ITEM_COLUMN};
pub use comparison::{ComparedTasks, DiscordantItem, RunComparison, RunComparisons, compare};
pub use error::CompareError;
pub use estimate::ScoreEstimate;
pub use figures::comparison_figures;
pub use gate::{GateOutcome, non_inferior};
pub use json::{comparison_lines, comparison_record};
pub use left_out::{LeftOut, Side};
pub use matching::{MatchCounts, MatchRule, MatchedItems, matched};
pub use metrics::MetricChoice;
pub use options::{CompareOptions, CountInterval, DecidingP};
pub use page::{comparison_page, comparison_summary};
pub use paired_test::PairedTest;
pub use passes::PassScores;
pub use remarks::comparison_remarks;
pub use scored::{
    BetterScore, ContentKey, ItemId, ItemTexts, ScoreRow, ScoreSource, ScoredAnswer, ScoredItem,
    ScoredRun, ScoredTask,
};
pub use sentence::sentence;
pub use tables::comparison_tables;
pub use terminal::{comparison_notes, comparison_text};
pub use unit::ScoredUnit;
pub use verdict::ComparisonVerdict;
