//! Problems on which the Erotetic Theory of Reasoning predicts a fallacy, and the judging of
//! answers to them.

mod draft;
mod draft_text;
mod error;
mod judge;
mod judgement;
mod legacy;
mod mutation;
mod published;
mod seed;
mod stream;

pub use draft::{Draft, Literal};
pub use error::Error;
pub use judge::Judge;
pub use judgement::{Judgement, Notion, Predicted, Soundness};
pub use legacy::Legacy;
pub use mutation::Rule;
pub use seed::{Bank, SeedProblem};
