//! Human reasoning with syllogisms, and theories of it.
//!
//! Published counts of human conclusions from each of the 64 pairs of premises, and the predictions
//! of nine theories. A model's answers can be compared with both.

mod pair;
mod people;
mod theory;

pub use pair::{Conclusion, PremisePair};
pub use people::{HumanResponses, Sample};
pub use theory::Theory;
