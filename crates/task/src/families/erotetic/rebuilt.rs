//! A problem made again from its views and words alone.

use super::QuestionKind;
use super::scene::{Scene, Setting};
use super::versions::Inquiry;
use super::wording::PREAMBLE;
use crate::MakeError;
use crate::families::{NotWorkedOut, WorkedOut};
use crate::lexicon::vocabulary_of;
use peirast_record::{Problem, Worded};
use peirast_words::Vocabulary;

/// The right answer to what a problem asks about its views.
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

/// The problem that these views, words and levels make, with the scene that was set; `None` if there
/// is none, as with a question that cures where none does.
///
/// Returns whether questions were looked for is taken from whether the problem says so.
///
/// # Errors
/// [`MakeError`] for views or words that make no problem.
pub(crate) fn rebuilt(
    problem: &Problem,
    worded: &Worded,
    vocabulary: &Vocabulary,
) -> Result<Option<Problem>, MakeError> {
    let all = [QuestionKind::Open, QuestionKind::YesNo, QuestionKind::Choice];
    let Some(question) = all.into_iter().find(|one| one.name() == problem.variant) else {
        return Ok(None);
    };
    let level = problem.factors.get("inquiry").unwrap_or_default();
    let Some(inquiry) = Inquiry::named(level) else { return Ok(None) };
    let preamble = problem.segments.iter().find(|segment| segment.role == PREAMBLE);
    let setting = Setting {
        question,
        theme: &worded.theme,
        preamble: preamble.map_or("", |segment| segment.text.as_str()),
        vocabulary,
        raises_questions: problem.factors.get("curable").is_some() || inquiry != Inquiry::None,
    };
    match Scene::new(&worded.argument, setting)? {
        Some(scene) => scene.version(&worded.order, inquiry),
        None => Ok(None),
    }
}
