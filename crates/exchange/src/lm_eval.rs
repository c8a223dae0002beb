//! Tasks of the lm-evaluation-harness, and what it logs.
//!
//! A task is a configuration, documents, and where they are.
//!
//! The documents are in the layout of the public fallacy evaluation (2025), so that its scripts read
//! them too, and carry the whole problem along, so that nothing is lost on the way back.

mod doc;
mod documents;
mod name;
mod put;
mod results;
mod sample;
mod short;
mod yaml;

pub use doc::Carried;
pub use documents::Documents;
pub use name::TaskName;
pub use results::{is_results, model_in_results, model_of_folder, results_of};
pub use sample::Sample;
pub use short::Short;
pub use yaml::{configuration, location};
