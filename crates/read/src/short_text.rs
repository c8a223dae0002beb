//! Reading a short text: a name, a word, a phrase.

use crate::decided::Decided;
use peirast_record::{Accepted, Accepts, Answer, Reading, TextAnswer};
use regex::RegexBuilder;
use std::ops::Range;

/// Longest short text, in bytes.
const LONGEST: usize = 120;

/// Words that announce an answer, in lower case.
const HEADS: &[&str] = &[
    "final answer:",
    "final answer is:",
    "final answer is",
    "correct answer is:",
    "correct answer is",
    "answer is:",
    "answer is",
    "answer:",
    "ans:",
    "####",
    "\\boxed{",
    "antwort:",
    "respuesta:",
    "réponse :",
    "réponse:",
    "答案：",
    "答案是",
];

/// The short text of an answer: the last announced text, or the whole of a short answer. Only its
/// problem can judge it: see [`hold_against`].
pub(crate) fn read(text: &str) -> Option<Decided> {
    let found = |range: Range<usize>, rule| {
        let range = trimmed(text, range)?;
        Some(Reading::at(Answer::Text(TextAnswer::Other), range.start, range.end, rule))
    };
    if let Some(range) = announced(text) {
        return found(range, "announced-text").map(Decided::announced);
    }
    if text.trim().len() <= LONGEST && !text.trim().contains('\n') {
        return found(0..text.len(), "whole-text").map(Decided::announced);
    }
    let last = text.trim_end().rfind('\n').map(|at| at + 1..text.len())?;
    let alone = text.get(last.clone()).is_some_and(|line| line.trim().len() <= LONGEST / 3);
    let apart = text.get(..last.start).is_some_and(|before| before.ends_with("\n\n"));
    found(last, "last-line").filter(|_| alone && apart).map(Decided::stated)
}

/// The text behind the last head, up to the end of its line or sentence.
pub(crate) fn announced(text: &str) -> Option<Range<usize>> {
    let lower = text.to_ascii_lowercase();
    let (start, boxed) = HEADS
        .iter()
        .filter_map(|head| Some((lower.rfind(head)? + head.len(), head.starts_with('\\'))))
        .max()?;
    let rest = text.get(start..)?;
    let rest_start = start + (rest.len() - rest.trim_start().len());
    let rest = text.get(rest_start..)?;
    let end = match boxed {
        true => rest.find('}'),
        false => rest.find('\n').or_else(|| rest.find(". ")),
    };
    Some(rest_start..rest_start + end.unwrap_or(rest.len()))
}

/// A range without the signs around its text; `None` if nothing is left or it is long.
fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let held = text.get(range.clone())?;
    let sign = |c: char| c.is_whitespace() || "*_`\"'“”‘’«».,;:!$>".contains(c);
    // "# Paris" is a heading, "C#" a name.
    let inner = held.trim_start_matches(|c| sign(c) || c == '#');
    let start = range.start + held.len() - inner.len();
    let inner = inner.trim_end_matches(sign);
    (!inner.is_empty() && inner.len() <= LONGEST).then(|| start..start + inner.len())
}

/// Compares a short text with the right texts and with those that the bias leads to.
///
/// Case, articles, punctuation and white space make no difference. A pattern has to match all of
/// the text. A pattern that is no regular expression matches nothing.
///
/// ```
/// use peirast_read::hold_against;
/// use peirast_record::{Accepted, Accepts, TextAnswer};
/// let accepts = Accepts {
///     texts: vec![Accepted::Text("The Hague".into()), Accepted::Pattern("den haag|'s-gravenhage".into())],
///     lures: vec![Accepted::Text("Amsterdam".into())],
///     ..Default::default()
/// };
/// assert_eq!(hold_against("hague.", &accepts), Some(TextAnswer::Accepted));
/// assert_eq!(hold_against("Den Haag", &accepts), Some(TextAnswer::Accepted));
/// assert_eq!(hold_against("Amsterdam", &accepts), Some(TextAnswer::Lure));
/// assert_eq!(hold_against("Rotterdam", &accepts), Some(TextAnswer::Other));
/// // What the rest says of it, nobody knows.
/// assert_eq!(hold_against("It is not Amsterdam", &accepts), None);
/// ```
pub fn hold_against(text: &str, accepts: &Accepts) -> Option<TextAnswer> {
    let plain = normal(text);
    let fits = |accepted: &Accepted| match accepted {
        Accepted::Text(right) => normal(right) == plain,
        Accepted::Pattern(pattern) => matches(pattern, text.trim()),
    };
    let spaced = format!(" {plain} ");
    let is_among = |accepted: &Accepted| match accepted {
        Accepted::Text(right) => spaced.contains(&format!(" {} ", normal(right))),
        Accepted::Pattern(_) => false,
    };
    match () {
        () if accepts.texts.iter().any(fits) => Some(TextAnswer::Accepted),
        () if accepts.lures.iter().any(fits) => Some(TextAnswer::Lure),
        () if accepts.texts.iter().chain(&accepts.lures).any(is_among) => None,
        () => Some(TextAnswer::Other),
    }
}

/// True if a text is a short answer as a whole: one line, with no sign around it and no further
/// sentence.
pub(crate) fn is_whole_answer(text: &str) -> bool {
    trimmed(text, 0..text.len()) == Some(0..text.len())
        && !text.contains(['\n', '}'])
        && !text.contains(". ")
}

/// Returns true if a pattern matches all of a text, in any case.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    const LARGEST: usize = 1 << 20;
    let whole = format!("^(?:{pattern})$");
    let compiled = RegexBuilder::new(&whole).case_insensitive(true).size_limit(LARGEST).build();
    compiled.is_ok_and(|regex| regex.is_match(text))
}

/// A text in lower case, without articles and signs, with one space between words. Signs that
/// change the meaning of a word or number are kept: "C++", "C#", "-5".
fn normal(text: &str) -> String {
    let text = text.replace('\u{2212}', "-");
    let mut before = ' ';
    let signs = text.chars().zip(text.chars().skip(1).chain([' '])).map(|(c, next)| {
        let name = matches!(c, '+' | '#') && (before.is_alphanumeric() || before == c);
        let minus = c == '-' && next.is_ascii_digit() && !before.is_alphanumeric();
        before = c;
        if c.is_alphanumeric() || name || minus { c } else { ' ' }
    });
    let signs: String = signs.collect();
    let words: Vec<String> = signs.split_whitespace().map(str::to_lowercase).collect();
    let is_article = |word: &&String| ["a", "an", "the"].contains(&word.as_str());
    let bare: Vec<&str> =
        words.iter().filter(|word| !is_article(word)).map(String::as_str).collect();
    // An article alone is an answer: "(A)".
    if bare.is_empty() { words.join(" ") } else { bare.join(" ") }
}

#[cfg(test)]
mod tests {
    use crate::{Context, read};
    use peirast_record::{FinishReason, Task};

    fn words(text: &str) -> Option<&str> {
        let context = Context::new(&[], FinishReason::Stop);
        let span = read(Task::Text, text, &context).span?;
        text.get(span.start..span.end)
    }

    #[test]
    fn short_texts() {
        for (text, said) in [
            ("Paris", Some("Paris")),
            ("**Paris**.", Some("Paris")),
            ("The answer is Paris. It lies on the Seine.", Some("Paris")),
            ("It may be Lyon.\n\nAnswer: Paris", Some("Paris")),
            ("Answer: Lyon\nNo. Answer: Paris", Some("Paris")),
            (r"So \boxed{Paris}.", Some("Paris")),
            (r#"{"answer": "Paris"}"#, Some("Paris")),
            ("<think>Lyon?</think>Paris", Some("Paris")),
            ("France has many towns.\nOne is large.\n\nParis", Some("Paris")),
            ("", None),
            ("France has many towns, and one\nof them is the capital of it all.", None),
        ] {
            assert_eq!(words(text), said, "{text}");
        }
    }
}
