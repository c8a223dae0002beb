//! Explanations of judgements: the reasons of both engines for an answer to a problem of the
//! theory.

mod closed;
mod error;
mod legend;
mod open;
mod theory;

pub use error::ExplanationError;

use crate::{Opened, posed};
use peirast_etr::Reading;
use peirast_fallacy::Notion;
use peirast_record::{FinishReason, Problem, Task};

/// An answer to be explained, with its question. Without an answer, only the question is explained.
#[derive(Clone, Debug)]
pub struct ExplainedQuestion {
    answer: Option<String>,
    finish: FinishReason,
    /// The problem; `None` for premises without a problem.
    problem: Option<Box<Problem>>,
    premises: Vec<String>,
    reading: Reading,
    /// The stored reading of an open answer, including translations.
    opened: Option<Opened>,
}

/// Returns true if an answer is written as a view.
fn is_view(answer: &str) -> bool {
    answer.trim().starts_with('{') || answer.contains(['∀', '∃'])
}

impl ExplainedQuestion {
    /// Explains a problem, and an answer to it.
    ///
    /// # Errors
    /// The problem is not made of views, or names an unknown reading of the theory.
    pub fn new(
        problem: Problem,
        answer: Option<String>,
        finish: FinishReason,
    ) -> Result<Self, ExplanationError> {
        let id = || problem.id.to_string();
        let worded = problem.worded.as_deref();
        let worded = worded.ok_or_else(|| ExplanationError::NoViews { problem: id() })?;
        let reading = Reading::named(&worded.argument.reading)
            .ok_or_else(|| ExplanationError::UnknownReading { problem: id() })?;
        Ok(Self {
            answer,
            finish,
            premises: worded.argument.premises.clone(),
            reading,
            opened: None,
            problem: Some(Box::new(problem)),
        })
    }

    /// Explains premises without a problem, and a view that answers them.
    pub fn from_premises(premises: Vec<String>, answer: String) -> Self {
        Self {
            answer: Some(answer),
            finish: FinishReason::Stop,
            problem: None,
            premises,
            reading: Reading::SOUND,
            opened: None,
        }
    }

    /// Adds a stored reading of the open answer.
    #[must_use]
    pub fn with_opened(self, opened: Option<Opened>) -> Self {
        Self { opened, ..self }
    }

    /// The explanation as text.
    ///
    /// # Errors
    /// Views that cannot be read or judged.
    pub fn text(&self, notion: Notion) -> Result<String, ExplanationError> {
        match self.closed() {
            Some(problem) => self.closed_text(problem),
            None => self.open_text(notion),
        }
    }

    /// The explanation as a JSON object.
    ///
    /// # Errors
    /// Views that cannot be read or judged.
    pub fn json(&self, notion: Notion) -> Result<String, ExplanationError> {
        match self.closed() {
            Some(problem) => self.closed_json(problem),
            None => self.open_json(notion),
        }
    }

    /// The problem, if it is a closed question and the answer is no view.
    fn closed(&self) -> Option<&Problem> {
        let problem = self.problem.as_deref()?;
        let is_closed = matches!(problem.task, Task::YesNo | Task::Choice);
        (is_closed && !self.answer.as_deref().is_some_and(is_view)).then_some(problem)
    }

    /// A view in the words of the problem, if it has any.
    fn sentence(&self, view: &str) -> Option<String> {
        let posed = posed(self.problem.as_deref()?).ok()?;
        posed.vocabulary().write(&view.replace('*', "").parse().ok()?).ok()
    }

    /// A view, followed by its words.
    fn in_words(&self, view: &str) -> String {
        match self.sentence(view) {
            _ if view == "{0}" => "nothing".to_owned(),
            Some(sentence) => format!("{view}  {sentence}"),
            None => view.to_owned(),
        }
    }
}
