//! Planning: the questions of a study, as a stream of chunks.

mod problem_file;
mod questions;
mod renderer;
mod rest;
mod stream;
mod trials;

pub(crate) use problem_file::rest;
pub use problem_file::{Truths, read_problems, text_of};
pub(crate) use questions::{QuestionSet, SubjectTrials};
pub(crate) use renderer::PromptRenderer;
pub(crate) use rest::{ChunkObserver, PlanRest, SharedObserver};
pub(crate) use stream::{Chunking, begin, made_plan};
pub use stream::{PlanStream, plan};
