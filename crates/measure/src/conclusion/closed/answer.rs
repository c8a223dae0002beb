//! Answers to closed questions, with the conclusions that were offered.

use super::super::concluded::{NO_INQUIRY, ORIGINAL, ordered};
use super::super::facts::reading_of;
use super::super::{ConclusionError, Kind, Lost};
use crate::Placed;
use crate::name::names;
use peirast_fallacy::{Judge, Surface, surface};
use peirast_record::{Answer, Argument, Factors, Problem, Task};
use peirast_task::TEMPERATURE;
use peirast_words::Claim;
use serde::Serialize;

/// The types of closed questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionType {
    /// Does this conclusion follow?
    YesNo,
    /// Which of these conclusions follows, if any?
    Choice,
}

names!(QuestionType, YesNo => "yes-no", Choice => "choice");

/// A conclusion that is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offered {
    /// True if it follows.
    pub follows: bool,
    /// True if people are predicted to accept it, up to marks and names.
    pub predicted: bool,
    /// The extent to which it can be read off the premises.
    pub surface: Surface,
    /// Its form: numbers of alternatives and literals such as `1x2`, with `q` for quantifiers and
    /// `c` for conditions.
    pub form: String,
}

impl Offered {
    /// Returns true if accepting it is a fallacy: it does not follow and is predicted.
    pub const fn is_lure(&self) -> bool {
        self.predicted && !self.follows
    }
}

/// An answer to a closed question.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The subject.
    pub subject: String,
    /// The strategy, or the protocol.
    pub strategy: String,
    /// The temperature, as its level says; `-` if it is no factor.
    pub temperature: String,
    /// The item, shared by all versions of a problem.
    pub item: String,
    /// The problem.
    pub problem: String,
    /// The purpose of the problem.
    pub kind: Kind,
    /// The order of the premises: `original`, `reversed`, or their numbers.
    pub order: String,
    /// The question added to the premises: `none`, `curing` or `idle`.
    pub inquiry: String,
    /// The repetition, from 0.
    pub repeat: u32,
    /// True if the prompt asked to think step by step.
    pub is_stepwise: bool,
    /// The subject matter of the problem.
    pub theme: String,
    /// Number of atoms in all premises together.
    pub atoms: u32,
    /// Number of premises.
    pub premises: u32,
    /// The form of its premises.
    pub form: String,
    /// The type of question.
    pub question: QuestionType,
    /// The offered conclusions: one in a yes/no question, several in a choice.
    pub offered: Vec<Offered>,
    /// The index of the conclusion that is right to accept, from 0; `None` if accepting none is
    /// right.
    pub right: Option<usize>,
    /// The index of the accepted conclusion, `None` if none was accepted; or why it is unknown.
    pub accepted: Result<Option<usize>, Lost>,
}

impl Chosen {
    /// Makes the answer to a trial; `None` if the problem is no closed question about conclusions.
    /// A missing answer and a tie of votes count as lost.
    ///
    /// # Errors
    /// [`ConclusionError`] for a problem whose record is damaged.
    pub fn new(
        problem: &Problem,
        subject: &str,
        repeat: u32,
        levels: &Factors,
        answer: Option<Answer>,
    ) -> Result<Option<Self>, ConclusionError> {
        let question = match problem.task {
            Task::YesNo => QuestionType::YesNo,
            Task::Choice => QuestionType::Choice,
            _ => return Ok(None),
        };
        let Some(worded) = problem.worded.as_deref().filter(|worded| !worded.asked.is_empty())
        else {
            return Ok(None);
        };
        let level = |factor: &str| levels.get(factor).unwrap_or("-").to_owned();
        let number = |factor: &str| levels.get(factor).and_then(|n| n.parse().ok()).unwrap_or(0);
        let place = |answer| place(problem, answer);
        Ok(Some(Self {
            subject: subject.to_owned(),
            strategy: level("protocol"),
            temperature: level(TEMPERATURE),
            item: problem.item.to_string(),
            problem: problem.id.to_string(),
            kind: Kind::from_problem(problem),
            order: level("order"),
            inquiry: level("inquiry"),
            repeat,
            is_stepwise: levels.get("cot") == Some("yes"),
            theme: level("theme"),
            atoms: number("atoms"),
            premises: number("premises"),
            form: level("form"),
            question,
            offered: offered(problem, &worded.argument, &worded.asked)?,
            right: place(problem.truth.answer).unwrap_or(None),
            accepted: match answer {
                None => Err(Lost::Unanswered),
                Some(answer) => place(answer),
            },
        }))
    }

    /// Returns whether the answer is right; `None` if it was lost.
    pub fn is_right(&self) -> Option<bool> {
        self.accepted.ok().map(|accepted| accepted == self.right)
    }

    /// Returns whether the answer accepts a conclusion: yes, or one of the options; `None` if it
    /// was lost.
    pub fn accepts(&self) -> Option<bool> {
        self.accepted.ok().map(|accepted| accepted.is_some())
    }

    /// The conclusion that was accepted.
    pub fn taken(&self) -> Option<&Offered> {
        self.offered.get(self.accepted.ok()??)
    }

    /// Returns whether a lure was accepted; `None` if the answer was lost, or none was offered.
    pub fn is_fallacy(&self) -> Option<bool> {
        let accepted = self.accepted.ok()?;
        if !self.offered.iter().any(Offered::is_lure) {
            return None;
        }
        Some(accepted.and_then(|at| self.offered.get(at)).is_some_and(Offered::is_lure))
    }

    /// Returns true if no question was added and the premises are in their own order.
    pub fn is_plain(&self) -> bool {
        ordered(&self.order) == ORIGINAL && matches!(self.inquiry.as_str(), NO_INQUIRY | "-")
    }

    /// The probability of guessing right.
    pub(super) fn guessing(&self) -> f64 {
        1.0 / (self.offered.len() as f64 + 1.0)
    }
}

/// The index of the conclusion that an answer accepts: `None` for no, and for the option that none
/// follows.
fn place(problem: &Problem, answer: Answer) -> Result<Option<usize>, Lost> {
    let offered = problem.worded.as_deref().map_or(0, |worded| worded.asked.len());
    match answer {
        Answer::YesNo(yes) => Ok(yes.then_some(0)),
        Answer::Choice(letter) => {
            let at = problem.options.iter().position(|(own, _)| *own == letter);
            at.map(|at| Some(at).filter(|at| *at < offered)).ok_or(Lost::Unread)
        }
        other => Err(Lost::from_answer(other).unwrap_or(Lost::Unread)),
    }
}

/// The judgements of logic and of the theory about the offered conclusions.
fn offered(
    problem: &Problem,
    argument: &Argument,
    views: &[String],
) -> Result<Vec<Offered>, ConclusionError> {
    let theory = |source| ConclusionError::Theory { problem: problem.id.to_string(), source };
    let reading = reading_of(problem, argument)?;
    let judge = Judge::with_reading(&argument.premises, reading).map_err(theory)?;
    let one = |view: &String| {
        let judgement = judge.judge(view)?;
        Ok(Offered {
            follows: judgement.is_correct() == Some(true),
            predicted: judgement.predicted.regardless_of_issues,
            surface: surface(&argument.premises, view)?,
            form: form(view).unwrap_or_else(|| "-".to_owned()),
        })
    };
    views.iter().map(one).collect::<Result<_, _>>().map_err(theory)
}

fn form(view: &str) -> Option<String> {
    let claim = Claim::new(&view.parse().ok()?).ok()?;
    let literals = claim.stage.iter().map(Vec::len).max().unwrap_or(0);
    let mut form = format!("{}x{literals}", claim.stage.len());
    form.push_str(if claim.prefix.is_empty() { "" } else { "q" });
    form.push_str(if claim.is_conditional() { "c" } else { "" });
    Some(form)
}

impl Placed for Chosen {
    fn place(&self) -> [&str; 4] {
        [&self.subject, &self.strategy, &self.temperature, &self.item]
    }
}
