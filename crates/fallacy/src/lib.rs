//! Problems on which the Erotetic Theory of Reasoning predicts a fallacy, and the judging of
//! answers to them.

mod error;
mod judge;
mod judgement;
mod legacy;

pub use error::Error;
pub use judge::Judge;
pub use judgement::{Judgement, Notion, Predicted, Soundness};
pub use legacy::Legacy;
