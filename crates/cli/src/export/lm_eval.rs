//! A task of the lm-evaluation-harness: a configuration, documents, and where they are.
//!
//! The documents are in the layout of the public fallacy evaluation (2025), so that its scripts read
//! them too, and carry the whole problem along, so that nothing is lost on the way back.

mod doc;
mod name;
mod put;
mod short;
mod yaml;

pub use doc::{Carried, doc};
pub use name::TaskName;
pub use put::strategy;
pub use short::Short;
pub use yaml::{configuration, location};
