//! Answers of simulated subjects to open questions.

use crate::Protocol;
use crate::lexicon::vocabulary_of;
use peirast_etr::Reading;
use peirast_fallacy::Reasoner;
use peirast_random::Stream;
use peirast_record::{Problem, Worded};

/// The answer if nothing is concluded.
const NOTHING: &str = "Answer: Nothing follows from the premises.";

/// The source of a subject's conclusions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// Logic: conclusions that follow.
    Logic,
    /// The predictions of the theory.
    Theory,
    /// Nothing is concluded.
    Nothing,
    /// Random conclusions.
    Chance,
    /// A statement of a premise, certain or not.
    Surface,
    /// Statements that occur together in a premise, certain or not.
    Parts,
}

/// Returns the answer to an open question, in words.
pub(crate) fn concluded(
    by: By,
    problem: &Problem,
    protocol: &Protocol,
    stream: &mut Stream,
) -> String {
    let view = problem.worded.as_deref().and_then(|worded| view(by, worded, stream));
    let said = problem.worded.as_deref().zip(view).and_then(|(worded, view)| say(worded, &view));
    let answer = match said {
        None => NOTHING.to_owned(),
        Some(sentence) => format!("Answer: {sentence}"),
    };
    match protocol.cot {
        true => format!("{} {answer}", stream.choose(&REASONING).copied().unwrap_or_default()),
        false => answer,
    }
}

const REASONING: [&str; 2] = [
    "Let us take the premises one after another, and then see what remains open after the last.\n\n",
    "Step by step: the first premise says what may be the case, and the others narrow that down.\n\n",
];

/// Returns the concluded view; `None` if nothing is concluded.
fn view(by: By, worded: &Worded, stream: &mut Stream) -> Option<String> {
    let reasoner = match by {
        By::Logic => Reasoner::Classical,
        By::Nothing => Reasoner::Nothing,
        By::Chance => Reasoner::Random { seed: stream.below(usize::MAX) as u64, number: 0 },
        By::Surface => Reasoner::Matching { seed: stream.below(usize::MAX) as u64, number: 0 },
        By::Parts => Reasoner::Parts { seed: stream.below(usize::MAX) as u64, number: 0 },
        By::Theory => match &worded.inquiry {
            Some(inquiry) => return Some(inquiry.conclusion.clone()).filter(|view| view != "{0}"),
            None => Reasoner::Erotetic(Reading::named(&worded.argument.reading)?),
        },
    };
    reasoner.conclude(&worded.premises()).ok().filter(|view| view != "{0}")
}

fn say(worded: &Worded, view: &str) -> Option<String> {
    let vocabulary = vocabulary_of(&worded.lexicon).ok()?;
    vocabulary.write(&view.parse().ok()?).ok()
}
