//! Options quoted by their text.
//!
//! An option's text may hold any words, including "more likely" and full stops. A quoted option
//! therefore becomes one token before any rule checks the words around it.

use crate::Context;
use std::cell::OnceCell;
use std::ops::Range;

/// Number of an option's words that are compared; longer options are distinguished by their
/// beginnings only.
const COMPARED: usize = 64;

/// Shortest option, in bytes of letters and digits, that is recognised without its letter.
const SHORTEST: usize = 3;

/// Most characters of the rest of a line that holds a short option and the signs around it.
const MOST_SIGNS: usize = 16;

/// Words after a quoted option that cannot be the beginning of a longer option.
const AFTER: [&str; 13] = [
    "rather", "than", "is", "as", "since", "based", "given", "compared", "option", "seems",
    "would", "over", "has",
];

/// Words that may continue a longer option after a comma, in other words.
const GOES_ON: [&str; 13] = [
    "and", "but", "who", "which", "while", "because", "so", "to", "or", "with", "where", "even",
    "though",
];

/// An option's text found in a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Echo {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Letter of the option.
    pub letter: char,
}

/// The options of a problem, cut into words if a response may quote them.
pub(crate) struct Options<'a>(Vec<Quotable<'a>>);

/// An option. Most responses name a letter and quote nothing, so usually only its first word is
/// compared.
struct Quotable<'a> {
    letter: char,
    text: &'a str,
    first: Option<&'a str>,
    words: OnceCell<Vec<&'a str>>,
}

impl<'a> Quotable<'a> {
    fn new(letter: char, text: &'a str) -> Self {
        Self { letter, text, first: words_of(text).next(), words: OnceCell::new() }
    }

    fn words(&self) -> &[&'a str] {
        self.words.get_or_init(|| words_of(self.text).collect())
    }

    /// Returns true if words of a response begin with all of its own.
    fn begins(&self, text: &str, rest: &[(usize, usize)]) -> bool {
        let is = |word: &str, (start, end)| {
            text.get(start..end).is_some_and(|said| said.eq_ignore_ascii_case(word))
        };
        let may_begin = self.first.zip(rest.first()).is_some_and(|(word, at)| is(word, *at));
        may_begin && {
            let words = self.words();
            let range =
                rest.first().zip(words.len().checked_sub(1).and_then(|last| rest.get(last)));
            words.iter().map(|word| word.len()).sum::<usize>() >= SHORTEST
                && words.iter().zip(rest).all(|(word, at)| is(word, *at))
                && range.is_some_and(|(first, last)| has_signs_of(text, first.0..last.1, self.text))
        }
    }
}

impl<'a> Options<'a> {
    /// The options of `context`.
    pub fn new(context: &Context<'a>) -> Self {
        Self(context.options.iter().map(|(letter, text)| Quotable::new(*letter, text)).collect())
    }

    /// The words of the option with `letter`.
    fn words(&self, letter: char) -> &[&'a str] {
        self.0.iter().find(|option| option.letter == letter).map_or(&[], Quotable::words)
    }

    /// All places where an option is quoted whole, from left to right, without overlap.
    pub fn find(&self, text: &str) -> Vec<Echo> {
        let mut found = Vec::new();
        if self.0.iter().all(|option| option.first.is_none()) {
            return found;
        }
        let words: Vec<(usize, usize)> = Words::new(text).collect();
        let mut at = 0;
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            match self.longest(text, rest) {
                Some((echo, length)) => {
                    found.push(echo);
                    at += length;
                }
                None => at += 1,
            }
        }
        found
    }

    /// The end of the repeated words of the option with `letter` from byte `from` on. Part of an
    /// option is enough here because the letter has already named it.
    pub fn repeated(&self, text: &str, from: usize, letter: char) -> Option<usize> {
        let option = self.words(letter);
        let rest = text.get(from..)?;
        let gap = rest.get(..Words::new(rest).next()?.0).filter(|gap| gap.len() <= 8)?;
        let mut end = None;
        let mut count = 0;
        for ((s, e), word) in Words::new(rest).zip(option) {
            if !rest.get(s..e)?.eq_ignore_ascii_case(word) {
                break;
            }
            count += 1;
            end = Some(from + e);
        }
        // After a full stop or a line feed only the whole option is certain to be a repetition: a
        // new sentence may begin with the words that all options begin with.
        let whole = count == option.len();
        end.filter(|_| whole || (count >= 2 && !gap.contains(['.', '\n'])))
    }

    /// The other option, too short to be recognised without a letter, that fills the line from byte
    /// `from` on: `7` in "(C) 7", if (B) is 7.
    pub fn short_other(&self, text: &str, from: usize, letter: char) -> Option<Echo> {
        // Longer text is more than signs and a short option.
        let rest = text.get(from..)?;
        let near = rest.char_indices().nth(MOST_SIGNS).map_or(rest, |(end, _)| &rest[..end]);
        let line = match near.find('\n') {
            Some(end) => &near[..end],
            None if near.len() == rest.len() => near,
            None => return None,
        };
        let bare =
            line.trim_matches(|c: char| c.is_whitespace() || "*_`\"'“”.,;:!()[]".contains(c));
        if bare.is_empty() || bare.len() > SHORTEST {
            return None;
        }
        let start = from + line.find(bare)?;
        let is_said = |option: &&Quotable<'_>| option.text.trim().eq_ignore_ascii_case(bare);
        let mut said = self.0.iter().filter(is_said);
        let other = said.next().filter(|other| other.letter != letter && said.next().is_none())?;
        Some(Echo { start, end: start + bare.len(), letter: other.letter })
    }

    fn longest(&self, text: &str, rest: &[(usize, usize)]) -> Option<(Echo, usize)> {
        let matching = self.0.iter().filter(|option| option.begins(text, rest));
        let longest = matching.clone().max_by_key(|option| option.words().len())?;
        let words = longest.words();
        if matching.filter(|other| other.words().len() == words.len()).count() > 1 {
            return None;
        }
        let length = words.len();
        let (start, end) = (rest.first()?.0, rest.get(length - 1)?.1);
        let mut others = self.0.iter().map(Quotable::words);
        let is_prefix = others.any(|other| other.len() > length && other.starts_with(words));
        let whole = !is_prefix || ends_here(text, end);
        whole.then_some((Echo { start, end, letter: longest.letter }, length))
    }
}

/// The end of the text of an option that is repeated whole from byte `at` on.
pub(crate) fn echoed(text: &str, at: usize, letter: char, context: &Context<'_>) -> Option<usize> {
    let (_, option) = context.options.iter().find(|(offered, _)| *offered == letter)?;
    let rest = text.get(at..)?;
    let mut said = Words::new(rest);
    let mut range: Option<Range<usize>> = None;
    for word in words_of(option) {
        let (from, to) = said.next()?;
        if !rest.get(from..to)?.eq_ignore_ascii_case(word) {
            return None;
        }
        range = Some(range.map_or(at + from, |range| range.start)..at + to);
    }
    range.filter(|range| has_signs_of(text, range.clone(), option)).map(|range| range.end)
}

/// Returns true if the words of an option at `range` of `text` have the signs that the option has:
/// "-100", "1,100" and "100.5" do not quote "100", "C++" does not quote "C", and "1/5" does not
/// quote "1.5".
fn has_signs_of(text: &str, range: Range<usize>, option: &str) -> bool {
    let words: Vec<_> = Words::new(option).take(COMPARED).collect();
    let own = words.first().zip(words.last()).map(|(first, last)| first.0..last.1);
    own.is_some_and(|own| Signs::around(option, own) == Signs::around(text, range))
}

/// Signs that belong to words and numbers, and change them.
#[derive(PartialEq, Eq)]
struct Signs<'t> {
    /// A minus or plus before a number.
    sign: bool,
    /// True if the first or the last number is part of a longer one.
    cut: bool,
    /// The separators of numbers, without white space.
    between: Vec<String>,
    /// "++", "#"
    behind: &'t str,
}

impl<'t> Signs<'t> {
    fn around(text: &'t str, range: Range<usize>) -> Option<Self> {
        let (before, after) = (text.get(..range.start)?, text.get(range.end..)?);
        let inner = text.get(range)?;
        let digit = |c: char| c.is_ascii_digit();
        let joins = |c: char| matches!(c, '.' | ',' | '/' | '\'' | '’');
        let number = inner.starts_with(digit);
        let sign = before.strip_suffix(['-', '–', '+']).filter(|_| number);
        let begun = before.strip_suffix(joins).is_some_and(|left| left.ends_with(digit));
        let goes_on = after.strip_prefix(joins).is_some_and(|right| right.starts_with(digit));
        let words: Vec<_> = Words::new(inner).collect();
        let gaps = words.windows(2).filter_map(|pair| {
            let (left, right) = (inner.get(..pair[0].1)?, inner.get(pair[1].0..)?);
            let gap = inner.get(pair[0].1..pair[1].0)?;
            let parts = left.ends_with(digit) && right.starts_with(digit);
            parts.then(|| gap.replace(char::is_whitespace, "").replace('–', "-"))
        });
        Some(Self {
            sign: sign.is_some_and(|left| !left.ends_with(char::is_alphanumeric)),
            cut: number && begun || inner.ends_with(digit) && goes_on,
            between: gaps.collect(),
            behind: after.get(..after.find(|c| !matches!(c, '+' | '#')).unwrap_or(after.len()))?,
        })
    }
}

/// The words of an option that are compared.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    Words::new(text).take(COMPARED).filter_map(|(start, end)| text.get(start..end))
}

/// Returns true if the quoted option ends at `end`, and does not continue as a longer one in other
/// words.
pub(crate) fn ends_here(text: &str, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or_default();
    let rest = rest.trim_start_matches(['"', '\'', '*', '_', '`', '”', '’', '»']);
    let next = || {
        let word = Words::new(rest).next().and_then(|(s, e)| rest.get(s..e));
        word.unwrap_or_default().to_ascii_lowercase()
    };
    match rest.chars().next() {
        None | Some('.' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '\n' | '\r' | '\\') => true,
        Some(',' | '-' | '—' | '–') => !GOES_ON.contains(&next().as_str()),
        Some(c) if c.is_whitespace() && ends_line(rest) => true,
        Some(_) if rest.trim_start().starts_with(['(', '-', '—', '–']) => true,
        Some(_) => AFTER.contains(&next().as_str()),
    }
}

/// Returns true if `text` begins with white space up to the end of its line.
fn ends_line(text: &str) -> bool {
    let space = text.len() - text.trim_start().len();
    space == text.len() || text.get(..space).is_some_and(|space| space.contains('\n'))
}

/// Runs of letters and digits, as byte ranges.
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Words<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }
}

impl Iterator for Words<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..)?;
        let start = self.at + rest.find(char::is_alphanumeric)?;
        let word = self.text.get(start..)?;
        let length = word.find(|c: char| !c.is_alphanumeric()).unwrap_or(word.len());
        self.at = start + length;
        Some((start, self.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peirast_record::FinishReason;

    fn options() -> [(char, String); 2] {
        [
            ('a', "Ada is a chemist.".to_owned()),
            ('b', "Ada is a chemist and sings in a choir.".to_owned()),
        ]
    }

    fn letters(text: &str) -> String {
        let options = options();
        let context = Context::new(&options, FinishReason::Stop);
        Options::new(&context).find(text).iter().map(|echo| echo.letter).collect()
    }

    #[test]
    fn the_longest_option_is_found() {
        assert_eq!(letters("Ada is a chemist."), "a");
        assert_eq!(letters("ada is a CHEMIST"), "a");
        assert_eq!(letters("**Ada is a chemist** and sings in a choir"), "b");
        assert_eq!(letters("Ada is a chemist. Ada is a chemist and sings in a choir."), "ab");
    }

    #[test]
    fn a_shorter_option_that_goes_on_in_other_words_is_not_quoted() {
        assert_eq!(letters("Ada is a chemist who sings in a choir"), "");
        assert_eq!(letters("Ada is a chemist, and she sings"), "");
        assert_eq!(letters("Ada is a chemist rather than both"), "a");
        assert_eq!(letters("Ada is a singer"), "");
    }

    #[test]
    fn a_short_option_beside_another_letter_is_seen() {
        let options: Vec<(char, String)> =
            ('a'..).zip(["6", "7", "x", "7.5"]).map(|(at, text)| (at, text.to_owned())).collect();
        let context = Context::new(&options, FinishReason::Stop);
        let other = |text: &str, letter: char| {
            Options::new(&context).short_other(text, 3, letter).map(|echo| echo.letter)
        };
        assert_eq!(other("(c) 7", 'c'), Some('b'));
        assert_eq!(other("(c) **7**.\nThat is it", 'c'), Some('b'));
        assert_eq!(other("(c) 7.5", 'c'), Some('d'));
        assert_eq!(other("(b) 7", 'b'), None, "its own");
        for text in ["(c) 8", "(c) 7 is too small", "(c)", "(c)\n7", "(c) -7"] {
            assert_eq!(other(text, 'c'), None, "{text}");
        }
    }

    #[test]
    fn part_of_an_option_is_repeated_after_its_letter() {
        let options = options();
        let context = Context::new(&options, FinishReason::Stop);
        let options = Options::new(&context);
        assert_eq!(options.repeated("(b) Ada is a chemist too", 3, 'b'), Some(20));
        assert_eq!(options.repeated("(b) is more likely", 3, 'b'), None);
    }
}
