//! Categorical propositions and arguments made of them, decided by visiting every model.

mod decide;
mod model;
mod proposition;
mod sentence;

pub use decide::{CategoricalVerdict, DecideError, Import, MAX_TERMS, decide};
pub use model::Model;
pub use proposition::{Categorical, Quantity};
pub use sentence::Sentence;
