//! Findings of an import that compared samples with their problems.

use crate::ExchangeError;
use serde::Serialize;

/// The most ids that a note lists.
const NAMED: usize = 5;

/// Ids of problems, counted; only the first are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ProblemIds {
    /// Number of samples.
    pub count: usize,
    /// The first ids, each once.
    pub first: Vec<String>,
}

/// Findings of an import that compared samples with the problems whose ids they have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PromptCheck {
    /// Answers that were mapped because their options were shown in another order.
    pub reordered: ProblemIds,
    /// Samples that were left out because their question differs from the problem with their id.
    pub other_question: ProblemIds,
    /// Answers whose right answer in the log differs from the problem. The problem grades them.
    pub other_target: ProblemIds,
}

impl ProblemIds {
    pub(crate) fn add(&mut self, id: &str) {
        self.count += 1;
        if self.first.len() < NAMED && !self.first.iter().any(|known| known == id) {
            self.first.push(id.to_owned());
        }
    }

    /// A sentence with the count and the first ids; `None` without ids.
    fn note(&self, one: &str, many: &str) -> Option<String> {
        let what = match self.count {
            0 => return None,
            1 => format!("1 {one}"),
            count => format!("{count} {many}"),
        };
        let ids = self.first.join(", ");
        let more = if self.first.len() >= NAMED { ", ..." } else { "" };
        Some(format!("{what}: {ids}{more}"))
    }
}

impl PromptCheck {
    /// Counts an error if it comes from a comparison.
    pub(crate) fn add_error(&mut self, error: &ExchangeError) {
        match error {
            ExchangeError::OtherQuestion { id, .. } => self.other_question.add(id),
            ExchangeError::OtherTarget { id, .. } => self.other_target.add(id),
            ExchangeError::At { source, .. } | ExchangeError::Within { source, .. } => {
                self.add_error(source);
            }
            _ => {}
        }
    }

    /// The findings as lines; empty if there are none.
    pub fn notes(&self) -> Vec<String> {
        let reordered = self.reordered.note(
            "answer was mapped by the text of its options, which were shown in another order",
            "answers were mapped by the texts of their options, which were shown in another order",
        );
        let other_question = self.other_question.note(
            "sample was left out, because its question differs from the problem with its id",
            "samples were left out, because their questions differ from the problems with their ids",
        );
        let other_target = self.other_target.note(
            "answer has different targets in its log and its problem; the problem grades it",
            "answers have different targets in their logs and their problems; the problems grade \
             them",
        );
        [reordered, other_question, other_target].into_iter().flatten().collect()
    }
}
