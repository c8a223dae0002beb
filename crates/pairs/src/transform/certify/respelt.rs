//! The check of respelt words and doubled spaces.

use super::super::LetterCase;
use super::super::literal::Literals;
use super::super::spelling::LEAST_LETTERS;
use super::super::words::{WordList, plain, tokens, words};
use super::{Certified, ItemPart, Violation, holds, pairs, without};
use crate::ItemVersion;
use peirast_record::Number;

/// Compares each token with the one in its place. The white space between them and literal tokens
/// must be equal.
fn each_token(
    original: &ItemVersion,
    made: &ItemVersion,
    mut check: impl FnMut(&str, &str) -> bool,
) -> Certified {
    let literals = Literals::new(&original.before);
    for (number, (one, two)) in pairs(&original.before, &made.before)?.enumerate() {
        let (ours, theirs): (Vec<_>, Vec<_>) = (tokens(one).collect(), tokens(two).collect());
        let is_alike = ours.len() == theirs.len() && without(one, &ours).eq(without(two, &theirs));
        holds(is_alike, ItemPart::Question)?;
        for ((at, from), (_, to)) in ours.into_iter().zip(theirs) {
            if from != to && (literals.has(number, at) || !check(from, to)) {
                return Err(Violation::Word { from: from.to_owned(), to: to.to_owned() });
            }
        }
    }
    Ok(())
}

/// Returns true if a token has another's letters in this case.
fn has_case(case: LetterCase, from: &str, to: &str) -> bool {
    let is_same =
        from.to_lowercase() == to.to_lowercase() && from.to_uppercase() == to.to_uppercase();
    let is_so = match case {
        LetterCase::Upper => !to.contains(char::is_lowercase),
        LetterCase::Lower => !to.contains(char::is_uppercase),
        LetterCase::Title => {
            let start = from.find(char::is_alphabetic).unwrap_or(0);
            let differing: Vec<usize> = from
                .char_indices()
                .zip(to.chars())
                .filter(|((_, one), two)| one != two)
                .map(|((at, _), _)| at)
                .collect();
            differing == [start]
                && to.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase)
        }
    };
    is_same && is_so && plain(from).is_some()
}

/// Checks that some words have another case.
pub(super) fn recased(original: &ItemVersion, made: &ItemVersion, case: LetterCase) -> Certified {
    each_token(original, made, |one, two| has_case(case, one, two))
}

/// Checks that some spaces are double, outside of code and mathematics.
pub(super) fn spaced(original: &ItemVersion, made: &ItemVersion) -> Certified {
    let literals = Literals::new(&original.before);
    let mut texts = pairs(&original.before, &made.before)?.enumerate();
    texts.try_for_each(|(number, (one, two))| {
        spaces_doubled(one, two, |at| !literals.are_around(number, at))
    })
}

fn spaces_doubled(one: &str, two: &str, may_be: impl Fn(usize) -> bool) -> Certified {
    let (ours, theirs): (Vec<_>, Vec<_>) = (tokens(one).collect(), tokens(two).collect());
    let same_tokens = ours.iter().map(|(_, token)| token).eq(theirs.iter().map(|(_, token)| token));
    let ends = [0].into_iter().chain(ours.iter().map(|(at, token)| at + token.len()));
    let mut gaps = ends.zip(without(one, &ours).zip(without(two, &theirs)));
    let is_so = |(at, (one, two)): (usize, (&str, &str))| {
        one == two || one == " " && two == "  " && may_be(at)
    };
    holds(same_tokens && gaps.all(is_so), ItemPart::Question)
}

/// Checks that some words are misspelt, no more than the rate allows.
pub(super) fn misspelt(original: &ItemVersion, made: &ItemVersion, rate: Number) -> Certified {
    let answers = original.answer_texts();
    let shown = original.choices.iter().chain(&answers).map(String::as_str);
    let kept: Vec<String> = shown.flat_map(words).map(|(_, word)| word.to_lowercase()).collect();
    let texts = || original.before.iter().map(|segment| segment.text.as_str());
    let own: Vec<&str> = texts().flat_map(words).map(|(_, word)| word).collect();
    let may_change = |word: &str| {
        word.len() >= LEAST_LETTERS
            && word.bytes().all(|b| b.is_ascii_lowercase())
            && !WordList::Meaning.has(word)
            && !kept.iter().any(|kept| kept == word)
    };
    let mut found = 0;
    each_token(original, made, |from, to| {
        found += 1;
        let (Some((start, one)), Some((_, two))) = (plain(from), plain(to)) else { return false };
        let around = from.get(..start) == to.get(..start)
            && from.get(start + one.len()..) == to.get(start + two.len()..);
        around
            && may_change(one)
            && one.chars().next() == two.chars().next()
            && two.bytes().all(|b| b.is_ascii_lowercase())
            && strsim::damerau_levenshtein(one, two) == 1
            && !WordList::Meaning.has(two)
            && own.iter().all(|own| !own.eq_ignore_ascii_case(two))
    })?;
    let literals = Literals::new(&original.before);
    let free = texts().enumerate().flat_map(|(number, text)| {
        let literals = &literals;
        tokens(text).filter(move |(at, _)| !literals.has(number, *at))
    });
    let all = free.filter_map(|(_, token)| plain(token));
    let letters: usize =
        all.map(|(_, word)| word).filter(|word| may_change(word)).map(str::len).sum();
    let most = ((rate.to_f64() * letters as f64).round() as usize).max(1);
    if found > most { Err(Violation::TooMany { found, most }) } else { Ok(()) }
}
