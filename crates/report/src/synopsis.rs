//! The abstract: questions, findings, and the limits of the findings, in plain words.

mod asked;
mod belief;
mod measured;
mod tested;

use crate::Report;
use crate::wording::abridged;
pub use belief::form_or_belief;
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
    /// The main measures with their intervals.
    pub measures: Vec<String>,
    /// The conclusions that the run does not support.
    pub caveats: Vec<String>,
}

impl Synopsis {
    /// The paragraphs, in order; those without a sentence are left out.
    pub fn paragraphs(&self) -> Vec<String> {
        let parts = [&self.asked, &self.found, &self.strongest, &self.measures, &self.caveats];
        parts.into_iter().filter(|part| !part.is_empty()).map(|part| part.join(" ")).collect()
    }
}

/// The numbers behind the judgements of the first subjects, a sentence each.
fn judged(report: &Report) -> Vec<String> {
    let mut sentences = belief::numbers(report);
    let left = sentences.len().saturating_sub(asked::MOST_NAMES);
    if left > 1 {
        sentences.truncate(asked::MOST_NAMES);
        sentences.push(format!("The table of belief bias has {left} more subjects."));
    }
    sentences
}

/// The subjects that answer blindly, if no hypothesis says so of them.
fn blind(report: &Report) -> Option<String> {
    let own = report.subjects.iter().filter_map(|s| Some(format!("{} {}", s.model, s.warning()?)));
    let names: Vec<String> = own.collect();
    (report.findings.is_empty() && !names.is_empty()).then(|| {
        format!(
            "But {}: such results are no sign of reasoning.",
            abridged(&names, asked::MOST_NAMES)
        )
    })
}

/// Words the abstract of a report.
pub fn synopsis(report: &Report) -> Synopsis {
    let mut found = tested::found(report);
    found.extend(belief::bases(report));
    found.extend(blind(report));
    let mut measures = judged(report);
    measures.extend(measured::found(report));
    Synopsis {
        asked: asked::asked(report),
        found,
        strongest: tested::strongest(report),
        measures,
        caveats: asked::caveats(report),
    }
}
