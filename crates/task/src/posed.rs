//! A problem of the theory as it was posed: answers to it read as views, and judged.

use crate::families::BULLET;
use crate::lexicon::vocabulary_of;
use peirast_etr::{Reading, View};
use peirast_fallacy::{Difference, Judge, Judgement, Notion, Soundness, verify};
use peirast_record::{Answer, Conclusion, Problem, Worded};
use peirast_words::{Answered, Unread, Vocabulary, WordsError};
use thiserror::Error;

/// A problem of the theory, ready to take answers.
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
}

/// Views or words of a problem that cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PosedError {
    /// The theory has no reading of the name in the record.
    #[error("there is no reading of the theory called `{0}`")]
    Reading(String),
    /// The views cannot be judged by.
    #[error(transparent)]
    Views(#[from] peirast_fallacy::Error),
    /// The words are not one to one.
    #[error(transparent)]
    Words(#[from] WordsError),
}

impl Posed {
    /// Takes up the views and words behind a problem.
    ///
    /// Answers are held against the premises in the order in which they were generated, whatever the
    /// order shown: it is the same fallacy that another order is to block.
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
        })
    }

    /// What the names of the problem are called.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// What an answer to it claims.
    ///
    /// # Errors
    /// Why it could not be read.
    pub fn read(&self, text: &str) -> Result<Answered, Unread> {
        self.vocabulary.read_answer(text)
    }

    /// Judges a view, beside the conclusion that was predicted when the problem was made.
    ///
    /// # Errors
    /// As [`Judge::judge`].
    pub fn judge(&self, view: &str) -> Result<Judgement, peirast_fallacy::Error> {
        self.judge.judge_beside(view, &self.predicted)
    }

    /// What a judged answer amounts to; [`Answer::Unread`] if it could not be found out whether it
    /// follows, or is predicted.
    pub fn conclusion(judgement: &Judgement, notion: Notion) -> Answer {
        let verdict = judgement.is_correct().zip(judgement.is_predicted(notion));
        let conclusion = match verdict {
            None => return Answer::Unread,
            Some(_) if judgement.soundness == Soundness::Verum => Conclusion::Nothing,
            Some((true, true)) => Conclusion::Predicted,
            Some((true, false)) => Conclusion::Sound,
            Some((false, true)) => Conclusion::Fallacy,
            Some((false, false)) => Conclusion::Unsound,
        };
        Answer::Conclusion(conclusion)
    }
}

/// Works a problem of the theory out again from its record alone, by both engines, and reads its
/// text back: every premise shown, every conclusion asked about, the question added. Says what
/// differs; nothing if all is as it says.
///
/// # Errors
/// Records that cannot be worked out.
pub fn verified(problem: &Problem) -> Result<Vec<Difference>, PosedError> {
    let Some(worded) = problem.worded.as_deref() else {
        return Ok(vec![difference("worded", "", "the views behind the text")]);
    };
    let mut differences = verify(&worded.argument)?;
    differences.extend(misordered(worded));
    let vocabulary = vocabulary_of(&worded.lexicon)?;
    let text = problem.text();
    let shown: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(BULLET)).collect();
    let premises = worded.premises();
    if shown.len() != premises.len() {
        let (wanted, found) = (premises.len().to_string(), shown.len().to_string());
        differences.push(difference("premises in the text", &wanted, &found));
    }
    for (sentence, view) in shown.into_iter().zip(premises) {
        differences.extend(misread(&vocabulary, sentence, view));
    }
    Ok(differences)
}

/// Whether the order is one of all premises.
fn misordered(worded: &Worded) -> Option<Difference> {
    let mut places = worded.order.clone();
    places.sort_unstable();
    let all: Vec<usize> = (0..worded.argument.premises.len()).collect();
    (places != all)
        .then(|| difference("order", &format!("{:?}", worded.order), &format!("{all:?}")))
}

/// Whether a sentence says the view, but for what is at issue.
fn misread(vocabulary: &Vocabulary, sentence: &str, view: &str) -> Option<Difference> {
    let same = |read: &View| {
        let unmarked: View = view.replace('*', "").parse().ok()?;
        read.equivalent(&unmarked).ok()
    };
    match vocabulary.read(sentence) {
        Ok(read) if same(&read) == Some(true) => None,
        Ok(read) => {
            Some(difference("text", &format!("{view} as \"{sentence}\""), &read.to_string()))
        }
        Err(error) => Some(difference("text", sentence, &error.to_string())),
    }
}

fn difference(field: &'static str, recorded: &str, found: &str) -> Difference {
    Difference { field, recorded: recorded.to_owned(), found: found.to_owned() }
}
