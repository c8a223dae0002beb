//! What closed questions ask about, and what is right.

use super::QuestionKind;
use super::wording::{NONE, lettered};
use crate::MakeError;
use peirast_fallacy::{asked, options};
use peirast_record::{Answer, Argument, Factors, Task};

/// What is asked about an argument, and the answers to it.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// Conclusions, as view strings; none in an open question.
    pub views: Vec<String>,
    /// Which of them follows, and which is predicted; an option beyond them is that none does.
    right: usize,
    predicted: Option<usize>,
    question: QuestionKind,
}

/// What there is to say of a question.
pub(super) enum QuestionFacts {
    Open,
    /// Whether the conclusion follows, and whether people are predicted to accept it.
    YesNo {
        follows: bool,
        accepted: bool,
    },
    /// The option that follows, and the one that people are predicted to choose.
    Choice {
        right: Option<char>,
        predicted: Option<char>,
    },
}

impl Asked {
    /// What is asked. The same for the same argument and seed.
    ///
    /// # Errors
    /// [`MakeError::Theory`] if the premises speak of too little to ask about.
    pub fn new(question: QuestionKind, argument: &Argument, seed: u64) -> Result<Self, MakeError> {
        Ok(match question {
            QuestionKind::Open => Self { views: Vec::new(), right: 0, predicted: None, question },
            QuestionKind::YesNo => {
                let asked = asked(argument, seed)?;
                Self {
                    views: vec![asked.conclusion],
                    right: usize::from(!asked.entailed),
                    predicted: asked.predicted.then_some(0),
                    question,
                }
            }
            QuestionKind::Choice => {
                let options = options(argument, seed)?;
                Self {
                    views: options.views,
                    right: options.right,
                    predicted: options.predicted,
                    question,
                }
            }
        })
    }

    /// What there is to say of it.
    pub fn facts(&self) -> QuestionFacts {
        match self.question {
            QuestionKind::Open => QuestionFacts::Open,
            QuestionKind::YesNo => QuestionFacts::YesNo {
                follows: self.right == 0,
                accepted: self.predicted.is_some(),
            },
            QuestionKind::Choice => QuestionFacts::Choice {
                right: (self.right < self.views.len()).then(|| letter(self.right)),
                predicted: self.predicted.map(letter),
            },
        }
    }

    /// The right answer, and that which the theory predicts.
    pub fn answers(&self, question: QuestionKind) -> Option<(Answer, Answer)> {
        match question {
            QuestionKind::Open => None,
            QuestionKind::YesNo => {
                let predicted = self.predicted.is_some();
                Some((Answer::YesNo(self.right == 0), Answer::YesNo(predicted)))
            }
            QuestionKind::Choice => {
                let right = letter(self.right);
                let lure = self.predicted.map_or(right, letter);
                Some((Answer::Choice(right), Answer::Choice(lure)))
            }
        }
    }

    /// What sets one question apart from another.
    /// `number` is that of the problem: how a solved example is answered, where one is shown, takes
    /// turns.
    pub fn factors(&self, question: QuestionKind, number: u64) -> Factors {
        // Every other two: whether a conclusion follows may take turns by ones.
        let first = (number / 2).is_multiple_of(2);
        let said = |holds: bool| if holds { "yes" } else { "no" };
        match question {
            QuestionKind::Open => Factors::new(),
            QuestionKind::YesNo => Factors::from_iter([
                ("follows", said(self.right == 0)),
                ("predicted", said(self.predicted.is_some())),
                ("exemplar-answer", said(first)),
            ]),
            QuestionKind::Choice => {
                let is_none = self.right == self.views.len();
                let right = letter(self.right).to_string();
                Factors::from_iter([
                    ("right", right.as_str()),
                    ("follows", said(!is_none)),
                    ("predicted", said(self.predicted.is_some())),
                    ("exemplar-answer", if first { "a" } else { "b" }),
                ])
            }
        }
    }

    /// The conclusions in words, by letter, with the option that none of them follows.
    pub fn options(&self, question: QuestionKind, said: &[String]) -> Vec<(char, String)> {
        match question {
            QuestionKind::Choice => {
                let mut options = said.to_vec();
                options.push(NONE.to_owned());
                lettered(&options)
            }
            _ => Vec::new(),
        }
    }
}

impl QuestionKind {
    /// The kind of answer that is asked for.
    pub(super) fn task(self) -> Task {
        match self {
            Self::Open => Task::Conclusion,
            Self::YesNo => Task::YesNo,
            Self::Choice => Task::Choice,
        }
    }
}

/// The letter of an option.
fn letter(place: usize) -> char {
    ('a'..='z').nth(place).unwrap_or('z')
}
