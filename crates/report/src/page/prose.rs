//! The prose of the page: abstract, limitations, methods.

use crate::wording::capitalised;
use crate::{Limitation, Report, limitations, methods, synopsis};
use maud::{Markup, html};

/// What was asked and found, in a few sentences.
pub(super) fn abstract_of(report: &Report) -> Markup {
    html! {
        section.abstract {
            h2 { "Abstract" }
            @for paragraph in synopsis(report).paragraphs() { p { (unbroken(&paragraph)) } }
        }
    }
}

/// A text whose percent signs stay with their numbers.
fn unbroken(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

/// What checks found, which found nothing, and which could not be made.
pub(super) fn limitations_of(report: &Report) -> Markup {
    let all = limitations(report);
    html! {
        h2 { "Limitations" }
        @if all.found.is_empty() { p { "The checks found nothing." } }
        @else { ul.limitations { @for one in &all.found { (limitation(one)) } } }
        @for line in [all.clear_text(), all.unchecked_text()].iter().filter(|line| !line.is_empty()) {
            p.small { (unbroken(line)) }
        }
    }
}

fn limitation(one: &Limitation) -> Markup {
    html! {
        li {
            strong { (capitalised(one.check.title())) ". " }
            (unbroken(&one.numbers())) ". " (unbroken(&one.meaning))
        }
    }
}

/// What was done, in words for a paper.
pub(super) fn methods_of(report: &Report) -> Markup {
    let own = methods(report);
    html! {
        @if !own.paragraphs.is_empty() {
            h2 { "Methods" }
            p.small { "Made from what was done; to be pasted into a paper." }
            @for paragraph in &own.paragraphs {
                p { strong { (paragraph.heading) ". " } (unbroken(&paragraph.text)) }
            }
            @if !own.references.is_empty() {
                h3 { "References" }
                ul.references { @for reference in &own.references { li { (reference) } } }
            }
        }
    }
}
