//! People reasoning with syllogisms, and theories of how they do it.
//!
//! Published counts of what people concluded from each of the 64 pairs of premises, and what nine
//! theories predict. A model's answers can be laid beside both.

mod pair;
mod people;
mod theory;

pub use pair::{Conclusion, PremisePair};
pub use people::{HumanResponses, Sample};
pub use theory::Theory;
