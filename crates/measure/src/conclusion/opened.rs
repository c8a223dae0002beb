//! Open answers, from their text to their judgement.

use super::ConclusionError;
use peirast_fallacy::{Judgement, Notion};
use peirast_record::{Answer, FinishReason, Problem};
use peirast_task::Posed;
use peirast_words::{Answered, Unread};

/// Translations of an answer by others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Translated<'a> {
    /// Translations into the words of the problem; the first that can be read counts.
    pub words: &'a [String],
    /// The view that was recorded with the answer.
    pub view: Option<&'a str>,
    /// True if the recorded view counts, instead of the reading of the text.
    pub view_alone: bool,
}

/// An answer to an open question, read and judged as far as possible.
///
/// ```
/// use peirast_fallacy::Notion;
/// use peirast_measure::{Opened, Translated, posed};
/// use peirast_record::{Answer, Conclusion, FinishReason, Profile};
/// use peirast_task::{Design, Family};
///
/// let design = Design { seed: 1, profile: Profile::Paper2025 };
/// let problem = &Family::named("etr")?.make(&design, "open", 1)?[0];
/// let posed = posed(problem)?;
/// let heard = |text| {
///     let (by, notion) = (Translated::default(), Notion::RegardlessOfIssues);
///     Opened::new(&posed, text, FinishReason::Stop, by, notion)
/// };
/// assert_eq!(heard("Answer: Nothing follows.").answer, Answer::Conclusion(Conclusion::Nothing));
/// assert_eq!(heard("I would rather not say.").answer, Answer::Unread);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The answer in a form that can be graded.
    pub answer: Answer,
    /// The view that was read, and its judgement.
    pub read: Option<(String, Judgement)>,
    /// The rule that read the answer, or the reason why none did.
    pub rule: String,
    /// True if a translator read the answer, or the recorded view counts.
    pub translated: bool,
    /// The translation that was read.
    pub translation: Option<String>,
}

/// A problem ready to take answers.
///
/// # Errors
/// [`ConclusionError`] for a problem that is not made of views, or whose record is damaged.
pub fn posed(problem: &Problem) -> Result<Posed, ConclusionError> {
    let worded = problem.worded.as_deref();
    let worded =
        worded.ok_or_else(|| ConclusionError::NoViews { problem: problem.id.to_string() })?;
    Posed::new(worded)
        .map(|posed| posed.asked(problem.text()))
        .map_err(|source| ConclusionError::Posed { problem: problem.id.to_string(), source })
}

/// Returns true if a translator could read an answer that the rules did not read. It could not for
/// empty answers, refusals, and texts that give no answer.
pub fn is_translatable(unread: &Unread) -> bool {
    !matches!(unread, Unread::Empty | Unread::Refusal | Unread::Reasoning | Unread::Disowned)
}

impl Opened {
    /// Reads an answer by rule, or else in the first translation that can be read, and judges it.
    pub fn new(
        posed: &Posed,
        text: &str,
        finish: FinishReason,
        translated: Translated<'_>,
        notion: Notion,
    ) -> Self {
        let reading = match translated.view_alone {
            true => Err(Unread::NoClaim),
            false => posed.read(text),
        };
        let unread = match reading {
            // The claim of a truncated answer may have continued, and a statement on the way to a
            // conclusion is no conclusion.
            Ok(read) if finish == FinishReason::Length && !read.withstands(text) => {
                let within = "cut off within its conclusion";
                let before = "cut off before it announced a conclusion";
                let rule = if read.announced { within } else { before };
                return Self::lost(Answer::Truncated, rule, false);
            }
            Ok(read) => return Self::read_as(posed, &read, false, notion),
            Err(unread) => unread,
        };
        let has_conclusion = finish != FinishReason::Length || posed.announces(text);
        if is_translatable(&unread) && (has_conclusion || translated.view_alone) {
            let readable = |text: &String| Some((posed.read(text).ok()?, text.clone()));
            if let Some((read, text)) = translated.words.iter().find_map(readable) {
                let opened = Self::read_as(posed, &read, true, notion);
                return Self { translation: Some(text), ..opened };
            }
            if let Some(view) = translated.view {
                return Self::judged(posed, view, "recorded", true, notion);
            }
        }
        let translated = has_conclusion && !translated.words.is_empty();
        Self::lost(cause(&unread, finish), &unread.to_string(), translated)
    }

    fn lost(answer: Answer, rule: &str, translated: bool) -> Self {
        Self { answer, read: None, rule: rule.to_owned(), translated, translation: None }
    }

    fn read_as(posed: &Posed, read: &Answered, translated: bool, notion: Notion) -> Self {
        let rule = format!("{:?}", read.rule).to_lowercase();
        Self::judged(posed, &read.view.to_string(), &rule, translated, notion)
    }

    fn judged(posed: &Posed, view: &str, rule: &str, translated: bool, notion: Notion) -> Self {
        match posed.judge(view) {
            Ok(judgement) => {
                let answer = Posed::conclusion(&judgement, notion);
                let read = Some((view.to_owned(), judgement));
                Self { answer, read, rule: rule.to_owned(), translated, translation: None }
            }
            Err(error) => Self::lost(Answer::Unread, &error.to_string(), translated),
        }
    }
}

fn cause(unread: &Unread, finish: FinishReason) -> Answer {
    match unread {
        // A filter of the provider withheld the answer, or the rest of it.
        _ if finish == FinishReason::ContentFilter => Answer::Refused,
        Unread::Empty if finish == FinishReason::Length => Answer::Truncated,
        Unread::Empty => Answer::Empty,
        Unread::Refusal => Answer::Refused,
        _ if finish == FinishReason::Length => Answer::Truncated,
        _ => Answer::Unread,
    }
}
