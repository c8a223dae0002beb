//! Tasks for the lm-evaluation-harness, and its logs.
//!
//! A task consists of a configuration, documents, and the place of the documents.
//!
//! Documents of problems made of views have the layout of the public fallacy evaluation (2025), so
//! that its scripts can read them too. Every document contains the whole problem, so that an import
//! loses nothing.

mod answers;
mod doc;
mod documents;
mod files;
mod likelihood;
mod name;
mod put;
mod python_pattern;
mod request;
mod results;
mod sample;
mod short;
mod task_folder;
mod yaml;

pub use answers::{Answers, LogLine};
pub use doc::ProblemRecord;
pub use documents::Documents;
pub use files::read_logs;
pub(crate) use files::{beside, model_of_log, sample_logs};
pub use likelihood::Responses;
pub use name::TaskName;
pub use put::{TaskForm, TaskLabels};
pub use results::{is_results, model_in_results, model_of_folder, results_of};
pub use sample::HarnessSample;
pub use short::Short;
pub use task_folder::{TaskFolder, TaskOptions};
pub use yaml::{configuration, script};
