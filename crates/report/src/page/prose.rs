//! The prose of the page: abstract, limitations, methods.

use crate::limitation::Limitations;
use crate::wording::capitalised;
use crate::{Limitation, Report, methods, synopsis};
use maud::{Markup, html};

/// The questions and findings, in a few sentences.
pub(super) fn abstract_of(report: &Report) -> Markup {
    html! {
        section.abstract {
            h2 { "Abstract" }
            @for paragraph in synopsis(report).paragraphs() { p { (unbroken(&paragraph)) } }
        }
    }
}

/// A text whose percent signs stay with their numbers.
pub(super) fn unbroken(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

/// The limitations found, the checks that found nothing, and those that could not be made.
pub(super) fn limitations_of(all: &Limitations) -> Markup {
    html! {
        h2 { "Limitations" }
        @if all.found.is_empty() { p { "The checks found nothing." } }
        @else { ul.limitations { @for one in &all.found { (limitation(one)) } } }
        @let others = [all.clear_text(), all.unchecked_text()];
        @if others.iter().any(|line| !line.is_empty()) { details {
            summary { "The other checks" }
            @for line in others.iter().filter(|line| !line.is_empty()) { p.small { (unbroken(line)) } }
        } }
    }
}

/// A limitation, and folded its meaning.
fn limitation(one: &Limitation) -> Markup {
    html! {
        li { details {
            summary { strong { (capitalised(one.check.title())) ". " } (unbroken(&one.brief())) "." }
            @if one.has_more() { p { "All cases: " (unbroken(&one.numbers())) "." } }
            p { (code_spans(&unbroken(&one.meaning))) }
        } }
    }
}

/// A text whose stretches between backticks are set as code.
pub(super) fn code_spans(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// The methods, in words for a paper.
pub(super) fn methods_of(report: &Report) -> Markup {
    let own = methods(report);
    html! {
        @if !own.paragraphs.is_empty() {
            h2 { "Methods" }
            details {
                summary { "The methods of this run, to be pasted into a paper" }
                @for paragraph in &own.paragraphs {
                    p { strong { (paragraph.heading) ". " } (code_spans(&unbroken(&paragraph.text))) }
                }
                @if !own.references.is_empty() {
                    h3 { "References" }
                    ul.references { @for reference in &own.references { li { (reference) } } }
                }
            }
        }
    }
}
