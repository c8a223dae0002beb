//! The comparisons: the definition of each hypothesis, and one pair as it was asked.

use crate::{Asked, Claim, Example, Report};
use maud::{Markup, html};

/// Every hypothesis, folded, with its definition and an example.
pub(super) fn compared(report: &Report) -> Markup {
    html! {
        @for claim in &report.claims {
            details {
                summary { (claim.hypothesis) " " (claim.title) }
                (definition(claim))
                @for example in report.examples.iter().filter(|e| e.hypothesis == claim.hypothesis) {
                    (pair(example))
                }
            }
        }
    }
}

fn definition(claim: &Claim) -> Markup {
    html! {
        dl {
            @for (name, value) in claim.definition.entries() {
                dt { (name) } dd { code { (value) } }
            }
            dt { "expected" } dd { (claim.expected()) }
        }
    }
}

fn pair(example: &Example) -> Markup {
    let (original, perturbed) = (&example.original, &example.perturbed);
    html! {
        p.small { "A pair: item " (example.item) }
        div.pair {
            (member("Original", original, perturbed))
            (member("Perturbed", perturbed, original))
        }
    }
}

fn member(which: &str, asked: &Asked, other: &Asked) -> Markup {
    html! {
        div {
            p.small {
                (which) ": " code { (asked.problem) } " under " code { (asked.protocol) }
                @if !asked.is_prompt { ", the question alone: its prompt was not recorded" }
            }
            pre { (marked(&asked.text, &other.text)) }
        }
    }
}

/// A text with the stretch marked in which another differs from it, word by word.
fn marked(text: &str, other: &str) -> Markup {
    let words = |text| str::split_inclusive(text, char::is_whitespace).collect::<Vec<&str>>();
    let (own, other) = (words(text), words(other));
    let same = |(a, b): &(&&str, &&str)| a == b;
    let before = own.iter().zip(&other).take_while(same).count();
    let after = own[before..].iter().rev().zip(other[before..].iter().rev());
    let end = own.len() - after.take_while(same).count();
    html! {
        (own[..before].concat())
        @if before < end { mark { (own[before..end].concat()) } }
        (own[end..].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_marked_and_nothing_else() {
        let shown = |a, b| marked(a, b).into_string();
        assert_eq!(shown("a b c d", "a x c d"), "a <mark>b </mark>c d");
        assert_eq!(shown("a b c", "a c"), "a <mark>b </mark>c");
        assert_eq!(shown("a c", "a b c"), "a c");
        assert_eq!(shown("a a", "a a a"), "a a");
        assert_eq!(shown("<b>", "<i>"), "<mark>&lt;b&gt;</mark>");
        assert_eq!(shown("", "x"), "");
    }
}
