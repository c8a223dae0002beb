//! The content of the files of an import.

use super::answer::LineAnswer;
use super::label::Label;
use super::problem::Understood;
use crate::{ExchangeError, PromptCheck};
use peirast_record::{Problem, Strategy};
use std::collections::BTreeMap;

/// The results of an import.
#[derive(Debug, Default)]
pub struct DocumentSet {
    /// Files read.
    pub files: usize,
    /// Number of different documents.
    pub documents: usize,
    /// The problems, by id.
    pub problems: BTreeMap<String, Problem>,
    /// The strategies that put them, by name.
    pub strategies: BTreeMap<String, Strategy>,
    /// Answers to these problems.
    pub answers: Vec<DocumentAnswer>,
    /// Labels that turned out to be wrong.
    pub labels: Vec<Label>,
    /// Everything that was left out, with its place and the reason.
    pub left_out: Vec<String>,
    /// Counts of documents that were left out or mapped when Peirast compared them with their
    /// problems.
    pub check: PromptCheck,
}

/// An answer with its question.
#[derive(Debug)]
pub struct DocumentAnswer {
    /// The problem, by id.
    pub problem: String,
    /// The strategy, by name.
    pub strategy: String,
    /// The question, word for word.
    pub question: String,
    /// The model that answered.
    pub model: String,
    /// The answer.
    pub answer: LineAnswer,
}

impl DocumentSet {
    /// Adds a document. Returns the problem and the strategy, if the document is valid.
    pub(super) fn add<'p>(
        &mut self,
        understood: Result<Understood, ExchangeError>,
        place: &'p str,
        places: &mut BTreeMap<String, &'p str>,
    ) -> Option<(String, String)> {
        let understood = understood.and_then(|new| self.check(new, places));
        match understood {
            Err(error) => {
                self.check.add_error(&error);
                self.left_out.push(format!("{place}: {error}"));
                None
            }
            Ok(Understood { problem, strategy, labels }) => {
                let (id, name) = (problem.id.clone(), strategy.name.clone());
                self.labels.extend(labels);
                places.entry(id.to_string()).or_insert(place);
                self.problems.entry(id.to_string()).or_insert(problem);
                self.strategies.entry(name.clone()).or_insert(strategy);
                Some((id.to_string(), name))
            }
        }
    }

    /// Refuses a known id with another problem, and a known name with another strategy.
    fn check(
        &self,
        new: Understood,
        places: &BTreeMap<String, &str>,
    ) -> Result<Understood, ExchangeError> {
        let Understood { problem, strategy, .. } = &new;
        let known = self.problems.get(problem.id.as_str());
        if known.is_some_and(|known| known.text() != problem.text() || known.truth != problem.truth)
        {
            return Err(ExchangeError::Layout(format!(
                "it has the same problem as {}, {}, but in other words or another order",
                places.get(problem.id.as_str()).copied().unwrap_or_default(),
                problem.id
            )));
        }
        if self.strategies.get(&strategy.name).is_some_and(|known| known != strategy) {
            let name = &strategy.name;
            let fault = format!("another strategy has the name `{name}`");
            return Err(ExchangeError::Layout(fault));
        }
        Ok(new)
    }
}
