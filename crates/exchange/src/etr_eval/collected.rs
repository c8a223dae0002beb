//! Everything that the files of an import say.

use super::answer::LineAnswer;
use super::label::Label;
use super::problem::Understood;
use crate::{ExchangeError, PromptCheck};
use peirast_record::{Problem, Strategy};
use std::collections::BTreeMap;

/// What an import found.
#[derive(Debug, Default)]
pub struct DocumentSet {
    /// Files read.
    pub files: usize,
    /// Documents that were found, each once.
    pub documents: usize,
    /// Problems that were understood, by id.
    pub problems: BTreeMap<String, Problem>,
    /// How they were put, by name.
    pub strategies: BTreeMap<String, Strategy>,
    /// Answers to what was understood.
    pub answers: Vec<DocumentAnswer>,
    /// ShownLabels that come out otherwise.
    pub labels: Vec<Label>,
    /// What is left out, with its place and why.
    pub left_out: Vec<String>,
    /// Counts of documents that were left out or mapped when they were held against their problems.
    pub check: PromptCheck,
}

/// An answer with its question.
#[derive(Debug)]
pub struct DocumentAnswer {
    /// The problem, by id.
    pub problem: String,
    /// How it was put, by name.
    pub strategy: String,
    /// What was shown, word for word.
    pub question: String,
    /// Who answered.
    pub model: String,
    /// The answer.
    pub answer: LineAnswer,
}

impl DocumentSet {
    /// Takes in a document; gives the problem and the strategy, if it was understood.
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

    /// Refuses another problem of a known id, or another strategy of a known name.
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
                "its problem is that of {}, {}, but not in the same words and order",
                places.get(problem.id.as_str()).copied().unwrap_or_default(),
                problem.id
            )));
        }
        if self.strategies.get(&strategy.name).is_some_and(|known| known != strategy) {
            let name = &strategy.name;
            let fault = format!("it was put by another strategy of the name `{name}`");
            return Err(ExchangeError::Layout(fault));
        }
        Ok(new)
    }
}
