//! Problems of the public fallacy evaluation (2025) and recorded answers to them: sample logs of the
//! lm-evaluation-harness, data sets of its layout, and replays, one JSON document a line.

mod answer;
mod collected;
mod document;
mod examined;
mod files;
mod label;
mod line;
mod model;
mod order;
mod problem;
mod put;
mod stored;
mod words;

pub use collected::{Collected, collect};
pub use label::labels_csv;
pub use put::hypotheses;
pub use stored::{Stored, Views, stored};

/// The endpoint of recorded answers.
pub const ENDPOINT: &str = "recorded/etr";
