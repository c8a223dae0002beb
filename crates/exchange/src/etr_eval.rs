//! Problems of the public fallacy evaluation (2025) and recorded answers to them: sample logs of
//! the lm-evaluation-harness, data sets of its layout, and replays. Each line of a file is one JSON
//! document.

mod answer;
mod collected;
mod document;
mod examined;
mod files;
mod import;
mod label;
mod layout;
mod line;
mod order;
mod problem;
mod put;
mod stored;
mod study;
mod words;

pub use answer::LineAnswer;
pub use collected::{DocumentAnswer, DocumentSet};
pub use files::{collect, labels_csv};
pub use import::{DocumentImport, Origin};
pub use label::Label;
pub use put::hypotheses;
pub use stored::{AnswerRecords, Views};
pub use study::study;

/// The endpoint of recorded answers.
pub const ENDPOINT: &str = "recorded/etr";
