//! Short texts with both verdicts, or with shares of them: unread is better than the contrary.

use super::described::{is_offered, verdict};
use crate::text::{Document, Sentence, Word};
use peirast_record::Reading;

/// Longest text, in words and signs, that is checked as a whole.
const SHORT: usize = 26;

/// Rules that decide which of two verdicts counts.
const SETTLED: [&str; 5] = ["corrected", "argument-is", "but-is-not", "wrong-to-say", "keyed"];

/// Returns true if the reading of a short text is in doubt: "Right answer: correct. Wrong answer:
/// incorrect.", "correct (10 %), incorrect (90 %)", "not correct but incorrect".
pub(super) fn is_doubtful(document: &Document, reading: &Reading) -> bool {
    let length: usize = document.sentences().map(|sentence| sentence.len()).sum();
    if length > SHORT || SETTLED.contains(&reading.rule) {
        return false;
    }
    let beside_a_number = |sentence: &Sentence<'_>, at: usize| {
        let is_number = |at: usize| sentence.number(at).is_some() && sentence.word(at) != Word::One;
        is_number(at + 1) || at.checked_sub(1).is_some_and(is_number)
    };
    let (mut sound, mut unsound) = (false, false);
    for sentence in document.sentences() {
        for at in 0..sentence.len() {
            let Some(valid) = verdict(&sentence, at) else { continue };
            if beside_a_number(&sentence, at) {
                return true;
            }
            let about = [Word::Premise, Word::Option];
            let of_a_part = sentence.has_in(0, at, &about) && !sentence.has(&[Word::Argument]);
            let granted = sentence.has_in(0, at, &[Word::While, Word::Even, Word::Seem, Word::If]);
            if is_offered(&sentence, at) || of_a_part || granted || denied(&sentence, at) {
                continue;
            }
            sound |= valid;
            unsound |= !valid;
        }
    }
    sound && unsound
}

/// A denied verdict means the other one, and is weighed when it is read.
fn denied(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.has_in(at.saturating_sub(3), at, &[Word::Not])
}
