//! Single words and numbers: their ends and their parts.

use super::foreign::is_unspaced;
use super::vocabulary::{Word, lookup};

/// Length in bytes of the word that `text` begins with, inner apostrophes included.
pub(crate) fn word_length(text: &str) -> usize {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let inner =
            matches!(c, '\'' | '’') && chars.peek().is_some_and(|(_, next)| next.is_alphabetic());
        let other_script = is_unspaced(c) && !text.starts_with(is_unspaced);
        if (!c.is_alphanumeric() && !inner) || other_script {
            return at;
        }
    }
    text.len()
}

/// The two words of a contraction: `isn't`, `I'd`, `it’s`, `cannot`.
pub(crate) fn contraction(text: &str) -> Option<(Word, Word)> {
    if text.eq_ignore_ascii_case("cannot") {
        return Some((Word::Can, Word::Not));
    }
    let (at, apostrophe) = text.char_indices().find(|(_, c)| matches!(c, '\'' | '’'))?;
    let (first, second) = (text.get(..at)?, text.get(at + apostrophe.len_utf8()..)?);
    if second.eq_ignore_ascii_case("t") {
        let verb = first.get(..first.len().checked_sub(1)?)?;
        let verb = if verb.eq_ignore_ascii_case("ca") || verb.eq_ignore_ascii_case("wo") {
            Word::Can
        } else {
            lookup(verb)
        };
        return Some((verb, Word::Not));
    }
    let verb = match second {
        "d" | "D" => Word::Would,
        "ll" | "LL" => Word::Will,
        "s" | "S" | "m" | "M" | "re" => Word::Is,
        "ve" => Word::Have,
        _ => return None,
    };
    let pronouns = [Word::I, Word::It, Word::That, Word::This, Word::Which];
    Some((lookup(first), verb)).filter(|(first, _)| pronouns.contains(first))
}

/// The value of a number word from two to twenty. "One" is also a pronoun, and stays a word.
pub(crate) fn spelled(text: &str) -> Option<i64> {
    const NAMES: [&str; 19] = [
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    let initial = text.bytes().next().is_some_and(|b| b"tfsenTFSEN".contains(&b));
    if !initial || !(3..=9).contains(&text.len()) {
        return None;
    }
    NAMES.iter().zip(2..).find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, n)| n)
}

/// Length of "in-valid" and similar words at the beginning of `rest`, whose first word is `first`.
pub(crate) fn hyphenated(rest: &str, first: &str) -> Option<usize> {
    let known = ["in", "non", "un"].iter().any(|known| known.eq_ignore_ascii_case(first));
    let second = rest.get(first.len()..).filter(|_| known)?.strip_prefix('-')?;
    let length = word_length(second);
    let word = lookup(second.get(..length)?);
    let un = first.eq_ignore_ascii_case("un");
    (word == Word::Sound || (word == Word::Correct && !un)).then_some(first.len() + 1 + length)
}

/// A place in digits: "1st".
pub(crate) fn ordinal(text: &str) -> Word {
    match text {
        "1st" => Word::First,
        "2nd" => Word::Second,
        "3rd" => Word::Third,
        "4th" => Word::Fourth,
        "5th" => Word::Fifth,
        _ => Word::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(spelled("Twenty"), Some(20));
        assert_eq!(spelled("two"), Some(2));
        assert_eq!(spelled("one"), None);
        assert_eq!(spelled("tent"), None);
    }

    #[test]
    fn words() {
        assert_eq!(word_length("isn't so"), 5);
        assert_eq!(word_length("dogs' tails"), 4);
        assert_eq!(word_length("été."), 5);
        assert_eq!(word_length(""), 0);
    }

    #[test]
    fn contractions() {
        assert_eq!(contraction("Can't"), Some((Word::Can, Word::Not)));
        assert_eq!(contraction("won’t"), Some((Word::Can, Word::Not)));
        assert_eq!(contraction("CANNOT"), Some((Word::Can, Word::Not)));
        assert_eq!(contraction("it's"), Some((Word::It, Word::Is)));
        assert_eq!(contraction("I'd"), Some((Word::I, Word::Would)));
        assert_eq!(contraction("Mara's"), None);
        assert_eq!(contraction("'t"), None);
        assert_eq!(contraction("plain"), None);
    }
}
