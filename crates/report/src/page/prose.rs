//! The prose of the page: abstract, limitations, methods.

use crate::limitation::Limitations;
use crate::{Limitation, Report, methods, synopsis};
use maud::{Markup, html};
use peirast_words::capitalised;

/// The questions and findings, in a few sentences.
pub(super) fn abstract_of(report: &Report) -> Markup {
    html! {
        section.abstract {
            h2 { "Abstract" }
            @for paragraph in synopsis(report).paragraphs() { p { (typeset(&paragraph)) } }
        }
    }
}

/// A text as a page sets it: percent signs stay with their numbers, a hyphen that begins a number is a
/// minus sign, so is one between two terms of a formula, and the arrow of two protocols is an arrow.
///
/// ```
/// assert_eq!(peirast_report::typeset("-3.5 [-9, 2]"), "−3.5 [−9, 2]");
/// ```
pub fn typeset(text: &str) -> String {
    let text = text.replace(" %", "\u{a0}%").replace("->", " → ").replace(" - ", " \u{2212} ");
    let mut shown = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let begins = shown.chars().next_back().is_none_or(|before| " [(".contains(before));
        let is_minus = letter == '-' && begins && letters.peek().is_some_and(char::is_ascii_digit);
        shown.push(if is_minus { '\u{2212}' } else { letter });
    }
    // Two versions of a method may already have blanks around their arrow.
    shown.replace("  → ", " → ").replace(" →  ", " → ")
}

/// A cell of a table as a page sets it: a missing value is a dash.
pub(super) fn typeset_cell(text: &str) -> String {
    if text == "-" { "–".to_owned() } else { typeset(text) }
}

/// The limitations found, the checks that found nothing, and those that could not be made.
pub(super) fn limitations_of(all: &Limitations) -> Markup {
    html! {
        h2 { "Limitations" }
        @if all.found.is_empty() { p { "The checks found nothing." } }
        @else { ul.limitations { @for one in &all.found { (limitation(one)) } } }
        @let others = [all.clear_text(), all.unchecked_text()];
        @if others.iter().any(|line| !line.is_empty()) { details.more {
            summary { "The other checks" }
            @for line in others.iter().filter(|line| !line.is_empty()) { p.small { (typeset(line)) } }
        } }
    }
}

/// A limitation, and folded its meaning.
fn limitation(one: &Limitation) -> Markup {
    html! {
        li { details {
            summary { strong { (capitalised(one.check.title())) ". " } (typeset(&one.brief())) "." }
            @if one.has_more() { p { "All cases: " (typeset(&one.numbers())) "." } }
            p { (code_spans(&one.meaning)) }
        } }
    }
}

/// A text as [`typeset`] sets it, whose stretches between backticks are code and stay as they are.
pub(super) fn code_spans(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (typeset(part)) }
        }
    }
}

/// The methods, in words for a paper.
pub(super) fn methods_of(report: &Report) -> Markup {
    let own = methods(report);
    html! {
        @if !own.paragraphs.is_empty() {
            h2 { "Methods" }
            details.printed {
                summary { "The methods of this run, to be pasted into a paper" }
                @for paragraph in &own.paragraphs {
                    p { strong { (paragraph.heading) ". " } (code_spans(&paragraph.text)) }
                }
                @if !own.references.is_empty() {
                    h3 { "References" }
                    ul.references { @for reference in &own.references { li { (reference) } } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{typeset, typeset_cell};

    #[test]
    fn signs_are_those_of_print() {
        for (text, set) in [
            ("-12.5 [-49.1, +29.1]", "−12.5 [−49.1, +29.1]"),
            ("(VB - VU)/2", "(VB − VU)/2"),
            ("H6-2, gpt-4o, 3.1e-11", "H6-2, gpt-4o, 3.1e-11"),
            ("os-cot->os-bob-cot", "os-cot → os-bob-cot"),
            ("a -> b", "a → b"),
            ("5 % - or less", "5\u{a0}% − or less"),
            ("-", "-"),
        ] {
            assert_eq!(typeset(text), set);
        }
        assert_eq!(typeset_cell("-"), "–");
    }
}
