//! Verdicts on an argument that do without yes and no: "the argument is not valid".

use super::says;
use crate::finding::Hit;
use crate::text::{Sentence, Word};

/// "The argument is (not) logically sound", "making it invalid".
pub(super) fn predicate(sentence: &Sentence<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().find_map(|at| {
        let sound = match sentence.word(at) {
            Word::Sound => true,
            Word::Unsound => false,
            _ => return None,
        };
        let start = sentence.clause_start(at).max(at.saturating_sub(16));
        let verbs = [Word::Is, Word::Make, Word::Seem, Word::Not];
        let from = at.saturating_sub(6).max(start);
        let verb = (from..at).rev().find(|at| sentence.is(*at, &verbs))?;
        let aside = sentence.has_in(verb, at, &[Word::Rather, Word::Than])
            || (sentence.word(verb) == Word::Make && !sound && at + 1 < sentence.len());
        let purpose =
            aside || sentence.has_in(verb.saturating_sub(2), verb, &[Word::To, Word::Would]);
        if purpose || is_about_premises(sentence, start, at) || is_conditional(sentence, at) {
            return None;
        }
        let denied = sentence.has_in(verb.saturating_sub(2).max(start), at, &[Word::Not]);
        Some(Hit::new(says(sound != denied), verb, at))
    })
}

/// "The conclusion does (not) follow", "it logically follows".
pub(super) fn follows(sentence: &Sentence<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().find_map(|at| {
        let is_verb = sentence.word(at) == Word::Follow
            && !sentence.is(at.wrapping_sub(1), &[Word::The, Word::As])
            && !sentence.has_in(at + 1, at + 5, &[Word::An, Word::The, Word::Premise, Word::Sound])
            || sentence.word(at) == Word::Follow
                && sentence.has_in(at.saturating_sub(3), at + 2, &[Word::Logically, Word::Not]);
        if !is_verb || is_conditional(sentence, at) {
            return None;
        }
        let from = at.saturating_sub(4);
        let denied = sentence.has_in(from, at, &[Word::Not]);
        let stated =
            denied || sentence.has_in(at.saturating_sub(2), at + 4, &[Word::Logically, Word::From]);
        stated.then(|| Hit::new(says(!denied), from, at))
    })
}

/// "We cannot conclude", "commits the fallacy", "does not guarantee", "not necessarily true".
pub(super) fn not_established(sentence: &Sentence<'_>) -> Option<Hit> {
    (0..sentence.len()).rev().find_map(|at| {
        let near = |words: &[Word]| sentence.has_in(at.saturating_sub(5), at, words);
        let found = match sentence.word(at) {
            Word::Fallacy => near(&[Word::Commit, Word::Is]) && !near(&[Word::No, Word::Not]),
            Word::Guarantee | Word::Derived | Word::Say => near(&[Word::Not]),
            Word::Logically => near(&[Word::Not]),
            _ => false,
        };
        let held = found && !is_conditional(sentence, at);
        held.then(|| Hit::new(says(false), at.saturating_sub(5), at))
    })
}

fn is_about_premises(sentence: &Sentence<'_>, start: usize, at: usize) -> bool {
    let argument = [Word::Argument, Word::Conclusion, Word::This, Word::It];
    let about =
        sentence.has_in(start, at, &[Word::Premise]) && !sentence.has_in(start, at, &argument);
    about || sentence.is(at + 1, &[Word::Premise])
}

/// "To determine if the argument is sound", "for it to be valid".
fn is_conditional(sentence: &Sentence<'_>, at: usize) -> bool {
    let near = sentence.clause_start(at).max(at.saturating_sub(20));
    sentence.has_in(near, at, &[Word::If, Word::Which, Word::When, Word::Wrongly, Word::While])
        || sentence.has_in(at.saturating_sub(4), at, &[Word::To, Word::Must, Word::Would])
}
