//! A problem made again from its views and words.

use super::QuestionKind;
use super::published::{self, PUBLISHED};
use super::scene::{Scene, Setting};
use super::versions::Inquiry;
use super::wording::PREAMBLE;
use crate::MakeError;
use crate::families::{NotWorkedOut, WorkedOut};
use crate::lexicon::vocabulary_of;
use peirast_record::{Problem, Worded};
use peirast_words::Vocabulary;

/// Works out the right answer to the question of a problem about its views.
pub(super) fn work_out(problem: &Problem) -> Result<WorkedOut, NotWorkedOut> {
    from_views(problem).ok_or(NotWorkedOut::OtherText)
}

fn from_views(problem: &Problem) -> Option<WorkedOut> {
    let worded = problem.worded.as_deref()?;
    let vocabulary = vocabulary_of(&worded.lexicon).ok()?;
    let truth = rebuilt(problem, worded, &vocabulary).ok()??.truth;
    Some(WorkedOut {
        answer: truth.answer,
        lure: truth.lure,
        levels: Vec::new(),
        form: Some(truth.form),
        segments: None,
    })
}

/// Returns the problem that these views, words and levels give, with its scene; `None` if there is
/// none, for example with a curing question where none cures.
///
/// Takes from the problem if questions were searched for.
///
/// # Errors
/// [`MakeError`] for views or words that give no problem.
pub(crate) fn rebuilt(
    problem: &Problem,
    worded: &Worded,
    vocabulary: &Vocabulary,
) -> Result<Option<Problem>, MakeError> {
    if problem.variant.as_str() == PUBLISHED {
        return published::again(worded.argument.number, &worded.order);
    }
    let Some(question) = QuestionKind::named(&problem.variant) else { return Ok(None) };
    let level = problem.factors.get("inquiry").unwrap_or_default();
    let Some(inquiry) = Inquiry::named(level) else { return Ok(None) };
    let preamble = problem.segments.iter().find(|segment| segment.role == PREAMBLE);
    let setting = Setting {
        question,
        variant: question.name(),
        theme: &worded.theme,
        preamble: preamble.map_or("", |segment| segment.text.as_str()),
        vocabulary,
        sentences: None,
        raises_questions: problem.factors.get("curable").is_some() || inquiry != Inquiry::None,
    };
    match Scene::new(&worded.argument, setting)? {
        Some(scene) => scene.version(&worded.order, inquiry),
        None => Ok(None),
    }
}
