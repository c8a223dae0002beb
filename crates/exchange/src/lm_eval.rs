//! Tasks of the lm-evaluation-harness, and what it logs.
//!
//! A task is a configuration, documents, and where they are.
//!
//! Documents of problems made of views are in the layout of the public fallacy evaluation (2025), so
//! that its scripts read them too. All carry the whole problem along, so that nothing is lost on the
//! way back.

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
pub(crate) use files::{model_of_log, sample_logs};
pub use likelihood::Responses;
pub use name::TaskName;
pub use put::TaskLabels;
pub use results::{is_results, model_in_results, model_of_folder, results_of};
pub use sample::HarnessSample;
pub use short::Short;
pub use task_folder::{TaskFolder, TaskOptions};
pub use yaml::{configuration, script};
