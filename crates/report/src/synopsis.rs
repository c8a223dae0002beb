//! The abstract: questions, findings, and the limits of the findings, in plain words.

mod asked;
mod measured;
mod tested;

use crate::Report;
pub use measured::{HeadlineNumber, headline_numbers};
use serde::Serialize;

/// The abstract of a report, a few sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Synopsis {
    /// The subjects, and the questions put to them.
    pub asked: Vec<String>,
    /// The findings, subject by subject.
    pub found: Vec<String>,
    /// The strongest effect with its interval, and what effects the others leave room for.
    pub strongest: Vec<String>,
    /// The conclusions that the run does not support.
    pub caveats: Vec<String>,
}

impl Synopsis {
    /// The paragraphs, in order; those without a sentence are left out.
    pub fn paragraphs(&self) -> Vec<String> {
        let parts = [&self.asked, &self.found, &self.strongest, &self.caveats];
        parts.into_iter().filter(|part| !part.is_empty()).map(|part| part.join(" ")).collect()
    }
}

/// Words the abstract of a report.
pub fn synopsis(report: &Report) -> Synopsis {
    let mut found = tested::found(report);
    found.extend(measured::found(report));
    Synopsis {
        asked: asked::asked(report),
        found,
        strongest: tested::strongest(report),
        caveats: asked::caveats(report),
    }
}
