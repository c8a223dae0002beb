//! Runs a study of matched reasoning problems from its file to its report.
//!
//! * [`load_study`] reads a built-in study or a study file; [`plan`] makes its questions.
//! * A [`RunDir`] keeps a run: [`RunDir::forecast`] predicts its cost, [`RunDir::run`] asks the
//!   questions without an answer, [`RunDir::analyse`] grades, tests and measures the answers.
//! * Options are plain structs, progress is a stream of [`RunEvent`]s, failures are an [`Error`].
//!
//! This crate prints nothing and reads no arguments: the command `peirast` is a thin shell around
//! it.
//!
//! A complete study in one page, with a simulated subject and one that is a closure:
//!
//! ```
#![doc = include_str!("../examples/study.rs")]
//! ```

mod analyse;
pub mod artifact;
pub mod batch;
mod check;
mod compare;
mod custom;
mod data;
mod error;
mod event;
mod export;
mod forecast;
pub mod grade;
mod hints;
mod import;
mod item_count;
mod load;
mod model_questions;
pub mod money;
mod open_files;
mod open_retry;
mod options;
mod outcome;
mod plan;
pub mod providers;
mod register;
mod rounds;
mod run;
pub mod run_dir;
mod sampling;
mod spending;
pub mod subjects;
mod translate;
pub mod votes;
mod writer;
mod written;

pub use analyse::Analysis;
pub use check::{CheckedProblems, CheckedStudy, ExhaustedVariant};
pub use compare::{RunInput, check_score_columns, load_runs};
pub use custom::{ClosureSubject, CustomSubjects};
pub use data::{
    CheckedPairs, SEED, SamplePrompt, check_pairs, is_data_file, read_items, read_own_problems,
    study_of_data, written_items,
};
pub use error::{Error, Result};
pub use event::{EventSink, NoEvents, NoticeCode, RoundSubject, RunEvent, SharedSink};
pub use export::StoredAnswers;
pub use forecast::{BudgetForecast, Extent, ForecastReport};
pub use hints::{how_to_continue, leading_to};
pub use import::{AnswerSource, EtrImport, ForeignImport, ImportSummary, SyllogismImport};
pub use item_count::ItemCount;
pub use load::{check_study, load_study, override_study, parse_study};
pub use model_questions::ModelOptions;
pub use open_retry::open_with_notice;
pub use options::{
    AnalysisOptions, GRACE, ModelAccess, PlanOptions, PriceOptions, RunOptions, StudyOverrides,
};
pub use outcome::RunOutcome;
pub use plan::{PlanStream, Truths, plan, read_problems, text_of};
pub use register::{read_registration, register};
pub use run::{
    CostReport, MergeReport, PlanReport, RunDir, RunReport, SettleReport, SettledExposure,
    StoreLocation, WorkerOptions, accounts_achieved, more_than_asked, work,
};
pub use spending::{SpendingMeter, SpendingSummary};
pub use translate::UntranslatedAnswers;
pub use writer::Paraphrases;
pub use written::{ProblemWriter, WrittenProblems, write_problems};

/// Cancellation of a run; all clones share one state.
pub use peirast_run::Cancel;
