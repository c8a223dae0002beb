//! Closed questions and their right answers.

use super::QuestionKind;
use super::wording::{NONE, lettered};
use crate::MakeError;
use peirast_fallacy::{asked, options};
use peirast_record::{Answer, Argument, Factors, Task};

/// A question about an argument, with its answers.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// Conclusions, as view strings; empty for an open question.
    pub views: Vec<String>,
    pub facts: QuestionFacts,
}

/// The facts about a question.
#[derive(Clone, Copy, Debug)]
pub(super) enum QuestionFacts {
    Open,
    /// True if the conclusion follows, and true if people are predicted to accept it.
    YesNo {
        follows: bool,
        accepted: bool,
    },
    /// The right option, true if it is a conclusion that follows, and the option that people are
    /// predicted to choose.
    Choice {
        right: char,
        follows: bool,
        predicted: Option<char>,
    },
}

impl Asked {
    /// Makes the question. The same argument and seed give the same question.
    ///
    /// # Errors
    /// [`MakeError::Theory`] if the premises have too little content for a question.
    pub fn new(question: QuestionKind, argument: &Argument, seed: u64) -> Result<Self, MakeError> {
        Ok(match question {
            QuestionKind::Open => Self { views: Vec::new(), facts: QuestionFacts::Open },
            QuestionKind::YesNo => {
                let asked = asked(argument, seed)?;
                let (follows, accepted) = (asked.entailed, asked.predicted);
                let facts = QuestionFacts::YesNo { follows, accepted };
                Self { views: vec![asked.conclusion], facts }
            }
            QuestionKind::Choice => {
                let options = options(argument, seed)?;
                let facts = QuestionFacts::Choice {
                    right: letter(options.right),
                    follows: options.right < options.views.len(),
                    predicted: options.predicted.map(letter),
                };
                Self { views: options.views, facts }
            }
        })
    }

    /// Returns the right answer, and the answer that the theory predicts.
    pub fn answers(&self) -> Option<(Answer, Answer)> {
        Some(match self.facts {
            QuestionFacts::Open => return None,
            QuestionFacts::YesNo { follows, accepted } => {
                (Answer::YesNo(follows), Answer::YesNo(accepted))
            }
            QuestionFacts::Choice { right, predicted, .. } => {
                (Answer::Choice(right), Answer::Choice(predicted.unwrap_or(right)))
            }
        })
    }

    /// Returns the factors that distinguish questions. `number` is the number of the problem, which
    /// balances the answers of a solved example: they alternate.
    pub fn factors(&self, number: u64) -> Factors {
        // With a period of four, because validity may have a period of two.
        let first = (number / 2).is_multiple_of(2);
        let said = |holds: bool| if holds { "yes" } else { "no" };
        match self.facts {
            QuestionFacts::Open => Factors::new(),
            QuestionFacts::YesNo { follows, accepted } => Factors::from_iter([
                ("follows", said(follows)),
                ("predicted", said(accepted)),
                ("exemplar-answer", said(first)),
            ]),
            QuestionFacts::Choice { right, follows, predicted } => Factors::from_iter([
                ("right", right.to_string().as_str()),
                ("follows", said(follows)),
                ("predicted", said(predicted.is_some())),
                ("exemplar-answer", if first { "a" } else { "b" }),
            ]),
        }
    }

    /// Returns the conclusions in words, by letter, with the option that none of them follows.
    pub fn options(&self, said: &[String]) -> Vec<(char, String)> {
        match self.facts {
            QuestionFacts::Choice { .. } => lettered(&[said, &[NONE.to_owned()]].concat()),
            _ => Vec::new(),
        }
    }
}

impl QuestionKind {
    /// Returns the kind of answer.
    pub(super) fn task(self) -> Task {
        match self {
            Self::Open => Task::Conclusion,
            Self::YesNo => Task::YesNo,
            Self::Choice => Task::Choice,
        }
    }
}

/// Returns the letter of an option.
fn letter(place: usize) -> char {
    ('a'..='z').nth(place).unwrap_or('z')
}
