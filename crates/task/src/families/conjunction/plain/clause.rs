//! The form of an event: a subject, then a plain verb, then the rest.

use super::Refusal;
use super::known::is_verb_of_activity;
use super::refused::{Words, is_of};
use super::verbs::{is_deed, is_plain_base, is_plain_gerund, is_plain_verb};
use crate::families::worked_out::Unplain;

const PRONOUNS: [&str; 4] = ["he", "she", "it", "they"];

const DETERMINERS: [&str; 8] = ["the", "a", "an", "his", "her", "their", "its", "this"];

/// Words between a verb and the article of a noun that say where or how.
const PREPOSITIONS: &str = "\
    about above across along among around as at behind below beside between beyond by down during for from in \
    inside into like near of on onto out outside over past through to toward towards under up upon with within";

/// The most words of a subject.
const SUBJECT_WORDS: usize = 6;

/// Returns the index of the verb of an event.
///
/// # Errors
/// Otherwise the word for which the event has no plain subject, or no plain verb after it.
pub(super) fn verb(words: &Words) -> Result<usize, Refusal> {
    let first = words.word(0);
    let is_pronoun = PRONOUNS.contains(&first);
    let most = if is_pronoun { 1 } else { SUBJECT_WORDS };
    let is_verb = |at: usize| {
        let word = words.word(at);
        is_finite(word) || (first == "they" && is_plain_base(word))
    };
    let is_named = |at: usize| words.is_capitalised(at);
    let found = (1..=most).find(|at| is_verb(*at));
    if !is_pronoun && !DETERMINERS.contains(&first) {
        // Nothing is between a name and its verb: "Tom rarely bakes".
        let end = found.unwrap_or(words.len()).min(most + 1);
        if let Some(at) = (0..end).find(|at| !is_named(*at)) {
            return Err(words.refusal(at, Unplain::NoVerb));
        }
    }
    found.ok_or_else(|| words.refusal(1, Unplain::NoVerb))
}

/// Returns true for a plain verb in the form after "he" and "she".
fn is_finite(word: &str) -> bool {
    is_plain_verb(word) || is_verb_of_activity(word)
}

/// Refuses an auxiliary that is followed by a verb that is not plain ("will refuse", "has stopped
/// baking"), and any verb with a possible adverb before its noun.
pub(super) fn check_behind(words: &Words, at: usize) -> Result<(), Refusal> {
    let next = words.word(at + 1);
    let is_plain = match words.word(at) {
        "will" | "does" | "did" => is_plain_base(next),
        "has" | "had" => !next.ends_with("ed") || is_plain_verb(next),
        "is" | "was" | "are" | "were" => !next.ends_with("ing") || is_plain_gerund(next),
        _ => true,
    };
    let is_noun_next = ["a", "an"].contains(&words.word(at + 2));
    let is_verb = is_finite(next) || is_plain_base(next) || is_plain_gerund(next);
    let is_receiver = ["him", "her", "them"].contains(&next) || words.is_capitalised(at + 1);
    let is_of_noun = is_of(PREPOSITIONS, next) || is_verb || is_receiver;
    match (is_plain, is_noun_next && !is_of_noun) {
        (false, _) => Err(words.refusal(at + 1, Unplain::NoVerb)),
        // "Is nie a baker", "is perchance a baker".
        (true, true) => Err(words.refusal(at + 1, Unplain::Adverb)),
        (true, false) => Ok(()),
    }
}

/// Refuses an event in which "to" may introduce the object rather than the purpose: "wants to
/// bake".
pub(super) fn check_deed(words: &Words, verb: usize) -> Result<(), Refusal> {
    let has_object = verb + 1 < words.len();
    match has_object && is_deed(words.word(verb)) {
        true => Ok(()),
        false => Err(words.refusal(verb, Unplain::Purpose)),
    }
}

/// Refuses an added event that does not begin with a verb, or with a subject and a verb: "roll" of "rock
/// and roll", "one" of "thirty and one".
pub(super) fn check_predicate(words: &Words) -> Result<(), Refusal> {
    match is_finite(words.word(0)) || verb(words).is_ok() {
        true => Ok(()),
        false => Err(words.refusal(0, Unplain::Split)),
    }
}
