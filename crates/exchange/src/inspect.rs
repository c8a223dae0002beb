//! Logs of Inspect, the evaluation framework of the UK AI Security Institute. Peirast writes runs
//! as logs that `inspect view` opens, and reads logs as answers.
//!
//! A [`Log`] holds the answers of one subject to the questions of one hypothesis. The outcome of
//! its pairs is a separate score. It is written as one JSON text or as an `.eval` archive. The
//! import trusts nothing that it reads: Peirast reads and grades every answer again.

mod archive;
mod config;
mod exported;
mod files;
mod grouping;
mod header;
mod import;
mod log;
mod name;
mod pair_counts;
mod pairs;
mod recalled;
mod results;
mod sample;
mod score;
mod scored;
mod summary;
mod text;
mod view;
mod written;

pub use archive::{HEADER, SAMPLES, START, entries, is_sample};
pub use exported::{AnswerLookup, ExportedAnswer, ExportedRun};
pub(crate) use files::{LogReader, read_log};
pub use files::{log_files, read_logs};
pub use header::Header;
pub use import::{LogImport, RunAnswers};
pub use log::{Log, Status, TestSummary};
pub use name::{SampleNames, file_name, model_name, task_id, task_name};
pub use pair_counts::pair_counts;
pub use pairs::{Cell, PairPlace};
pub use recalled::{ReadSample, RunRecord, SampleRecord, recalled};
pub use sample::{Sample, SampleAnswer};
pub(crate) use score::{answer as answer_text, targets};
pub use scored::{Joint, SampleScores, ScoreLog, joint, with_level};
pub use written::LogFormat;

/// The version of the log format, the only one that Peirast writes and reads.
pub const VERSION: u64 = 2;
