//! Problems on which the Erotetic Theory of Reasoning predicts a fallacy, and the judging of
//! answers to them.

mod canonical;
mod chance;
mod control;
mod corpus;
mod demand;
mod draft;
mod draft_text;
mod error;
mod judge;
mod judgement;
mod legacy;
mod make;
mod mutation;
mod probe;
mod problem;
mod profile;
mod published;
mod rejection;
mod scene;
mod search;
mod seed;
mod stream;
mod verification;

pub use canonical::canonical;
pub use chance::{Chance, Shape, chance_of_literals, chance_of_shape};
pub use corpus::{Corpus, Shard};
pub use draft::{Draft, Literal};
pub use error::Error;
pub use judge::Judge;
pub use judgement::{Judgement, Notion, Predicted, Soundness};
pub use legacy::Legacy;
pub use mutation::Rule;
pub use problem::{Change, Kind, Match, Probe, Problem, VERSION};
pub use profile::{Coverage, Mutation, Profile};
pub use rejection::{Rejection, Rejections};
pub use seed::{Bank, SeedProblem};
pub use verification::{Difference, verify};
