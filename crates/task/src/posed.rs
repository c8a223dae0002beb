//! A problem of the theory in its asked form: answers to it are read as views, and judged.

use crate::lexicon::vocabulary_of;
use peirast_etr::Reading;
use peirast_fallacy::{Judge, Judgement, Notion, Soundness};
use peirast_record::{Answer, Conclusion, Worded};
use peirast_words::{Answered, Claim, Unread, Vocabulary, WordsError};
use thiserror::Error;

/// The most quantifiers of an answer that is judged: more than in any sensible answer, and few
/// enough for a fast judgement.
const MOST_OBJECTS: usize = 12;

/// A problem of the theory, ready to read answers.
///
/// ```
/// use peirast_record::{Answer, Conclusion, Profile, Versions};
/// use peirast_task::{Design, Erotetic, Family, Posed};
/// use peirast_fallacy::Notion;
///
/// let design = Design { seed: 1, profile: Profile::Paper2025 };
/// let problem = &Family::named("etr")?.make(&design, "open", 1)?[0];
/// let posed = Posed::new(problem.worded.as_deref().expect("views"))?;
/// let nothing = posed.read("Answer: Nothing follows.")?;
/// let judgement = posed.judge(&nothing.view.to_string())?;
/// let answer = Posed::conclusion(&judgement, Notion::RegardlessOfIssues);
/// assert_eq!(answer, Answer::Conclusion(Conclusion::Nothing));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Posed {
    vocabulary: Vocabulary,
    judge: Judge,
    predicted: String,
    /// The question as asked; empty if unknown.
    question: String,
}

/// Views or words of a problem that cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PosedError {
    /// The theory has no reading of the name in the record.
    #[error("there is no reading of the theory called `{0}`")]
    Reading(String),
    /// The views cannot be judged.
    #[error(transparent)]
    Views(#[from] peirast_fallacy::Error),
    /// The words are ambiguous.
    #[error(transparent)]
    Words(#[from] WordsError),
    /// The problem cannot be made again.
    #[error(transparent)]
    Make(#[from] Box<crate::MakeError>),
}

impl Posed {
    /// Prepares the views and words of a problem.
    ///
    /// Answers are compared with the premises in their generated order, not in the displayed order:
    /// the other order is supposed to block the same fallacy.
    ///
    /// # Errors
    /// [`PosedError`] if the record is damaged.
    pub fn new(worded: &Worded) -> Result<Self, PosedError> {
        let argument = &worded.argument;
        let reading = Reading::named(&argument.reading)
            .ok_or_else(|| PosedError::Reading(argument.reading.clone()))?;
        Ok(Self {
            vocabulary: vocabulary_of(&worded.lexicon)?,
            judge: Judge::with_reading(&argument.premises, reading)?,
            predicted: argument.conclusion.clone(),
            question: String::new(),
        })
    }

    /// Sets the question as asked, by which a repetition of it within an answer is recognised.
    pub fn asked(self, question: String) -> Self {
        Self { question, ..self }
    }

    /// Returns the words for the names of the problem.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Reads the claim of an answer.
    ///
    /// # Errors
    /// The reason why it could not be read.
    pub fn read(&self, text: &str) -> Result<Answered, Unread> {
        let read = self.vocabulary.read_answer_to(&self.question, text)?;
        match Claim::new(&read.view) {
            Ok(claim) if claim.prefix.len() <= MOST_OBJECTS => Ok(read),
            _ => Err(Unread::TooMuch),
        }
    }

    /// Returns true if an answer announces a conclusion, readable or not, and completes its
    /// sentence.
    pub fn announces(&self, text: &str) -> bool {
        self.vocabulary.announces(&self.question, text)
    }

    /// Judges a view, in comparison with the conclusion that was predicted when the problem was
    /// made.
    ///
    /// # Errors
    /// As [`Judge::judge`].
    pub fn judge(&self, view: &str) -> Result<Judgement, peirast_fallacy::Error> {
        self.judge.judge_beside(view, &self.predicted)
    }

    /// Returns the answer for a judgement; [`Answer::Unread`] if it could not be decided whether
    /// the view follows or is predicted.
    pub fn conclusion(judgement: &Judgement, notion: Notion) -> Answer {
        let verdict = judgement.is_correct().zip(judgement.is_predicted(notion));
        let conclusion = match verdict {
            None => return Answer::Unread,
            Some(_) if judgement.soundness == Soundness::Verum => Conclusion::Nothing,
            Some((true, true)) => Conclusion::Predicted,
            Some((true, false)) => Conclusion::Sound,
            Some((false, true)) => Conclusion::Fallacy,
            Some((false, false)) => Conclusion::OtherError,
        };
        Answer::Conclusion(conclusion)
    }
}
