use peirast_stats::MAX_COUNT;
use peirast_table::{NumberNotation, is_missing};
use serde::Serialize;

use crate::Printed;
use crate::limits::limits;

/// One cell of a table: its text, and the numbers in it.
///
/// ```
/// use peirast_audit::Cell;
/// let cell = Cell::new("**46.15%**, (z = 3.24, p = 1.18e-03)");
/// assert!(cell.emphasised);
/// assert_eq!(cell.number().map(|n| n.value), Some(46.15));
/// assert_eq!(cell.labelled("p").map(|n| n.value), Some(0.00118));
/// assert_eq!(Cell::new("gemini-2.5-flash").number(), None);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cell {
    /// The text without marks of emphasis.
    pub text: String,
    /// True if the cell is set in bold type.
    pub emphasised: bool,
    /// Its numbers, each with its label.
    pub parts: Vec<Part>,
    /// The limits of an interval in it, such as `[70, 90]`.
    #[serde(skip)]
    pub(crate) limits: Option<(Printed, Printed)>,
}

/// A number of a cell, with the letter or word that names it.
///
/// ```
/// use peirast_audit::Cell;
/// let part = &Cell::new("t = 4.82").parts[0];
/// assert_eq!((part.label.as_str(), part.number.value), ("t", 4.82));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    /// The name before an equals sign or a sign of comparison. It is `/` for a divisor, and `of`
    /// for the whole of a part.
    pub label: String,
    /// The number.
    pub number: Printed,
    /// True if the cell begins with it.
    pub first: bool,
    /// True if a bracket closes after it, or the text ends.
    #[serde(skip)]
    pub(crate) closes: bool,
    /// True if a bracket opens before it.
    #[serde(skip)]
    pub(crate) opens: bool,
}

impl Cell {
    /// Reads a cell.
    ///
    /// ```
    /// use peirast_audit::Cell;
    /// let cell = Cell::new("13/15 (87%)");
    /// assert_eq!(cell.parts.iter().map(|part| part.number.value).collect::<Vec<_>>(), [13.0, 15.0, 87.0]);
    /// ```
    #[must_use]
    pub fn new(raw: &str) -> Self {
        Self::in_notation(raw, &NumberNotation::Point)
    }

    /// Reads a cell of a table with the given notation of numbers.
    pub(crate) fn in_notation(raw: &str, notation: &NumberNotation) -> Self {
        let text = bare(raw);
        let plain = plain(&text, notation);
        let limits = limits(&plain);
        // With a decimal point, `12,5` is neither 12 nor 12.5. A comma after a leading 0 is always
        // a decimal comma.
        let is_other = *notation == NumberNotation::Point
            && !plain.starts_with("0,")
            && NumberNotation::Comma.number(&plain).is_ok()
            && notation.number(&plain).is_err();
        let parts = if is_other { Vec::new() } else { parts(&plain) };
        Self { emphasised: raw.contains("**"), parts, limits, text }
    }

    /// The number at the start of the cell, with or without a name.
    ///
    /// ```
    /// use peirast_audit::Cell;
    /// assert_eq!(Cell::new("d = 0.72 (large)").number().map(|n| n.value), Some(0.72));
    /// assert_eq!(Cell::new("by 3 models").number(), None);
    /// ```
    #[must_use]
    pub fn number(&self) -> Option<Printed> {
        self.parts.first().filter(|part| part.first).map(|part| part.number)
    }

    /// The number with a given name.
    ///
    /// ```
    /// use peirast_audit::Cell;
    /// assert_eq!(Cell::new("z = 3.24").labelled("p"), None);
    /// ```
    #[must_use]
    pub fn labelled(&self, label: &str) -> Option<Printed> {
        self.parts
            .iter()
            .find(|part| part.label.eq_ignore_ascii_case(label))
            .map(|part| part.number)
    }

    /// A count: a whole number, which some programs print as `16.0`.
    pub(crate) fn count(&self) -> Option<u64> {
        let number = self.number()?;
        let whole = number.places <= 1 && number.value.fract() == 0.0;
        (whole && !number.percent && (0.0..=MAX_COUNT as f64).contains(&number.value))
            .then_some(number.value as u64)
    }

    /// Returns true if the cell has no value. `NaN` is a value: a failed calculation.
    pub(crate) fn is_blank(&self) -> bool {
        (is_missing(&self.text) || self.text.eq_ignore_ascii_case("none")) && !self.is_no_number()
    }

    /// Returns true if the cell contains a failed calculation: `NaN`, `inf`, or an error of a
    /// spreadsheet.
    pub(crate) fn is_no_number(&self) -> bool {
        let text = self.text.to_lowercase();
        let text = text.trim_end_matches('%').trim_start_matches(['-', '+', '\u{2212}']).trim();
        matches!(text, "nan" | "inf" | "infinity" | "\u{221e}" | "#div/0!" | "#num!" | "#value!")
    }

    /// The decision in a column of decisions: yes or no, or 1 or 0.
    pub(crate) fn decision(&self) -> Option<bool> {
        self.verdict().or(match self.text.trim() {
            "1" => Some(true),
            "0" => Some(false),
            _ => None,
        })
    }

    /// Yes or no, in words or signs. No other texts.
    pub(crate) fn verdict(&self) -> Option<bool> {
        let text = self.text.trim().to_lowercase();
        let text = text.split(['(', ',']).next().unwrap_or_default().trim();
        let one = |word: &str| match word.trim_end_matches('.') {
            "true" | "yes" | "reject" | "rejected" | "sig" | "significant" | "✅" | "✓" | "✔" => {
                Some(true)
            }
            "false" | "no" | "ns" | "n.s" | "❌" | "✗" | "✘" | "retain" | "retained" | "accept"
            | "non-significant" | "nonsignificant" => Some(false),
            _ => None,
        };
        if ["not significant", "not rejected", "fail to reject", "not sig", "not sig."]
            .contains(&text)
        {
            return Some(false);
        }
        let words: Vec<Option<bool>> = text.split_whitespace().map(one).collect();
        let first = words.first().copied().flatten()?;
        words.iter().all(|word| *word == Some(first)).then_some(first)
    }
}

/// The text of a cell without marks of emphasis. Signs of multiplication stay.
pub(crate) fn bare(raw: &str) -> String {
    let times = raw.replace("\\times", "×").replace("\\cdot", "·").replace(" * 10", " × 10");
    let text: String =
        times.trim().chars().filter(|c| !matches!(c, '*' | '`' | '$' | '\\')).collect();
    text.trim().trim_matches('_').to_owned()
}

/// Splits a number from its signs of comparison and the marks of notes: `< 0,05†`.
pub(crate) fn marked(text: &str) -> (&str, &str, &str) {
    let signs = ['<', '>', '=', '≤', '≥', '≈', '~', ' '];
    let notes = ['†', '‡', '§', '¶', '#', '^', 'ª', '°', '¹', '²', '³', ' '];
    let behind = text.trim_start_matches(signs);
    let number = behind.trim_end_matches(notes);
    let (sign, note) = (&text[..text.len() - behind.len()], &behind[number.len()..]);
    (sign, number, note)
}

/// A text with its numbers in plain notation: the whole text, if it is one number; otherwise each
/// number with a decimal comma.
fn plain(text: &str, notation: &NumberNotation) -> String {
    let (sign, number, note) = marked(text);
    match notation.plain(number) {
        Ok(plain) if plain != number => return format!("{sign}{plain}{note}"),
        _ if *notation != NumberNotation::Comma => return text.to_owned(),
        _ => {}
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, digits) = rest.split_at(start);
        let end = digits.find(|c: char| !matches!(c, '0'..='9' | '.' | ','));
        let (number, after) = digits.split_at(end.unwrap_or(digits.len()));
        let kept = number.trim_end_matches(['.', ',']);
        plain.push_str(before);
        plain.push_str(&notation.plain(kept).unwrap_or_else(|_| kept.to_owned()));
        plain.push_str(&number[kept.len()..]);
        rest = after;
    }
    plain + rest
}

/// Numbers that are not parts of names such as `llama-3` or `20B`.
fn parts(text: &str) -> Vec<Part> {
    let mut found: Vec<Part> = Vec::new();
    let mut at = 0;
    while let Some((start, end, number)) = next_number(text, at) {
        let before = &text[..start];
        let label = label(before, &text[start..]);
        let first = found.is_empty() && leads(before, &text[start..], &label);
        let after = text[end..].trim_start().chars().next();
        let closes = after.is_none_or(|c| matches!(c, ')' | ']' | ',' | ';' | '.'));
        let opens = before.trim_end().ends_with(['(', '[']);
        found.push(Part { first, label, number, closes, opens });
        at = end;
    }
    found
}

/// Returns true if a number is the main content of a cell: only its name comes before it.
fn leads(before: &str, number: &str, label: &str) -> bool {
    let before = before.trim();
    let named = before.ends_with(['=', '≈', ':']) || number.starts_with(['<', '>', '≤', '≥']);
    before.is_empty() || (named && before.trim_end_matches(['=', '≈', ':']).trim() == label)
}

/// The next number from a position on: its start with its signs, its end, and its value.
fn next_number(text: &str, from: usize) -> Option<(usize, usize, Printed)> {
    let mut places = text[from..].char_indices().map(|(at, c)| (from + at, c));
    places.find_map(|(start, c)| {
        let begins = c.is_ascii_digit()
            || matches!(c, '.' | '-' | '+' | '<' | '>' | '≤' | '≥' | '\u{2212}' | '\u{2013}');
        if !begins || !stands_free(&text[..start], c) {
            return None;
        }
        let (number, rest) = Printed::leading(&text[start..])?;
        let follows = rest.chars().next();
        let inside = follows.is_some_and(|c| c.is_alphanumeric() || c == '_')
            || (follows == Some('-') && rest[1..].starts_with(|c: char| c.is_alphabetic()));
        (!inside).then_some((start, text.len() - rest.len(), number))
    })
}

/// Returns true if a number can begin after this text.
fn stands_free(before: &str, first: char) -> bool {
    let mut back = before.chars().rev();
    match back.next() {
        None => true,
        Some(c) if c.is_alphanumeric() || c == '_' || c == '.' => {
            matches!(first, '<' | '>' | '≤' | '≥')
        }
        Some('-' | '\u{2212}' | '\u{2013}') => {
            // `a-3` is a name, `- 3` and `2-3` are not.
            first.is_ascii_digit() && !back.next().is_some_and(char::is_alphanumeric)
        }
        Some(_) => true,
    }
}

/// The name before a number: the word before a sign of comparison, with its brackets; or `/`. The
/// name of an adjusted p is not p.
fn label(before: &str, number: &str) -> String {
    let trimmed = before.trim_end();
    if trimmed.ends_with('/') {
        return "/".to_owned();
    }
    if let Some(rest) = trimmed.strip_suffix(" of").map(str::trim_end) {
        let rest = rest.strip_suffix(" out").map_or(rest, str::trim_end);
        if rest.ends_with(|c: char| c.is_ascii_digit()) {
            return "of".to_owned();
        }
    }
    let signed = number.starts_with(['<', '>', '≤', '≥', '=']);
    let named = match trimmed.strip_suffix(['=', '≈', ':', '<', '>', '≤', '≥']) {
        Some(named) => named.trim_end(),
        None if signed => trimmed,
        None => return String::new(),
    };
    let bracket = named.strip_suffix(')').and_then(|inside| inside.rfind('('));
    let head = named[..bracket.unwrap_or(named.len())].trim_end();
    let start = head.rfind([' ', ',', ';', '(', '[', '/']).map_or(0, |at| at + 1);
    let word = head[start..].trim_matches('_');
    let adjusted = ["correct", "adjust", "bonferroni", "holm", "fdr", "hochberg"];
    let last = head[..start].split_whitespace().next_back().unwrap_or_default().to_lowercase();
    match bracket {
        None if adjusted.iter().any(|sign| last.contains(sign)) => format!("{last} {word}"),
        None => word.to_owned(),
        Some(at) => format!("{word}{}", &named[at..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<f64> {
        Cell::new(text).parts.iter().map(|part| part.number.value).collect()
    }

    #[test]
    fn names_with_digits_are_no_numbers() {
        assert_eq!(values("gpt-4-turbo"), [0.0; 0]);
        assert_eq!(values("llama-3.1-8b-instruct"), [0.0; 0]);
        assert_eq!(values("qwen3-next-80b"), [0.0; 0]);
        assert_eq!(values("141B (39B active)"), [0.0; 0]);
        assert_eq!(values("-0.744"), [-0.744]);
        assert_eq!(values("T=0.5"), [0.5]);
        assert_eq!(values("p<0.0001"), [0.0001]);
        let labels: Vec<String> =
            parts("F(2, 45) = 3.1, p < .05").into_iter().map(|part| part.label).collect();
        assert_eq!(labels, ["", "", "F(2, 45)", "p"]);
        let named = |text| parts(text).pop().map(|part| part.label);
        assert_eq!(named("t (28) = 2.2"), Some("t(28)".to_owned()));
        assert_eq!(
            named("Bonferroni-corrected p = .11"),
            Some("bonferroni-corrected p".to_owned())
        );
        assert_eq!(named("z 324"), Some(String::new()));
    }

    #[test]
    fn verdicts_in_words_and_signs() {
        assert_eq!(Cell::new("✅ Yes").verdict(), Some(true));
        assert_eq!(Cell::new("❌ No*").verdict(), Some(false));
        assert_eq!(Cell::new("True").verdict(), Some(true));
        assert_eq!(Cell::new("maybe").verdict(), None);
        assert_eq!(Cell::new("no feedback").verdict(), None);
        assert_eq!(Cell::new("Not significant").verdict(), Some(false));
    }
}
