//! Literal parts of a question: code, formulas, units and abbreviations, whose exact letters have a
//! meaning.
//!
//! The code that respells words and the code that checks it share this module, and the lists of
//! words.

use super::spelling::begins_sentence;
use super::words::{WordList, plain, tokens, words};
use peirast_record::Segment;
use std::collections::BTreeSet;
use std::ops::Range;

/// Pairs of marks around code or mathematics.
const MARKS: [(&str, &str); 6] = [
    ("$$", "$$"),
    ("\\(", "\\)"),
    ("\\[", "\\]"),
    ("\\begin{", "\\end{"),
    ("<code>", "</code>"),
    ("<pre>", "</pre>"),
];

/// Tokens between the parts of a formula.
const OPERATORS: [&str; 27] = [
    "=", "+", "*", "/", "<", ">", "^", "|", "&", "~", "==", "!=", ":=", "<=", ">=", "->", "=>",
    "−", "×", "÷", "±", "≤", "≥", "≠", "≈", "→", "⇒",
];

/// The literal places of some parts of text.
pub(super) struct Literals {
    /// Ranges of code and mathematics, by segment.
    spans: Vec<Vec<Range<usize>>>,
    /// The places of literal tokens, by segment.
    tokens: Vec<BTreeSet<usize>>,
}

impl Literals {
    /// Finds the literal places of these parts. A word in code or in a formula is literal
    /// everywhere.
    pub(super) fn new(segments: &[Segment]) -> Self {
        let spans: Vec<Vec<Range<usize>>> =
            segments.iter().map(|segment| spans(&segment.text)).collect();
        let mut names: BTreeSet<&str> = BTreeSet::new();
        for (segment, spans) in segments.iter().zip(&spans) {
            let in_span = spans.iter().filter_map(|span| segment.text.get(span.clone()));
            names.extend(in_span.flat_map(words).map(|(_, word)| word));
            names.extend(parts_of_formulas(&segment.text));
        }
        let tokens = segments
            .iter()
            .zip(&spans)
            .map(|(segment, spans)| literal_tokens(&segment.text, spans, &names))
            .collect();
        Self { spans, tokens }
    }

    /// Returns true if the token at this place of a segment must not change.
    pub(super) fn has(&self, segment: usize, at: usize) -> bool {
        self.tokens.get(segment).is_some_and(|tokens| tokens.contains(&at))
    }

    /// Returns true if a place of a segment is within code or mathematics.
    pub(super) fn are_around(&self, segment: usize, at: usize) -> bool {
        self.spans
            .get(segment)
            .is_some_and(|spans| spans.iter().any(|span| span.start < at && at < span.end))
    }
}

/// The places of the literal tokens of a text.
fn literal_tokens(text: &str, spans: &[Range<usize>], names: &BTreeSet<&str>) -> BTreeSet<usize> {
    let all: Vec<(usize, &str)> = tokens(text).collect();
    let is_literal = |number: usize| {
        let Some((at, token)) = all.get(number) else { return false };
        let end = at + token.len();
        if spans.iter().any(|span| span.start < end && *at < span.end) {
            return true;
        }
        let Some((start, word)) = plain(token) else { return false };
        let before = number.checked_sub(1).and_then(|before| all.get(before));
        let is_counted = before.is_some_and(|(_, before)| ends_in_digit(before));
        let is_applied = all.get(number + 1).is_some_and(|(_, next)| is_operand(next));
        names.contains(word)
            || word.split('-').any(|part| is_unit(part, is_counted))
            || WordList::Function.has(word) && is_applied
            || WordList::Abbreviation.has(word) && token[start + word.len()..].starts_with('.')
            || may_be_symbol(word, begins_sentence(text, at + start))
    };
    (0..all.len()).filter(|number| is_literal(*number)).map(|number| all[number].0).collect()
}

/// Returns true if a word is the symbol of a unit. Symbols that are also words count only behind a
/// number.
fn is_unit(word: &str, is_counted: bool) -> bool {
    WordList::Unit.has(word) || is_counted && WordList::CountedUnit.has(word)
}

/// Returns true if a word may be the symbol of an element or an abbreviation: a capital and one
/// small letter, `Na`, and no word that begins sentences.
fn may_be_symbol(word: &str, begins_sentence: bool) -> bool {
    let mut letters = word.chars();
    let (first, second, none) = (letters.next(), letters.next(), letters.next());
    let has_form = first.is_some_and(char::is_uppercase)
        && second.is_some_and(char::is_lowercase)
        && none.is_none();
    let is_word = WordList::Starter.has(word) || WordList::Short.has(word);
    has_form && !(is_word && begins_sentence)
}

fn ends_in_digit(token: &str) -> bool {
    token.trim_end_matches([',', ')', ']']).ends_with(char::is_numeric)
}

/// Returns true if a token may be the argument of a function: a number or a single letter.
fn is_operand(token: &str) -> bool {
    let inner = token.trim_matches(|c: char| !c.is_alphanumeric());
    inner.starts_with(char::is_numeric) || inner.chars().count() == 1
}

/// The words next to operators. A hyphen is an operator in a line that has another one.
fn parts_of_formulas(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let all: Vec<&str> = tokens(line).map(|(_, token)| token).collect();
        // The mark of a list item is no operator.
        let is_sign = |number: usize| number > 0 && OPERATORS.contains(&all[number]);
        let has_operator = (0..all.len()).any(is_sign);
        let is_operator = |number: usize| {
            is_sign(number) || has_operator && number > 0 && matches!(all[number], "-" | "–")
        };
        let is_part = |number: &usize| {
            let is_behind = number.checked_sub(1).is_some_and(is_operator);
            is_behind || number + 1 < all.len() && is_operator(number + 1)
        };
        let parts: Vec<&str> = (0..all.len())
            .filter(is_part)
            .filter_map(|number| plain(all[number]))
            .map(|(_, word)| word)
            .collect();
        parts
    })
}

/// Ranges of code and mathematics, in order, with their marks.
fn spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = marked(rest).or_else(|| code(rest)).or_else(|| dollars(rest));
        match length {
            Some(length) => {
                spans.push(at..at + length);
                at += length;
            }
            // The backticks of a run open together, or not at all.
            None if rest.starts_with('`') => at += rest.len() - rest.trim_start_matches('`').len(),
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    spans
}

/// The length of the marked part at the beginning of the text.
fn marked(text: &str) -> Option<usize> {
    MARKS.iter().find_map(|(open, close)| {
        let inner = text.strip_prefix(open)?;
        let end = inner.find(close)?;
        let mut length = open.len() + end + close.len();
        if close.ends_with('{') {
            length += text.get(length..)?.find('}')? + 1;
        }
        Some(length)
    })
}

/// The length of code in backticks at the beginning of the text; equally many close it and open it.
fn code(text: &str) -> Option<usize> {
    let inner = text.trim_start_matches('`');
    let ticks = text.len() - inner.len();
    if ticks == 0 {
        return None;
    }
    let mut at = 0;
    loop {
        at += inner.get(at..)?.find('`')?;
        let run = inner[at..].len() - inner[at..].trim_start_matches('`').len();
        if run == ticks {
            return Some(ticks + at + run);
        }
        at += run;
    }
}

/// The length of mathematics in dollar signs at the beginning of the text. No space follows the
/// first sign or precedes the second, and no digit follows it: `$5 and $6` are amounts.
fn dollars(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('$')?;
    let line = inner.lines().next()?;
    if line.starts_with(char::is_whitespace) {
        return None;
    }
    let closes = |at: &usize| {
        let behind = line[at + 1..].chars().next();
        *at > 0
            && !line[..*at].ends_with(char::is_whitespace)
            && behind.is_none_or(|c| !c.is_ascii_digit())
    };
    let end = line.match_indices('$').map(|(at, _)| at).find(closes)?;
    Some(end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The literal tokens of a text.
    fn literal(text: &str) -> Vec<&str> {
        let segments = [Segment { role: "question".into(), text: text.to_owned() }];
        let literals = Literals::new(&segments);
        let all = tokens(text).filter(|(at, _)| literals.has(0, *at));
        // Tokens that are no words never change.
        all.filter(|(_, token)| plain(token).is_some()).map(|(_, token)| token).collect()
    }

    #[test]
    fn units_stay() {
        assert_eq!(literal("A rope of 5 mm, 3 km or 2 in, in all."), ["mm,", "km", "in,"]);
        assert_eq!(literal("How many cm are 10 Pa?"), ["cm", "Pa?"]);
        assert_eq!(literal("It runs 5 min at a min of 3 Hz."), ["min", "Hz."]);
    }

    #[test]
    fn code_and_mathematics_stay() {
        assert_eq!(literal("Call `print total now` today."), ["total"]);
        assert_eq!(literal("Let $a plus b$ be the sum."), ["plus"]);
        assert_eq!(literal("It costs $5 and sells for $10 now."), [] as [&str; 0]);
        assert_eq!(
            literal("See \\( one two three \\) and ``quoted'' text."),
            ["one", "two", "three"]
        );
        assert_eq!(literal("\\begin{array} left right \\end{array} done"), ["left", "right"]);
        assert_eq!(literal("Ein `unclosed code"), [] as [&str; 0]);
    }

    #[test]
    fn parts_of_formulas_stay_wherever_they_stand() {
        let text = "The profit is profit = price - cost today.\n* Anna pays the cost.";
        assert_eq!(literal(text), ["profit", "profit", "price", "cost", "cost."]);
        assert_eq!(literal("Find log x and the log of wood."), ["log"]);
    }

    #[test]
    fn symbols_and_abbreviations_stay() {
        assert_eq!(
            literal("He mixed Na with Cl. No acid, approx. none."),
            ["Na", "Cl.", "approx."]
        );
        assert_eq!(literal("Mg burns. It is hot."), ["Mg"]);
    }
}
