//! Published reading rules, bit for bit: those of the token-bias study and of the
//! syllogism benchmark ([`correctness`]).
//!
//! Source: the grading code of the token-bias study (Jiang et al., 2024), as recovered from its
//! recorded grades. It is kept to replay recorded grades, not to grade anything new. It takes a
//! letter that is only mentioned for a choice, "no doubt" for a no, and every answer with both yes
//! and no for a wrong one.

/// The grade of a response by the published rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PublishedGrade {
    /// Graded correct.
    Correct,
    /// Graded incorrect.
    Incorrect,
    /// The text names two options. The study then asked another model for the final option and did
    /// not record its answer, so the grade does not depend on the text alone.
    NeedsExtraction,
}

/// The class of a response by the published rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PublishedClass {
    /// Only the option "(a)" occurs.
    A,
    /// Only the option "(b)" occurs.
    B,
    /// Only the word "yes" occurs.
    Yes,
    /// Only the word "no" occurs.
    No,
    /// Both occur.
    Both,
    /// None occurs.
    Neither,
}

impl PublishedClass {
    /// The name, as in tables of class counts.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::Yes => "yes",
            Self::No => "no",
            Self::Both => "both",
            Self::Neither => "neither",
        }
    }
}

/// Classifies `text` by the literal strings "(a)" and "(b)" in it.
///
/// ```
/// use peirast_read::published::{PublishedClass, choice_class};
/// assert_eq!(choice_class("I cannot choose (a)."), PublishedClass::A);
/// assert_eq!(choice_class("Option A"), PublishedClass::Neither);
/// ```
pub fn choice_class(text: &str) -> PublishedClass {
    match (text.contains("(a)"), text.contains("(b)")) {
        (true, true) => PublishedClass::Both,
        (true, false) => PublishedClass::A,
        (false, true) => PublishedClass::B,
        (false, false) => PublishedClass::Neither,
    }
}

/// Classifies `text` by the words "yes" and "no" in it, as whole words in any case.
///
/// ```
/// use peirast_read::published::{PublishedClass, yes_no_class};
/// assert_eq!(yes_no_class("There is no doubt."), PublishedClass::No);
/// ```
pub fn yes_no_class(text: &str) -> PublishedClass {
    match (has_word(text, "yes"), has_word(text, "no")) {
        (true, true) => PublishedClass::Both,
        (true, false) => PublishedClass::Yes,
        (false, true) => PublishedClass::No,
        (false, false) => PublishedClass::Neither,
    }
}

/// The published grade of a choice whose right option has the letter `target`. The rule also
/// looks for "(c)", with two options as well as with three.
///
/// ```
/// use peirast_read::published::{PublishedGrade, choice};
/// assert_eq!(choice("It is (a).", 'a'), PublishedGrade::Correct);
/// assert_eq!(choice("(a), not (b)", 'a'), PublishedGrade::NeedsExtraction);
/// assert_eq!(choice("Option A", 'a'), PublishedGrade::Incorrect);
/// ```
pub fn choice(text: &str, target: char) -> PublishedGrade {
    let letter = match choice_class(text) {
        PublishedClass::Both => return PublishedGrade::NeedsExtraction,
        PublishedClass::A => 'a',
        PublishedClass::B => 'b',
        _ if text.contains("(c)") => 'c',
        _ => return PublishedGrade::Incorrect,
    };
    if letter == target { PublishedGrade::Correct } else { PublishedGrade::Incorrect }
}

/// The published grade of a yes/no question; the right answer was "no" throughout.
///
/// ```
/// use peirast_read::published::{PublishedGrade, yes_no};
/// assert_eq!(yes_no("No."), PublishedGrade::Correct);
/// assert_eq!(yes_no("Yes? No!"), PublishedGrade::Incorrect);
/// ```
pub fn yes_no(text: &str) -> PublishedGrade {
    match yes_no_class(text) {
        PublishedClass::No => PublishedGrade::Correct,
        _ => PublishedGrade::Incorrect,
    }
}

/// The verdict on a response by the rule of the benchmark "Logic in LLMs" (2025).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Correctness {
    /// "correct" occurs, and "incorrect" does not.
    Correct,
    /// "incorrect" occurs, anywhere.
    Incorrect,
    /// Neither does.
    Unclear,
    /// There is no text.
    Error,
}

impl Correctness {
    /// The name that the benchmark stores.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Correct => "correct",
            Self::Incorrect => "incorrect",
            Self::Unclear => "unclear",
            Self::Error => "error",
        }
    }
}

/// The substring rule of the benchmark "Logic in LLMs" (2025), kept to replay its votes. It reads
/// "not correct" as correct, and a response that repeats the question as incorrect.
///
/// ```
/// use peirast_read::published::{Correctness, correctness};
/// assert_eq!(correctness("It isn't correct."), Correctness::Correct);
/// assert_eq!(correctness("Correct or incorrect? Correct!"), Correctness::Incorrect);
/// assert_eq!(correctness(" \n"), Correctness::Error);
/// ```
pub fn correctness(text: &str) -> Correctness {
    let lower = text.to_lowercase();
    if text.trim().is_empty() {
        Correctness::Error
    } else if lower.contains("incorrect") {
        Correctness::Incorrect
    } else if lower.contains("correct") {
        Correctness::Correct
    } else {
        Correctness::Unclear
    }
}

/// Returns true if `word` (ASCII, lower case) occurs as a whole word in any case. As with `\b` in
/// the original, only letters, digits and the underscore are parts of a word.
fn has_word(text: &str, word: &str) -> bool {
    let bytes = text.as_bytes();
    let found = |at: &usize| {
        let end = at + word.len();
        bytes.get(*at..end).is_some_and(|found| found.eq_ignore_ascii_case(word.as_bytes()))
            && !text.get(..*at).and_then(|left| left.chars().next_back()).is_some_and(is_word)
            && !text.get(end..).and_then(|right| right.chars().next()).is_some_and(is_word)
    };
    (0..bytes.len()).any(|at| found(&at))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choice_classes() {
        for (text, class) in [
            ("(a)", "a"),
            ("I cannot choose (b)", "b"),
            ("(a) or (b)", "both"),
            ("(c)", "neither"),
            ("Option A", "neither"),
            ("(A)", "neither"),
            ("", "neither"),
        ] {
            assert_eq!(choice_class(text).as_str(), class, "{text}");
        }
    }

    #[test]
    fn yes_no_classes() {
        for (text, class) in [
            ("No.", "no"),
            ("NO", "no"),
            ("no doubt", "no"),
            ("know nothing", "neither"),
            ("no_one", "neither"),
            ("éno", "neither"),
            ("no-one", "no"),
            ("**Yes**", "yes"),
            ("yesterday", "neither"),
            ("Yes and no", "both"),
            ("", "neither"),
        ] {
            assert_eq!(yes_no_class(text).as_str(), class, "{text}");
        }
    }

    #[test]
    fn grades() {
        assert_eq!(choice("(b)", 'a'), PublishedGrade::Incorrect);
        assert_eq!(choice("(c)", 'c'), PublishedGrade::Correct);
        assert_eq!(yes_no("It does not follow."), PublishedGrade::Incorrect);
    }
}
