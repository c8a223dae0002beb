//! Batches: many questions at once, through a provider's batches or files for an engine.

mod arrived;
mod collect;
mod counts;
mod export;
mod guard;
mod import;
mod one;
mod open_questions;
mod part;
mod results;
mod shard;
mod status;
mod submit;

pub use collect::{CollectOptions, CollectReport, collect};
pub use counts::ResultCounts;
pub use export::{BatchExport, ExportedSubject, ShardFolder, WriteError, export, export_into};
pub(crate) use guard::{check_free, under_way};
pub use import::import;
pub use one::{adopt, cancel, forget};
pub use open_questions::open_store;
pub use part::QuestionPart;
pub use shard::{ShardFormat, ShardWriter};
pub use status::{refresh, submissions};
pub use submit::{SubjectBatches, Submissions, SubmitOptions, prepare};
