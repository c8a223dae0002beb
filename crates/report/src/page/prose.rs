//! The prose of the page: abstract, limitations, methods.

use crate::group::in_groups;
use crate::limitation::Limitations;
use crate::{Limitation, Report, methods, synopsis};
use maud::{Markup, html};
use peirast_words::capitalised;

/// The questions and findings, in a few sentences. The numbers behind the findings are folded on a phone.
pub(super) fn abstract_of(report: &Report) -> Markup {
    let own = synopsis(report);
    let paragraph = |sentences: &[String]| {
        html! { @if !sentences.is_empty() { p { (typeset(&sentences.join(" "))) } } }
    };
    // Without verdicts, the measures are the findings.
    let is_told = !own.found.is_empty();
    let folded = [own.strongest.as_slice(), if is_told { &own.measures } else { &[] }];
    html! {
        section.abstract {
            h2 { "Abstract" }
            (paragraph(&own.asked))
            (paragraph(&own.found))
            @if folded.iter().any(|part| !part.is_empty()) { details.on-phone {
                summary { "The numbers behind these findings" }
                @for part in folded { (paragraph(part)) }
            } }
            @if !is_told { (paragraph(&own.measures)) }
            (paragraph(&own.caveats))
        }
    }
}

/// A long text in short paragraphs: a sentence that defines a term (`Share: ...`) begins one, and so does a
/// sentence after enough others.
pub(super) fn in_paragraphs(text: &str) -> Vec<String> {
    const ENOUGH: usize = 240;
    const TERM: usize = 40;
    let defines = |sentence: &str| {
        sentence.split_once(": ").is_some_and(|(term, _)| term.chars().count() <= TERM)
    };
    let mut all: Vec<String> = Vec::new();
    for sentence in sentences(text) {
        match all.last_mut() {
            Some(last) if !defines(sentence) && last.chars().count() < ENOUGH => {
                last.push(' ');
                last.push_str(sentence);
            }
            _ => all.push(sentence.to_owned()),
        }
    }
    all
}

/// The sentences of a text: each begins with a capital after a full stop and a blank.
fn sentences(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text;
    let mut from = 0;
    while let Some(at) = rest[from..].find(". ").map(|at| from + at + 1) {
        let (sentence, next) = (&rest[..at], &rest[at + 1..]);
        if next.starts_with(char::is_uppercase) {
            all.push(sentence);
            (rest, from) = (next, 0);
        } else {
            from = at;
        }
    }
    all.push(rest);
    all
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
        @if !all.clear.is_empty() || !all.unchecked.is_empty() { details.more {
            summary { "The other checks" }
            @if !all.clear.is_empty() {
                p.small { "Checked and not found:" }
                (titles(all.clear.iter().map(|check| check.title())))
            }
            @for (why, checks) in in_groups(all.unchecked.iter().map(|one| (one.why, one.check.title()))) {
                p.small { "Not checked, because " (typeset(why)) ":" }
                (titles(checks.into_iter()))
            }
        } }
    }
}

fn titles<'a>(checks: impl Iterator<Item = &'a str>) -> Markup {
    html! { ul.small.columns-told { @for check in checks { li { (typeset(check)) } } } }
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
    use super::{in_paragraphs, typeset, typeset_cell};

    #[test]
    fn a_long_note_has_a_paragraph_for_each_term() {
        let long = format!("{}. Then. Next.", "A".repeat(250));
        for (text, paragraphs) in [
            ("One. Two.", vec!["One. Two."]),
            (
                "One. Share: a part. p is small. Null: none.",
                vec!["One.", "Share: a part. p is small.", "Null: none."],
            ),
            (&long, vec![&long[..251], "Then. Next."]),
            ("", vec![""]),
        ] {
            assert_eq!(in_paragraphs(text), paragraphs, "{text}");
        }
    }

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
