//! Human reasoning with syllogisms, and theories of it.
//!
//! Published counts of human conclusions from each of the 64 pairs of premises, and the predictions
//! of ten theories: nine as published, and the erotetic theory as the engine computes it. A model's
//! answers can be compared with both.

mod erotetic;
mod pair;
mod people;
mod theory;

pub use erotetic::syllogistic_view;
pub use pair::{Conclusion, PremisePair};
pub use people::{HumanResponses, Sample};
pub use theory::Theory;
