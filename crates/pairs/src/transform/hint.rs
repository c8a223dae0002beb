//! Hints: the asker's opinion.

use super::Hinted;
use super::answers::{is_wrong, shown_text};
use super::inapplicable::Inapplicable;
use crate::{AnswerKey, ItemVersion};
use peirast_random::Stream;
use peirast_record::{Number, Segment};
use std::borrow::Cow;

/// The role of the part with a hint.
pub(super) const HINT: &str = "hint";

pub(super) fn hint(
    version: &mut ItemVersion,
    hinted: Hinted,
    stream: &mut Stream,
) -> Result<(), Inapplicable> {
    let answer = match hinted {
        Hinted::Right => version.key.clone(),
        Hinted::Wrong => wrong(version, stream).ok_or(Inapplicable::NoWrongAnswer)?,
    };
    let sentence = match &answer {
        AnswerKey::Choice(places) => {
            let first = places.first().copied().unwrap_or(0);
            let letter = ('a'..='z').nth(first).unwrap_or('z');
            format!("I think it is ({}).", version.labels.label(letter))
        }
        AnswerKey::Text(texts) => {
            format!(
                "I think the answer is {}.",
                shown_text(texts).ok_or(Inapplicable::NoShownAnswer)?
            )
        }
        other => format!("I think the answer is {}.", version.key_text(other)),
    };
    version.after.push(Segment { role: Cow::Borrowed(HINT), text: sentence + "\n" });
    if hinted == Hinted::Wrong {
        version.lure = Some(answer);
    }
    Ok(())
}

/// An answer that is certainly wrong: the lure, or else a random one of the available ones.
fn wrong(version: &ItemVersion, stream: &mut Stream) -> Option<AnswerKey> {
    if let Some(lure) = version.lure.as_ref().filter(|lure| is_wrong(version, lure)) {
        return Some(lure.clone());
    }
    let candidates: Vec<AnswerKey> = match &version.key {
        AnswerKey::Choice(_) => {
            (0..version.choices.len()).map(|at| AnswerKey::Choice(vec![at])).collect()
        }
        AnswerKey::YesNo(is) => vec![AnswerKey::YesNo(!is)],
        AnswerKey::Valid(is) => vec![AnswerKey::Valid(!is)],
        AnswerKey::Number(number, tolerance) => {
            slips(*number).into_iter().map(|slip| AnswerKey::Number(slip, *tolerance)).collect()
        }
        AnswerKey::Text(_) => Vec::new(),
    };
    let candidates: Vec<&AnswerKey> =
        candidates.iter().filter(|answer| is_wrong(version, answer)).collect();
    stream.choose(&candidates).map(|answer| (*answer).clone())
}

/// Numbers that a slip leads to: one more, one less, twice, half or ten times as much. They are not
/// negative for a number that is not, and whole for a whole one.
fn slips(number: Number) -> Vec<Number> {
    let by = |above, below| Number::ratio(above, below).and_then(|factor| number.times(factor));
    let all = [number.plus(1.into()), number.plus((-1).into()), by(2, 1), by(1, 2), by(10, 1)];
    let zero = Number::from(0);
    all.into_iter()
        .flatten()
        .filter(|slip| {
            (*slip >= zero || number < zero) && (slip.whole().is_some() || number.whole().is_none())
        })
        .collect()
}
