//! The comparisons: the definition of each hypothesis, and one pair as it was asked.

use crate::{Asked, Claim, Example, Report};
use maud::{Markup, html};

/// One pair as it was asked, and every comparison with its definition and an example, folded.
pub(super) fn compared(report: &Report) -> Markup {
    let shown = report.claims.iter().find_map(|claim| Some((claim, example(report, claim)?)));
    html! {
        @if let Some((claim, example)) = shown {
            p {
                "A pair of " strong { (claim.hypothesis) } " (" (claim.title) ") as it was asked. The words that differ are marked. "
                "Prediction: " (claim.expected()) "."
            }
            (pair(example))
        }
        details.more {
            summary { (all(report.claims.len())) }
            @for claim in &report.claims {
                details {
                    summary { (claim.hypothesis) ": " (claim.title) }
                    (definition(claim))
                    @if let Some(example) = example(report, claim) { (pair(example)) }
                }
            }
        }
    }
}

fn example<'a>(report: &'a Report, claim: &Claim) -> Option<&'a Example> {
    report.examples.iter().find(|one| one.hypothesis == claim.hypothesis)
}

/// The title of all comparisons.
fn all(count: usize) -> String {
    match count {
        1 => "The definition of this comparison".to_owned(),
        _ => format!("The definitions of all {count} comparisons, with a pair of each"),
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
