//! The labels with which the options of a problem were shown.

use crate::ExchangeError;
use crate::recorded::answer_in_words;
use peirast_read::{Context, read};
use peirast_record::{Answer, FinishReason, Problem, Task};

/// The option of the problem for each label that was shown; empty if no options were shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShownLabels(Vec<(char, char)>);

impl ShownLabels {
    /// Creates labels with the letters of their options.
    pub(super) fn new(mut labels: Vec<(char, char)>) -> Self {
        labels.sort_unstable();
        Self(labels)
    }

    /// True if options were shown.
    pub(crate) fn are_known(&self) -> bool {
        !self.0.is_empty()
    }

    /// True if an option was shown with a label other than the problem's.
    pub(crate) fn are_others(&self, problem: &Problem) -> bool {
        self.0.iter().any(|(label, letter)| !is_label(problem, *letter, *label))
    }

    /// The letter of the option that was shown with a label. If no options were shown, labels are
    /// the letters of the problem.
    fn letter(&self, problem: &Problem, label: char) -> Option<char> {
        let label = label.to_ascii_lowercase();
        let shown = self.0.iter().find(|(shown, _)| *shown == label);
        let mut letters = problem.options.iter().map(|(letter, _)| *letter);
        match self.0.is_empty() {
            true => letters.find(|letter| is_label(problem, *letter, label)),
            false => shown.map(|(_, letter)| *letter),
        }
    }

    /// The answer of a text in the letters of the problem, as a text. `None` if the text needs no
    /// change: it has the letters of the problem, or no verdict.
    pub(crate) fn mapped(
        &self,
        problem: &Problem,
        text: &str,
        finish: FinishReason,
    ) -> Option<String> {
        let letter = self.are_others(problem).then(|| self.read(problem, text, finish))??;
        Some(answer_text(problem, Answer::Choice(letter)))
    }

    /// Reads a text with the options that were shown.
    fn read(&self, problem: &Problem, text: &str, finish: FinishReason) -> Option<char> {
        let are_digits = self.0.iter().all(|(label, _)| label.is_ascii_digit());
        // The reader knows letters: numbered options get the letters of their positions.
        let letters = ('a'..='z').zip(&self.0);
        let letters: Vec<(char, char)> = match are_digits {
            true => letters.map(|(place, (_, letter))| (place, *letter)).collect(),
            false => self.0.clone(),
        };
        let option = |(label, letter): &(char, char)| {
            let (_, text) = problem.options.iter().find(|(own, _)| own == letter)?;
            Some((*label, text.clone()))
        };
        let options: Vec<(char, String)> = letters.iter().filter_map(option).collect();
        let context = Context::new(&options, finish);
        let context = if are_digits { context.numbered() } else { context };
        match read(Task::Choice, text, &context).answer {
            Answer::Choice(label) => {
                letters.iter().find(|(own, _)| *own == label).map(|(_, letter)| *letter)
            }
            _ => None,
        }
    }

    /// The answer that a whole text consists of, such as a target or the continuation of a prompt:
    /// a label, the text of an option, or a word such as `Yes`.
    pub(crate) fn answer(&self, problem: &Problem, text: &str) -> Option<Answer> {
        let words = super::words_of(text);
        let joined = words.join(" ");
        match problem.task {
            Task::Choice => {
                let is_label = words.len() == 1 && joined.chars().count() == 1;
                let label = joined.chars().next().filter(|_| is_label);
                let by_text = || {
                    let same = |(_, option): &&(char, String)| super::words_of(option) == words;
                    problem.options.iter().find(same).map(|(letter, _)| *letter)
                };
                let letter = label.and_then(|label| self.letter(problem, label)).or_else(by_text);
                letter.map(Answer::Choice)
            }
            Task::YesNo => match joined.as_str() {
                "yes" | "true" => Some(Answer::YesNo(true)),
                "no" | "false" => Some(Answer::YesNo(false)),
                _ => None,
            },
            Task::Validity => match joined.as_str() {
                "valid" | "correct" | "true" | "yes" => Some(Answer::Valid(true)),
                "invalid" | "incorrect" | "false" | "no" => Some(Answer::Valid(false)),
                _ => None,
            },
            Task::Number => text.trim().parse().ok().map(Answer::Number),
            // The grader compares a text with the right ones.
            Task::Text | Task::Conclusion => None,
        }
    }

    /// Refuses a target that differs from the right answer of the problem. A target that is not an
    /// answer is not refused.
    ///
    /// # Errors
    /// [`ExchangeError::OtherTarget`].
    pub(crate) fn check_target(
        &self,
        problem: &Problem,
        target: &str,
    ) -> Result<(), ExchangeError> {
        match self.answer(problem, target) {
            Some(answer) if problem.counted(answer) != problem.truth.answer => {
                Err(ExchangeError::OtherTarget {
                    id: problem.id.to_string(),
                    target: answer.to_string(),
                    truth: problem.truth.answer.to_string(),
                })
            }
            _ => Ok(()),
        }
    }
}

/// True if this is the label of an option of the problem, in upper or lower case.
fn is_label(problem: &Problem, letter: char, label: char) -> bool {
    problem.labels.label(letter).eq_ignore_ascii_case(label.encode_utf8(&mut [0; 4]))
}

/// A text that the reader reads as exactly this answer.
pub(crate) fn answer_text(problem: &Problem, answer: Answer) -> String {
    match answer {
        Answer::Choice(letter) => format!("Answer: ({})", problem.labels.label(letter)),
        other => {
            format!("Answer: {}", answer_in_words(other).unwrap_or_else(|| other.to_string()))
        }
    }
}
